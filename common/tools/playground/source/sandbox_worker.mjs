// Runs a module, and tells what it answers; a trap and memory at its end are errors of one line.
import { answerOf } from "./run.mjs";

onmessage = async ({ data: { module, files, most } }) => {
  try {
    let printed = "";
    const text = await answerOf(module, files, (part) => (printed += part));
    if (text.length > most) throw new Error(`the answer has ${text.length} letters, ${most} at most are read`);
    postMessage({ text, printed });
  } catch (error) {
    postMessage({ error: String(error) });
  }
};
