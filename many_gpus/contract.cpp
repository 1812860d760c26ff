// Beyond one GPU: what each variant costs, by pencil and paper. The checks hold every variant to its rows.
#include "ladder/problems/many_gpus/contract.hpp"

using namespace ladder::many_gpus;

namespace {

// All ways of adding P vectors add P - 1 times; the ring does that in parts.
ladder::DueWork all_added(const ladder::Sizes& size) { return additions(size, layout_of(size).ranks - 1); }

}  // namespace

// The work of the kernels, on all GPUs together.
const std::vector<ladder::Contract> ladder::contracts = {
    // passes over the matrix that pack, that transpose
    {"through_host", Passes{0, 0}},
    {"pack_exchange_unpack", Passes{1, 1}},
    {"transpose_then_exchange", Passes{0, 1}},
    {"copy_engines", Passes{0, 1}},
    {"overlapped_4", Passes{0, 1}},
    {"fused", Passes{0, 1}},
    {"interleaved", Passes{0, 1}},
    {"gather_to_one", all_added},
    {"tree", all_added},
    {"ring", all_added},
    {"nccl_all_reduce", Passes{0, 0}},
};

// What goes from each rank to each other one. All transposes send every block once; `fused` and `interleaved` in
// sectors, which are 32 bytes each whether they are full or not.
const std::vector<LinkContract> ladder::many_gpus::link_contracts = {
    {"through_host", nothing},
    {"pack_exchange_unpack", Blocks{}},
    {"transpose_then_exchange", Blocks{}},
    {"copy_engines", Blocks{}},
    {"overlapped_4", Blocks{.messages = 4}},
    {"fused", stored_blocks},
    {"interleaved", stored_blocks},
    {"gather_to_one", star},
    {"tree", binary_tree},
    {"ring", Ring{}},
    {"nccl_all_reduce", Ring{.in_one_message = true}},
};
