"""The figures of docs/figures, drawn from traces of the real kernels and from what was recorded of them."""

from functools import partial

import banks_figure
import bars_figure
import life_figure
import matrix_figure
import sectors_figure
import shift_figure
import tree_figure

SECTORS = {
    "step1_naive": ["coalesced_reads_32x8", "coalesced_reads_16x16", "coalesced_reads_8x32", "coalesced_writes_32x8"],
    "step2_coalesced": ["tile_32x8"],
    "step4_vectorized": ["float4_loads", "float4_padded"],
    "step5_register_tile": ["registers_32x8", "registers_16x16", "write_order_64x64"],
}
BANKS = {"step2_coalesced": ["tile_32x8"], "step3_padded": ["pad1_32x8", "swizzled_32x8"]}
LIMITS = {**dict.fromkeys([*SECTORS, "step3_padded"], "16384x16384"), "reduction": "2^26"}
EXCHANGES = {**dict.fromkeys(["pack_exchange_unpack", "transpose_then_exchange", "copy_engines", "overlapped_4", "fused"],
                             "this chapter"),
             "interleaved": "the fastest", "nccl_all_to_all": "NCCL", "pytorch_transpose": "PyTorch"}


def drawings(values):
    """(file name, function that returns the SVG text) of every figure."""
    def traced(draw, chapter, variant, *more, size=("--rows", "1024", "--cols", "1024"), at=""):
        return lambda: draw(f"{chapter}, {variant}{at}", values.sources.trace(chapter, variant, *size), *more)

    for what, draw, chapters in (("sectors", sectors_figure.draw, SECTORS), ("banks", banks_figure.draw, BANKS)):
        for chapter, variants in chapters.items():
            for variant in variants:
                yield f"{what}_{chapter}_{variant}.svg", traced(draw, chapter, variant)
    # Whose rows begin where they fall: the warp of row 1 loads from the middle of a sector on.
    yield "sectors_step3_padded_pad1_32x8_1000x777.svg", traced(
        sectors_figure.draw, "step3_padded", "pad1_32x8", 1, size=("--rows", "1000", "--cols", "777"),
        at=", row 1 at 1000 x 777")
    yield "shifted_rows.svg", lambda: shift_figure.draw(
        "The first 76 floats of rows of 1023", [
            (f"{variant} stores", values.sources.trace(chapter, variant, "--rows", "1023", "--cols", "1025"))
            for chapter, variant in (("step3_padded", "pad1_64x64_32x8"), ("step5_register_tile", "shifted_128x64"))],
        1023)
    yield "matrix_step2_coalesced_tile_32x8.svg", traced(
        matrix_figure.draw, "step2_coalesced", "tile_32x8", 64, 96, size=("--rows", "64", "--cols", "96"))
    # A block of 256 threads takes 256 elements, or two each.
    for variant, elements in {"naive": "256", "stride": "256", "sequential": "256", "unroll": "512"}.items():
        yield f"tree_reduction_{variant}.svg", traced(
            tree_figure.draw, "reduction", variant, size=("--elements", elements))
    for chapter, size in LIMITS.items():
        yield f"limits_{chapter}.svg", partial(bars_figure.limits, values, chapter, size)
    yield "lives_step3_padded.svg", partial(
        life_figure.draw, values, "16384x16384", "step3_padded/pad1_32x32", "step3_padded/pad1_64x64_32x8")
    yield "exchanges_many_gpus.svg", partial(bars_figure.exchanges, values, 2, "65536x65536", "65536²", EXCHANGES)
