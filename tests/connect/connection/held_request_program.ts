// Makes requests through a custom fetch, with the garbage collector at hand: run by held_request_native_test.ts.
import { FetchEventSink } from "../../../mod.ts";
import { Connection } from "../../../src/connect/connection/connection.ts";
import { makeEvent } from "../../record/recording/make_event.ts";

const { argv, exit, memoryUsage } = globalThis.process;

/** Collects garbage, and objects released by finalizers. */
async function collect(): Promise<void> {
  for (let i = 0; i < 5; i++) {
    (globalThis as unknown as { gc(): void }).gc();
    await new Promise((resolve) => void setTimeout(resolve, 0));
  }
}

/** Prints by how many MB the heap has grown between 1,000 and 10,000 requests that are never answered and can no longer be aborted. */
async function unanswered(): Promise<void> {
  const event = makeEvent("a");
  const sink = new FetchEventSink({ fetch: () => new Promise(() => {}) });
  let before = 0;
  for (let made = 1; made <= 10_000; made++) {
    void sink.create(event, { signal: new AbortController().signal });
    if (made !== 1000 && made !== 10_000) continue;
    await collect();
    const { heapUsed } = memoryUsage();
    if (made === 1000) before = heapUsed;
    else globalThis.console.log(Math.round((heapUsed - before) / 1e6));
  }
}

/** Prints by how many MB the heap has grown between 5,000 and 50,000 requests. */
async function growth(): Promise<void> {
  const event = makeEvent("a");
  // Every third request fails, every third gets a 503.
  const answers = [
    () => Promise.resolve(Response.json(event)),
    () => Promise.reject(new TypeError("connection reset")),
    () => Promise.resolve(new Response(null, { status: 503 })),
  ];
  let asked = 0;
  const sink = new FetchEventSink({ fetch: () => answers[asked++ % 3]!() });
  let before = 0;
  for (let made = 1; made <= 50_000; made++) {
    await sink.create(event, { signal: new AbortController().signal }).catch(() => {});
    if (made !== 5000 && made !== 50_000) continue;
    await collect();
    const { heapUsed } = memoryUsage();
    if (made === 5000) before = heapUsed;
    else globalThis.console.log(Math.round((heapUsed - before) / 1e6));
  }
}

/** Prints the error message of a request whose custom fetch keeps only its signal. */
async function abortion(): Promise<void> {
  const controller = new AbortController();
  const sink = new FetchEventSink({
    fetch: ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true })),
  });
  const failure = sink.create(makeEvent("a"), { signal: controller.signal }).catch(({ message }) => message);
  await collect();
  controller.abort(new Error("aborted"));
  const unheard = new Promise((resolve) => void setTimeout(resolve, 60_000, "not aborted"));
  globalThis.console.log(await Promise.race([failure, unheard]));
}

/** Does the same for the body of a response. */
async function abortionOfBody(): Promise<void> {
  const controller = new AbortController();
  const connection = new Connection({
    fetch: ({ signal }) => {
      const start = (body: ReadableStreamDefaultController): void =>
        signal.addEventListener("abort", () => body.error(signal.reason), { once: true });
      return Promise.resolve(new Response(new ReadableStream({ start })));
    },
  }, "test");
  const failure = (await connection.send("/", { signal: controller.signal })).text().catch(({ message }) => message);
  await collect();
  controller.abort(new Error("aborted"));
  const unheard = new Promise((resolve) => void setTimeout(resolve, 60_000, "not aborted"));
  globalThis.console.log(await Promise.race([failure, unheard]));
}

const [mode] = argv.slice(2);
const modes = { growth, unanswered, request: abortion, body: abortionOfBody };
await modes[mode as keyof typeof modes]();
exit(); // not once all timers are over
