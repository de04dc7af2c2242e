import { test } from "node:test";
import assert from "node:assert/strict";
import { truncateUtf8 } from "../../../src/base/event/event.ts";

const bytes = (text: string): number => new TextEncoder().encode(text).length;

test("truncateUtf8() returns a text that fits to the byte unchanged", () => {
  assert.equal(truncateUtf8("x".repeat(1024), 1024), "x".repeat(1024));
  assert.equal(truncateUtf8("字".repeat(341) + "x", 1024), "字".repeat(341) + "x");
  assert.equal(truncateUtf8("é".repeat(512), 1024), "é".repeat(512));
});

test("truncateUtf8() truncates a long text as it does a short one", () => {
  assert.equal(truncateUtf8("begin" + "x".repeat(1_000_000) + "end", 10), "begi…end");
  assert.equal(truncateUtf8("\u{1f600}".repeat(1_000_000), 11), "\u{1f600}…\u{1f600}");
  assert.equal(truncateUtf8("\u{1f600}".repeat(1_000_000), 10), "\u{1f600}…");
  assert.equal(truncateUtf8("xx\u{1f600}\u{1f600}", 5), "xx…");
});

test("truncateUtf8() keeps head and tail, on character boundaries, with an ellipsis between", () => {
  for (const character of ["x", "é", "字", "😀"]) {
    for (let limit = 4; limit < 20; limit++) {
      const cut = truncateUtf8(character.repeat(30), limit);
      assert.ok(bytes(cut) <= limit, `${character} ${limit}`);
      assert.ok(bytes(cut) > limit - bytes(character), "no more is cut than must be");
      assert.match(cut, new RegExp(`^(${character})*…(${character})*$`, "u"));
      assert.ok(
        Math.abs(bytes(cut.split("…")[0]!) - bytes(cut.split("…")[1]!)) <= 4,
        "as much of the head as of the tail",
      );
    }
  }
});
