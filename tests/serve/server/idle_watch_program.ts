// Opens watches that are never read to their end, and exits by itself: run by idle_watch_native_test.ts.
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { CORE, coreEvent, send } from "./client.ts";

const api = new EventsApiServer();
await send(api, "POST", CORE, { body: coreEvent("a") });
const abort = new AbortController();
const open = (query: string): Promise<Response> =>
  api.fetch(new Request(`http://localhost${CORE}?watch=true&${query}`, { signal: abort.signal }));

await open("timeoutSeconds=3600");
const read = (await open("timeoutSeconds=3600")).body!.getReader();
await read.read();
const aborted = (await open("timeoutSeconds=3600")).body!.getReader();
await aborted.read();
const end = aborted.read();
abort.abort();
await end.catch(() => {});
// This one waits for the next change when the program ends.
const waiting = (await api.fetch(new Request(`http://localhost${CORE}?watch=true`))).body!.getReader();
await waiting.read();
void waiting.read();
globalThis.console.info("over");
