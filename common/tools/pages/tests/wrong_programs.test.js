// The page of a program that is wrong says first what the terminal says first, wherever that was found.
import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after } from "node:test";
import { open, overflow, root } from "./browser.js";
import { browser, test } from "./in_browser.js";
import { shownApart, temporaryFolder } from "./shown.js";

const folder = temporaryFolder();
after(() => rmSync(folder, { recursive: true }));

function program(name, code) {
  const file = join(folder, name);
  writeFileSync(file, code);
  return file;
}

const bug = (number) => join(root, `docs/find_the_bug/case_${number}.cu`);
const QUIET = `__global__ void ones(float* a) { a[threadIdx.x] = 1; }
int main() {
  float* a;
  cudaMalloc(&a, 128);
  ones<<<1, 32>>>(a);
  cudaFree(a);
  return 3;
}
`;

const NO_LAUNCH = `int main() {
  float a[4];
  cudaMemcpy(a, nullptr, sizeof a, cudaMemcpyDeviceToHost);
}
`;

for (const [name, file, headline, more] of [
  ["an ended thread", bug(2), /: ended before a barrier: /, /: never written: .*\n?the program ended with status 1/],
  ["what nothing wrote", bug(3), /: never written: /, /the program ended with status 1/],
  ["an index beyond its row", bug(5), /: beyond its row: .* uses index 48 of a row/, /race on shared tile/],
  ["a failed launch", bug(6), /: failed launch: /, /: nobody asked: /],
  ["no launch", program("none.cu", NO_LAUNCH), /: wrong pointer: /, /^$/],
  ["a status alone", program("status.cu", QUIET), /^the program ended with status 3$/, /^$/],
]) {
  test(`${name} is the headline of a program's page, and the rest is folded`, async () => {
    const { path, status, said } = shownApart(file);
    assert.notEqual(status, 0);
    for (const width of [1280, 360]) {
      const page = await open(browser, path, "", { viewport: { width, height: 740 } });
      const words = await page.locator("h1").innerText();
      assert.match(words, headline);
      const first = said.split("\n").find((line) => /^(at the end|[^ ]+:\d+): /.test(line));
      if (first) assert.ok(first.startsWith(words), `${first}: ${words}`);
      assert.match((await page.locator(".findings ol > li > p.wrong").allTextContents()).join("\n"), more);
      assert.equal(await page.getByText("no hazard was found").count(), 0);
      assert.equal(await overflow(page), 0);
      await page.done();
    }
  });
}
