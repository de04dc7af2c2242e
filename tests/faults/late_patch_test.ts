import { test } from "node:test";
import assert from "node:assert/strict";
import { type ApiVersion, type EventOf, FetchEventSink } from "../../mod.ts";
import { EventRecording } from "../../src/client_go/mod.ts";
import { EventsApiServer } from "../../src/serve/server/mod.ts";
import { PacedTime } from "./paced_time.ts";
import { coreV1Api, eventsV1Api, type RecordedApi } from "./recorded_api.ts";
import { storedCounts } from "./stored_events.ts";

/** Records repeats of one event; the response to the first patch is lost, and `deliver` decides whether it reaches the server first. */
async function record<V extends ApiVersion>(
  { apiVersion, makeEvent, correlator }: RecordedApi<V>,
  { deliver, run }: {
    deliver: boolean;
    run: (parts: {
      repeat(): Promise<void>;
      /** The responses of the server, in order. */
      answers: string[];
      count(): Promise<number | undefined>;
      /** Delivers the lost patch, again if it was delivered before. */
      deliverLate(): Promise<number>;
    }) => Promise<void>;
  },
): Promise<void> {
  await PacedTime.run(async (time) => {
    const api = new EventsApiServer();
    const answers: string[] = [];
    let lost: { url: string; init: RequestInit } | undefined;
    const send = async (request: Request): Promise<Response> => {
      const response = await api.fetch(request);
      answers.push(`${request.method} ${response.status}`);
      return response;
    };
    const sink = new FetchEventSink({
      apiVersion,
      fetch: async (request) => {
        if (request.method !== "PATCH" || lost !== undefined) return await send(request);
        const { url, method, headers } = request;
        lost = { url, init: { method, headers, body: await request.text() } };
        if (deliver) await send(new Request(lost.url, lost.init));
        return await time.hang(request);
      },
    });
    const clock = { now: (): number => 0 };
    const recording = new EventRecording<V>(time.watch<EventOf<V>>(sink), {
      requestTimeoutMs: 5,
      retryDelayMs: 0,
      correlator: correlator({ clock, cacheSize: 4096 }),
      clock,
    });
    let made = 0;
    await run({
      answers,
      repeat: async () => {
        recording.accept(makeEvent(`a-${made++}`, { pod: "a", message: "It happened", namespace: "default" }));
        await time.until(recording.flush());
      },
      count: async () => (await storedCounts(api.fetch)).get("It happened"),
      deliverLate: async () => {
        const { status, body } = await api.fetch(new Request(lost!.url, lost!.init));
        await body?.cancel();
        return status;
      },
    });
    await time.until(recording.stop());
  });
}

for (const api of [coreV1Api, eventsV1Api] as const) {
  const recordApi = record as (api: unknown, options: Parameters<typeof record>[1]) => Promise<void>;
  test(`EventRecording of ${api.apiVersion} keeps its count when a patch that timed out is delivered late`, () =>
    recordApi(api, {
      deliver: false,
      run: async ({ repeat, answers, count, deliverLate }) => {
        for (let i = 0; i < 3; i++) await repeat();
        assert.deepEqual([await count(), await deliverLate(), await count()], [3, 409, 3]);
        await repeat();
        assert.equal(await count(), 4);
        assert.deepEqual(answers, ["POST 201", "PATCH 200", "PATCH 200", "PATCH 200"]);
      },
    }));

  test(`EventRecording of ${api.apiVersion} reads an event's resourceVersion again after the response to a patch was lost`, () =>
    recordApi(api, {
      deliver: true,
      run: async ({ repeat, answers, count, deliverLate }) => {
        for (let i = 0; i < 3; i++) await repeat();
        assert.deepEqual([await count(), await deliverLate(), await count()], [3, 409, 3]);
        // The lost patch, its retry, an empty patch to read, the patch of that version; then one request each.
        const expected = ["POST 201", "PATCH 200", "PATCH 409", "PATCH 200", "PATCH 200", "PATCH 200"];
        assert.deepEqual(answers, expected);
      },
    }));
}
