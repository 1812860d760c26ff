// The planted bugs of the chapters, and the planted mistakes of the exercises, as a tab is told them: by the same kind of
// finding, line and words as the executables (common/tests/planted/plant.cmake says how to read the lists); and harmless
// rewrites, of which nothing is said. By Check, or by Run at one of the sizes that common/tests/planted/ has.
// differences.json has those that are told otherwise, each with its reason. CHAPTERS: of these alone.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";
import binaryen from "binaryen";
import { compile } from "../source/compile.mjs";
import { clangOf } from "../source/native.mjs";
import { answerOf, readable } from "../source/run.mjs";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const { LADDER_BUILD: build, LADDER_PLAYGROUND: site, CHAPTERS: asked = "" } = process.env;
const differences = JSON.parse(readFileSync(new URL("differences.json", import.meta.url)));
const reasonOf = (chapter, name) => differences.find((one) => one.of[chapter]?.includes(name))?.reason ?? false;
const MOST_SECONDS = 60;
const SIZES = {
  transpose: [256, 256, 256, 512, 257, 129, 203, 135, 268, 132, 203, 132],
  reduction: [61, 65536, 103507],
};

/** The calls of plant() and rewrite() in a list of CMake's. */
function plantsIn(text) {
  const words = [...text.replace(/^#( .*)?$/gm, "").matchAll(/"((?:[^"\\]|\\.)*)"|([A-Za-z_]\w*|\d+)|[()]/g)];
  const all = [];
  let key;
  for (const [whole, quoted, word] of words) {
    const value = quoted?.replace(/\\n/g, "\n").replace(/\\(["\\;#])/g, "$1") ?? word;
    if (/^(plant|rewrite|plant_empty_blank)$/.test(word ?? "")) (all.push({ kind: word, NAME: [] }), (key = "NAME"));
    else if (/^(IN|VARIANT|REPLACE|BY|RULE|ELEMENT|AT|WORDS|SIZE|FIRST|CLANG)$/.test(word ?? ""))
      all.at(-1)[(key = word)] = [];
    else if (value !== undefined && whole !== "(") all.at(-1)[key].push(value);
  }
  return all;
}

/** The chapter's texts with the bug in them, and the line that it is expected at. */
function planted(texts, { IN: [name], REPLACE: [from], BY: [to = ""], AT: [at] = [] }) {
  for (const [file, text] of Object.entries(texts)) {
    const begin = text.indexOf(`${name}(`);
    if (begin < 0) continue;
    const end = text.indexOf("\n}\n", begin);
    const body = text.slice(begin, end);
    assert.equal(body.split(from).length, 2, "is not there exactly once");
    const edited = text.slice(0, begin) + body.replace(from, () => to) + text.slice(end);
    const line = at && edited.slice(0, edited.indexOf(at, begin)).split("\n").length;
    return { files: { ...texts, [file]: edited }, line };
  }
  assert.fail(`there is no ${name}`);
}

/** What the module answers, in a thread that can be ended. */
const answered = (module, files) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(fileURLToPath(import.meta.url), { workerData: { module, files } });
    const timer = setTimeout(() => (worker.terminate(), reject(new Error("takes too long"))), MOST_SECONDS * 1000);
    worker.on("message", (text) => (clearTimeout(timer), worker.terminate(), resolve(JSON.parse(text))));
    worker.on("error", (error) => (clearTimeout(timer), reject(error)));
  });

/** The findings of a check, and then those of each size: lists. */
async function* findingsOf({ name, problem, given, sizes }, tools, { files, VARIANT, SIZE }) {
  const { module, facts } = await compile(tools, { files, given, problem });
  const about = { chapter: name, source: "", ...(VARIANT && { variants: VARIANT }) };
  const ask = async (more) => {
    const answer = await answered(module, readable(files, facts, { ...about, ...more }));
    assert.equal(answer.error, undefined);
    return answer;
  };
  if (!SIZE) yield (await ask({ kind: "check" })).findings;
  const all = (SIZE ?? SIZES[problem] ?? []).map(Number);
  while (all.length > 0) {
    const { show } = await ask({ kind: "run", sizes: all.splice(0, sizes.length) });
    yield show.findings.map(({ words }) => ({ words, line: +/:(\d+):/.exec(words)?.[1] }));
  }
}

if (!isMainThread) parentPort.postMessage(await answerOf(workerData.module, workerData.files));
else
  for (const chapter of JSON.parse(readFileSync(join(site, "chapters.json"))).filter(
    ({ name }) => asked === "" || asked.split(" ").includes(name),
  )) {
    const headers = JSON.parse(readFileSync(join(site, "headers.json")));
    const object = (name) => readFileSync(join(site, name));
    const [emulator, contract] = [`emulator/${chapter.problem}.o`, `contracts/${chapter.name}.o`].map(object);
    const runClang = clangOf(join(build, "playground/sysroot"));
    const tools = { runClang, binaryen, headers, emulator, contract };
    const folder = join(
      root,
      chapter.name.replace(/_(exercise(_\d)?)$/, "/$1").replace("first_steps", "docs/first_steps"),
    );
    const [list, right] = chapter.hints ? ["mistakes", "solution.cuh"] : ["planted_bugs"];
    const texts = right ? { "exercise.cuh": readFileSync(join(folder, right), "utf8") } : chapter.files;
    const plants = plantsIn(readFileSync(join(folder, `${list}.cmake`), "utf8"));
    if (right) plants.push({ kind: "rewrite", NAME: ["the solution"] });
    for (const plant of plants) {
      const [name = "an empty blank"] = plant.NAME;
      test(`${chapter.name}: ${name}`, { skip: reasonOf(chapter.name, name) }, async () => {
        const { files, line } = plant.IN
          ? planted(texts, plant)
          : { files: name === "the solution" ? texts : chapter.files };
        const isIt = (one) =>
          (one.rule ?? plant.RULE[0]) === plant.RULE[0] &&
          (!line || one.line === line) &&
          (plant.WORDS ?? []).every((words) => `${one.words} ${one.where}`.includes(words));
        const all = [];
        for await (const found of findingsOf(chapter, tools, { ...plant, files })) {
          if (plant.kind !== "rewrite" && (plant.FIRST ? found.slice(0, 1) : found).some(isIt)) return;
          all.push(...found);
        }
        if (plant.kind === "rewrite") assert.deepEqual(all, []);
        else assert.fail(JSON.stringify(all.slice(0, 2)));
      });
    }
  }
