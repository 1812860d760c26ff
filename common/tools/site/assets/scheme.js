// Light or dark: as somebody has chosen, else as the system has it. Nothing is drawn before this has run.
const system = matchMedia("(prefers-color-scheme: dark)");
let memory = {}; // of a browser that keeps nothing, it is this page's
try {
  memory = localStorage ?? memory;
} catch {}

const scheme = () => memory.scheme ?? (system.matches ? "dark" : "light");

function useScheme() {
  document.documentElement.style.colorScheme = scheme();
  for (const link of document.querySelectorAll("link[data-scheme]"))
    link.media = link.dataset.scheme === scheme() ? "all" : "not all";
}
system.addEventListener("change", useScheme);
useScheme();
