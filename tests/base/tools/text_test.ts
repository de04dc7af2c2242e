import { test } from "node:test";
import assert from "node:assert/strict";
import { collapsed, counted, oneLine, printable, shellWord } from "../../../src/base/tools/text.ts";

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

test("printable() replaces what oneLine() escapes, and collapsed() collapses white space before", () => {
  assert.equal(printable("a\n\tb\x1b[31m\u202ec"), "a\n\ufffdb\ufffd[31m\ufffdc");
  assert.equal(collapsed(" a\n\t b\x1b[31m\u202ec\u009b"), " a b\ufffd[31m\ufffdc\ufffd");
});

test("shellWord() quotes a text unless every POSIX shell takes it as one word, as it is", () => {
  const cases = {
    "a-b.c/d:e@f,g+h%i=j_1": "a-b.c/d:e@f,g+h%i=j_1",
    "it's": "'it'\\''s'",
    "a b": "'a b'",
    "$(id)": "'$(id)'",
    "=ls": "'=ls'",
    "a\nb": "'a\nb'",
    "": "''",
  };
  for (const [text, word] of Object.entries(cases)) assert.equal(shellWord(text), word);
});

test("counted() has the plural of all counts but one", () => {
  assert.deepEqual([0, 1, 2].map((count) => counted(count, "gap")), ["0 gaps", "1 gap", "2 gaps"]);
  assert.deepEqual([1, 2].map((count) => counted(count, "try", "tries")), ["1 try", "2 tries"]);
});
