// Links between files of the repository, and what becomes of them on the site.
import { existsSync, statSync } from "node:fs";
import { posix } from "node:path";

export const isFolder = (path) => statSync(path).isDirectory();

/** What its README.md is on the site, where ./learn site builds it too. */
export const playground = process.env.LADDER_SITE_HAS_PLAYGROUND ? "playground/index.html" : undefined;
export const ofPlayground = "common/tools/playground/README.md";

/**
 * Where a file or folder of the repository stands on the site. A README.md is its folder's page; beside the explorer, that
 * is the explorer, and beside the playground the playground. What is no page itself has one with its text. No name begins
 * with a dot: some hosts leave such out.
 */
export function onSite(path) {
  if (playground && path === ofPlayground) return playground;
  const visible = path.replace(/(^|\/)\.(?=\w)/g, "$1");
  if (isFolder(path)) return `${visible}/index.html`;
  if (/\.svg$|^docs\/explore\/index\.html$/.test(path)) return path;
  return /(^|\/)README\.md$/.test(path)
    ? visible.replace("README.md", "index.html")
    : visible.replace(/(\.md)?$/, ".html");
}

/** The file that a link within `path` leads to, whether or not there is one. */
function target(path, link) {
  const file = posix.join(isFolder(path) ? path : posix.dirname(path), link.split("#")[0]).replace(/\/$/, "");
  return existsSync(`${file}/README.md`) ? posix.join(file, "README.md") : file;
}

/** The files that the Markdown of a file links, in order. */
export const linkedFiles = (path, markdown) =>
  [...markdown.matchAll(/\]\(([^)\s#]+)/g)].map(([, link]) => target(path, link)).filter(existsSync);

/** The HTML of a file, in which links lead to where files stand on the site. A link to several lines leads to the first. */
export const withLinksOfSite = (html, path) =>
  html
    .replace(/(<(?:a|img)\b[^>]*? (?:href|src)=")([^"#:]+)(?=["#])/g, (_, before, link) => {
      return before + posix.relative(posix.dirname(onSite(path)), onSite(target(path, link)));
    })
    .replace(/(#L\d+)-L\d+"/g, '$1"');
