import { test } from "node:test";
import assert from "node:assert/strict";
import { versions } from "node:process";
import { runProgram } from "../../run_program.ts";

function run(mode: "growth" | "unanswered" | "request" | "body"): Promise<string> {
  return runProgram(new URL("./held_request_program.ts", import.meta.url), { args: [mode] });
}

test("FetchEventSink leaks no memory over 50,000 requests of a custom fetch", async () => {
  const grownMb = Number(await run("growth"));
  assert.ok(grownMb < 20, `${grownMb} MB more`);
});

// Node itself keeps the signal of a Request, and so the request. Isolates that cancel requests unheard are not of Node.
if ("deno" in versions || "bun" in versions) {
  test("FetchEventSink releases an unanswered request of a custom fetch once its signal is collected", async () => {
    const grownMb = Number(await run("unanswered"));
    assert.ok(grownMb < 5, `${grownMb} MB more`);
  });
}

// In Node, the signal of a Request that was collected never aborts: it references its source signal weakly.
test("FetchEventSink aborts the request of a custom fetch that keeps only the request's signal", async () => {
  assert.equal(await run("request"), "aborted");
});

test("Connection.send() aborts the body of a custom fetch that keeps only the request's signal", async () => {
  assert.equal(await run("body"), "aborted");
});
