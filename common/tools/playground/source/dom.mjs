// The page's elements, and the files beside it.
import { visible } from "../../pages/source/words.js";

export const $ = (id) => document.getElementById(id);
export const made = (tag, properties) => Object.assign(document.createElement(tag), properties);
export const button = (text, onclick) => made("button", { type: "button", textContent: visible(text), onclick });

export async function loaded(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name} is not there: ${response.status} ${response.statusText}`);
  return response;
}
