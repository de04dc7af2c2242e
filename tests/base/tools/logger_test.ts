import assert from "node:assert/strict";
import { test } from "node:test";
import { oneLine } from "../../../src/base/tools/logger.ts";

/** Characters that forge lines, move the cursor, reverse text, are invisible, or are tags. */
const UNPRINTABLE =
  "\x00\x1b\x7f\x9b\r\u2028\u2029\u00ad\u200b\u200e\u202a\u202e\u2060\u2066\u2069\ufeff\u061c\u3164\ufe01\u{e0001}\u{e0041}\u{e0100}";

test("oneLine() escapes characters that are invisible, or change lines, colours or the direction of text", () => {
  for (const character of UNPRINTABLE) {
    assert.match(oneLine(`a${character}b`), /^a\\u(?:\{[0-9a-f]{5}\}|[0-9a-f]{4})b$/);
  }
  assert.equal(oneLine("a\nb\tc"), "a\\nb\tc");
});

test("oneLine() keeps visible text of any script, and emoji", () => {
  for (const text of ["größe 名前 שלום مرحبا नमस्ते", "\u2764\ufe0f \u{1f600}", "“a” – b…"]) {
    assert.equal(oneLine(text), text);
  }
});
