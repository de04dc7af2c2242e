import assert from "node:assert/strict";
import type { CoreV1Event } from "../../../mod.ts";
import { EventsApiServer, type EventsApiServerOptions } from "../../../src/serve/server/mod.ts";
import { serveHttp } from "../../serve/server/serve_http.ts";

/** An Events API over a socket, for one test. */
export interface Api {
  readonly url: string;
  /** The flags that point to it. */
  readonly flags: readonly string[];
  events(namespace?: string): Promise<CoreV1Event[]>;
  record(event: CoreV1Event): Promise<void>;
  /** Changes an event of namespace `shop`. */
  patch(name: string, fields: Partial<CoreV1Event>): Promise<void>;
}

/** Runs with a server, which ends afterwards. */
export async function withApi(
  run: (api: Api) => Promise<void>,
  options: EventsApiServerOptions = {},
  intercept: (path: string, headers: Headers, request: Request) => Response | Promise<Response> | undefined = () =>
    undefined,
): Promise<void> {
  const api = new EventsApiServer(options);
  const server = await serveHttp((request) => {
    const response = intercept(new URL(request.url).pathname, request.headers, request);
    return response === undefined ? api.fetch(request) : Promise.resolve(response);
  });
  const path = (namespace: string): string => `http://localhost/api/v1/namespaces/${namespace}/events`;
  const send = async (method: string, url: string, type: string, body: unknown): Promise<void> => {
    const init = { method, headers: { "content-type": type }, body: JSON.stringify(body) };
    assert.ok((await api.fetch(new Request(url, init))).ok);
  };
  try {
    await run({
      url: server.url,
      flags: ["--server", server.url],
      events: async (namespace = "default") => (await (await api.fetch(new Request(path(namespace)))).json()).items,
      record: (event) => send("POST", path(event.metadata.namespace!), "application/json", event),
      patch: (name, fields) => send("PATCH", `${path("shop")}/${name}`, "application/merge-patch+json", fields),
    });
  } finally {
    await server.close();
    await api[Symbol.asyncDispose]();
  }
}

/** An event of the kubelet about a pod. */
export function podEvent(name: string, fields: Partial<CoreV1Event> = {}): CoreV1Event {
  return {
    metadata: { name, namespace: "shop" },
    involvedObject: { apiVersion: "v1", kind: "Pod", namespace: "shop", name: "web" },
    reason: "Pulled",
    message: "Image pulled",
    type: "Normal",
    source: { component: "kubelet" },
    firstTimestamp: "2026-01-01T00:00:00Z",
    lastTimestamp: "2026-01-01T00:00:00Z",
    count: 1,
    ...fields,
  };
}
