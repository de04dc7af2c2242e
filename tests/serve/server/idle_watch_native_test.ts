import { test } from "node:test";
import assert from "node:assert/strict";
import { runProgram } from "../../run_program.ts";

test("EventsApiServer keeps no process alive for watches: unread, timed out unread, aborted or waiting", async () => {
  assert.equal(await runProgram(new URL("./idle_watch_program.ts", import.meta.url)), "over");
});

test("EventsApiServer uses less than 100 MB for 10,000 unread watches and 1,000 writes", async () => {
  const output = await runProgram(new URL("./unread_watches_program.ts", import.meta.url));
  const { watches, bytes } = JSON.parse(output);
  assert.equal(watches, 10_000);
  assert.ok(bytes < 100_000_000, `${bytes} bytes`);
});
