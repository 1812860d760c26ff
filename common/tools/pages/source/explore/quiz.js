// The quiz: the count is hidden until somebody has said what it is.
import { html } from "../elements.js";

const $ = (id) => document.getElementById(id);

/** How hard a preset is to predict: by how much of it is not as the page begins. */
const hardness = ({ state: { index, op, bytes, ...others } }) =>
  Object.keys(others).length + (index ? 3 : 0) + (op?.startsWith("atomic") ? 3 : 0) + (bytes ? 2 : 0);

/** The next question: of the presets one that was not asked before; the more were right, the harder. */
export function nextOf(presets, asked, right) {
  const left = presets.filter((preset) => !asked.has(preset)).sort((a, b) => hardness(a) - hardness(b));
  const first = Math.min(2 * right, Math.max(0, left.length - 4));
  return left[first + Math.floor(Math.random() * Math.min(4, left.length - first))];
}

/**
 * `turn(on)`, `answered()` and `another(right)` are called as somebody does these; isOn(): whether the quiz is on.
 * Returns a function of the question that stands, {key, count, best, why} (undefined: none), which says whether its
 * answer is to be hidden.
 */
export function quiz({ turn, answered, another, isOn }) {
  let open = ""; // the key of the question whose answer is shown
  let question;
  let right = 0,
    asked = 0;

  $("quiz").addEventListener("click", () => {
    if (isOn()) return turn(false);
    another(right);
    $("guessed").focus();
  });
  $("another").addEventListener("click", () => {
    another(right);
    $("guessed").focus();
  });
  $("guess").addEventListener("submit", (event) => {
    event.preventDefault();
    if ($("guessed").value === "") return;
    const said = Number($("guessed").value);
    const { count, key } = question;
    const isRight = Number.parseInt(count, 10) === said;
    ++asked;
    if (isRight) ++right;
    open = key;
    answered();
    $("judged").replaceChildren(
      html("strong", { class: isRight ? "right-answer" : "wrong" }, isRight ? "Right." : "Not so."),
      ` You said ${said}; it is ${count}. ${right} of ${asked} right.`,
    );
    $("another").focus();
  });

  return (now) => {
    if (now?.key !== question?.key) {
      $("guessed").value = "";
      $("judged").textContent = "";
    }
    question = now;
    if (now && now.key !== open) open = "";
    const hides = isOn() && now !== undefined && open === "" && /^\d/.test(now.count);
    $("quiz").setAttribute("aria-pressed", String(isOn()));
    $("guess").hidden = !hides;
    $("another").hidden = !isOn();
    return hides;
  };
}
