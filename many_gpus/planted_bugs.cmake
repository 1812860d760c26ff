# The bugs of several GPUs. common/tests/planted/plant.cmake tells how to read this.

# The exchange

plant(group_never_closed IN exchange_blocks VARIANT pack_exchange_unpack
  REPLACE "  check(ncclGroupEnd());"
  BY      ""
  RULE    wrong_result
  WORDS   "would hang: ncclGroupStart(): no ncclGroupEnd() follows"
  AT      "ncclGroupStart()")

plant(one_group_for_each_rank IN exchange_blocks VARIANT pack_exchange_unpack
  REPLACE "  }
  check(ncclGroupEnd());"
  BY      "    check(ncclGroupEnd());
    if (&r + 1 != all.own().end()) check(ncclGroupStart());
  }"
  RULE    wrong_result
  WORDS   "would hang: ncclSend()" "in this group"
  AT      "check(ncclSend")

plant(group_never_opened IN exchange_blocks VARIANT pack_exchange_unpack
  REPLACE "  check(ncclGroupStart());"
  BY      ""
  RULE    wrong_result
  WORDS   "would hang: ncclSend(): rank 0 has no ncclRecv() from rank 0 for it"
  AT      "check(ncclSend")

plant(sent_twice IN exchange_blocks VARIANT transpose_then_exchange
  REPLACE "check(ncclRecv("
  BY      "check(ncclSend(r.send, r.rows.count * q.cols.count, ncclFloat, q.number, r.comm, r.stream));
      check(ncclRecv("
  RULE    wrong_result
  WORDS   "would hang: ncclSend(): rank 0 has no ncclRecv() from rank 0 for it"
  AT      "check(ncclSend(r.send, ")

plant(not_to_oneself IN exchange_blocks VARIANT pack_exchange_unpack
  REPLACE "check(ncclRecv("
  BY      "if (r.number != q.number) check(ncclRecv("
  RULE    wrong_result
  WORDS   "would hang: ncclSend(): rank 0 has no ncclRecv() from rank 0 for it"
  AT      "check(ncclSend")

plant(counts_of_the_wrong_rank IN exchange_blocks VARIANT pack_exchange_unpack
  REPLACE "r.rows.count * q.cols.count, ncclFloat"
  BY      "r.rows.count * r.cols.count, ncclFloat"
  RULE    wrong_result
  WORDS   "ranks differ: ncclRecv(): rank 1 has a count of 2838, and rank 0 has 2795"
  AT      "check(ncclRecv")

plant(count_in_bytes IN exchange_blocks VARIANT pack_exchange_unpack
  REPLACE "r.cols.count * q.rows.count, ncclFloat"
  BY      "r.cols.count * q.rows.count * sizeof(float), ncclFloat"
  RULE    wrong_result
  WORDS   "wrong size: ncclRecv(): its receive buffer has"
  AT      "check(ncclRecv")

plant(blocks_of_swapped_ranks IN exchange_blocks VARIANT pack_exchange_unpack
  REPLACE "r.receive + r.cols.count * q.rows.first"
  BY      "r.receive + r.cols.count * r.rows.first"
  RULE    wrong_result
  WORDS   "wrong pointer: ncclRecv() writes bytes of receive that ncclRecv()" "one of the two places, or sizes, is wrong"
  AT      "check(ncclRecv")

plant(stream_of_the_other_rank IN exchange_blocks VARIANT pack_exchange_unpack
  REPLACE "q.number, r.comm,
                     r.stream));
      check(ncclRecv"
  BY      "q.number, r.comm,
                     q.stream));
      check(ncclRecv"
  RULE    wrong_result
  WORDS   "failed call: ncclSend(): its stream is of device 1, and rank 0 is on device 0"
  AT      "check(ncclSend")

plant(sends_the_input IN exchange_blocks VARIANT transpose_then_exchange
  REPLACE "ncclSend(r.send"
  BY      "ncclSend(r.in"
  RULE    wrong_result
  WORDS   "of rank 0 is in")

# Transposes

plant(unpacked_before_it_has_come IN pack_exchange_unpack VARIANT pack_exchange_unpack
  REPLACE "  exchange_blocks(all);"
  BY      ""
  RULE    uninitialized_read
  ELEMENT "global in")

plant(packed_with_the_pitch_of_the_block IN pack_exchange_unpack VARIANT pack_exchange_unpack
  REPLACE "r.in + q.cols.first, all.cols,"
  BY      "r.in + q.cols.first, q.cols.count,"
  RULE    wrong_result
  WORDS   "of rank 0 is in" "which rank 0 has, and should be in")

plant(packed_in_another_order IN pack_exchange_unpack VARIANT pack_exchange_unpack
  REPLACE "r.send + r.rows.count * q.cols.first"
  BY      "r.send + q.number * r.rows.count * q.cols.count"
  RULE    out_of_bounds
  ELEMENT "global packed"
  SIZE    3 130 98)

plant(all_on_device_0 IN pack_exchange_unpack VARIANT pack_exchange_unpack
  REPLACE "    check(cudaSetDevice(r.device));
    for (const Rank& q : all.ranks) {
      launch(r.stream, pack_block"
  BY      "    for (const Rank& q : all.ranks) {
      launch(r.stream, pack_block"
  RULE    wrong_result
  WORDS   "CUDA: invalid resource handle")

plant(set_in_the_wrong_place IN transpose_then_exchange VARIANT transpose_then_exchange
  REPLACE "r.out + q.rows.first"
  BY      "r.out + r.rows.first"
  RULE    wrong_result
  WORDS   "out[0][0] of rank 0 is in" "and should be in")

plant(pitch_of_the_input IN transpose_then_exchange VARIANT transpose_then_exchange
  REPLACE "all.rows * sizeof(float), r.receive"
  BY      "all.cols * sizeof(float), r.receive"
  RULE    wrong_result
  WORDS   "wrong size: cudaMemcpy2DAsync()" "at a pitch of 788"
  AT      "cudaMemcpy2DAsync(")

plant(width_in_elements IN copy_engines VARIANT copy_engines
  REPLACE "row_bytes = r.rows.count * sizeof(float)"
  BY      "row_bytes = r.rows.count"
  RULE    wrong_result
  WORDS   "of rank 0 was never written")

plant(pitch_in_elements IN copy_engines VARIANT copy_engines
  REPLACE "all.rows * sizeof(float), r.send"
  BY      "all.rows, r.send"
  RULE    wrong_result
  WORDS   "of rank 0")

plant(copies_before_it_is_turned IN copy_engines VARIANT copy_engines
  REPLACE "cudaMemcpyDeviceToDevice, r.stream"
  BY      "cudaMemcpyDeviceToDevice, q.stream"
  RULE    wrong_result
  WORDS   "no order between streams: this work reads send"
  AT      "cudaMemcpy2DAsync")

plant(chunk_sent_before_it_is_turned IN overlapped VARIANT overlapped_4
  REPLACE "      check(cudaStreamWaitEvent(r.copies, r.ready, 0));"
  BY      ""
  RULE    wrong_result
  WORDS   "no order between streams: this work reads send"
  AT      "cudaMemcpy2DAsync")

plant(event_recorded_too_early IN overlapped VARIANT overlapped_4
  REPLACE "cudaEventRecord(r.done, r.copies)"
  BY      "cudaEventRecord(r.done, r.stream)"
  RULE    wrong_result
  AT      "check(cudaMemcpy2DAsync(q.out"
  WORDS   "no order between streams: this work writes out"
  FIRST)

plant(nobody_waits_for_the_copies IN overlapped VARIANT overlapped_4
  REPLACE "    check(cudaStreamWaitEvent(r.stream, r.done, 0));"
  BY      ""
  RULE    wrong_result
  AT      "check(cudaMemcpy2DAsync(q.out"
  WORDS   "no order between streams: this work writes out"
  FIRST)

plant(buffer_of_a_chunk_used_again IN overlapped VARIANT overlapped_4
  REPLACE "r.send + rows.first * all.cols"
  BY      "r.send"
  RULE    wrong_result
  WORDS   "no order between streams: this work writes send"
  AT      "launch(r.stream")

plant(all_to_the_rows_of_the_receiver IN fused VARIANT fused
  REPLACE "q.out + r.rows.first"
  BY      "q.out + q.rows.first"
  RULE    wrong_result
  WORDS   "no order between streams: this work writes out"
  AT      "launch(r.stream")

plant(pitch_of_the_strip IN fused VARIANT fused
  REPLACE "q.out + r.rows.first, all.rows,"
  BY      "q.out + r.rows.first, r.rows.count,"
  RULE    wrong_result
  WORDS   "of rank 0")

plant(columns_of_the_wrong_rank IN fused VARIANT fused
  REPLACE "r.in + q.cols.first"
  BY      "r.in + r.cols.first"
  RULE    wrong_result
  WORDS   "of rank 0 is in" "which rank 1 has, and should be in")

plant(columns_that_go_to_nobody IN interleaved VARIANT interleaved
  REPLACE " + (all.cols % ranks != 0)"
  BY      ""
  RULE    wrong_result
  WORDS   "of rank 2 was never written" "the grid of 3x1x1 is too small" "4 blocks at least"
  AT      "launch(r.stream, transpose_strip"
  SIZE    3 130 193
  FIRST)

plant(all_to_the_first_columns IN interleaved VARIANT interleaved
  REPLACE "q.out + r.rows.first"
  BY      "q.out"
  RULE    wrong_result
  WORDS   "no order between streams: this work writes out"
  AT      "launch(r.stream")

plant(one_output_for_all IN interleaved VARIANT interleaved
  REPLACE "out.of_rank[q.number]"
  BY      "out.of_rank[0]"
  RULE    out_of_bounds)

plant(tiles_of_the_wrong_rank IN transpose_strip VARIANT interleaved
  REPLACE "in + first, cols,"
  BY      "in, cols,"
  RULE    wrong_result
  WORDS   "of rank 1" "and should be in")

plant(rows_of_tiles_as_ranks IN transpose_strip VARIANT interleaved
  REPLACE "blockIdx.x / ranks * TILE"
  BY      "blockIdx.x * TILE"
  RULE    wrong_result
  WORDS   "was never written")

# Sums

plant(own_vector_twice IN gather_to_one VARIANT gather_to_one
  REPLACE "    if (r.number == root.number) continue;
    check(cudaMemcpyPeerAsync(root.receive"
  BY      "    check(cudaMemcpyPeerAsync(root.receive"
  RULE    wrong_result
  WORDS   "sum[0] of rank 0" "the vector of rank 0 is added twice"
  AT      "launch(root.stream, add")

plant(buffer_reused_too_early IN gather_to_one VARIANT gather_to_one
  REPLACE "bytes, root.stream));
    launch"
  BY      "bytes, r.stream));
    launch"
  RULE    wrong_result
  WORDS   "no order between streams: this work reads receive"
  AT      "launch(root.stream")

plant(memory_that_nobody_frees IN gather_to_one VARIANT gather_to_one
  REPLACE "  check(cudaSetDevice(root.device));
"
  BY      "  check(cudaSetDevice(root.device));
  float* more;
  check(cudaMalloc(&more, bytes));
"
  RULE    wrong_result
  WORDS   "never freed: ")

plant(block_that_no_gpu_takes IN gather_to_one VARIANT gather_to_one
  REPLACE "blocks_for(all.elements), 256, root.receive"
  BY      "blocks_for(all.elements), 2048, root.receive"
  RULE    wrong_result
  WORDS   "failed launch: a block of (2048, 1, 1) threads cannot be launched"
  AT      "launch(root.stream")

plant(host_reads_before_the_copy_has_ended IN gather_to_one VARIANT gather_to_one
  REPLACE "  begin_with_own(root, all.elements);
"
  BY      "  begin_with_own(root, all.elements);
  float* first;
  check(cudaMallocHost(&first, sizeof(float)));
  check(cudaMemcpyAsync(first, root.sum, sizeof(float), cudaMemcpyDeviceToHost, root.stream));
  const float seen = *first;
  check(cudaStreamSynchronize(root.stream));
  if (seen != *first) throw std::runtime_error(\"changed\");
  check(cudaFreeHost(first));
"
  RULE    wrong_result
  WORDS   "too early: the host uses"
  AT      "seen = *first")

plant(added_before_it_is_there IN tree VARIANT tree
  REPLACE "      check(cudaStreamWaitEvent(to.stream, from.ready, 0));
      check(cudaMemcpyPeerAsync"
  BY      "      check(cudaMemcpyPeerAsync"
  RULE    wrong_result
  WORDS   "no order between streams: this work reads sum"
  AT      "cudaMemcpyPeerAsync(to.receive")

plant(every_rank_at_every_distance IN tree VARIANT tree
  REPLACE "i += 2 * distance) {
      const Rank &to"
  BY      "i += distance) {
      const Rank &to"
  RULE    wrong_result
  WORDS   "no order between streams: this work writes sum"
  AT      "launch(to.stream")

plant(no_step_for_the_last_rank IN tree VARIANT tree
  REPLACE "distance < ranks; distance *= 2"
  BY      "2 * distance <= ranks; distance *= 2"
  RULE    wrong_result
  WORDS   "the vector of rank 2 is missing"
  AT      "launch(to.stream")

plant(task_of_another_line IN variants VARIANT tree
  REPLACE "variant(\"tree\", Task::sum"
  BY      "variant(\"tree\", Task::transpose"
  RULE    wrong_result
  WORDS   "is Task::transpose its task?"
  AT      "variant(\"tree\"")

plant(half_of_the_ranks_get_nothing IN tree VARIANT tree
  REPLACE "distance > 0"
  BY      "distance > 1"
  RULE    wrong_result
  WORDS   "sum[0] of rank 1 is" "the vectors of ranks 0, 2 are missing")

plant(one_step_too_few IN ring VARIANT ring
  REPLACE "  for (size_t step = 0; step + 1 < ranks; ++step) {
    for (const Rank& r : all.ranks) {
      const Part p = part(r.number + ranks - step)"
  BY      "  for (size_t step = 0; step + 2 < ranks; ++step) {
    for (const Rank& r : all.ranks) {
      const Part p = part(r.number + ranks - step)"
  RULE    wrong_result
  WORDS   "sum[0] of rank 0 was never written")

plant(not_the_part_that_has_come IN ring VARIANT ring
  REPLACE "part(r.number + ranks - 1 - step)"
  BY      "part(r.number + ranks - step)"
  RULE    uninitialized_read
  SIZE    3 130 198)

plant(own_part_left_out IN ring VARIANT ring
  REPLACE "r.receive + p.first, r.numbers + p.first"
  BY      "r.receive + p.first, r.receive + p.first"
  RULE    wrong_result
  WORDS   "sum[0] of rank 0 is")

plant(sum_that_is_not_there_yet IN ring VARIANT ring
  REPLACE "step == 0 ? r.numbers : r.sum"
  BY      "r.sum"
  RULE    uninitialized_read)

plant(nobody_waits_for_the_neighbour IN ring VARIANT ring
  REPLACE "      check(cudaStreamWaitEvent(r.stream, all.before(r).ready, 0));
      check"
  BY      "      check"
  RULE    wrong_result
  WORDS   "no order between streams: this work reads receive"
  AT      "launch(r.stream")

plant(nobody_waits_on_the_second_way IN ring VARIANT ring
  REPLACE "    for (const Rank& r : all.ranks) check(cudaStreamWaitEvent(r.stream, all.before(r).ready, 0));"
  BY      ""
  RULE    wrong_result
  WORDS   "no order between streams: this work"
  AT      "cudaMemcpyPeerAsync(next.sum")

plant(largest_instead_of_sum IN nccl_all_reduce VARIANT nccl_all_reduce
  REPLACE "ncclSum"
  BY      "ncclMax"
  RULE    wrong_result
  WORDS   "sum[0] of rank 0 is"
  SIZE    3 130 198)

plant(one_thread_without_a_group IN nccl_all_reduce VARIANT nccl_all_reduce
  REPLACE "  check(ncclGroupStart());"
  BY      ""
  RULE    wrong_result
  WORDS   "would hang: ncclAllReduce(): rank 1, 2 does not call it (one thread that has several ranks"
  AT      "check(ncclAllReduce")

plant(last_element_of_the_vector IN nccl_all_reduce VARIANT nccl_all_reduce
  REPLACE "all.elements, ncclFloat"
  BY      "all.elements - 1, ncclFloat"
  RULE    wrong_result
  WORDS   "of rank 0 was never written" "1 of its")

# Kernels

plant(word_stored_nowhere IN pack_block VARIANT pack_exchange_unpack
  REPLACE "kept[i][j] = in"
  BY      "kept[i][0] = kept[i][1] = in"
  RULE    wrong_result
  ELEMENT "in"
  AT      "kept[i][0] = kept[i][1] = in")

plant(tile_turned_twice IN transpose_tile VARIANT copy_engines
  REPLACE "tile[threadIdx.x + j][threadIdx.y + i]"
  BY      "tile[threadIdx.y + i][threadIdx.x + j]"
  RULE    wrong_result
  ELEMENT "send"
  AT      "out[(out_row + i) * out_pitch")

plant(ended_before_the_barrier IN transpose_tile VARIANT fused
  REPLACE "  __syncthreads();"
  BY      "  if (row >= rows || col >= cols) return;
  __syncthreads();"
  RULE    remark
  AT      "return;")

plant(columns_rounded_down IN transpose_strip VARIANT interleaved
  REPLACE "end = cols * (rank + 1) / ranks"
  BY      "end = first + cols / ranks"
  RULE    wrong_result
  WORDS   "no thread stores to out" "in a grid of")

plant(no_barrier IN transpose_tile VARIANT fused
  REPLACE "  __syncthreads();"
  BY      ""
  RULE    race
  ELEMENT "shared tile")

plant(tiles_that_are_cut_off_are_left_out IN tiles VARIANT fused
  REPLACE "(cols % TILE != 0 || cols == 0)"
  BY      "(cols < TILE)"
  RULE    wrong_result
  WORDS   "of rank 0 was never written")

plant(conflicts_in_the_tile IN transpose_block VARIANT copy_engines
  REPLACE "tile[TILE][TILE + 1]"
  BY      "tile[TILE][TILE]"
  RULE    contract
  WORDS   "shared loads" "(32 each)")

plant(one_element_too_many IN add VARIANT gather_to_one
  REPLACE "i < count"
  BY      "i <= count"
  RULE    out_of_bounds
  ELEMENT "global a"
  AT      "sum[i] = ")

# Harmless

rewrite(all_begin_with_rank_0 IN fused VARIANT fused
  REPLACE "for (size_t i = 0; i < all.ranks.size(); ++i) {
      const Rank& q = all.after(r, i);"
  BY      "for (const Rank& q : all.ranks) {")

rewrite(received_first IN exchange_blocks VARIANT pack_exchange_unpack
  REPLACE "for (const Rank& q : all.ranks) {"
  BY      "for (size_t i = all.ranks.size(); i-- > 0;) {
      const Rank& q = all.ranks[i];")

rewrite(copies_that_know_where_memory_is IN copy_engines VARIANT copy_engines
  REPLACE "cudaMemcpyDeviceToDevice"
  BY      "cudaMemcpyDefault")

rewrite(waits_for_the_event_twice IN ring VARIANT ring
  REPLACE "      check(cudaStreamWaitEvent(r.stream, all.before(r).ready, 0));
      check"
  BY      "      check(cudaStreamWaitEvent(r.stream, all.before(r).ready, 0));
      check(cudaStreamWaitEvent(r.stream, all.before(r).ready, 0));
      check")

# Of all that a rank receives nothing but the first quarter comes.
plant(bytes_are_elements IN gather_to_one VARIANT gather_to_one
  REPLACE "r.device, bytes, root.stream"
  BY      "r.device, all.elements, root.stream"
  RULE    wrong_result
  AT      "cudaMemcpyPeerAsync(root.receive"
  WORDS   "stores receive of rank 0 up to"
  FIRST)

plant(columns_of_the_sender IN fused VARIANT fused
  REPLACE "r.in + q.cols.first"
  BY      "r.in + r.cols.first"
  RULE    wrong_result
  WORDS   "it begins elsewhere"
  SIZE    2 128 256
  FIRST)

plant(own_strip_for_all IN fused VARIANT fused
  REPLACE "q.out + r.rows.first"
  BY      "r.out + r.rows.first"
  RULE    wrong_result
  WORDS   "at the same places of out of rank 1"
  AT      "launch(r.stream, transpose_block"
  SIZE    2 128 256
  FIRST)

plant(sent_from_the_place_of_another IN exchange_blocks VARIANT pack_exchange_unpack
  REPLACE "ncclSend(r.send + r.rows.count * q.cols.first"
  BY      "ncclSend(r.send + q.rows.count * q.cols.first"
  RULE    wrong_result
  AT      "check(ncclRecv("
  SIZE    2 67 259
  FIRST)

plant(rows_packed_over_each_other IN pack_block VARIANT pack_exchange_unpack
  REPLACE "packed[size_t(row + 8 * i) * cols"
  BY      "packed[size_t(row + i) * cols"
  RULE    written_twice
  ELEMENT "global packed"
  FIRST)

plant(adds_the_vector_that_has_come_once_more IN tree VARIANT tree
  REPLACE "to.receive, to.sum, to.sum"
  BY      "to.receive, from.sum, to.sum"
  RULE    wrong_result
  AT      "launch(to.stream, add"
  WORDS   "the vector of rank 0 is missing" "the vector of rank 1 is added twice"
  SIZE    2 128 256
  FIRST)

plant(sends_a_sum_that_nobody_has_begun IN ring VARIANT ring
  REPLACE "step == 0 ? r.numbers : r.sum"
  BY      "r.sum"
  RULE    wrong_result
  AT      "next.receive + p.first"
  WORDS   "is filled from memory that nothing wrote"
  SIZE    2 128 256
  FIRST)

plant(pitch_is_the_width IN transpose_tile VARIANT fused
  REPLACE "in[(row + i) * in_pitch"
  BY      "in[(row + i) * size_t(cols)"
  RULE    wrong_result
  ELEMENT "in"
  AT      "tile[threadIdx.y + i][threadIdx.x + j] = in["
  WORDS   "threadIdx.y counts 128, and not 256" "as the length of a row"
  SIZE    2 128 256
  FIRST)

plant(sent_from_behind_the_buffer IN exchange_blocks VARIANT pack_exchange_unpack
  REPLACE "r.send + r.rows.count * q.cols.first"
  BY      "r.send + r.cols.count * q.cols.first"
  RULE    wrong_result
  AT      "check(ncclSend"
  WORDS   "begins at send[16384], and there are 16384 elements"
  SIZE    2 128 256
  FIRST)

plant(waits_for_the_rank_behind IN ring VARIANT ring
  REPLACE "all.before(r).ready, 0));
      check"
  BY      "all.after(r).ready, 0));
      check"
  RULE    wrong_result
  AT      "launch(r.stream"
  WORDS   "waits for another event: recorded at" "in a stream of device 1"
  FIRST)

plant(event_recorded_before_the_copy IN tree VARIANT tree
  REPLACE "      check(cudaMemcpyPeerAsync(to.sum, to.device, from.sum, from.device, bytes, from.stream));
      check(cudaEventRecord(from.ready, from.stream));"
  BY      "      check(cudaEventRecord(from.ready, from.stream));
      check(cudaMemcpyPeerAsync(to.sum, to.device, from.sum, from.device, bytes, from.stream));"
  RULE    wrong_result
  AT      "check(cudaMemcpyPeerAsync(to.sum"
  WORDS   "waits for an event that was recorded before that work, at"
  SIZE    4 1024 512
  FIRST)

plant(rest_of_the_part_left_out IN ring VARIANT ring
  REPLACE "blocks_for(p.count)"
  BY      "p.count / 256"
  RULE    wrong_result
  AT      "launch(r.stream, add"
  WORDS   "the grid of 12x1x1 is too small" "13 blocks at least"
  SIZE    2 130 97
  FIRST)

plant(last_element_not_added IN gather_to_one VARIANT gather_to_one
  REPLACE "root.sum, root.sum, all.elements"
  BY      "root.sum, root.sum, all.elements - 1"
  RULE    wrong_result
  AT      "launch(root.stream, add"
  WORDS   "and nothing after it stores to"
  SIZE    2 130 97
  FIRST)

plant(sum_that_nothing_reads IN tree VARIANT tree
  REPLACE "to.receive, to.sum, to.sum"
  BY      "to.receive, to.sum, to.receive"
  RULE    wrong_result
  AT      "launch(to.stream, add"
  WORDS   "receive[0] of rank 0, which nothing reads after that"
  SIZE    2 128 256
  FIRST)

plant(own_part_twice_and_copied_on IN ring VARIANT ring
  REPLACE "r.receive + p.first, r.numbers + p.first"
  BY      "r.numbers + p.first, r.numbers + p.first"
  RULE    wrong_result
  AT      "launch(r.stream, add"
  WORDS   "from where it is copied at"
  SIZE    2 128 256
  FIRST)

plant(last_row_of_each_tile_left_out IN turn_tile VARIANT through_host
  REPLACE "r < row + TILE &&"
  BY      "r < row + TILE - 1 &&"
  RULE    wrong_result
  WORDS   "wrong in the host's memory" "last turn_tile(), which begins at" "of rank 0 is 0, and should be"
  SIZE    1 128 256
  FIRST)

plant(rank_by_the_tiles IN transpose_strip VARIANT interleaved
  REPLACE "rank = blockIdx.x % ranks"
  BY      "rank = blockIdx.x / ranks"
  RULE    out_of_bounds
  ELEMENT "global in"
  WORDS   "correct what moves the pointer" "rank = blockIdx.x / ranks at"
  SIZE    1 128 256
  FIRST)

plant(divided_before_it_is_multiplied IN transpose_strip VARIANT interleaved
  REPLACE "cols * rank / ranks, end = cols * (rank + 1) / ranks"
  BY      "cols / ranks * rank, end = cols / ranks * (rank + 1)"
  RULE    wrong_result
  WORDS   "in the test before it: cols = end - first at" "end = cols / ranks * (rank + 1) at"
  SIZE    2 130 97
  FIRST)

plant(rows_of_the_receiver IN transpose_then_exchange VARIANT transpose_then_exchange
  REPLACE "row_bytes = q.rows.count"
  BY      "row_bytes = r.rows.count"
  RULE    wrong_result
  AT      "cudaMemcpy2DAsync("
  WORDS   "copies rows of 33 elements" "34 belong in each row"
  SIZE    2 67 259
  FIRST)

plant(not_to_itself IN copy_engines VARIANT copy_engines
  REPLACE "size_t i = 0"
  BY      "size_t i = 1"
  RULE    wrong_result
  AT      "cudaMemcpy2DAsync("
  SIZE    1 128 256
  FIRST)

plant(grid_of_exchanged_sides IN tiles VARIANT fused
  REPLACE "dim3(cols / TILE + (cols % TILE != 0 || cols == 0), rows / TILE + (rows % TILE != 0 || rows == 0))"
  BY      "dim3(rows / TILE + (rows % TILE != 0 || rows == 0), cols / TILE + (cols % TILE != 0 || cols == 0))"
  RULE    wrong_result
  WORDS   "are x and y exchanged here, or in tiles() at kernel.cuh:13"
  SIZE    1 128 256
  FIRST)

plant(waits_before_it_is_recorded IN overlapped VARIANT overlapped_4
  REPLACE "      check(cudaEventRecord(r.ready, r.stream));
      check(cudaStreamWaitEvent(r.copies, r.ready, 0));"
  BY      "      check(cudaStreamWaitEvent(r.copies, r.ready, 0));
      check(cudaEventRecord(r.ready, r.stream));"
  RULE    wrong_result
  AT      "cudaMemcpy2DAsync("
  WORDS   "waits for an event that is not recorded by then"
  FIRST)

plant(last_of_a_test IN add VARIANT tree
  REPLACE "if (i < count)"
  BY      "if (i + 1 < count)"
  RULE    wrong_result
  WORDS   "and nothing after it stores to" "it stores behind if (i + 1 < count) at kernel.cuh:93"
  SIZE    2 130 97
  FIRST)

plant(sum_of_the_own_numbers IN tree VARIANT tree
  REPLACE "to.receive, to.sum, to.sum, all.elements"
  BY      "to.receive, to.numbers, to.sum, all.elements"
  RULE    wrong_result
  WORDS   "takes the place of what the launch at sums.cuh:" "which nothing has read"
  SIZE    3 128 256
  FIRST)

plant(rounded_up_by_the_other_side IN tiles VARIANT overlapped_4
  REPLACE "(rows % TILE != 0 || rows == 0)"
  BY      "(cols % TILE != 0 || rows == 0)"
  RULE    wrong_result
  WORDS   "it is made by tiles() at kernel.cuh:13"
  SIZE    1 128 256
  FIRST)
