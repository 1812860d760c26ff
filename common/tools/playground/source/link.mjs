// Texts in an address: compressed, in letters that an address may have.

export const LONGEST_LINK = 32 * 1024; // letters
const LONGEST_TEXT = 2 ** 20;

const through = async (bytes, stream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

export const canPack = () => Boolean(globalThis.CompressionStream);

export async function packed(value) {
  const bytes = await through(JSON.stringify(value), new CompressionStream("deflate-raw"));
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Throws where that is not what packed() makes, or longer than a link. */
export async function unpacked(letters) {
  if (letters.length > LONGEST_LINK) throw new Error("too long");
  const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const text = await through(bytes, new DecompressionStream("deflate-raw"));
  if (text.length > LONGEST_TEXT) throw new Error("too long");
  return JSON.parse(new TextDecoder().decode(text));
}
