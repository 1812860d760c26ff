// A text in the editor: C++, with CUDA's words coloured.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { cpp } from "@codemirror/lang-cpp";
import { bracketMatching, syntaxHighlighting } from "@codemirror/language";
import { lintGutter } from "@codemirror/lint";
import { EditorState, Prec } from "@codemirror/state";
import { Decoration, EditorView, MatchDecorator, ViewPlugin } from "@codemirror/view";
import { highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

const named = "__(?:global|device|host|shared|constant|managed|restrict|launch_bounds|forceinline)__|dim3|warpSize";
const called = "__(?:sync|shfl|ballot|all|any|ld|st|reduce|match|activemask|threadfence)\\w*|atomic[A-Z]\\w*";
const typed = "(?:thread|block)Idx|(?:block|grid)Dim|(?:u?(?:char|short|int|long|longlong)|float|double)[1234]";
const words = new MatchDecorator({
  regexp: new RegExp(`\\b(?:${named}|${called}|${typed})\\b`, "g"),
  decoration: Decoration.mark({ class: "cuda" }),
});
const cuda = ViewPlugin.define(
  (view) => ({
    marks: words.createDeco(view),
    update(update) {
      this.marks = words.updateDeco(update, this.marks);
    },
  }),
  { decorations: ({ marks }) => marks },
);

/** The editor's state with a file's text; changed is called when it has another. */
export const stateOf = (file, text, changed) =>
  EditorState.create({
    doc: text,
    extensions: [
      lineNumbers(),
      EditorView.updateListener.of(({ docChanged }) => docChanged && changed()),
      lintGutter(),
      highlightSpecialChars(),
      history(),
      bracketMatching(),
      EditorView.lineWrapping,
      cpp(),
      syntaxHighlighting(classHighlighter),
      Prec.lowest(cuda), // inside the marks of comments, which have the colour of all in them
      keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
      EditorView.contentAttributes.of({ "aria-label": `${file}. Escape, then Tab leaves the editor`, tabindex: "0" }),
    ],
  });
