// Index expressions give what a C compiler makes of them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { expression, ExpressionError } from "../source/expression.js";

const EXPRESSIONS = [
  "lane",
  "33 * lane",
  "x * 33 + y",
  "x * 32 + (y ^ x % 32)",
  "4 * x * 16 + (y ^ (x & 7))",
  "lane / 2",
  "(lane - 16) / 3",
  "(lane - 16) % 5",
  "-lane / 4",
  "-lane % 4",
  "7 - 2 - 1",
  "lane << 2 | 1",
  "lane >> 1 & 3",
  "(lane - 20) >> 2",
  "~lane",
  "!lane",
  "lane ^ lane << 1",
  "1 + lane << 2",
  "lane & 3 == 3",
  "lane % 8 < 4 ? lane : 32 + lane",
  "lane == 3 || y > 0 && x",
  "lane != 5",
  "lane >= 7",
  "2 + 3 * 4 - 10 / 4",
  "x & 1 | y << 1 ^ 5",
  "-(-3) - -lane",
  "+x",
  "lane<8?1:lane<16?2:3",
  "0x21 * lane & 0X1F",
  "33u * lane + 2UL - 1ll",
];
const NAMES = Array.from({ length: 32 }, (_, lane) => ({ lane, x: lane % 16, y: 3 + (lane >> 4) }));

test("as a C compiler", () => {
  const folder = mkdtempSync(join(tmpdir(), "expressions-"));
  try {
    const lines = EXPRESSIONS.map((text) => `printf("%lld\\n", (long long)(${text}));`).join("\n");
    writeFileSync(
      join(folder, "all.c"),
      `#include <stdio.h>
      int main(void) { for (long long lane = 0; lane < 32; ++lane) { long long x = lane % 16, y = 3 + (lane >> 4);
      ${lines} } }`,
    );
    execFileSync("cc", ["-w", join(folder, "all.c"), "-o", join(folder, "all")]);
    const expected = execFileSync(join(folder, "all"), { encoding: "utf8" }).trim().split("\n");
    const all = EXPRESSIONS.map(expression);
    const found = NAMES.flatMap(({ lane, x, y }) =>
      all.map((of) => String(of({ lane: BigInt(lane), x: BigInt(x), y: BigInt(y) }))),
    );
    found.forEach((value, i) =>
      assert.equal(
        value,
        expected[i],
        `${EXPRESSIONS[i % EXPRESSIONS.length]}, lane ${Math.floor(i / EXPRESSIONS.length)}`,
      ),
    );
    assert.equal(found.length, expected.length);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("what is no index is refused, with a reason", () => {
  const values = { lane: 3n, x: 3n, y: 0n };
  for (const text of [
    "",
    "++lane",
    "--lane",
    "lane++",
    "0x",
    "0xg",
    "3f",
    "x0x1",
    "lane +",
    "1.5 * lane",
    "'a'",
    "lane lane",
    "alert(1)",
    "lane.constructor",
    "this",
    "[1]",
    "lane = 3",
    "constructor",
    "__proto__",
    "toString",
    "010",
    "1e3",
    "2 ** 3",
    "lane === 3",
    "lane / 0",
    "lane % y",
    "1 << 99",
    "1 << -1",
    "9223372036854775808",
    "4611686018427387904 * 2",
    "x".repeat(201),
    "`${lane}`",
    "window['x']",
    "x => 1",
    "a".repeat(9),
  ]) {
    assert.throws(() => expression(text)(values), ExpressionError, text);
  }
});
