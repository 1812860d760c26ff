# Answers as students give them, and what is said of each. common/tests/planted/plant.cmake tells how to read this.

set(HEADER tools/exercise/many_gpus.hpp)
plant_empty_blank(RULE wrong_result)

plant(no_group IN exchange_uneven
  REPLACE "  check(ncclGroupStart());"
  BY      ""
  RULE    wrong_result
  WORDS   "would hang: ncclSend(): rank 0 has no ncclRecv() from rank 0 for it")

plant(group_never_closed IN exchange_uneven
  REPLACE "  check(ncclGroupEnd());"
  BY      ""
  RULE    wrong_result
  WORDS   "would hang: ncclGroupStart(): no ncclGroupEnd() follows")

plant(sums_of_the_row_on_both_sides IN exchange_uneven
  REPLACE "received += from"
  BY      "received += to"
  RULE    wrong_result
  WORDS   "wrong pointer: ncclRecv() writes bytes of receive")

plant(same_count_both_ways IN exchange_uneven
  REPLACE "from = counts.of(q.number, r.number)"
  BY      "from = counts.of(r.number, q.number)"
  RULE    wrong_result
  WORDS   "ranks differ: ncclRecv(): rank")

plant(count_in_bytes IN exchange_uneven
  REPLACE "received, from, ncclFloat"
  BY      "received, from * sizeof(float), ncclFloat"
  RULE    wrong_result
  WORDS   "ranks differ: ncclRecv()")

plant(all_to_the_begin IN exchange_uneven
  REPLACE "r.receive + received"
  BY      "r.receive"
  RULE    wrong_result
  WORDS   "wrong pointer: ncclRecv() writes bytes of receive")

plant(in_the_default_stream IN exchange_uneven
  REPLACE "check(ncclRecv(r.receive + received, from, ncclFloat, q.number, r.comm, r.stream))"
  BY      "check(ncclRecv(r.receive + received, from, ncclFloat, q.number, r.comm, nullptr))"
  RULE    wrong_result
  WORDS   "no order between streams: this work reads receive")

plant(parts_of_swapped_ranks IN exchange_uneven
  REPLACE "size_t sent = 0, received = 0;
    for (const Rank& q : all.ranks) {"
  BY      "size_t sent = 0, received = 0;
    for (size_t i = all.ranks.size(); i-- > 0;) {
      const Rank& q = all.ranks[i];"
  RULE    wrong_result
  WORDS   "of what rank 0 has from rank")

plant(own_part_left_out IN exchange_uneven
  REPLACE "const size_t to = counts"
  BY      "if (q.number == r.number) continue;
      const size_t to = counts"
  RULE    wrong_result)

plant(sent_from_the_begin IN exchange_uneven
  REPLACE "r.send + sent"
  BY      "r.send"
  RULE    wrong_result)

plant(communicator_of_the_other IN exchange_uneven
  REPLACE "q.number, r.comm, r.stream));
      sent"
  BY      "q.number, q.comm, r.stream));
      sent"
  RULE    wrong_result)

plant(a_group_for_each_rank IN exchange_uneven
  REPLACE "  check(ncclGroupStart());
  for (const Rank& r : all.ranks) {
    size_t sent = 0, received = 0;
    for (const Rank& q : all.ranks) {
      const size_t to = counts.of(r.number, q.number), from = counts.of(q.number, r.number);
      check(ncclSend(r.send + sent, to, ncclFloat, q.number, r.comm, r.stream));
      check(ncclRecv(r.receive + received, from, ncclFloat, q.number, r.comm, r.stream));
      sent += to;
      received += from;
    }
  }
  check(ncclGroupEnd());"
  BY      "  for (const Rank& r : all.ranks) {
    size_t sent = 0, received = 0;
    check(ncclGroupStart());
    for (const Rank& q : all.ranks) {
      const size_t to = counts.of(r.number, q.number), from = counts.of(q.number, r.number);
      check(ncclSend(r.send + sent, to, ncclFloat, q.number, r.comm, r.stream));
      check(ncclRecv(r.receive + received, from, ncclFloat, q.number, r.comm, r.stream));
      sent += to;
      received += from;
    }
    check(ncclGroupEnd());
  }"
  RULE    wrong_result
  WORDS   "would hang")

plant(a_few_elements_of_a_large_part IN exchange_uneven
  REPLACE "to = counts.of(r.number, q.number), from = counts.of(q.number, r.number)"
  BY      "to = std::min<size_t>(1000, counts.of(r.number, q.number)),
                   from = std::min<size_t>(1000, counts.of(q.number, r.number))"
  RULE    wrong_result)
