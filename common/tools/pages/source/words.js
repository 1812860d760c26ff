// Counts and lanes in words.

/** "1 sector", "4 sectors" */
export const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

/** Rising numbers, neighbours together: "0-3, 8, 12-15" */
export function ranges(numbers) {
  const found = [];
  for (const number of numbers) {
    if (found.length > 0 && found.at(-1)[1] === number - 1) found.at(-1)[1] = number;
    else found.push([number, number]);
  }
  return found.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(", ");
}
