import { test } from "node:test";
import assert from "node:assert/strict";
import { retryAfterMs } from "../../../src/base/event/status_error.ts";

const SENT = "Sat, 21 Nov 2026 05:00:00 GMT";

test("retryAfterMs() parses seconds and dates", () => {
  const table: readonly (readonly [string | undefined, number | undefined])[] = [
    [undefined, undefined],
    ["", undefined],
    ["soon", undefined],
    ["-1", undefined],
    ["0", 0],
    ["7", 7000],
    [" 32 ", 32_000],
    ["Sat, 21 Nov 2026 05:00:10 GMT", 10_000],
    ["Sat, 21 Nov 2026 04:00:00 GMT", 0],
  ];
  for (const [value, expected] of table) {
    const headers = new Headers({ date: SENT });
    if (value !== undefined) headers.set("retry-after", value);
    assert.equal(retryAfterMs(headers), expected, value);
  }
});

test("retryAfterMs() compares a date with the local clock if the response has no Date header", () => {
  const ms = retryAfterMs(new Headers({ "retry-after": new Date(Date.now() + 3_600_000).toUTCString() }))!;
  assert.ok(ms > 3_500_000 && ms <= 3_600_000);
});
