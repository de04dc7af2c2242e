import { test } from "node:test";
import assert from "node:assert/strict";
import { runProgram } from "../run_program.ts";

function run(...args: string[]): Promise<string> {
  return runProgram(new URL("./idle_program.ts", import.meta.url), { args });
}

// Its timers, an hour and more, would keep the process alive long past the limit of any test.
test("EventRecording keeps no process alive once all events are written", async () => {
  assert.equal(await run(), "recorded after 2 requests\nrecorded after 3 requests");
});

test("EventRecording keeps no process alive once it is stopped", async () => {
  assert.equal(await run("--stop"), "recorded after 2 requests\nrecorded after 3 requests");
});

test("EventRecording keeps no process alive for an active series", async () => {
  assert.equal(await run("--series"), "recorded after 2 requests\nrecorded after 3 requests");
});

test("EventRecording with keepAlive: false keeps no process alive while events wait for a server", async () => {
  assert.equal(await run("--neglect"), "recorded");
});
