// The lines that messages are about, as the editor marks them: {file, line, severity, message}.

// Where clang says that something is wrong: "./kernel.cuh:27:5: error: ..". Of a program also: "program.cu:16: ..".
export const placesOfErrors = (text) =>
  [...text.matchAll(/^(?:\.\/)?([\w.]+):(\d+):(?:\d+: (?:fatal )?(error|note):)? (.*)$/gm)].map(
    ([, file, line, kind, message]) => ({ file, line: +line, message, severity: kind === "note" ? "info" : "error" }),
  );
// A race has two lines: of the access that was found, and of the other.
export const placesOf = ({ hazards }) =>
  hazards.flatMap(({ words, advice, remark, thread, other }) =>
    [thread, other].filter(Boolean).map(({ file, line }) => {
      return { file, line, message: advice ? `${words}; ${advice}` : words, severity: remark ? "warning" : "error" };
    }),
  );
// Of the checks, and of an exercise.
export const placesOfFindings = ({ findings }) =>
  findings.map(({ file, line, words }) => ({ file, line, message: words, severity: "error" }));
