// What a tab says of whole programs is what ./learn try says: counts, hazards and mistakes, of the programs of docs/.
// Needs clang-22 and wasm-ld-22, which compile as the tab's do, and ./learn try. BUILD and the playground are named in
// the environment.
import binaryen from "binaryen";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { test } from "node:test";
import { compile } from "../source/compile.mjs";
import { clangOf } from "../source/native.mjs";
import { answerOf, readable } from "../source/run.mjs";

const { LADDER_BUILD: build, LADDER_PLAYGROUND: site } = process.env;
const root = join(import.meta.dirname, "../../../..");
const tools = {
  runClang: clangOf(join(build, "playground/sysroot")),
  binaryen,
  headers: JSON.parse(readFileSync(join(site, "headers.json"))),
  emulator: readFileSync(join(site, "emulator/program.o")),
  translator: readFileSync(join(site, "emulator/cuda_to_cpp.wasm")),
};

async function inTab(file) {
  const files = { [basename(file)]: readFileSync(file, "utf8") };
  const { module, facts } = await compile(tools, { problem: "program", files });
  const question = { kind: "program", name: basename(file), columns: 10000 };
  return JSON.parse(await answerOf(module, readable(files, facts, question)));
}

function natively(file) {
  const folder = mkdtempSync(join(tmpdir(), "programs-"));
  const json = join(folder, "all.json");
  const { stdout, stderr } = spawnSync(join(root, "learn"), ["try", file, "--json", json], { encoding: "utf8" });
  try {
    return { report: stdout, json: JSON.parse(readFileSync(json)) };
  } catch {
    throw new Error(stderr);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Without what differs from run to run, and from machine to machine. */
function told({ benchmarks, program }) {
  return {
    kernels: benchmarks.map(({ name, counters, hazards, launches, observed_blocks }) => {
      return { name, counters, hazards, launches, observed_blocks };
    }),
    mistakes: program.mistakes,
    status: program.status,
  };
}

// Programs of one file.
const folders = [
  "docs/examples",
  "docs/examples/tutorials",
  "docs/find_the_bug",
  "common/tools/playground/tests/programs",
];
const left = {
  "whole_program.cu": "arrays of 512 MB",
  "histogram.cu": "its data are those of rand(), of another C library here",
};
const programs = folders
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(root, folder, name)))
  .filter((file) => file.endsWith(".cu") && !left[basename(file)])
  .filter((file) => !/#include "/.test(readFileSync(file, "utf8")));

for (const file of programs) {
  test(basename(file), { timeout: 300000 }, async () => {
    const tab = await inTab(file);
    const native = natively(file);
    assert.deepEqual(told(tab.json), told(native.json));
  });
}
