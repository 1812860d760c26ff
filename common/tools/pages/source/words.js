// Counts and lanes in words.

/** "1 sector", "4 sectors" */
export const plural = (count, word, many = `${word}s`) => `${count} ${count === 1 ? word : many}`;

/** "32 x 8" of the extents of a block or a grid, [32, 8, 1]. */
export const sizeInWords = ([x, y, z]) => [x, y, z].slice(0, z > 1 ? 3 : y > 1 ? 2 : 1).join(" x ");

/** Text that hides nothing: control characters, and what turns the direction of words round, can be seen. */
export const visible = (text) =>
  text
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, (control) => String.fromCodePoint(0x2400 + control.codePointAt(0)))
    .replace(/[\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, "\ufffd");

/** Of an address what it holds and the page does not have, in a line that ends. */
export const leftOut = (parts) => {
  const text = visible(parts.join(", "));
  return text.length > 200 ? `${text.slice(0, 200)} …` : text;
};

/** Rising numbers as runs of neighbours: [[first, last], ..] */
function runsOf(numbers) {
  const found = [];
  for (const number of numbers) {
    if (found.length > 0 && found.at(-1)[1] === number - 1) found.at(-1)[1] = number;
    else found.push([number, number]);
  }
  return found;
}

const runInWords = ([first, last]) => (first === last ? `${first}` : `${first}–${last}`);

/** Rising numbers, neighbours together: "0–3, 8, 12–15" */
export const ranges = (numbers) => runsOf(numbers).map(runInWords).join(", ");

/** The same, where they follow each other evenly: "0, 2, 4, …, 62", "0–15, 32–47, 64–79, …, 224–239" */
export function series(numbers) {
  const runs = runsOf(numbers);
  const shift = runs.length > 4 ? runs[1][0] - runs[0][0] : 0;
  const even = runs.slice(1).every((run, i) => run[0] === runs[i][0] + shift && run[1] === runs[i][1] + shift);
  const shown = shift > 0 && even ? [...runs.slice(0, 3).map(runInWords), "…", runInWords(runs.at(-1))] : undefined;
  return (shown ?? runs.map(runInWords)).join(", ");
}
