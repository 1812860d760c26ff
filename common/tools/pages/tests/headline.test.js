// What a page of two variants says first: which is slower, by what limits it, and what mends it.
import assert from "node:assert/strict";
import { join } from "node:path";
import { open, root } from "./browser.js";
import { browser, test } from "./in_browser.js";
import { shownApart } from "./shown.js";

const ON = "At most, on an NVIDIA H200 at ";

// Headline, what mends it, and the limits.
for (const [names, headline, mend, limits] of [
  [
    ["step2", "step3", "tile_32x8", "pad1_32x8"],
    /^Line 34 costs 32 wavefronts in tile_32x8 and 1 in pad1_32x8: the column lies in one bank in the first, in all 32/,
    /^What mends it: tile\[32\]\[32\] → tile\[32\]\[33\] \(line \d+\)\.$/,
    /16384x16384: tile_32x8 [\d,]+ GB\/s \(wavefronts\), pad1_32x8 [\d,]+ GB\/s \(memory\): pad1_32x8 reaches 2\.2 times as much\.$/,
  ],
  [
    ["reduction", "naive", "sequential"],
    /^naive and sequential reach about the same at most: both are limited by wavefronts, 251 and 249 issued for each KiB of data\. Of those of shared memory 25 % and 77 % are of warps in which no lane works\.$/,
    /^$/,
    /67,108,864: naive [\d,]+ GB\/s \(wavefronts\), sequential [\d,]+ GB\/s \(wavefronts\): the same\.$/,
  ],
  [
    ["reduction", "naive", "shuffle"],
    /^naive is slower: it issues 251 wavefronts for each KiB of data, most of them at kernel\.cuh:21; shuffle 8\.$/,
    /^What mends it: lanes pass their values on by shuffles \(summit\.cuh:10\), not through shared memory\.$/,
    /: shuffle reaches 3\.4 times as much\.$/,
  ],
  [
    ["reduction", "naive", "first_add"],
    /^naive is slower: it issues 251 wavefronts .*; first_add 1\d\d\.$/,
    /^What mends it: each thread takes 2 times as many elements: \d+ blocks of 256 x 1 x 1 threads → /,
    /\(in flight\): first_add reaches 1\.9 times as much\.$/,
  ],
  [
    ["reduction", "stride", "sequential"],
    /^Line 38 costs 8 wavefronts in stride, line 52 costs 1 in sequential: the words lie in 4 banks in the first, /,
    /^What mends it: .*if \(t < d\) s\[t\] \+= s\[t \+ d\]; \(line 52\)\.$/,
    /: sequential reaches 1\.4 times as much\.$/,
  ],
  [
    ["step1", "coalesced_reads_32x8", "coalesced_writes_8x32"],
    /^Line 21 costs 32 sectors in coalesced_reads_32x8, line 28 costs 4 in coalesced_writes_8x32: /,
    /^What mends it: other code \(line 26 and line 27\) and blocks of 8 x 32 x 1 threads instead of 32 x 8 x 1\.$/,
    /\(partial sectors\), .*: coalesced_writes_8x32 reaches 3\.8 times as much\.$/,
  ],
  [
    ["step3", "pad1_32x32", "pad1_64x64_32x8"],
    /^pad1_32x32 is slower: .* room for 2 of them at a time \(8 of the others\)\.$/,
    /^What mends it: each thread takes 16 times as many elements: 512 blocks of 32 x 32 x 1 threads → 128 /, // no array
    /\(memory\): pad1_64x64_32x8 reaches 2\.2 times as much\.$/,
  ],
  [
    ["step1", "coalesced_writes_8x32", "coalesced_writes_32x32"],
    /^coalesced_writes_32x32 is slower: /,
    /^What mends it: blocks of 8 x 32 x 1 threads instead of 32 x 32 x 1\.$/,
    /: coalesced_writes_8x32 reaches 1\.4 times as much\.$/,
  ],
  [
    ["reduction", "first_add", "shuffle"],
    /^first_add is slower: its blocks wait/,
    /^$/,
    /reaches 1\.8 times as much\.$/,
  ],
  [
    [join(root, "common/tests/try/mistakes/missing_barrier.cu")],
    /race on shared tile.* writes it at [^;]*$/,
    /^What mends it: a __syncthreads\(\) is missing between them\.$/,
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
      // Its words, and no others, are explained in the first screen, in letters of 11 px or more.
      const words = page.locator("header .soft");
      const all = (await said("#headline")) + (await said("#limits"));
      for (const word of ["wavefront", "sector"])
        assert.equal((await words.innerText()).includes(`A ${word}: `), all.includes(word), word);
      const { y, height } = await words.boundingBox();
      assert.ok(y + height < 400, `${y} + ${height}`);
      assert.ok((await words.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize))) >= 11);
      for (const label of await page.locator("figure svg .number.left:visible").all()) {
        const bar = await page.locator("figure svg:has(.number.left) g:last-of-type rect").first().boundingBox();
        const { y } = await label.boundingBox();
        assert.ok(y > bar.y + bar.height, "the number of a sector is below its bar");
      }
    }
    await page.done();
  });
}
