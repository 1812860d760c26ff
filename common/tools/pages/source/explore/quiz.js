// The quiz: the count is hidden until somebody has said what it is.
import { html } from "../elements.js";
import { fields } from "./state.js";

const $ = (id) => document.getElementById(id);

const TAUGHT = ["along", "stride", "pad", "warp"]; // what the three steps above the knobs turn
const changed = ({ state }) => Object.keys(state).filter((name) => state[name] !== fields[name].initial);
const isSwizzled = ({ state: { swizzle, index = "" } }) => swizzle === "yes" || index.includes("^");

/** How hard a preset is to predict: by how much of it is not as the page begins. */
const hardness = (preset) =>
  changed(preset).length + (preset.state.index ? 3 : 0) + (preset.state.op?.startsWith("atomic") ? 3 : 0);

/** The next question: a preset that was not asked before; the more are known, the harder. Until three are, what the steps
 * teach; a swizzle when a pad and a stride are known. undefined: nothing is left. */
export function nextOf(presets, asked, known) {
  const knows = (name) => [...known].some(({ state }) => state[name] > fields[name].initial);
  const open = presets.filter((one) => !asked.has(one) && (!isSwizzled(one) || (knows("pad") && knows("stride"))));
  const taught = known.size < 3 ? open.filter((one) => changed(one).every((name) => TAUGHT.includes(name))) : [];
  const left = (taught.length > 0 ? taught : open).sort((a, b) => hardness(a) - hardness(b));
  const first = Math.min(2 * known.size, Math.max(0, left.length - 4));
  return left[first + Math.floor(Math.random() * Math.min(4, left.length - first))];
}

/**
 * `turn(on)`, `answered(isRight)` and `another()` are called as somebody does these; isOn(): whether the quiz is on.
 * Returns a function of the question that stands, {key, count, best, why} (undefined: none), which says whether its
 * answer is to be hidden.
 */
export function quiz({ turn, answered, another, isOn }) {
  let open = ""; // the key of the question whose answer is shown
  let question;
  let right = 0,
    asked = 0;

  const ask = () => {
    another();
    $("guessed").focus({ preventScroll: true }); // it is in view
  };
  $("quiz").addEventListener("click", () => {
    if (isOn()) return turn(false);
    ask();
  });
  $("another").addEventListener("click", ask);
  $("guess").addEventListener("submit", (event) => {
    event.preventDefault();
    if ($("guessed").readOnly) return;
    if ($("guessed").value === "") return ($("judged").textContent = "A number, please.");
    const said = Number($("guessed").value);
    const { count, key } = question;
    const isRight = Number.parseInt(count, 10) === said;
    ++asked;
    if (isRight) ++right;
    open = key;
    answered(isRight);
    $("judged").replaceChildren(
      html("strong", { class: isRight ? "right-answer" : "wrong" }, isRight ? "Right." : "Not so."),
      ` You said ${said}; it is ${count}. ${right} of ${asked} right.`,
    );
    $("another").focus({ preventScroll: true });
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
    $("guess").hidden = !isOn();
    $("guessed").readOnly = $("check").hidden = !hides; // what was said stays beside what it is
    return hides;
  };
}
