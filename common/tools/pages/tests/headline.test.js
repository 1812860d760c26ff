// What a page of two variants says first: which is slower, by what limits it, and what mends it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { open, root } from "./browser.js";
import { browser, test } from "./in_browser.js";
import { shownApart } from "./shown.js";

const numberIn = (text) => Number(text.replaceAll(",", ""));
const ON = "At most, on an NVIDIA H200 at ";

// Headline, what mends it, the limits, and what the tabs say.
for (const [names, headline, mend, limits, tabs] of [
  [
    ["step2", "step3", "tile_32x8", "pad1_32x8"],
    /^Line 34 costs 32 wavefronts in tile_32x8 and 1 in pad1_32x8: the column lies in one bank in the first, in all 32/,
    /^What mends it: tile\[32\]\[32\] → tile\[32\]\[33\] \(line \d+ of tile_32x8\)\.$/,
    /16384x16384: tile_32x8 [\d,]+ GB\/s \(wavefronts\), pad1_32x8 [\d,]+ GB\/s \(memory\): pad1_32x8 may reach 2\.2 times as much\.$/,
  ],
  [
    ["reduction", "naive", "sequential"],
    /^naive and sequential are about as fast: both are limited by wavefronts, 251 and 249 for each KiB\. Warps whose lanes all idle still run each load and store, for 2\d\u00a0% of the wavefronts in naive, 7\d\u00a0% in sequential\.$/,
    /^What differs, from naive to sequential: .* \(lines 51, 52 of sequential\)\. What mends both: each thread takes more elements, and there are fewer blocks\.$/,
    /67,108,864 elements: naive [\d,]+ GB\/s \(wavefronts\), sequential [\d,]+ GB\/s \(wavefronts\): the same\.$/,
  ],
  [
    ["reduction", "naive", "shuffle"],
    /^naive is slower: it makes 256 times as many trees of sums as shuffle, one in each block, and with them issues 251 wavefronts for each KiB of data instead of 8\.$/,
    /^What mends it: each thread takes 256 times as many elements: 263,173 → 1,027 blocks of 256 threads\.$/,
    /: shuffle may reach 3\.4 times as much\.$/,
  ],
  [
    ["reduction", "naive", "first_add"],
    /^naive is slower: it makes 2 times as many trees of sums as first_add, one in each block, and with them issues 251 wavefronts for each KiB of data instead of 129\.$/,
    /^What mends it: each thread takes 2 times as many elements: 263,173 → 131,329 blocks of 256 threads\.$/,
    /\(in flight\): first_add may reach 1\.9 times as much\.$/,
    ["263,173 trees", "131,329 trees"],
  ],
  [
    ["reduction", "stride", "sequential"],
    /^Line 38 costs 8 wavefronts in stride, line 52 costs 1 in sequential: the words lie in 4 banks in the first, /,
    /^What mends it: .*if \(t < d\) s\[t\] \+= s\[t \+ d\]; \(lines 51, 52 of sequential\)\.$/,
    /: sequential may reach 1\.4 times as much\.$/,
  ],
  [
    ["step1", "coalesced_reads_32x8", "coalesced_writes_8x32"],
    /^The store of line 21 costs 32 sectors in coalesced_reads_32x8, that of line 28 costs 4 in coalesced_writes_8x32: it uses 4 of the 32 bytes of each sector in the first, all 32 in the second\.$/,
    /^What mends it: row from threadIdx\.y → threadIdx\.x, col from threadIdx\.x → threadIdx\.y \(lines 26, 27 of coalesced_writes_8x32\), and blocks of 8 x 32 threads instead of 32 x 8: lanes side by side store side by side\. The price: .*$/,
    /\(partial sectors\), .*: coalesced_writes_8x32 may reach 3\.8 times as much\.$/,
  ],
  [
    ["step3", "pad1_32x32", "pad1_64x64_32x8"],
    /^pad1_32x32 is slower: of each GiB, its blocks wait \d+ µs for loads; those of pad1_64x64_32x8 \d+ µs\.$/,
    /^What mends it: each thread takes 16 times as many elements: 262,144 blocks of 32 x 32 threads → 65,536 /, // no array
    /\(memory\): pad1_64x64_32x8 may reach 2\.2 times as much\.$/,
  ],
  [
    ["step1", "coalesced_writes_8x32", "coalesced_writes_32x32"],
    /^coalesced_writes_32x32 is slower: .*, most of them at the load of line 28, using 4 of the 32 bytes of each sector; /,
    /^What mends it: blocks of 8 x 32 threads instead of 32 x 32\.$/,
    /: coalesced_writes_8x32 may reach 1\.4 times as much\.$/,
  ],
  [
    ["reduction", "first_add", "unroll"],
    /^first_add is slower: of each GiB, its blocks wait \d+ µs for wavefronts and barriers; those of unroll \d+ µs\.$/,
    /^What mends it: the last sums are made by one warp \(line 96 of unroll\), which needs __syncwarp\(\) alone: 3 barriers instead of 9\.$/,
    /may reach 1\.3 times as much\.$/,
  ],
  [
    ["reduction", "multiple", "vectorized"],
    /^multiple is slower: of each GiB, its blocks wait \d+ µs for loads; those of vectorized \d+ µs\.$/,
    /^What mends it: each lane loads up to 16 bytes at a time instead of 4\.$/,
    /may reach 1\.2 times as much\.$/,
  ],
  [
    ["step2", "step3", "tile_32x8", "pad1_64x64_32x8"],
    /^Line 34 costs 32 wavefronts in tile_32x8/,
    /^What mends it: rows of 65 elements instead of 32, tile\[32\]\[32\] → tile\[64\]\[65\] /,
    /may reach 2\.2 times as much\.$/,
  ],
  [
    ["step1", "looped_32x8", "unrolled_4"], // more elements of each thread mend no stores
    /^The store of line 56 costs 32 sectors in looped_32x8, that of line 46 costs 4 in unrolled_4: /,
    /^What mends it: col from threadIdx\.x → threadIdx\.y \(line 35 of unrolled_4\), and a grid of \d+ x \d+ blocks instead of \d+ x \d+ \(variants\.cu\), and the lines that go with it, 34, 36–37, 41, 44–46: lanes side by side store side by side\. The price: .*$/,
    /may reach 3\.5 times as much\.$/,
  ],
  [
    ["step1", "coalesced_writes_8x32", "copy"],
    /^coalesced_writes_8x32 is slower: of each GiB, its blocks wait/,
    /^What mends it: each thread takes 4 times as many elements: /, // as what copies does
    /may reach 1\.4 times as much\.$/,
  ],
  [
    ["step6", "element_pad_1_byte", "word_pad_2_bytes"],
    /^element_pad_1_byte is slower: it makes 32 requests/,
    /^Elements of other bytes are another task: /,
    /may reach 1\.3 times as much\.$/,
  ],
  [
    ["step1", "step2", "coalesced_writes_32x8", "tile_32x8"], // which the counts alone have the other way round
    /^coalesced_writes_32x8 and tile_32x8 are about as fast: both are limited by wavefronts, 128 and 137 issued .*, at the load of line 28, using .*, and at line 34, where the column lies in one bank\.$/,
    /^What mends it: of coalesced_writes_32x8, lanes side by side load .*; of tile_32x8, tile\[32\]\[32\] → tile\[32\]\[33\] \(line 18\)\.$/,
    /\(wavefronts\), tile_32x8 [\d,]+ GB\/s \(wavefronts\): coalesced_writes_32x8 may reach 1\.1 times as much\.$/,
  ],
  [
    ["step3", "pad1_32x8", "pad1_64x64_32x8"],
    /^pad1_32x8 is slower than pad1_64x64_32x8, as measured, and the counts do not explain it: both are limited by memory\.$/,
    /^What differs, from pad1_32x8 to pad1_64x64_32x8: each thread takes 4 times as many elements: /,
    /: the same\.$/,
  ],
  [
    ["step4", "float4_padded", "float4_padded_64x64"],
    /^float4_padded is slower than float4_padded_64x64, as measured, and the counts do not explain it/,
    /^What differs, from float4_padded to float4_padded_64x64: rows of 65 elements instead of 129, tile\[32\]\[129\] → tile\[64\]\[65\] \(line \d+ of float4_padded\)\.$/,
    /: the same\.$/,
  ],
  [
    ["step5", "scalar_tile_64x64", "swizzled_64x64"], // a chart with a conflict, which is not why
    /^scalar_tile_64x64 and swizzled_64x64 are about as fast: both are limited by memory, which takes longer than the 2 wavefronts of line \d+\.$/,
    /^What differs, from swizzled_64x64 to scalar_tile_64x64: the write order: .* store side by side\.$/,
    /: the same\.$/,
    ["2 wavefronts for 128 bytes", "4 wavefronts for 512 bytes"],
  ],
  [
    ["step4", "step5", "float4_padded_64x64", "registers_32x8"],
    /^The store of line 27 costs 32 sectors for 512 bytes in registers_32x8, that of line \d+ costs 4 sectors for 128 bytes in float4_padded_64x64: /,
    /^What mends it: a detour through shared memory, tile\[64\]\[65\] \(line \d+ of float4_padded_64x64\)\.$/,
    /may reach 1\.8 times as much\.$/,
    ["32 sectors for 512 bytes", "4 sectors for 128 bytes"],
  ],
  [
    ["step1", "step2", "coalesced_writes_8x32", "tile_32x8"],
    /^tile_32x8 is slower: .* at line 34, where the column lies in one bank; coalesced_writes_8x32 32\.$/,
    /^What mends it: tile\[32\]\[32\] → tile\[32\]\[33\] \(line 18 of tile_32x(8|32)\)\.$/,
    /may reach 1\.2 times as much\.$/,
    ["32 wavefronts", "8 sectors"], // opens where the headline says
  ],
  [
    ["step2", "step3", "tile_32x32", "pad1_32x32"], // its blocks wait, for the wavefronts of one line
    /^Line 34 costs 32 wavefronts in tile_32x32 and 1 in pad1_32x32: the column lies in one bank in the first, /,
    /^What mends it: tile\[32\]\[32\] → tile\[32\]\[33\] \(line 18 of tile_32x(8|32)\)\.$/,
    /may reach 1\.4 times as much\.$/,
  ],
  [
    ["step2", "step3", "tile_32x8", "swizzled_32x8"],
    /^Line 34 costs 32 wavefronts in tile_32x8, line 61 costs 1 /,
    /^What mends it: tile\[y\]\[x\] → tile\[y\]\[x \^ y\], tile\[x\]\[y\] → tile\[x\]\[y \^ x\] \(lines 27, 34 of tile_32x8\)\.$/,
    /may reach 2\.2 times as much\.$/,
  ],
  [
    ["step1", "coalesced_reads_32x8", "looped_32x8"], // whose stores are what limits both
    /both are limited by partial sectors, at the store of line 21 and the store of line 56, using 4 of the 32 bytes of each sector\./,
    /^What mends it: of coalesced_reads_32x8, lanes side by side store /,
    /: the same\.$/,
  ],
  [
    ["step3", "step4", "pad1_64x64_32x8", "float4_padded_64x64"],
    /are about as fast: both are limited by memory\.$/,
    /^What mends both: the write order: blockIdx\.x runs along the rows of the output, /,
    /: the same\.$/,
  ],
  [
    ["step5", "write_order_64x64", "scalar_tile_64x64"], // which have it
    /are about as fast: both are limited by memory, /,
    /^What differs, .* By their counts nothing mends it: their bytes take about that long\.$/,
    /: the same\.$/,
  ],
  [
    ["step6", "words_2_bytes", "vectors_2_bytes"],
    /are about as fast: both are limited by memory\.$/,
    /^What differs, from words_2_bytes to vectors_2_bytes: each lane loads and stores up to 16 bytes at a time instead of 4\.$/,
    /: the same\.$/,
  ],
  [
    ["step3", "pad1_32x8", "swizzled_32x8"],
    /are about as fast: both are limited by memory\.$/,
    /^What differs, from swizzled_32x8 to pad1_32x8: .* \(line 45 of swizzled_32x8\), and .* \(lines 54, 61 of swizzled_32x8\)\.$/,
    /: the same\.$/,
  ],
  [
    ["step6", "element_pad_2_bytes", "word_pad_2_bytes"], // whose pads cost too little time to tell
    /are about as fast: both are limited by memory, which takes longer than the 2 wavefronts of line 77\.$/,
    /^What differs, from element_pad_2_bytes to word_pad_2_bytes: tile\[64\]\[65\] → tile\[64\]\[66\] \(line 57 of element_pad_2_bytes\)\. What mends both: /,
    /: the same\.$/,
  ],
  [
    ["step6", "element_pad_1_byte", "word_pad_1_byte"],
    /are about as fast\. Both reach less than half of what their counts allow: what limits them is not known\.$/,
    /^What differs, .*: tile\[64\]\[65\] → tile\[64\]\[68\] .* What mends both: each lane loads up to 16 bytes at a time instead of 1\.$/,
    /: the same\.$/,
  ],
  [
    [join(root, "common/tests/try/mistakes/missing_barrier.cu")],
    /race on shared values.* writes it at missing_barrier\.cu:4, .* reads it at missing_barrier\.cu:5$/,
    /^Advice: a __syncthreads\(\) is missing between them, before missing_barrier\.cu:5\.$/,
    /^$/,
  ],
]) {
  test(`${names.slice(-2)}: the headline follows from what limits both`, async () => {
    const { path } = shownApart(...names);
    const page = await open(browser, path, "", { viewport: { width: 360, height: 740 } });
    const said = (id) => page.locator(id).textContent();
    assert.match(await said("#headline"), headline);
    assert.match(await said("#mend"), mend);
    assert.match(await said("#limits"), limits);
    if (names.length > 1) {
      assert.ok((await said("#limits")).startsWith(ON));
      // What was measured contradicts no headline.
      const measured = await said("#measured");
      const speeds = names.slice(-2).map((name) => numberIn(measured.match(`${name} ([\\d,]+) GB/s`)?.[1]));
      const slower = names.slice(-2).find((name) => headline.source.includes(`${name} is slower`));
      if (slower) assert.equal(slower, names.at(speeds[0] < speeds[1] ? -2 : -1), measured);
      assert.equal(
        / is [\d.]+ times as fast/.test(measured),
        Math.max(...speeds) >= 1.06 * Math.min(...speeds),
        measured,
      );
      const headed = await page.locator("h1").innerText(); // a telephone leaves out the limits
      assert.ok(!/\d %/.test(headed), "a percentage is not broken");
      // The words that are said, and no others, are explained in the first screen, in letters of 11 px or more.
      const words = page.locator("header .soft");
      const all = (await said("#headline")) + (await said("#limits"));
      const read = `${headed} ${(await page.locator(".bars").allInnerTexts()).join(" ")}`;
      for (const word of ["bank", "wavefront", "sector", "tree"])
        assert.equal((await words.innerText()).includes(`A ${word}: `), read.includes(word), word);
      const { y, height } = await words.boundingBox();
      assert.ok(y + height < 400, `${y} + ${height}`);
      assert.ok((await words.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize))) >= 11);
      // The slower one stands first, and is what a telephone shows.
      if (slower) assert.ok((await page.locator("article:visible").getAttribute("aria-label")).endsWith(`/${slower}`));
      const costs = await page.locator("#tabs button").allTextContents();
      if (tabs)
        assert.deepEqual(
          costs.map((tab) => tab.split(": ")[1]),
          tabs,
        );
      // Where it waits, a bar of each shows for what: its is the longer one.
      const bars = page.locator(".bars:has(.begin) .bar");
      const isWaiting = new RegExp(`${slower ?? names.at(-2)} [\\d,]+ GB/s \\(in flight\\), .* may reach`).test(all);
      assert.equal(await bars.count(), isWaiting ? 2 : 0);
      if ((await bars.count()) > 0) {
        const [first, second] = await bars.evaluateAll((both) =>
          both.map((bar) => [...bar.children].reduce((sum, part) => sum + part.offsetWidth, 0)),
        );
        assert.ok(first > second, `${first} > ${second}`);
      }
      for (const label of await page.locator("figure svg .number.left:visible").all()) {
        const bar = await page.locator("figure svg:has(.number.left) g:last-of-type rect").first().boundingBox();
        const { y } = await label.boundingBox();
        assert.ok(y > bar.y + bar.height, "the number of a sector is below its bar");
      }
    }
    await page.done();
  });
}

test("a chapter of elements of several sizes opens on two of one size", async () => {
  const page = await open(browser, shownApart("step6").path);
  assert.match(await page.locator("h1").textContent(), /^element_pad_1_byte is slower: .*; words_1_byte 8\.$/);
  await page.done();
});

test("each pair that ./learn run names has a page that says what mends the first one", async () => {
  const ladder = readFileSync(join(root, "common/ladder/report/ladder.cpp"), "utf8");
  const [, list] = /mended\[\] = \{(.*?)\};/s.exec(ladder);
  for (const [, slow, fast] of list.matchAll(/\{"(\w+)", "(\w+)"\}/g)) {
    const page = await open(browser, shownApart(slow, fast).path);
    assert.match(await page.locator("#mend").textContent(), /^What mends it: (?!other code)/, slow);
    assert.ok(!(await page.locator("h1").textContent()).includes(`${fast} is slower`), slow);
    await page.done();
  }
});

// One variant alone, and variants between GPUs.
for (const [names, mend] of [
  [["step2", "tile_32x8"], "tile[32][32] → tile[32][33] (line 18)"],
  [
    ["step1", "coalesced_reads_32x8"],
    "lanes side by side store elements side by side (line 21), if need be by way of shared memory",
  ],
  [
    ["step3", "pad1_32x8"],
    "each thread takes more elements, and there are fewer blocks: more of its loads are in flight",
  ],
  [["step5", "write_order_64x64"], ""],
  [["reduction", "shuffle"], "each lane loads up to 16 bytes at a time instead of 4"],
  [
    ["many_gpus", "gather_to_one", "ring", "--", "--gpus", "4"],
    "each GPU sends to one other alone: at most 384 KiB from or to one of them",
  ],
  [
    ["many_gpus", "pack_exchange_unpack", "overlapped_4"],
    "fewer passes over the data in a GPU's own memory: 65,536 sectors instead of 131,072",
  ],
]) {
  test(`${names.slice(1)}: what mends it is named`, async () => {
    const page = await open(browser, shownApart(...names).path, "", { viewport: { width: 360, height: 740 } });
    assert.equal(await page.locator("#mend").textContent(), mend && `What mends it: ${mend}.`);
    await page.done();
  });
}

test("on a telephone a wavefront is one row, and no row is two", async () => {
  const page = await open(browser, shownApart("step3", "pad1_32x8").path, "request=65", {
    viewport: { width: 360, height: 740 },
  });
  assert.equal(await page.locator(".drawn svg").count(), 1);
  assert.equal(await page.locator(".drawn .pieces").count(), 0);
  await page.done();
});
