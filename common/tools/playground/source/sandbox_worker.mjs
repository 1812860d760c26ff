// Runs a module, and tells what it answers; a trap and memory at its end are errors of one line.
import { answerOf } from "./run.mjs";

onmessage = async ({ data: { module, files, most } }) => {
  try {
    const text = await answerOf(module, files);
    if (text.length > most) throw new Error(`the answer has ${text.length} letters, ${most} at most are read`);
    postMessage({ text });
  } catch (error) {
    postMessage({ error: String(error) });
  }
};
