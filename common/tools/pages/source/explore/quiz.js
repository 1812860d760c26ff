// The quiz: the count is hidden until somebody has said what it is.
import { html } from "../elements.js";

const $ = (id) => document.getElementById(id);

/**
 * `turn(on)`, `answered()` and `another()` are called as somebody does these; isOn(): whether the quiz is on.
 * Returns a function of the question that stands, {key, count, best, why} (undefined: none), which says whether its
 * answer is to be hidden.
 */
export function quiz({ turn, answered, another, isOn }) {
  let open = ""; // the key of the question whose answer is shown
  let question;
  let right = 0,
    asked = 0;

  $("quiz").addEventListener("click", () => {
    turn(!isOn());
    if (isOn()) $("guessed").focus();
  });
  $("another").addEventListener("click", () => {
    another();
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
