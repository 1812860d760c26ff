// Counts and lanes in words.

/** "1 sector", "4 sectors" */
export const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

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
