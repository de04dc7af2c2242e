import type { ScriptedRequest } from "./scripted_requests.ts";

/** Sends a request to a server. */
export type Send = (path: string, init: RequestInit) => Promise<Response>;

/** What a server answered, with what is different every time made the same. */
interface Answer {
  readonly code: number;
  readonly type: string | null;
  readonly warning: string | null;
  readonly retryAfter: string | null;
  readonly body: unknown;
}

/** Fields whose values say nothing: made up by each server, or by its clock. */
const MADE_UP = new Set(["uid", "resourceVersion", "creationTimestamp", "continue", "time"]);

/** Makes what differs every time the same, and what has no order ordered. */
function plain(value: unknown, key = ""): unknown {
  if (MADE_UP.has(key) && typeof value === "string") return `<${key}>`;
  if (Array.isArray(value)) {
    const items = value.map((item) => plain(item));
    return key === "causes" ? items.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : items;
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item, name)]));
  }
  if (typeof value === "string") {
    return value.replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, "<uid>").replace(
      /\bweb-[a-z0-9]{5}\b/g,
      "web-<random>",
    )
      .replace(/^\d+(d|h|m|s)\d*[hms]?$/, "<age>");
  }
  return value;
}

async function answerOf(send: Send, { method, path, body, type, accept }: ScriptedRequest): Promise<Answer> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["content-type"] = type ?? "application/json";
  if (accept !== undefined) headers["accept"] = accept;
  const init: RequestInit = { method, headers };
  if (body !== undefined) init.body = typeof body === "string" ? body : JSON.stringify(body);
  const response = await send(path, init);
  const text = await response.text();
  const contentType = response.headers.get("content-type");
  return {
    code: response.status,
    type: contentType,
    warning: response.headers.get("warning"),
    retryAfter: response.headers.get("retry-after"),
    body: contentType?.startsWith("application/json") && text !== "" ? plain(JSON.parse(text)) : text,
  };
}

/** Every field that is not the same, as `path: real, embedded`. */
function differences(real: unknown, embedded: unknown, path: string): string[] {
  if (JSON.stringify(real) === JSON.stringify(embedded)) return [];
  const areObjects = [real, embedded].every((value) => typeof value === "object" && value !== null);
  if (!areObjects || Array.isArray(real) !== Array.isArray(embedded)) {
    const show = (value: unknown): string => (value === undefined ? "nothing" : JSON.stringify(value).slice(0, 400));
    return [`${path}: real ${show(real)}, embedded ${show(embedded)}`];
  }
  const names = new Set([...Object.keys(real as object), ...Object.keys(embedded as object)]);
  return [...names].flatMap((name) =>
    differences((real as Record<string, unknown>)[name], (embedded as Record<string, unknown>)[name], `${path}.${name}`)
  );
}

/** Sends a request to both servers, and says where their answers differ. */
export async function compareAnswers(real: Send, embedded: Send, request: ScriptedRequest): Promise<string[]> {
  return differences(await answerOf(real, request), await answerOf(embedded, request), "answer");
}

const EVENTS = "/api/v1/namespaces/default/events";

/** Watches for so many seconds while requests are made. */
interface WatchScript {
  readonly query: string;
  readonly requests: readonly ScriptedRequest[];
  readonly seconds: number;
}

/**
 * What a server sends to a watch, which has ended when the server ends it; `undefined` where the requests took so long that
 * its last bookmark, two seconds before the end, may have come before them.
 */
async function watched(send: Send, { query, requests, seconds }: WatchScript): Promise<unknown[] | undefined> {
  const list = await (await send(EVENTS, {})).json() as { metadata: { resourceVersion: string } };
  const from = `resourceVersion=${list.metadata.resourceVersion}&timeoutSeconds=${seconds}`;
  const startedMs = performance.now();
  const response = await send(`${EVENTS}?watch=true&${from}&${query}`, {});
  for (const request of requests) await answerOf(send, request);
  const tookMs = performance.now() - startedMs;
  const lines = (await response.text()).trim().split("\n").filter((line) => line !== "");
  if (tookMs > 1000 * seconds / 4) return undefined;
  return [response.status, response.headers.get("content-type"), ...lines.map((line) => plain(JSON.parse(line)))];
}

/** Watches both servers while the same requests are made, and says where what they send differs. */
export async function compareWatches(
  real: Send,
  embedded: Send,
  { query, requests }: { readonly query: string; readonly requests: readonly ScriptedRequest[] },
): Promise<string[]> {
  for (let seconds = 3;; seconds *= 4) {
    const both = await Promise.all([real, embedded].map((send) => watched(send, { query, requests, seconds })));
    if (!both.includes(undefined)) return differences(both[0], both[1], "watch");
    // A slow machine: the same over again, with more time.
    for (const send of [real, embedded]) {
      for (const { body } of requests.filter(({ method }) => method === "POST")) {
        const { name } = (body as { metadata: { name: string } }).metadata;
        await answerOf(send, { title: "clean up", method: "DELETE", path: `${EVENTS}/${name}` });
      }
    }
  }
}
