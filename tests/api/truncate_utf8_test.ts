import { test } from "node:test";
import assert from "node:assert/strict";
import { truncateUtf8 } from "../../src/api/truncate_utf8.ts";

const bytes = (text: string): number => new TextEncoder().encode(text).length;

test("truncateUtf8() leaves alone what fits, to the byte", () => {
  assert.equal(truncateUtf8("x".repeat(1024), 1024), "x".repeat(1024));
  assert.equal(truncateUtf8("é".repeat(512), 1024), "é".repeat(512));
});

test("truncateUtf8() cuts on a character boundary and says so", () => {
  for (const character of ["x", "é", "字", "😀"]) {
    for (let limit = 4; limit < 20; limit++) {
      const cut = truncateUtf8(character.repeat(30), limit);
      assert.ok(bytes(cut) <= limit, `${character} ${limit}`);
      assert.ok(bytes(cut) > limit - bytes(character), "no more is cut than must be");
      assert.match(cut, new RegExp(`^(${character})*…$`, "u"));
    }
  }
});
