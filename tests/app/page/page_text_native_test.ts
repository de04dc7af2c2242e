import { test } from "node:test";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { versions } from "node:process";
import { PAGE_TEXT, readPageText } from "./page_text.ts";

test(
  "src/app/page/page_text.ts is the text of the modules and the style beside it",
  { skip: !("deno" in versions) },
  async () => {
    const isSame = await readPageText() === await readFile(PAGE_TEXT, "utf8");
    assert.ok(isSame, "The page has changed: run `deno task more page:text`");
  },
);

test("The page never says which event caused another, and loads nothing", async () => {
  const text = await readFile(PAGE_TEXT, "utf8");
  assert.doesNotMatch(text, /\bcaused?\b/i);
  assert.doesNotMatch(
    text,
    /innerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|https?:\/\/(?!www\.w3\.org\/2000\/svg)/,
  );
});
