// The page's elements and texts, and the files beside it.
import { visible } from "../../pages/source/words.js";

const MOST_SHOWN = 1e5; // letters of a text
export const shortened = (text) => visible(String(text)).slice(0, MOST_SHOWN);
export const $ = (id) => document.getElementById(id);
export const made = (tag, properties) => Object.assign(document.createElement(tag), properties);
export const button = (text, onclick) => made("button", { type: "button", textContent: visible(text), onclick });

export async function loaded(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name} is not there: ${response.status} ${response.statusText}`);
  return response;
}
