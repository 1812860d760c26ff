"""The figures of docs/figures, drawn from traces of the real kernels and from what was recorded of them; and one of the
architecture."""

import banks_figure
import exchanges
import limits_figure
import matrix_figure
import sectors_figure
import tree_figure
import way_figure
from sources import results, size_of

SIZE = ("--rows", "1024", "--cols", "1024")
SECTORS = {
    "step1_naive": ["coalesced_reads_32x8", "coalesced_reads_16x16", "coalesced_reads_8x32", "coalesced_writes_32x8"],
    "step2_coalesced": ["tile_32x8"],
    "step3_padded": ["pad1_32x8"],
    "step4_vectorized": ["float4_loads", "float4_padded"],
    "step5_register_tile": ["registers_32x8", "registers_16x16", "registers_8x32", "write_order_64x64"],
}
# Whose rows begin where they fall: the warp of row 1 loads from the middle of a sector on.
MISALIGNED = ("step3_padded", "pad1_32x8", "1000", "777")
BANKS = {"step2_coalesced": ["tile_32x8"], "step3_padded": ["pad1_32x8", "swizzled_32x8"]}
LIMITS = {"step1_naive": "16384x16384", "step2_coalesced": "16384x16384", "step3_padded": "16384x16384",
          "step4_vectorized": "16384x16384", "step5_register_tile": "16384x16384", "reduction": "67108864"}
EXCHANGES = ["pack_exchange_unpack", "transpose_then_exchange", "copy_engines", "overlapped_4", "fused", "interleaved",
             "nccl_all_to_all", "pytorch_transpose"]
TREES = ["naive", "stride", "sequential", "unroll"]


def drawn(sources):
    """(file name, SVG text) of every figure."""
    for draw, what, chapters in ((sectors_figure.draw, "sectors", SECTORS), (banks_figure.draw, "banks", BANKS)):
        for chapter, variants in chapters.items():
            for variant in variants:
                yield f"{what}_{chapter}_{variant}.svg", draw(f"{chapter}, {variant}",
                                                              sources.trace(chapter, variant, *SIZE))
    chapter, variant, rows, cols = MISALIGNED
    yield f"sectors_{chapter}_{variant}_{rows}x{cols}.svg", sectors_figure.draw(
        f"{chapter}, {variant}, row 1 at {rows} x {cols}",
        sources.trace(chapter, variant, "--rows", rows, "--cols", cols), warp=1)
    rows, cols = 64, 96
    yield "matrix_step2_coalesced_tile_32x8.svg", matrix_figure.draw(
        "step2_coalesced, tile_32x8", sources.trace("step2_coalesced", "tile_32x8", "--rows", str(rows), "--cols",
                                                    str(cols)), rows, cols)
    for variant in TREES:
        # A block of 256 threads takes 256 elements, or two each.
        elements = "512" if variant == "unroll" else "256"
        yield f"tree_reduction_{variant}.svg", tree_figure.draw(
            f"reduction, {variant}", sources.trace("reduction", variant, "--elements", elements))
    for chapter, size in LIMITS.items():
        entries = [entry for entry in sources.limits(chapter) if size_of(entry) == size]
        in_words = results.size_in_words(results.size_of(entries[0]))
        yield f"limits_{chapter}.svg", limits_figure.draw(chapter, in_words, entries)
    yield "exchanges_many_gpus.svg", exchanges.draw(sources, 2, "65536x65536", EXCHANGES)
    yield "way_of_a_load.svg", way_figure.draw()
