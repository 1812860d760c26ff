// A colour for each bank, from dark blue to light yellow: lightness tells them apart without any sense of hue. The
// pictures write the bank's number beside it. docs/figures takes the same colours.
import ramp from "./bank_colours.json" with { type: "json" };

export const bankColour = (bank) => ramp[bank];

/** Black or white: what can be read on the bank's colour; and the other one, which goes around it. */
export const onBankColour = (bank) => (luminance(ramp[bank]) > 0.18 ? "#000" : "#fff");
export const aroundLetters = (bank) => (onBankColour(bank) === "#000" ? "#fff" : "#000");

/** The relative luminance of "#rrggbb", 0 to 1, as WCAG defines it. */
function luminance(colour) {
  const [red, green, blue] = [1, 3, 5].map((i) => {
    const value = parseInt(colour.slice(i, i + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
