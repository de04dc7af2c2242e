import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a {@linkcode Store} does with deliveries. */
export type StoreMood = "calm" | "refuses" | "hangs" | "loses answers";

/** A store that knows keys, behind HTTP: it takes what `kubecast forward --to URL` posts. */
export class Store implements Disposable {
  /** How often each key has arrived. */
  readonly arrivals = new Map<string, number>();
  mood: StoreMood = "calm";
  /** The size of the largest delivery, and of all deliveries without an answer together. */
  largest = 0;
  unanswered = 0;
  readonly #held = new Set<ServerResponse>();
  readonly #server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    if (this.mood === "refuses") return void response.writeHead(503).end();
    if (this.mood === "hangs") return void this.#held.add(response);
    const keys = text.trim().split("\n").map((line) => JSON.parse(line).key as string);
    this.largest = Math.max(this.largest, keys.length);
    for (const key of keys) this.arrivals.set(key, (this.arrivals.get(key) ?? 0) + 1);
    if (this.mood === "calm") return void response.end();
    this.unanswered += keys.length;
    response.destroy();
  });

  /** Starts listening, and returns its URL. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => void this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/events`;
  }

  /** How many deliveries of a key were not the first. */
  get repeated(): number {
    return [...this.arrivals.values()].reduce((sum, arrivals) => sum + arrivals - 1, 0);
  }

  /** Breaks the connections of the deliveries that hang, and answers the next ones. */
  calm(): void {
    this.mood = "calm";
    for (const response of this.#held) response.destroy();
    this.#held.clear();
  }

  [Symbol.dispose](): void {
    this.calm();
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
