import { test } from "node:test";
import assert from "node:assert/strict";
import { parse } from "yaml";
import { collapsed, counted, jsonText, oneLine, printable, shellWord, yamlText } from "../../../src/base/tools/text.ts";

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

test("shellWord() quotes a text unless every POSIX shell reads it unquoted as one word", () => {
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

test("counted() uses the plural for every count except one", () => {
  assert.deepEqual([0, 1, 2].map((count) => counted(count, "gap")), ["0 gaps", "1 gap", "2 gaps"]);
  assert.deepEqual([1, 2].map((count) => counted(count, "try", "tries")), ["1 try", "2 tries"]);
});

test("collapsed(), jsonText() and yamlText() leave no zero-width, bidi or tag character", () => {
  for (const character of "\u200b\u200d\u2066\u3164\u{e0041}") {
    assert.equal(collapsed(`a${character}b`), "a\ufffdb");
    assert.match(jsonText(`a${character}b`), /^"a(?:\\u[0-9a-f]{4})+b"$/);
    assert.equal(JSON.parse(jsonText(character)), character);
    const value = { [`${character}key`]: [`a${character}`, `- ${character}\n  b`], plain: "a\nb" };
    assert.deepEqual(JSON.parse(jsonText(value, 2)), value);
    assert.deepEqual(parse(yamlText(value)), value);
    for (const text of [jsonText(value, 2), yamlText(value)]) assert.ok(!text.includes(character), text);
  }
});

test("collapsed(), jsonText() and yamlText() leave no control characters", () => {
  assert.equal(collapsed("a\n\t b\x1b[31m\u202ec\u009b"), "a b\ufffd[31m\ufffdc\ufffd");
  assert.equal(jsonText({ a: "\n\u007f\u009b" }), '{"a":"\\n\\u007f\\u009b"}');
  assert.equal(yamlText({ a: "\n\u007f\u009b\x1b" }), 'a: "\\n\\U0000007f\\U0000009b\\u001b"\n');
});

test("yamlText() writes texts so that they are read as text, even in YAML 1.1, and keeps their line breaks", () => {
  const texts = [
    ..."yes No on ~ null true 1 1e3 0x1F 1_000 12:30:45 2026-01-01 .inf .NaN = << - ? | > % @ & * ! a: a #b {a [a"
      .split(" "),
    "",
    " a",
    "a ",
    "a: b",
    "a #b",
    "- a",
    "two\nlines",
    "two\n\n  lines",
    "line\n",
    "\nline",
    " two\nlines",
    "tab\there\nand there",
    'quote" and \\backslash',
    "日本 🏳️‍🌈",
  ];
  for (const version of ["1.1", "1.2"] as const) {
    const value = { texts, deep: [{ texts }, [texts]], ...Object.fromEntries(texts.map((text) => [text, text])) };
    assert.deepEqual(parse(yamlText(value), { version }), value, version);
    for (const text of texts) assert.equal(parse(yamlText(text), { version }), text);
  }
  const value = { a: "plain text", b: ["x: y", { c: [], d: new Date(0) }], e: "two\n\nlines", f: { g: null }, h: 2 };
  assert.equal(
    yamlText(value),
    `a: plain text
b:
  - "x: y"
  - c: []
    d: "1970-01-01T00:00:00.000Z"
e: |-
  two

  lines
f:
  g: null
h: 2
`,
  );
});
