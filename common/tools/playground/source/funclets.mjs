// The calls that LLVM's sanitizers add say not which handler of an exception they stand in, and the code generator leaves
// out what does not: here they are told. (LLVM's "Exception Handling in LLVM", "Funclet transitions".)

/** Blocks of a function, by name, each with its lines. */
function blocksOf(lines) {
  const blocks = { entry: [] };
  let block = blocks.entry;
  for (const line of lines) {
    const name = /^([\w.$-]+|"[^"]*"):/.exec(line)?.[1];
    if (name) block = blocks[name] = [];
    block.push(line);
  }
  return blocks;
}

const pad = /^  (%\S+) = (?:catchpad|cleanuppad) within /;
const added = /^  (?:tail )?call void @(?:__tsan_|__sanitizer_|ladder_)/;

/** LLVM's code behind its passes, in which each added call names its handler. */
export function withFunclets(code) {
  return code.replace(/^define .*\{\n([^]*?)^\}/gm, (text, body) => {
    if (!/ (?:catchpad|cleanuppad) within /.test(body)) return text;
    const blocks = blocksOf(body.split("\n"));
    for (const [name, lines] of Object.entries(blocks)) {
      const handler = lines.map((line) => pad.exec(line)?.[1]).find(Boolean);
      if (!handler) continue;
      const known = new Set([name]);
      for (const at of known) {
        blocks[at] = blocks[at].map((line) =>
          added.test(line) ? line.replace(/(\)(?: #\d+)?)(, !.*)?$/, `$1 [ "funclet"(token ${handler}) ]$2`) : line,
        );
        const leave = blocks[at].filter((line) => /^ +(br |switch |i\d+ -?\d+, label |to label )/.test(line));
        for (const line of leave)
          for (const [, next] of line.replace(/ unwind label .*/, "").matchAll(/label %([\w.$-]+|"[^"]*")/g))
            known.add(next);
      }
    }
    return text.replace(body, () => Object.values(blocks).flat().join("\n"));
  });
}
