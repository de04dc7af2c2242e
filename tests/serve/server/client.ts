import type { EventsApiServer } from "../../../src/serve/server/mod.ts";

/** A JSON value to inspect. */
// deno-lint-ignore no-explicit-any
export type Json = any;

/** The response. */
export interface Answer {
  readonly code: number;
  readonly body: Json;
  readonly headers: Headers;
}

/** The collections that tests write to. */
export const CORE = "/api/v1/namespaces/default/events";
export const EVENTS = "/apis/events.k8s.io/v1/namespaces/default/events";

/** Sends a request to a server without a socket. A body other than a string or bytes is sent as JSON. */
export async function send(
  api: EventsApiServer,
  method: string,
  target: string,
  options: { body?: unknown; type?: string; accept?: string } = {},
): Promise<Answer> {
  const { body, type = "application/json", accept } = options;
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["content-type"] = type;
  if (accept !== undefined) headers["accept"] = accept;
  const init: RequestInit = { method, headers };
  if (body !== undefined) {
    init.body = typeof body === "string" || body instanceof Uint8Array ? body as BodyInit : JSON.stringify(body);
  }
  const response = await api.fetch(new Request(`http://localhost${target}`, init));
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  return { code: response.status, body: isJson && text !== "" ? JSON.parse(text) : text, headers: response.headers };
}

/** A core/v1 event that every server accepts. */
export function coreEvent(name: string, fields: Record<string, unknown> = {}): Json {
  return {
    metadata: { name },
    involvedObject: { kind: "Pod", namespace: "default", name: "web", uid: "u1", apiVersion: "v1" },
    reason: "Pulled",
    message: "Container image pulled",
    source: { component: "kubelet", host: "node-1" },
    firstTimestamp: "2026-01-01T00:00:00Z",
    lastTimestamp: "2026-01-01T00:00:00Z",
    count: 1,
    type: "Normal",
    ...fields,
  };
}

/** An events.k8s.io/v1 event that every server accepts. */
export function eventsEvent(name: string, fields: Record<string, unknown> = {}): Json {
  return {
    metadata: { name },
    regarding: { kind: "Pod", namespace: "default", name: "web", uid: "u1", apiVersion: "v1" },
    reason: "Created",
    note: "Created pod web",
    action: "CreatePod",
    eventTime: "2026-01-01T00:00:00.000001Z",
    type: "Normal",
    reportingController: "example.com/controller",
    reportingInstance: "controller-1",
    ...fields,
  };
}

// The genuine timers, also while a test has fake time.
const { setTimeout, clearTimeout } = globalThis;

/** Rejects if a read is still pending after two minutes: a test that waits for ever says nothing of what is wrong. */
async function limited<T>(read: Promise<T>): Promise<T> {
  let limit: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    limit = setTimeout(
      () => reject(new Error("The watch has neither sent anything nor ended for two minutes")),
      120_000,
    );
  });
  return await Promise.race([read, late]).finally(() => clearTimeout(limit));
}

/** Reads the lines of a watch. */
export class WatchReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #text = "";

  constructor(response: Response) {
    this.#reader = response.body!.getReader();
  }

  /** Starts a watch. */
  static async open(api: EventsApiServer, target: string, accept = "*/*"): Promise<WatchReader> {
    return new WatchReader(await api.fetch(new Request(`http://localhost${target}`, { headers: { accept } })));
  }

  /** The next event; `undefined` at the end. */
  async next(): Promise<Json> {
    for (;;) {
      const end = this.#text.indexOf("\n");
      if (end >= 0) {
        const line = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 1);
        if (line === "") continue;
        return JSON.parse(line);
      }
      const { done, value } = await limited(this.#reader.read());
      if (done) return undefined;
      this.#text += this.#decoder.decode(value, { stream: true });
    }
  }

  /** The next events, each as `TYPE name`. */
  async take(count: number): Promise<string[]> {
    const seen: string[] = [];
    for (let i = 0; i < count; i++) {
      const event = await this.next();
      seen.push(event === undefined ? "end" : `${event.type} ${event.object.metadata?.name ?? event.object.reason}`);
    }
    return seen;
  }

  /** Leaves. */
  close(): Promise<void> {
    return this.#reader.cancel();
  }
}
