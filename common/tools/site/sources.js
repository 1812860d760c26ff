// Pages of the files that the lessons link: their text, with a number for each line; and of folders.
import { readdirSync, readFileSync } from "node:fs";
import hljs from "highlight.js";

/** What stands in the cells of a notebook, one below the other. */
const cells = (notebook) =>
  JSON.parse(notebook)
    .cells.map((cell) => cell.source.join(""))
    .join("\n\n");

/** The text of a file. #L12 leads to its line 12, as on a code host. */
export function sourceText(file) {
  const content = readFileSync(file, "utf8");
  const text = file.endsWith(".ipynb") ? cells(content) : content.trimEnd();
  const ending = file
    .split(".")
    .at(-1)
    .replace(/^cuh?$/, "cpp");
  const code = hljs.highlight(text, { language: hljs.getLanguage(ending) ? ending : "plaintext" }).value;
  const numbers = text.split("\n").map((_, i) => `<a id="L${i + 1}" href="#L${i + 1}">${i + 1}</a>`);
  return `<h1>${file}</h1><div class="source"><pre>${numbers.join("\n")}</pre><pre><code>${code}</code></pre></div>`;
}

/** What a folder holds. A file of `shown` is a link. */
export function listing(folder, shown) {
  const names = readdirSync(folder).filter((name) => !/^(\.|__|node_modules)/.test(name));
  const line = (name) => (shown.includes(`${folder}/${name}`) ? `<a href="${name}">${name}</a>` : name);
  return `<h1>${folder}</h1><ul>${names.map((name) => `<li><code>${line(name)}</code></li>`).join("")}</ul>`;
}
