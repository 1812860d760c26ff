// The colours of the banks: told apart by lightness alone, and what is written on them can be read.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bankColour, onBankColour } from "../source/colours.js";

/** The relative luminance of "#rgb" or "#rrggbb", as WCAG defines it. */
function luminance(colour) {
  const digits =
    colour.length === 4 ? [...colour.slice(1)].map((digit) => digit + digit) : colour.slice(1).match(/../g);
  const [red, green, blue] = digits
    .map((pair) => parseInt(pair, 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const contrast = (a, b) =>
  (Math.max(luminance(a), luminance(b)) + 0.05) / (Math.min(luminance(a), luminance(b)) + 0.05);
const banks = Array.from({ length: 32 }, (_, bank) => bank);

test("each bank is lighter than the one before; 0 and 31 are far apart", () => {
  for (const bank of banks.slice(1))
    assert.ok(luminance(bankColour(bank)) > luminance(bankColour(bank - 1)), `${bank}`);
  assert.ok(contrast(bankColour(0), bankColour(31)) > 7);
});

test("numbers on the colours have a contrast of 4.5", () => {
  for (const bank of banks)
    assert.ok(
      contrast(bankColour(bank), onBankColour(bank)) >= 4.5,
      `${bank}: ${contrast(bankColour(bank), onBankColour(bank))}`,
    );
});
