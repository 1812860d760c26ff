// Words on their way to other banks.

/** The words of each picture, by their lanes. */
const wordsIn = (pictures) =>
  [...pictures.querySelectorAll("svg")].map(
    (one) => new Map([...one.querySelectorAll("rect[data-lane]")].map((rect) => [rect.dataset.lane, rect])),
  );

/** Draws the pictures anew; then, in a second, each word slides from where it was, in the colour that it had. */
export function sliding(pictures, draw) {
  const before = wordsIn(pictures);
  draw();
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  wordsIn(pictures).forEach((words, i) =>
    words.forEach((rect, lane) => {
      const was = before[i]?.get(lane);
      if (!was) return;
      const back = (side) => `${was.getAttribute(side) - rect.getAttribute(side)}px`;
      const from = { transform: `translate(${back("x")}, ${back("y")})`, fill: was.getAttribute("fill") };
      rect.animate([from, { fill: rect.getAttribute("fill") }], { duration: 1000, easing: "ease-in-out" });
    }),
  );
}
