// Search without a server. A page that lies in a folder may fetch nothing, so the index is a script, which is loaded when
// somebody begins to search. Keys: "/" goes to the field, Enter to the first result, Escape closes the results.
const base = document.currentScript.src.replace(/assets\/site\.js$/, "");
const field = document.querySelector("input[type=search]");
const found = document.querySelector("#found");
const most = 15; // results that are shown

const load = (name) =>
  new Promise((resolve, reject) => {
    const script = document.createElement("script");
    Object.assign(script, { src: `${base}assets/${name}`, onload: resolve, onerror: reject });
    document.head.append(script);
  });

async function makeIndex() {
  await Promise.all([load("minisearch.js"), load("sections.js")]);
  const fields = ["heading", "page", "text"];
  const index = new MiniSearch({ idField: "url", fields, storeFields: fields });
  index.addAll(sections);
  return index;
}

/** About twenty words of a text, around the first of the words that were found if all stand in it. */
function excerpt(text, words) {
  const places = words.map((word) => Math.max(0, text.toLowerCase().indexOf(word)));
  const begin = text.lastIndexOf(" ", Math.min(...places) - 50) + 1;
  return `${text.slice(begin, begin + 140)} …`;
}

function result({ id, heading, page, text, terms }) {
  const link = Object.assign(document.createElement("a"), { href: base + id });
  for (const [name, words] of Object.entries({ strong: heading, span: page, small: excerpt(text, terms) }))
    link.append(Object.assign(document.createElement(name), { textContent: words }), " ");
  return link;
}

let index; // a promise

async function search() {
  index ??= makeIndex();
  const results = (await index).search(field.value, {
    combineWith: "AND",
    prefix: true,
    boost: { heading: 4, page: 2 },
    boostDocument: (url) => (/^docs\/(glossary\.html#term-|explore\/)/.test(url) ? 4 : 1),
  });
  found.hidden = field.value === "";
  found.replaceChildren(`${results.length} sections`, ...results.slice(0, most).map(result));
}

field.addEventListener("input", search);

const turn = document.querySelector("#scheme");
const other = () => (scheme() === "dark" ? "light" : "dark");
turn.addEventListener("click", () => {
  memory.scheme = other();
  useScheme();
  turn.textContent = other();
});
turn.textContent = other();

document.addEventListener("keydown", (event) => {
  if (event.key === "/" && event.target !== field) field.focus();
  else if (event.key === "Escape" && !found.hidden) found.hidden = true;
  else if (event.key === "Enter" && event.target === field) found.querySelector("a")?.click();
  else return;
  event.preventDefault();
});

// A box that scrolls can be reached by the keyboard.
const scrolling = new ResizeObserver((boxes) => {
  for (const { target } of boxes) target.tabIndex = target.scrollWidth > target.clientWidth ? 0 : -1;
});
for (const box of document.querySelectorAll("pre, .wide")) scrolling.observe(box);
