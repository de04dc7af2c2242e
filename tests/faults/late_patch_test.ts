import { test } from "node:test";
import assert from "node:assert/strict";
import { EventRecording, FetchEventSink } from "../../mod.ts";
import { EventsApiServer } from "../../src/server/mod.ts";
import { makeEvent } from "../sink/make_event.ts";
import { storedCounts } from "./stored_events.ts";

test("EventRecording mends with the next repeat a count that a patch set back which was given up, and arrived all the same", async () => {
  const api = new EventsApiServer();
  let late: Request | undefined;
  let tellKept!: () => void;
  const kept = new Promise<void>((resolve) => tellKept = resolve);
  const sink = new FetchEventSink({
    // A network that keeps the first patch, and does not notice that nobody waits for its answer any more.
    fetch: async (request) => {
      if (request.method !== "PATCH" || late !== undefined) return await api.fetch(request);
      const { url, method, headers } = request;
      late = new Request(url, { method, headers, body: await request.text() });
      tellKept();
      return await new Promise<never>(() => {});
    },
  });
  const recording = new EventRecording(sink, { requestTimeoutMs: 20, retryDelayMs: 0 });
  let made = 0;
  const repeat = (): void => recording.accept(makeEvent(`a-${made++}`, { pod: "a" }));
  const storedCount = async (): Promise<number | undefined> => (await storedCounts(api.fetch)).get("It happened");

  repeat();
  await recording.flush();
  repeat();
  await kept;
  repeat();
  await recording.flush();
  assert.equal(await storedCount(), 3);
  await api.fetch(late!);
  assert.equal(await storedCount(), 2);
  repeat();
  await recording.stop();
  assert.equal(await storedCount(), 4);
});
