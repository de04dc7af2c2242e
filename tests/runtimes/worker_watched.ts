import { EventReader } from "../../src/read/mod.ts";
import { EventsApiServer } from "../../src/serve/server/mod.ts";

const api = new EventsApiServer();
/** Its events expire after a second. */
const forgetful = new EventsApiServer({ ttlMs: 1000 });
const EVENTS = "/api/v1/namespaces/default/events";

/** A worker with an Events API, whose requests watch it: through a socket, by `fetch`, or with a reader. */
export default {
  async fetch(request: Request): Promise<Response> {
    const { pathname, search, origin } = new URL(request.url);
    switch (pathname) {
      case "/left": {
        // Ends in the middle of a read, and leaves the watch open.
        const watch = (await api.fetch(`${EVENTS}?watch=true`)).body!.getReader();
        void watch.read();
        return new Response("left");
      }
      case "/read":
        return new Response(reasons());
      case "/closed":
        api.closeWatches();
        return new Response("closed");
      default:
        if (!pathname.startsWith("/forgetful")) return await api.fetch(request);
        return await forgetful.fetch(new Request(origin + pathname.slice("/forgetful".length) + search, request));
    }
  },
};

/** The names of the events that a reader sees, in lines. */
function reasons(): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const events = new EventReader({ fetch: api.fetch }).watch()[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await events.next();
      if (done) return controller.close();
      controller.enqueue(encoder.encode(`${value.type} ${value.object.metadata?.name}\n`));
    },
  }, { highWaterMark: 0 });
}
