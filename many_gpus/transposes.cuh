// The transpose of a matrix that lies on P GPUs in strips: each has some rows of it, and shall have some rows of the
// output, which are columns of the input. So every GPU has a block for every other one: an all-to-all.
//
//   rows of rank 0   | 0 0 | 0 1 | 0 2 |       rank r sends its block (r, q) to rank q,
//   rows of rank 1   | 1 0 | 1 1 | 1 2 |       turned on the way or at one end:
//   rows of rank 2   | 2 0 | 2 1 | 2 2 |       (P - 1) / P of the matrix cross the links
//
// The host gives work to streams, and waits for none of it: what has to come before what, streams and events say. What
// stores to other GPUs begins with its own block and goes round: at any time each GPU sends to another one. Else all
// would begin with rank 0, and wait for the one port that it has.
//
// all.ranks are all; all.own() those of this process, which are all too, unless each GPU has a process. Only what calls
// NCCL can reach the others then.
#pragma once

constexpr dim3 THREADS(32, 8);

// A tile on the host, so small that its rows and columns stay in the cache.
inline void turn_tile(const std::vector<float>& in, std::vector<float>& out, size_t row, size_t col,
                      const Cluster& all) {
  for (size_t r = row; r < row + TILE && r < all.rows; ++r) {
    for (size_t c = col; c < col + TILE && c < all.cols; ++c) out[c * all.rows + r] = in[r * all.cols + c];
  }
}

// Where everyone starts: down to the host, turned there, and up again. Each element crosses the host's bus twice. (A
// copy to or from ordinary memory of the host, which a std::vector has, is one that the host waits for.)
inline void through_host(const Cluster& all) {
  std::vector<float> in(all.rows * all.cols), out(in.size());
  for (const Rank& r : all.ranks) {
    check(cudaMemcpyAsync(&in[r.rows.first * all.cols], r.in, r.rows.count * all.cols * sizeof(float),
                          cudaMemcpyDeviceToHost, r.stream));
  }
  for (size_t row = 0; row < all.rows; row += TILE) {
    for (size_t col = 0; col < all.cols; col += TILE) turn_tile(in, out, row, col, all);
  }
  for (const Rank& r : all.ranks) {
    check(cudaMemcpyAsync(r.out, &out[r.cols.first * all.rows], r.cols.count * all.rows * sizeof(float),
                          cudaMemcpyHostToDevice, r.stream));
  }
}

// The block for rank q begins at rows.count * (the first column of q) in `send`; that of rank q begins at cols.count *
// (the first row of q) in `receive`. All calls of one thread stand in one group: they begin together at its end.
inline void exchange_blocks(const Cluster& all) {
  check(ncclGroupStart());
  for (const Rank& r : all.own()) {
    for (const Rank& q : all.ranks) {
      check(ncclSend(r.send + r.rows.count * q.cols.first, r.rows.count * q.cols.count, ncclFloat, q.number, r.comm,
                     r.stream));
      check(ncclRecv(r.receive + r.cols.count * q.rows.first, r.cols.count * q.rows.count, ncclFloat, q.number, r.comm,
                     r.stream));
    }
  }
  check(ncclGroupEnd());
}

// What libraries do: pack the block for each rank, exchange, and turn each block that has come into its columns of the
// output. Two passes over the memory of each GPU, and a buffer at either end.
inline void pack_exchange_unpack(const Cluster& all) {
  for (const Rank& r : all.own()) {
    check(cudaSetDevice(r.device));
    for (const Rank& q : all.ranks) {
      launch(r.stream, pack_block, tiles(r.rows.count, q.cols.count), THREADS, r.in + q.cols.first, all.cols,
             r.send + r.rows.count * q.cols.first, r.rows.count, q.cols.count);
      check(cudaGetLastError());
    }
  }
  exchange_blocks(all);
  for (const Rank& r : all.own()) {
    check(cudaSetDevice(r.device));
    for (const Rank& q : all.ranks) {
      launch(r.stream, transpose_block, tiles(q.rows.count, r.cols.count), THREADS,
             r.receive + r.cols.count * q.rows.first, r.cols.count, r.out + q.rows.first, all.rows, q.rows.count,
             r.cols.count);
      check(cudaGetLastError());
    }
  }
}

// The whole strip turned at once. Its columns of rank q are then rows without gaps: the order in which they are sent.
inline void turn_strips(const Cluster& all) {
  for (const Rank& r : all.own()) {
    check(cudaSetDevice(r.device));
    launch(r.stream, transpose_block, tiles(r.rows.count, all.cols), THREADS, r.in, all.cols, r.send, r.rows.count,
           r.rows.count, all.cols);
    check(cudaGetLastError());
  }
}

// Turned at the sender: one launch for all ranks, and no pack. What comes is in order, and only has to be set among the
// other columns of the output: a copy with a pitch, which no kernel makes.
inline void transpose_then_exchange(const Cluster& all) {
  turn_strips(all);
  exchange_blocks(all);
  for (const Rank& r : all.own()) {
    for (const Rank& q : all.ranks) {
      const size_t row_bytes = q.rows.count * sizeof(float);
      check(cudaMemcpy2DAsync(r.out + q.rows.first, all.rows * sizeof(float), r.receive + r.cols.count * q.rows.first,
                              row_bytes, row_bytes, r.cols.count, cudaMemcpyDeviceToDevice, r.stream));
    }
  }
}

// The same without a message: copies with a pitch, from the turned strip to where it belongs on the other GPU. Copy
// engines carry them, and no multiprocessor moves a byte over a link.
inline void copy_engines(const Cluster& all) {
  turn_strips(all);
  for (const Rank& r : all.ranks) {
    const size_t row_bytes = r.rows.count * sizeof(float);
    for (size_t i = 0; i < all.ranks.size(); ++i) {
      const Rank& q = all.after(r, i);
      check(cudaMemcpy2DAsync(q.out + r.rows.first, all.rows * sizeof(float), r.send + r.rows.count * q.cols.first,
                              row_bytes, row_bytes, q.cols.count, cudaMemcpyDeviceToDevice, r.stream));
    }
  }
}

// The strip in chunks of rows: while the copies of one go out, the next is turned, in another stream. Chunk c of C ends
// its turning after (c + 1) / C of that time; the first bytes go out after 1 / C of it, instead of after all.
template <int CHUNKS>
inline void overlapped(const Cluster& all) {
  for (const Rank& r : all.ranks) {
    check(cudaSetDevice(r.device));
    for (int chunk = 0; chunk < CHUNKS; ++chunk) {
      const Part rows = ladder::many_gpus::part_of(r.rows.count, chunk, CHUNKS);
      float* const turned = r.send + rows.first * all.cols;  // all.cols × rows.count
      launch(r.stream, transpose_block, tiles(rows.count, all.cols), THREADS, r.in + rows.first * all.cols, all.cols,
             turned, rows.count, rows.count, all.cols);
      check(cudaGetLastError());
      check(cudaEventRecord(r.ready, r.stream));
      check(cudaStreamWaitEvent(r.copies, r.ready, 0));
      const size_t row_bytes = rows.count * sizeof(float);
      for (size_t i = 0; i < all.ranks.size(); ++i) {
        const Rank& q = all.after(r, i);
        check(cudaMemcpy2DAsync(q.out + r.rows.first + rows.first, all.rows * sizeof(float),
                                turned + rows.count * q.cols.first, row_bytes, row_bytes, q.cols.count,
                                cudaMemcpyDeviceToDevice, r.copies));
      }
    }
    check(cudaEventRecord(r.done, r.copies));
    check(cudaStreamWaitEvent(r.stream, r.done, 0));
  }
}

// One pass and no buffer: the kernel stores to where the element belongs, be it on another GPU. The tile in shared
// memory is what makes its stores whole sectors there.
inline void fused(const Cluster& all) {
  for (const Rank& r : all.ranks) {
    check(cudaSetDevice(r.device));
    for (size_t i = 0; i < all.ranks.size(); ++i) {
      const Rank& q = all.after(r, i);
      launch(r.stream, transpose_block, tiles(r.rows.count, q.cols.count), THREADS, r.in + q.cols.first, all.cols,
             q.out + r.rows.first, all.rows, r.rows.count, q.cols.count);
      check(cudaGetLastError());
    }
  }
}

// The same in one launch. With a launch for each rank, the links have nothing to do while a GPU turns its own block;
// here neighbouring thread blocks store to different GPUs, and the own block is turned while the links are busy.
inline void interleaved(const Cluster& all) {
  const size_t ranks = all.ranks.size();
  const size_t most_cols = all.cols / ranks + (all.cols % ranks != 0);  // of any rank
  for (const Rank& r : all.ranks) {
    Outputs out = {};
    for (const Rank& q : all.ranks) out.of_rank[q.number] = q.out + r.rows.first;
    const dim3 of_each = tiles(most_cols, r.rows.count);
    check(cudaSetDevice(r.device));
    launch(r.stream, transpose_strip, dim3(of_each.x * ranks, of_each.y), THREADS, r.in, all.cols, out, all.rows,
           r.rows.count, ranks);
    check(cudaGetLastError());
  }
}
