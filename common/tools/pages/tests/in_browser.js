// Tests of pages: the browser that they share, and test(), which skips where there is none.
import { after, test as inNode } from "node:test";
import { launch, missing } from "./browser.js";

export const browser = missing ? undefined : await launch();
after(() => browser?.close());

export const test = (name, body) => inNode(name, { skip: missing }, body);
