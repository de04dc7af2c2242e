import { test } from "node:test";
import assert from "node:assert/strict";
import { LineDecoder, LineTooLongError } from "../../../src/read/reader/line_decoder.ts";
import { seeded } from "../../random.ts";

const LINES = ["", "ascii", "größe", "日本語テキスト", "😀👩‍👩‍👧‍👦", '{"a":"\\n"}', "x".repeat(300), "", "é"];

function decodeAll(chunks: readonly Uint8Array[], maxLineBytes = 1000): string[] {
  const decoder = new LineDecoder(maxLineBytes);
  return [...chunks.flatMap((chunk) => decoder.decode(chunk)), decoder.rest()];
}

test("LineDecoder decodes the same lines for any chunk boundaries, within UTF-8 sequences too", () => {
  const bytes = new TextEncoder().encode(LINES.join("\n"));
  assert.deepEqual(decodeAll([bytes]), LINES);
  for (let at = 0; at <= bytes.length; at++) {
    assert.deepEqual(decodeAll([bytes.subarray(0, at), bytes.subarray(at)]), LINES, `split at ${at}`);
  }
  for (const size of [1, 2, 3, 7]) {
    const chunks: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
    assert.deepEqual(decodeAll(chunks), LINES, `chunks of ${size}`);
  }
});

test("LineDecoder decodes the same lines from random chunks", () => {
  const random = seeded(11);
  for (let round = 0; round < 300; round++) {
    const lines = Array.from({ length: 20 }, () => LINES[Math.floor(random() * LINES.length)]!);
    const bytes = new TextEncoder().encode(lines.join("\n"));
    const chunks: Uint8Array[] = [];
    for (let at = 0; at < bytes.length;) {
      const size = Math.floor(random() * 40);
      chunks.push(bytes.subarray(at, at + size));
      at += size;
    }
    assert.deepEqual(decodeAll(chunks), lines);
  }
});

test("LineDecoder throws for a line past its limit, in one chunk or many, and accepts one at the limit", () => {
  const line = (length: number): Uint8Array => new TextEncoder().encode("x".repeat(length) + "\ny\n");
  assert.equal(decodeAll([line(1000)])[0]!.length, 1000);
  const split = (bytes: Uint8Array): Uint8Array[] => Array.from(bytes, (byte) => new Uint8Array([byte]));
  assert.equal(decodeAll(split(line(1000)))[0]!.length, 1000);
  assert.throws(() => decodeAll([line(1001)]), LineTooLongError);
  assert.throws(() => decodeAll(split(line(1001))), LineTooLongError);
  const second = new TextEncoder().encode("a\n" + "x".repeat(1001));
  assert.throws(() => decodeAll([second]), LineTooLongError);
});
