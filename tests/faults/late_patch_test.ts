import { test } from "node:test";
import assert from "node:assert/strict";
import { EventRecording, FetchEventSink } from "../../mod.ts";
import { EventsApiServer } from "../../src/server/mod.ts";
import { makeEvent } from "../sink/make_event.ts";
import { PacedTime } from "./paced_time.ts";
import { storedCounts } from "./stored_events.ts";

test("EventRecording mends with the next repeat a count that a patch set back which was given up, and arrived all the same", () =>
  PacedTime.run(async (time) => {
    const api = new EventsApiServer();
    let late: Request | undefined;
    let tellKept!: () => void;
    const kept = new Promise<void>((resolve) => void (tellKept = resolve));
    const sink = new FetchEventSink({
      // A network that keeps the first patch, which is given up, and delivers it later.
      fetch: async (request) => {
        if (request.method !== "PATCH" || late !== undefined) return await api.fetch(request);
        const { url, method, headers } = request;
        late = new Request(url, { method, headers, body: await request.text() });
        tellKept();
        return await time.hang(request);
      },
    });
    const recording = new EventRecording(time.watch(sink), { requestTimeoutMs: 5, retryDelayMs: 0 });
    let made = 0;
    const repeat = (): void => recording.accept(makeEvent(`a-${made++}`, { pod: "a" }));
    const storedCount = async (): Promise<number | undefined> => (await storedCounts(api.fetch)).get("It happened");

    repeat();
    await time.until(recording.flush());
    repeat();
    await time.until(kept);
    repeat();
    await time.until(recording.flush());
    assert.equal(await storedCount(), 3);
    await api.fetch(late!);
    assert.equal(await storedCount(), 2);
    repeat();
    await time.until(recording.stop());
    assert.equal(await storedCount(), 4);
  }));
