// Makes the pages: each ONE file of HTML, with its style, its script and the memory model's module inside. Such a file
// loads nothing, so it opens from a disk.
//
//   node build.mjs          writes them
//   node build.mjs --check  writes nothing; fails where a page that is kept here is not what a build gives
//
// What it needs: `npm ci`, and for the module what model/build.sh says.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "../../..");

// page.html, page.css and page.js of a folder of source/ become one file.
const pages = [
  { source: "explore", file: "docs/explore/index.html" },
  { source: "show", file: "common/learn/show.html" },
];

/** What esbuild makes of one file and all that it imports, as text. */
async function bundled(file) {
  const result = await build({
    entryPoints: [join(here, file)],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    legalComments: "inline",
    loader: { ".wasm": "binary" },
    logLevel: "warning",
  });
  return result.outputFiles[0].text.trim();
}

/** Puts text in the place of a marker, which is there once. A "$" in the text means nothing. */
function put(page, marker, text) {
  const parts = page.split(marker);
  if (parts.length !== 2) throw new Error(`${marker} stands ${parts.length - 1} times in the page`);
  return parts.join(text);
}

async function page(source) {
  const files = ["../site/assets/scheme.js", `source/${source}/page.css`, `source/${source}/page.js`];
  const [scheme, style, script] = await Promise.all(files.map(bundled));
  let text = readFileSync(join(here, "source", source, "page.html"), "utf8");
  text = put(text, "/* scheme */", scheme);
  text = put(text, "/* style */", style);
  return put(text, "/* script */", script);
}

const check = process.argv[2] === "--check";
if (process.argv.length > (check ? 3 : 2)) {
  console.error("build.mjs takes --check or nothing");
  process.exit(2);
}
execFileSync(join(here, "model/build.sh"), [join(here, "model/memory_model.wasm")], { stdio: "inherit" });
let stale = 0;
for (const { source, file } of pages) {
  const text = await page(source);
  const kept = join(root, file);
  if (!check) {
    writeFileSync(kept, text);
    console.log(`${relative(process.cwd(), kept)}: ${Buffer.byteLength(text)} bytes`);
  } else if (readFileSync(kept, "utf8") !== text) {
    console.error(`${file} is stale: node common/tools/pages/build.mjs makes it anew`);
    ++stale;
  }
}
process.exit(stale > 0 ? 1 : 0);
