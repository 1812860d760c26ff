// What the blocks of two variants wait for, side by side, where that limits the slower one.
import { html } from "../elements.js";
import { explained } from "./faster.js";
import { limitOf } from "./alone.js";
import { shortName } from "./names.js";

const PARTS = { begin: "start of blocks", loads: "loads", tile: "wavefronts and barriers" };
const sumOf = ({ waits }) => Object.values(waits).reduce((all, part) => all + part, 0);

function bar(variant, most) {
  const parts = Object.entries(PARTS);
  const share = (part) => `width: ${(100 * variant.waits[part]) / most}%`;
  const words = parts.map(([part, name]) => html("span", { class: `key ${part}` }, `${name} ${variant.waits[part]}`));
  return html(
    "div",
    {},
    html("strong", {}, `${shortName(variant)} waits ${sumOf(variant)} µs for each GiB`),
    html(
      "div",
      { class: "bar", "aria-hidden": "true" },
      ...parts.map(([part]) => html("div", { class: part, style: share(part) })),
    ),
    html("p", {}, ...words),
  );
}

/** A card, or none. @param {{variant: object}[]} shown */
export function waitsViews(shown) {
  const pair = shown.length === 2 && explained(shown);
  if (!pair || limitOf(pair[0].variant) !== "in flight") return [];
  const variants = shown.map(({ variant }) => variant);
  const most = Math.max(...variants.map(sumOf));
  return [
    html(
      "section",
      { class: "card waits", "aria-label": "What their blocks wait for" },
      ...variants.map((one) => bar(one, most)),
    ),
  ];
}
