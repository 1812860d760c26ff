// What a tab says of the chapters is what the executables say: of every variant, the whole of its JSON but for times.
// Needs them built (BUILD/bin), and the playground: BUILD and its folder are named in the environment.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { answerOf, readable } from "../source/run.mjs";

const { LADDER_BUILD: build, LADDER_PLAYGROUND: site } = process.env;
const chapters = JSON.parse(readFileSync(join(site, "chapters.json"))).filter(({ variants }) => variants.length > 0);

/** By variant, without what differs from run to run. */
function counted({ benchmarks }) {
  const all = benchmarks.map(({ name, cpu_time, real_time, sum, ...rest }) => {
    if (sum) delete sum.cpu_time_ns;
    return [name, { ...rest, sum }];
  });
  return Object.fromEntries(all);
}

for (const { name, files, sizes, variants } of chapters) {
  test(`${name}: ${variants.length} variants`, { timeout: 300000 }, async () => {
    const facts = JSON.parse(readFileSync(join(site, `chapters/${name}.json`)));
    const source = Object.values(files).join("");
    const question = { chapter: name, source, sizes: sizes.map(({ value }) => value) };
    const module = readFileSync(join(site, `chapters/${name}.wasm`));
    const answer = JSON.parse(await answerOf(module, readable(files, facts, question)));
    const options = sizes.flatMap((size) => [`--${size.name}`, String(size.value)]);
    const native = execFileSync(join(build, "bin", name), ["--device", "emulator", "--json", "-", ...options], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const here = counted(answer.results);
    const there = counted(JSON.parse(native));
    assert.deepEqual(Object.keys(here), Object.keys(there));
    assert.equal(Object.keys(here).length, variants.length);
    for (const variant of Object.keys(there)) assert.deepEqual(here[variant], there[variant], variant);
  });
}
