import { test } from "node:test";
import assert from "node:assert/strict";
import { durationText, isBrokenPipe, objectText, wrapped } from "../../../src/app/cli/shell.ts";

test("durationText() formats seconds with a digit, and from ten seconds on as kubectl does", () => {
  const cases = {
    "0.0s": 0,
    "0.4s": 400,
    "9.9s": 9900,
    "10s": 10_000,
    "60s": 60_500,
    "3m12s": 192_000,
    "125m": 7_530_000,
  };
  for (const [text, ms] of Object.entries(cases)) assert.equal(durationText(ms), text, `${ms} ms`);
});

test("wrapped() breaks lines between words on a terminal, and leaves long words, commands and other outputs", () => {
  const terminal = { isTTY: true, columns: 10 };
  assert.equal(wrapped("kubecast: one two three", terminal), "kubecast:\none two\nthree");
  assert.equal(wrapped("ten chars.", terminal), "ten chars.");
  assert.equal(wrapped("ten chars. more", terminal), "ten chars.\nmore");
  assert.equal(wrapped("of line one\nand of two", terminal), "of line\none\nand of two");
  assert.equal(wrapped("at https://example.com/path it is", terminal), "at\nhttps://example.com/path\nit is");
  assert.equal(wrapped("of one:\n  kubectl get pods", terminal), "of one:\n  kubectl get pods");
  assert.equal(wrapped("kubecast: one two three", {}), "kubecast: one two three");
});

test("wrapped() takes a time in proportion to the length of a text", () => {
  const timeOf = (words: number): number => {
    const startedAt = performance.now();
    wrapped("back-off ".repeat(words), { isTTY: true, columns: 80 });
    return performance.now() - startedAt;
  };
  const least = (words: number): number => Math.min(...Array.from({ length: 5 }, () => timeOf(words)));
  const short = least(2000);
  assert.ok(least(16_000) < 30 * Math.max(short, 0.2), "8 times the text took more than 30 times as long");
});

test("objectText() formats an object as kubectl does, with its namespace if asked to", () => {
  const reference = { kind: "Pod", name: "web", namespace: "shop" };
  assert.deepEqual([objectText(reference, false), objectText(reference, true)], ["pod/web", "shop/pod/web"]);
  assert.deepEqual([objectText({ kind: "Node", name: "n" }, true), objectText({}, true)], ["node/n", "/"]);
});

test("isBrokenPipe() returns true for an EPIPE only", () => {
  const errors = [{ code: "EPIPE" }, { code: "EACCES" }, undefined];
  assert.deepEqual(errors.map(isBrokenPipe), [true, false, false]);
});
