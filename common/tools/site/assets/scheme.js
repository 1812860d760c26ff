// Light or dark: as somebody has chosen, else as the system has it. Nothing is drawn before this has run.
const system = matchMedia("(prefers-color-scheme: dark)");
let memory = {}; // of a browser that keeps nothing, it is this page's
try {
  memory = localStorage ?? memory;
} catch {}

const scheme = () => memory.scheme ?? (system.matches ? "dark" : "light");

function useScheme() {
  document.documentElement.style.colorScheme = scheme();
  const media = { light: { light: "all", dark: "print" }, dark: { light: "not all", dark: "screen" } };
  for (const link of document.querySelectorAll("link[data-scheme]")) link.media = media[link.dataset.scheme][scheme()];
}
system.addEventListener("change", useScheme);
useScheme();
