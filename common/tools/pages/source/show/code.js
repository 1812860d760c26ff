// What the source of a variant has: its lines of code, its arrays, and what it does to global memory.
import { lineInWords } from "./names.js";

/** The lines of the function that a line is in: [code, line]. */
function functionAt({ sources }, { file, line }) {
  const all = sources.find((one) => one.file === file)?.text.split("\n") ?? [];
  const begin = all.slice(0, line - 1).findLastIndex((text) => text.startsWith("}")) + 1;
  const end = all.findIndex((text, i) => i >= line && text.startsWith("}"));
  const inside = all.map((text, i) => [/^\s/.test(text) ? text.replace(/\/\/.*/, "").trim() : "", i + 1]);
  return inside.slice(begin, end).filter(([code]) => /[;{]$/.test(code));
}

/** The lines of all functions of a variant, by their code: Map {"s[t] += s[t + d];" => {file, line}}. */
export function codeOf(variant) {
  const lines = [...variant.lines, ...variant.exchanges].toSorted((a, b) => a.line - b.line);
  const code = lines.flatMap(({ file, line }) =>
    functionAt(variant, { file, line }).map(([text, at]) => [text, { file, line: at }]),
  );
  return new Map(code);
}

export const globals = ({ variant }, operation) =>
  variant.lines.filter((line) => line.space === "global" && line.operation === operation);

export const declared = ({ name, extents }) => `${name}${extents.map((extent) => `[${extent}]`).join("")}`;

/** " (line 16)", where a variant's code names the array first; `whose`: " of tile_32x8" */
export function declaredAt({ variant }, { name }, whose = "") {
  const [, place] = [...codeOf(variant)].find(([code]) => code.includes(`${name}[`)) ?? [];
  return place ? ` (${lineInWords(variant, place)}${whose})` : "";
}

export const isTile = ({ space, extents }) => space === "shared" && extents.length > 1;
export const withRows = ({ name, extents }, length) => declared({ name, extents: [...extents.slice(0, -1), length] });

/** The elements of a tile that a variant's code names, with their lines: [["tile[y][x]", {file, line}], ..] */
export const accessesOf = (variant, name) =>
  [...codeOf(variant)]
    .filter(([code]) => !code.includes("__shared__"))
    .flatMap(([code, place]) =>
      [...code.matchAll(new RegExp(`\\b${name}(\\[[^\\]]*\\])+`, "g"))].map(([access]) => [access, place]),
    );

export const elementBytes = ({ arrays }) => arrays.find(({ space }) => space === "global")?.elementBytes;
