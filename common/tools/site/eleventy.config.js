// The course as a static site, from its Markdown as it stands. ./learn site runs Eleventy with it, in the course's folder,
// and adds the explorer and saved runs.
import { readFileSync } from "node:fs";
import anchor from "markdown-it-anchor";
import { isFolder, linkedFiles, ofPlayground, onSite, playground, withLinksOfSite } from "./links.js";
import { listing, sourceText } from "./sources.js";

const here = "common/tools/site";

const pathOf = (inputPath) => inputPath.replace(/^\.\//, "");

const addressOf = ({ inputPath }) => onSite(pathOf(inputPath));

const titleOf = (markdown) => markdown.match(/^# (.+)$/m)?.[1].replaceAll("`", "");

/** The headings of docs/README.md, each with the pages that are linked below it: {heading, pages}. */
function contents(api) {
  const unlisted = new Map(api.getAll().map((page) => [pathOf(page.inputPath), page]));
  const take = (file) => {
    const page = unlisted.get(file);
    unlisted.delete(file);
    return page;
  };
  const sections = unlisted.get("docs/README.md").rawInput.split(/^## /m).slice(1);
  return sections.map((markdown) => ({
    heading: markdown.split("\n", 1)[0],
    pages: linkedFiles("docs/README.md", markdown).map(take).filter(Boolean),
  }));
}

/** The files and folders that the Markdown links, and that are no pages yet: each becomes a page with its text. */
function sources(api) {
  const files = api.getAll().flatMap((page) => linkedFiles(pathOf(page.inputPath), page.rawInput));
  return [...new Set(files)].filter((file) => !/\.(md|svg)$|^docs\/explore\//.test(file));
}

/** The text of HTML as markdown-it writes it. */
const plain = (html) =>
  html
    .replace(/<[^>]+>|\s+/g, " ")
    .replace(/&(lt|gt|quot|amp);/g, (_, name) => ({ lt: "<", gt: ">", quot: '"', amp: "&" })[name]);

/** The explorer, as what is searched. */
function explorer() {
  const url = "docs/explore/index.html";
  const [, heading, text] = readFileSync(url, "utf8").match(/<title>(.*?)<.*?<header>(.*?)<\/header>/s);
  return { url, page: "The explorer", heading, text: plain(text) };
}

/** What is searched: every section of every page, and every term of the glossary, {url, page, heading, text}. */
function sections(pages) {
  return pages.flatMap((page) =>
    page.templateContent.split(/(?=<(?:h[1-6]|li) id=)/).map((part) => {
      const [, id = "", heading = "", text] = part.match(/^<\w+ id="([^"]*)"[^>]*>(.*?)<\/(?:h\d|strong)>(.*)/s) ?? [];
      return {
        url: `${addressOf(page)}#${id}`,
        page: titleOf(page.rawInput),
        heading: plain(heading),
        text: plain(text ?? part).replace(/^: /, ""),
      };
    }),
  );
}

/** Markdown as code hosts read it, with their anchors of headings. */
function markdown(library) {
  const slugify = (heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, "")
      .replace(/ /g, "-");
  library.enable("code").set({ linkify: true }).use(anchor, { slugify, uniqueSlugStartIndex: 1, tabIndex: false });
  library.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  // A term of the glossary has a place of its own: "- **Bank conflict**: ..".
  library.renderer.rules.list_item_open = (tokens, i, options, env, self) => {
    const [, term] = tokens[i + 2]?.content.match(/^\*\*(.+?)\*\*/) ?? [];
    if (term && env.page.inputPath.endsWith("glossary.md")) tokens[i].attrSet("id", `term-${slugify(term)}`);
    return self.renderToken(tokens, i, options);
  };
  // Commands of the course may break where they are longer than the page is wide; tables and code may not.
  const { fence } = library.renderer.rules;
  library.renderer.rules.fence = (tokens, i, ...more) => {
    if (tokens[i].content.startsWith("./learn ")) tokens[i].attrJoin("class", "commands");
    return fence(tokens, i, ...more);
  };
  library.renderer.rules.table_open = () => '<div class="wide"><table>\n';
  library.renderer.rules.table_close = () => "</table></div>\n";
}

export default function (eleventy) {
  const permalink = ({ file, page }) => (file ? onSite(file) : addressOf(page));
  eleventy.amendLibrary("md", markdown);
  eleventy.addCollection("contents", contents);
  eleventy.addCollection("sources", sources);
  for (const pattern of ["common/learn/**", "docs/explore/**", "**/exercise*/**"]) eleventy.ignores.add(pattern);
  if (playground) eleventy.ignores.add(ofPlayground);
  eleventy.addGlobalData("playground", playground ?? "");
  eleventy.addPassthroughCopy("{docs,reduction,many_gpus,step*}/**/*.svg");
  eleventy.addPassthroughCopy({
    [`${here}/assets`]: "assets",
    [`${here}/node_modules/github-markdown-css/github-markdown-{light,dark}.css`]: "assets",
    [`${here}/node_modules/minisearch/dist/umd/index.js`]: "assets/minisearch.js",
  });
  eleventy.addGlobalData("layout", "layout.njk");
  eleventy.addGlobalData("permalink", () => permalink);
  eleventy.addFilter("addressOf", addressOf);
  eleventy.addFilter("pathOf", pathOf);
  eleventy.addFilter("titleOf", titleOf);
  eleventy.addFilter("toRoot", (url) => "../".repeat(url.split("/").length - 2));
  eleventy.addFilter("withLinksOfSite", withLinksOfSite);
  eleventy.addTemplate("sources.11ty.js", {
    data: () => ({
      pagination: { data: "collections.sources", size: 1, alias: "file" },
      eleventyExcludeFromCollections: true,
      permalink,
    }),
    render: ({ file, collections }) => (isFolder(file) ? listing(file, collections.sources) : sourceText(file)),
  });
  eleventy.addTemplate("sections.11ty.js", {
    data: () => ({ layout: null, eleventyExcludeFromCollections: true, permalink: "assets/sections.js" }),
    render: ({ collections }) => `const sections = ${JSON.stringify([explorer(), ...sections(collections.all)])};\n`,
  });
  return { dir: { includes: here }, templateFormats: ["md", "11ty.js"], markdownTemplateEngine: false };
}
