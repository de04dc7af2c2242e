/** Prints the bytes that an `EventsApiServer` holds for 10,000 unread watches after 1,000 writes. */

import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { CORE, coreEvent, send } from "./client.ts";
import { heapUsed } from "../../heap_used.ts";

const api = new EventsApiServer();
await send(api, "POST", CORE, { body: coreEvent("a") });
const before = heapUsed();
const watches: Response[] = [];
for (let i = 0; i < 10_000; i++) {
  watches.push(await api.fetch(new Request(`http://localhost${CORE}?watch=true&timeoutSeconds=3600`)));
}
for (let i = 0; i < 1000; i++) await send(api, "PUT", `${CORE}/a`, { body: coreEvent("a", { count: i + 2 }) });
console.log(JSON.stringify({ watches: watches.length, bytes: heapUsed() - before }));
api.closeWatches();
