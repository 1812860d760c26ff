// Tests of pages: the browser that they share, and test() that is skipped where there is none.
import { after, before, test as inNode } from "node:test";
import { launch, missing } from "./browser.js";

export let browser; // undefined where there is none

before(async () => {
  browser = missing ? undefined : await launch();
});
after(() => browser?.close());

export const test = (name, body) => inNode(name, { skip: missing }, body);
