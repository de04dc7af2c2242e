import { delay } from "@std/async/delay";
import type { Clock } from "../api/time.ts";
import type { V1ObjectMeta } from "../api/kubernetes_object.ts";
import { AbortGroup, timedRequest } from "./abort_group.ts";
import { type Backoff, RetrySchedule } from "./backoff.ts";
import type { EventSink } from "./event_sink.ts";
import { Gate } from "./gate.ts";
import { Lane, LaneQueue } from "./lane.ts";
import { PatchIntervals } from "./patch_intervals.ts";
import { Permissions } from "./permissions.ts";
import { RequestConstructionError } from "../connection/connection_error.ts";
import { nameTaken, sendWrite } from "./send_write.ts";
import { StatusError } from "../connection/status_error.ts";
import { TerminatingNamespaces } from "./terminating_namespaces.ts";
import type { Write, WriteEnd } from "./write.ts";

/** Options of {@linkcode Lanes}. */
interface LanesOptions<E> {
  readonly concurrency: number;
  readonly maxPending: number;
  readonly maxTries: number;
  readonly backoff: Backoff;
  readonly requestTimeoutMs: number;
  readonly patchIntervalMs: number;
  readonly clock: Clock;
  readonly random: () => number;
  /** Told the end of each write. */
  readonly onEnd: (write: Write<E>, end: WriteEnd<E>) => void;
  /** Called when a write failed and is retried; `outage` if the server itself appears to be down. */
  readonly onRetry: (write: Write<E>, outage: boolean) => void;
  /** Told that a write has become part of an earlier one. */
  readonly onAbsorbed: (write: Write<E>) => void;
}

/**
 * Makes writes: those of one event one after the other, those of different events side by side, first come, first served.
 *
 * A lane whose write failed waits for its next try outside of the queue; a lane that holds nothing is gone.
 */
export class Lanes<E extends { readonly metadata: V1ObjectMeta }> {
  readonly #sink: EventSink<E>;
  readonly #options: LanesOptions<E>;
  readonly #lanes = new Map<string, Lane<E>>();
  readonly #ready = new LaneQueue<E>();
  readonly #gate: Gate;
  readonly #terminating: TerminatingNamespaces;
  readonly #intervals: PatchIntervals;
  readonly #schedule: RetrySchedule;
  readonly #permissions = new Permissions();
  readonly #sending = new AbortGroup();
  readonly #retrying = new AbortGroup();
  readonly #holding = new AbortGroup();
  /** Why all writes were ended, once they were. */
  #abandoned: DOMException | undefined;
  #underWay = 0;
  #starting = false;
  /** How many requests were made. */
  requests = 0;
  /** How many writes failed and were put off. */
  retries = 0;

  constructor(sink: EventSink<E>, options: LanesOptions<E>) {
    this.#sink = sink;
    this.#options = options;
    this.#gate = new Gate({ concurrency: options.concurrency, onOpen: () => this.#start() });
    this.#terminating = new TerminatingNamespaces(options.clock);
    this.#intervals = new PatchIntervals(options.patchIntervalMs, options.clock);
    this.#schedule = new RetrySchedule(options.backoff, options.random);
  }

  /** How many different events wait or are under way. */
  get size(): number {
    return this.#lanes.size;
  }

  /** All writes that have not ended. */
  *writes(): IterableIterator<Write<E>> {
    for (const { sending, waiting } of this.#lanes.values()) {
      if (sending !== undefined) yield sending;
      if (waiting !== undefined) yield waiting;
    }
  }

  /** Files a write, or says why not. */
  add(write: Write<E>): "pending-full" | "namespace-terminating" | undefined {
    const { namespace = "", name = "" } = write.event.metadata;
    const key = `${namespace}/${name}`;
    let lane = this.#lanes.get(key);
    if (lane === undefined) {
      if (this.#lanes.size >= this.#options.maxPending) return "pending-full";
      if (write.creates && this.#terminating.has(namespace)) return "namespace-terminating";
      this.#lanes.set(key, lane = new Lane(key));
    }
    if (write.creates && (lane.waiting ?? lane.sending) !== undefined) {
      // Another event of the same name is on its way: it would be lost in that one's count.
      this.#options.onEnd(write, { type: "refused", error: nameTaken(write.event) });
    } else if (lane.waiting !== undefined) {
      lane.waiting.absorb(write);
    } else {
      lane.waiting = write;
      if (lane.sending === undefined) this.#queue(lane);
    }
    return undefined;
  }

  /** Makes at once the writes that wait for nothing but `patchIntervalMs`. */
  release(): void {
    for (const { waiting } of this.#lanes.values()) if (waiting !== undefined) waiting.urgent = true;
    this.#holding.abort();
  }

  /** From now on makes no long pauses, as the end is near; those under way are over. */
  hurry(): void {
    this.#schedule.hurry();
    this.release();
    this.#gate.hurry();
    this.#retrying.abort();
  }

  /** Ends all writes, whatever has become of them. */
  abandon(): void {
    this.#abandoned = new DOMException("The deadline came first", "AbortError");
    this.#sending.abort(this.#abandoned);
    this.#ready.clear();
    for (const lane of this.#lanes.values()) {
      const { waiting } = lane;
      lane.waiting = undefined;
      if (waiting !== undefined) this.#options.onEnd(waiting, { type: "deadline", error: waiting.lastError });
      if (lane.sending === undefined) this.#remove(lane);
    }
    this.#retrying.abort();
    this.#holding.abort();
  }

  /** Brings a lane that has something to write to its turn: at once, or when it may be patched again. */
  #queue(lane: Lane<E>): void {
    const { creates, urgent } = lane.waiting!;
    const restMs = creates || urgent ? 0 : this.#intervals.leftMs(lane.key);
    if (restMs > 0) void this.#pause(lane, restMs, this.#holding);
    else this.#enqueue(lane);
  }

  #enqueue(lane: Lane<E>): void {
    this.#ready.push(lane);
    if (this.#starting) return;
    this.#starting = true;
    // Not at once: what the same burst still brings joins the writes that have not left.
    queueMicrotask(() => {
      this.#starting = false;
      this.#start();
    });
  }

  async #pause(lane: Lane<E>, ms: number, pauses: AbortGroup): Promise<void> {
    try {
      await pauses.run((signal) => delay(ms, { signal }));
    } catch {
      // Cut short: it is this lane's turn, unless it is all over.
    }
    if (lane.waiting !== undefined) this.#enqueue(lane);
  }

  #start(): void {
    while (this.#underWay < this.#gate.limit) {
      const lane = this.#ready.shift();
      if (lane === undefined) return;
      void this.#write(lane);
    }
  }

  async #write(lane: Lane<E>): Promise<void> {
    const write = lane.waiting!;
    lane.waiting = undefined;
    lane.sending = write;
    if (write.creates && this.#terminating.has(write.event.metadata.namespace)) {
      return this.#finish(lane, write, { type: "terminating" });
    }
    this.#underWay++;
    try {
      const answer = await this.#send(write);
      // Sinks that do not look for the event may answer with anything, or nothing.
      const stored = Object(answer).metadata ? answer : undefined;
      this.#gate.succeeded();
      this.#permissions.allowed(write);
      this.#intervals.start(lane.key);
      this.#finish(lane, write, { type: "written", stored });
    } catch (error) {
      this.#fail(lane, write, error);
    }
    this.#underWay--;
    this.#start();
  }

  #send(write: Write<E>): Promise<E | undefined> {
    return sendWrite(write, this.#sink, (request) => {
      // An answer that came just in time may call for one more request, which does not.
      if (this.#abandoned !== undefined) return Promise.reject(this.#abandoned);
      this.requests++;
      const timeoutMs = this.#options.requestTimeoutMs;
      return this.#sending.run((signal) => timedRequest((signal) => request({ signal }), { timeoutMs, signal }));
    });
  }

  #fail(lane: Lane<E>, write: Write<E>, error: unknown): void {
    if (this.#abandoned !== undefined) return this.#finish(lane, write, { type: "deadline", error });
    if (error instanceof RequestConstructionError) return this.#finish(lane, write, { type: "refused", error });
    if (error instanceof StatusError && !error.isRetryable && !this.#permissions.areLost(error, write)) {
      // The far end is well: it is this event that it does not want.
      this.#gate.succeeded();
      if (error.isNamespaceTerminating) this.#terminating.add(write.event.metadata.namespace);
      return this.#finish(lane, write, { type: "refused", error });
    }
    write.failures++;
    write.lastError = error;
    const requestedMs = this.#schedule.requestedMs(error);
    const outages = this.#gate.failed(lane.key);
    if (requestedMs > 0) void this.#gate.pauseAsRequested(requestedMs);
    else if (outages > 0) void this.#gate.pause(this.#schedule.pauseMs(outages));
    this.#options.onRetry(write, outages > 0);
    if (write.failures >= this.#options.maxTries) return this.#finish(lane, write, { type: "tries", error });
    this.retries++;
    if (lane.waiting !== undefined) {
      write.absorb(lane.waiting);
      this.#options.onAbsorbed(lane.waiting);
    }
    lane.waiting = write;
    lane.sending = undefined;
    void this.#pause(lane, Math.max(this.#schedule.pauseMs(write.failures), requestedMs), this.#retrying);
  }

  #finish(lane: Lane<E>, write: Write<E>, end: WriteEnd<E>): void {
    lane.sending = undefined;
    if (lane.waiting !== undefined) {
      if (end.type === "written") lane.waiting.version = end.stored?.metadata.resourceVersion;
      this.#queue(lane);
    } else {
      this.#remove(lane);
    }
    this.#options.onEnd(write, end);
  }

  #remove(lane: Lane<E>): void {
    this.#lanes.delete(lane.key);
    // Nobody is left to wait: neither is a timer.
    if (this.#lanes.size === 0) this.#gate.reset();
  }
}
