import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { State } from "./event_writer.ts";

/** What a {@linkcode Store} does with deliveries. */
export type StoreMood = "calm" | "refuses" | "hangs" | "loses answers";

/** A delivery of `kubecast forward`, and the replica that sent it. */
interface Row {
  readonly key: string;
  readonly uid: string;
  readonly count: number;
  readonly delta: number;
  readonly from: string;
  readonly atMs: number;
}

/**
 * A store that knows keys, behind HTTP: it takes lines of JSON with a `key`, as `kubecast forward --to URL` posts them, and
 * log records of OTLP/HTTP in JSON, as an OpenTelemetry Collector does.
 */
export class Store implements Disposable {
  /** How often each key has arrived. */
  readonly arrivals = new Map<string, number>();
  /** Each line that a replica delivered, in order. */
  readonly rows: Row[] = [];
  /** How many of the answers are lost. */
  lossRate = 0;
  /** How long it takes to answer. */
  delayMs = 0;
  /** The reason of the events that it refuses with 422, with all that come in one request with them. */
  refusedReason: string | undefined;
  mood: StoreMood = "calm";
  /** The size of the largest delivery, and of all deliveries without an answer together. */
  largest = 0;
  unanswered = 0;
  readonly #held = new Set<ServerResponse>();
  readonly #server = createServer(async (request, response) => {
    let text = "";
    try {
      for await (const chunk of request) text += chunk;
    } catch {
      return; // the forwarder was killed meanwhile
    }
    if (this.mood === "refuses") return void response.writeHead(503).end();
    if (this.mood === "hangs") return void this.#held.add(response);
    if (text.includes(`"reason":"${this.refusedReason}"`)) return void response.writeHead(422).end();
    const from = request.headers["replica"];
    if (typeof from === "string") {
      for (const line of text.trim().split("\n")) {
        const { key, count, delta, event } = JSON.parse(line);
        this.rows.push({ key, uid: event.metadata.uid, count, delta, from, atMs: Date.now() });
      }
    }
    const keys = keysOf(text);
    this.largest = Math.max(this.largest, keys.length);
    for (const key of keys) this.arrivals.set(key, (this.arrivals.get(key) ?? 0) + 1);
    if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs));
    if (this.mood === "calm" && Math.random() >= this.lossRate) return void response.end();
    this.unanswered += keys.length;
    response.destroy();
  });

  /** Starts listening, and returns its URL. */
  async listen(): Promise<string> {
    if (!this.#server.listening) {
      await new Promise<void>((resolve) => void this.#server.listen(0, "127.0.0.1", resolve));
    }
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/events`;
  }

  /** How many deliveries of a key were not the first. */
  get repeated(): number {
    return [...this.arrivals.values()].reduce((sum, arrivals) => sum + arrivals - 1, 0);
  }

  /** Compares its rows with all states that a server has stored: their ranges, and the deltas of each key, taken once. */
  compare(states: readonly State[]): Record<"occurrences" | "missing" | "tooMany" | "conflicts", number> {
    const written = new Map<string, number>();
    for (const { key } of states) {
      const [uid, count] = key.split("/") as [string, string];
      written.set(uid, Math.max(written.get(uid) ?? 0, Number(count)));
    }
    const covered = new Map<string, Set<number>>();
    const deltas = new Map<string, number>();
    let conflicts = 0;
    for (const { key, uid, count, delta } of this.rows) {
      if ((deltas.get(key) ?? delta) !== delta) conflicts++;
      deltas.set(key, delta);
      const set = covered.get(uid) ?? new Set();
      for (let n = count - delta + 1; n <= count; n++) set.add(n);
      covered.set(uid, set);
    }
    const occurrences = sum(written.values());
    const missing = sum([...written].map(([uid, count]) => count - (covered.get(uid)?.size ?? 0)));
    return { occurrences, missing, tooMany: sum(deltas.values()) - occurrences, conflicts };
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

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, number) => total + number, 0);
}

function keysOf(text: string): string[] {
  // Without the version, which a Collector's records lack; no count falls here.
  const key = (line: string): string => JSON.parse(line).key.replace(/@\d+$/, "");
  if (!text.startsWith('{"resourceLogs":')) return text.trim().split("\n").map(key);
  const { resourceLogs }: { resourceLogs: { scopeLogs: { logRecords: LogRecord[] }[] }[] } = JSON.parse(text);
  return resourceLogs.flatMap(({ scopeLogs }) =>
    scopeLogs.flatMap(({ logRecords }) => logRecords.flatMap(keyOfRecord))
  );
}

interface Value {
  readonly stringValue?: string;
  readonly intValue?: string;
  readonly doubleValue?: number;
  readonly kvlistValue?: { readonly values: Fields };
}

type Fields = readonly { readonly key: string; readonly value: Value }[];

interface LogRecord {
  readonly attributes: Fields;
  readonly body: Value;
}

/** The key of the event of a record of the receivers k8s_events and k8sobjects; none if that is no state of an event. */
function keyOfRecord({ attributes, body }: LogRecord): string[] {
  const count = find(attributes, "k8s.event.count");
  if (count !== undefined) return [`${textOf(find(attributes, "k8s.event.uid"))}/${textOf(count)}`];
  const event = find(body.kvlistValue?.values, "object")?.kvlistValue?.values;
  if (textOf(find(body.kvlistValue?.values, "type")) === "DELETED") return [];
  return [`${textOf(find(find(event, "metadata")?.kvlistValue?.values, "uid"))}/${textOf(find(event, "count"))}`];
}

function find(fields: Fields | undefined, name: string): Value | undefined {
  return fields?.find(({ key }) => key === name)?.value;
}

function textOf({ stringValue, intValue, doubleValue }: Value = {}): string {
  return String(stringValue ?? intValue ?? doubleValue);
}
