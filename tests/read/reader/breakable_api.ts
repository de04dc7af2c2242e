import type { FakeTime } from "@std/testing/time";
import { EventsApiServer, type EventsApiServerOptions } from "../../../src/serve/server/mod.ts";

/** Ways to end a watch: as a server, as a network, or silently not at all. */
export type Break = "close" | "cut" | "cut mid-line" | "die";

/** An open watch. */
interface OpenWatch {
  break(how: Break): void;
}

/** Many times what a test needs: after these a reader that loops gets no further response, and its test fails. */
const [MAX_REQUESTS, MAX_STEPS] = [5000, 5000];

/** An Events API server whose watches can be broken at any time, and which counts its requests. */
export class BreakableApi {
  #api: EventsApiServer;
  readonly #open = new Set<OpenWatch>();
  /** Every request so far: `list` or `watch`, and the relevant query. */
  readonly requests: string[] = [];
  /** Responses to the next requests, in order; `undefined` for the normal one. */
  readonly script: ((request: Request) => Response | Promise<Response> | undefined)[] = [];
  /** Splits the output of a watch into other chunks. */
  chop: (chunk: Uint8Array) => Iterable<Uint8Array> = (chunk) => [chunk];
  /** Whether exact lists of one event are refused, as if etcd had compacted the version: for watches that are made up. */
  hidesWitnesses = false;
  /** Responds to every request to read, while set. */
  always: ((request: Request) => Response | Promise<Response> | undefined) | undefined;

  constructor(options: EventsApiServerOptions = {}) {
    this.#api = new EventsApiServer(options);
  }

  /** How many watches are open. */
  get open(): number {
    return this.#open.size;
  }

  /** The server, to inject its own faults. */
  get server(): EventsApiServer {
    return this.#api;
  }

  /** Replaces the server by an empty one, as a restart does. */
  restart(options: EventsApiServerOptions = {}): void {
    this.#api = new EventsApiServer(options);
    this.breakAll("cut");
  }

  /** Breaks every watch that is open. */
  breakAll(how: Break): void {
    for (const watch of this.#open) watch.break(how);
  }

  /** The `fetch` for readers, with faults. */
  readonly fetch = async (request: Request): Promise<Response> => {
    const { searchParams } = new URL(request.url);
    const isWatch = searchParams.get("watch") === "true";
    const query = ["resourceVersion", "limit", "continue"].filter((name) => searchParams.has(name));
    const shown = query.map((name) => ` ${name}=${name === "continue" ? "…" : searchParams.get(name)}`).join("");
    this.requests.push((isWatch ? "watch" : "list") + shown);
    if (this.requests.length > MAX_REQUESTS) return await new Promise<Response>(() => {});
    if (this.hidesWitnesses && searchParams.get("fieldSelector")?.startsWith("metadata.name=") && !isWatch) {
      return failure(410, "Expired");
    }
    const scripted = this.always?.(request) ?? this.script.shift()?.(request);
    if (scripted !== undefined) return await scripted;
    const response = await this.#api.fetch(request);
    return isWatch && response.ok ? this.#breakable(response, request.signal) : response;
  };

  /** The `fetch` for writers, without faults. */
  readonly direct = (request: Request): Promise<Response> => this.#api.fetch(request);

  #breakable(response: Response, signal: AbortSignal): Response {
    const reader = response.body!.getReader();
    let dead = false;
    let controller!: ReadableStreamDefaultController<Uint8Array>;
    const end = (): void => {
      this.#open.delete(watch);
      reader.cancel().catch(() => {});
    };
    const watch: OpenWatch = {
      break: (how) => {
        if (how === "die") return void (dead = true);
        end();
        if (how === "cut mid-line") controller.enqueue(new TextEncoder().encode('{"type":"ADDED","object":{"meta'));
        if (how === "close") controller.close();
        else controller.error(new TypeError("connection reset"));
      },
    };
    const open = this.#open.add(watch);
    signal.addEventListener("abort", end);
    const body = new ReadableStream<Uint8Array>({
      start: (given) => void (controller = given),
      pull: async () => {
        const { done, value } = await reader.read().catch((error) => {
          end();
          throw error;
        });
        if (!open.has(watch)) return;
        if (dead) return await new Promise<void>(() => {});
        if (!done) {
          // At least one, or the stream would never be pulled again.
          for (const chunk of value.length === 0 ? [value] : this.chop(value)) controller.enqueue(chunk);
          return;
        }
        end();
        controller.close();
      },
      cancel: end,
    }, { highWaterMark: 0 });
    return new Response(body, { headers: response.headers });
  }
}

/** Advances time until a condition holds. */
export async function until(time: FakeTime, condition: () => boolean, stepMs = 50): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step++) {
    await time.runMicrotasks();
    if (condition()) return;
    time.tick(stepMs);
  }
  throw new Error("It did not happen");
}

/** An error response with a Status. */
export function failure(
  code: number,
  reason: string,
  more: Record<string, unknown> = {},
  headers?: HeadersInit,
): Response {
  const status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message: `It was ${reason}` };
  return Response.json({ ...status, reason, code, ...more }, { status: code, ...headers && { headers } });
}
