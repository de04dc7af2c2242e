import type { CoreV1Event } from "../../../mod.ts";
import type { KubeApiServer } from "../kube_api_server.ts";

/** A state of an event that was stored. */
export interface State {
  /** The event's uid and count. */
  readonly key: string;
  /** The version by which it was gone: the event's next state, or at the latest its deletion. */
  goneAt: number;
}

/** Writes events one after the other, and knows every state that the server has stored. */
export class EventWriter {
  readonly states: State[] = [];
  readonly #server: KubeApiServer;
  readonly #path: string;
  /** The latest state of each event. */
  readonly #latest = new Map<string, { state: State; count: number }>();
  #running: Promise<void> | undefined;
  #stopped = true;

  constructor(server: KubeApiServer, namespace: string) {
    this.#server = server;
    this.#path = `/api/v1/namespaces/${namespace}/events`;
  }

  /** Writes until it is stopped: to one of so many events, every so many milliseconds. */
  start({ events, everyMs, random }: { events: number; everyMs: number; random: () => number }): void {
    this.#stopped = false;
    const run = async (): Promise<void> => {
      while (!this.#stopped) {
        const name = `web.${Math.floor(random() * events)}`;
        if (random() < 0.05) await this.delete(name);
        else await this.raise(name, 1 + Math.floor(random() * 3));
        await new Promise((resolve) => setTimeout(resolve, everyMs));
      }
    };
    this.#running = run();
  }

  /** Waits for the write in progress, and writes no more until it is started again. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  /** Raises the count of an event, which is created if there is none; returns its key. */
  async raise(name: string, by: number, reason = "BackOff"): Promise<string> {
    const known = this.#latest.get(name);
    const count = (known?.count ?? 0) + by;
    const now = new Date().toISOString().replace(/\.\d+/, "");
    const stored = await this.#until(async () => {
      if (known !== undefined) {
        return await this.#send("PATCH", `/${name}`, { count, lastTimestamp: now });
      }
      const namespace = this.#path.split("/")[4]!;
      return await this.#send("POST", "", {
        metadata: { name, namespace },
        involvedObject: { apiVersion: "v1", kind: "Pod", namespace, name },
        reason,
        message: "Back-off restarting failed container",
        type: "Warning",
        source: { component: "storm" },
        firstTimestamp: now,
        lastTimestamp: now,
        count,
      }) ?? await this.#send("GET", `/${name}`); // it was created, and the answer lost
    });
    const { uid, resourceVersion } = stored.metadata;
    const state = { key: `${uid}/${count}`, goneAt: Infinity };
    if (known !== undefined) known.state.goneAt = Number(resourceVersion);
    this.states.push(state);
    this.#latest.set(name, { state, count });
    return state.key;
  }

  async delete(name: string): Promise<void> {
    const known = this.#latest.get(name);
    if (known === undefined) return;
    // Not found: it was deleted, and the answer lost.
    await this.#until(async () => await this.#send("DELETE", `/${name}`) ?? ({} as CoreV1Event));
    known.state.goneAt = Number(await this.version());
    this.#latest.delete(name);
  }

  /** The server's version. */
  async version(): Promise<string> {
    const list = await this.#until(() => this.#send("GET", "?limit=1"));
    return list.metadata.resourceVersion!;
  }

  /** Tries until the server answers. */
  async #until(call: () => Promise<CoreV1Event | undefined>): Promise<CoreV1Event> {
    for (;;) {
      try {
        const answer = await call();
        if (answer !== undefined) return answer;
      } catch {
        // Down, or starting.
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  /** Sends a request; returns `undefined` for 404 and 409. */
  async #send(method: string, path: string, body?: unknown): Promise<CoreV1Event | undefined> {
    const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    const response = await this.#server.request(this.#path + path, {
      method,
      signal: AbortSignal.timeout(20_000),
      ...body !== undefined && { body: JSON.stringify(body), headers: { "content-type": type } },
    });
    const text = await response.text();
    if (response.ok) return JSON.parse(text);
    if (response.status === 404 || response.status === 409) return undefined;
    throw new Error(`${method} ${path}: ${response.status} ${text}`);
  }
}
