import type { CoreV1Event } from "../../../mod.ts";

type Fetch = (request: Request) => Promise<Response>;

const EVENTS = "http://localhost/api/v1/namespaces/shop/events";

/** An event about a pod. */
export function podEvent(name: string, fields: Partial<CoreV1Event> = {}): CoreV1Event {
  return {
    metadata: { name, namespace: "shop" },
    involvedObject: { kind: "Pod", name: "web", namespace: "shop" },
    type: "Warning",
    reason: "BackOff",
    message: `Back-off of ${name}`,
    source: { component: "kubelet" },
    count: 1,
    ...fields,
  };
}

async function send(fetch: Fetch, url: string, method: string, body?: unknown): Promise<void> {
  const init = body === undefined
    ? {}
    : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const response = await fetch(new Request(url, { method, ...init }));
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`);
}

/** Creates an event, or replaces it. */
export function putEvent(fetch: Fetch, name: string, fields: Partial<CoreV1Event> = {}): Promise<void> {
  return send(fetch, `${EVENTS}/${name}`, "PUT", podEvent(name, fields));
}

/** Deletes an event. */
export function deleteEvent(fetch: Fetch, name: string): Promise<void> {
  return send(fetch, `${EVENTS}/${name}`, "DELETE");
}
