import type { V1ObjectMeta } from "../api/kubernetes_object.ts";
import { type Clock, startTimer } from "../api/time.ts";
import { ConnectionError, RequestConstructionError } from "../connection/connection_error.ts";
import { StatusError } from "../connection/status_error.ts";
import { type Backoff, RetrySchedule } from "./backoff.ts";
import { CircuitBreaker } from "./circuit_breaker.ts";
import type { EventSink } from "../sink/event_sink.ts";
import { FairQueue } from "./fair_queue.ts";
import { Lane, LaneTable } from "./namespace_queue.ts";
import { PatchIntervals } from "./patch_intervals.ts";
import { Permissions } from "./permissions.ts";
import { RecoveryPace } from "./recovery_pace.ts";
import { NoAnswerError, RequestsUnderWay } from "./requests_under_way.ts";
import { nameTaken, type SendOptions, type SendWrite, sendWrite } from "./send_write.ts";
import { isNameTaken, type Write, type WriteEnd } from "./write.ts";

/** Shortest server outage after which writes are paced. */
const LONG_OUTAGE_MS = 30_000;

/** Options of {@linkcode Lanes}. */
interface LanesOptions<E> {
  readonly concurrency: number;
  readonly maxPending: number;
  readonly maxTries: number;
  readonly backoff: Backoff | undefined;
  readonly retryDelayMs: number;
  readonly requestTimeoutMs: number;
  /** Whether nothing but the version of a stored event is read. */
  readonly versionOnly: boolean;
  readonly patchIntervalMs: number;
  readonly clock: Clock;
  readonly random: () => number;
  /** Makes the writes of events with stable names, whose counts add up; `sendWrite` if not given. */
  readonly send?: SendWrite<E> | undefined;
  /** Called when a write has ended. */
  readonly onEnd: (write: Write<E>, end: WriteEnd<E>) => void;
  /** Called when a write failed and will be retried; `outage` if the server itself appears to be down. */
  readonly onRetry: (write: Write<E>, outage: boolean) => void;
  /** Called when a write was absorbed by an earlier one. */
  readonly onAbsorbed: (write: Write<E>) => void;
}

/**
 * Makes writes: sequentially for one event, concurrently for different events, with namespaces taking turns.
 *
 * A lane whose write failed waits for its next try outside the queue; an empty lane is removed. The server has a
 * circuit breaker too, which opens when writes of several namespaces fail and none succeeds in between.
 */
export class Lanes<E extends { readonly metadata: V1ObjectMeta }> {
  readonly #options: LanesOptions<E>;
  readonly #lanes = new LaneTable<E>();
  readonly #queue: FairQueue<E>;
  readonly #server: CircuitBreaker;
  readonly #pace: RecoveryPace;
  readonly #intervals: PatchIntervals;
  readonly #schedule: RetrySchedule;
  readonly #permissions = new Permissions();
  readonly #requests: RequestsUnderWay;
  readonly #sendOptions: SendOptions<E>;
  #isAbandoned = false;
  #underWay = 0;
  #isStarting = false;
  #extra = 0;
  #lastId = 0;
  /** Number of times a failed write was scheduled for a retry. */
  retries = 0;

  constructor(sink: EventSink<E>, options: LanesOptions<E>) {
    const { concurrency, requestTimeoutMs, versionOnly, patchIntervalMs, clock } = options;
    this.#options = options;
    this.#schedule = new RetrySchedule(options);
    this.#intervals = new PatchIntervals(patchIntervalMs, clock);
    const requests = this.#requests = new RequestsUnderWay(requestTimeoutMs);
    this.#sendOptions = { sink, requests, versionOnly };
    const onReady = (): void => this.#start();
    this.#pace = new RecoveryPace(onReady);
    this.#server = new CircuitBreaker({
      pauseMs: (trips) => this.#schedule.serverPauseMs(trips),
      onHalfOpen: onReady,
    });
    this.#queue = new FairQueue({
      concurrency,
      pauseMs: (trips) => this.#schedule.namespacePauseMs(trips),
      onReady,
    });
  }

  /** Number of requests made. */
  get requests(): number {
    return this.#requests.made;
  }

  /** Number of distinct events queued or in flight. */
  get size(): number {
    return this.#lanes.size;
  }

  /** The `id` of the latest write. */
  get lastId(): number {
    return this.#lastId;
  }

  /** Whether `maxPending` lanes are open only to update counts. */
  get isFullOfCounts(): boolean {
    return this.#extra >= this.#options.maxPending;
  }

  /** Yields all writes in flight and queued. */
  *writes(): IterableIterator<Write<E>> {
    for (const { sending, waiting } of this.#lanes.values()) {
      if (sending !== undefined) yield sending;
      if (waiting !== undefined) yield waiting;
    }
  }

  /** Queues a write; returns `false` if the queue is full. A write that carries no events does not count toward `maxPending`. */
  add(write: Write<E>): boolean {
    if (this.#isAbandoned) {
      // Nothing is sent any more: a queued write would wait forever.
      write.id = ++this.#lastId;
      this.#options.onEnd(write, { type: "deadline", error: write.lastError });
      return true;
    }
    let lane = this.#lanes.get(write.correlation);
    if (lane === undefined) {
      const isExtra = write.carried === 0;
      if (!isExtra && !this.#makeRoom(write.event.metadata.namespace ?? "")) return false;
      lane = this.#open(write, isExtra);
    }
    write.id = ++this.#lastId;
    if (write.creates && (lane.waiting ?? lane.sending) !== undefined && this.#options.send === undefined) {
      // Another event of this name is queued or in flight: this one would be lost in its count.
      this.#options.onEnd(write, { type: "refused", error: nameTaken(write.event) });
    } else if (lane.waiting !== undefined) {
      lane.waiting.absorb(write);
    } else {
      lane.waiting = write;
      if (lane.sending === undefined) this.#queueLane(lane);
    }
    return true;
  }

  /** Queues immediately the writes that only `patchIntervalMs` delays. */
  release(): void {
    for (const lane of this.#lanes.values()) {
      if (lane.waiting === undefined) continue;
      lane.waiting.urgent = true;
      if (lane.timer !== undefined && !lane.namespace.backingOff.has(lane)) this.#ready(lane);
    }
  }

  /** Ends the current pauses and shortens later ones, before the recording stops; keeps those the server asked for. */
  hurry(): void {
    this.#schedule.hurry();
    this.release();
    this.#server.hurry();
    this.#queue.hurry();
    for (const lane of this.#lanes.values()) if (lane.timer !== undefined && !lane.isPauseRequested) this.#ready(lane);
  }

  /** Abandons all writes, including those in flight. */
  abandon(): void {
    this.#isAbandoned = true;
    this.#queue.clear();
    for (const lane of this.#lanes.values()) {
      const { waiting } = lane;
      this.#drop(lane);
      if (waiting !== undefined) this.#options.onEnd(waiting, { type: "deadline", error: waiting.lastError });
    }
    this.#requests.abort(new DOMException("The deadline passed first", "AbortError"));
  }

  /** Makes room for one more event of a namespace, dropping one of the largest; returns `false` if there is none. */
  #makeRoom(name: string): boolean {
    if (this.#lanes.size - this.#extra < this.#options.maxPending) return true;
    const victim = this.#queue.takeVictim(name);
    if (victim === undefined) return false;
    const write = victim.waiting!;
    this.#drop(victim);
    this.#options.onEnd(write, { type: "pushed-out" });
    return true;
  }

  #open({ correlation, event }: Write<E>, isExtra: boolean): Lane<E> {
    const namespace = this.#queue.of(event.metadata.namespace ?? "");
    const lane = new Lane(correlation.key, event.metadata.name ?? "", namespace, isExtra);
    this.#lanes.add(lane);
    this.#queue.opened(lane);
    if (isExtra) this.#extra++;
    return lane;
  }

  /** Drops a lane's queued write, and closes the lane if it has none in flight. */
  #drop(lane: Lane<E>): void {
    clearTimeout(lane.timer);
    lane.waiting = undefined;
    if (lane.sending === undefined) this.#close(lane);
  }

  #close(lane: Lane<E>): void {
    this.#lanes.delete(lane);
    this.#queue.closed(lane);
    if (lane.isExtra) this.#extra--;
    if (this.#lanes.size > 0) return;
    // With no lanes left, leave no timer running.
    this.#server.reset();
    this.#pace.reset();
  }

  /** Queues a lane that has a write: immediately, or once it may be patched again. */
  #queueLane(lane: Lane<E>): void {
    const { creates, urgent } = lane.waiting!;
    const restMs = creates || urgent ? 0 : this.#intervals.leftMs(lane.key);
    if (restMs > 0) lane.timer = startTimer(() => this.#ready(lane), restMs);
    else this.#ready(lane);
  }

  /** Puts a lane into the queue. */
  #ready(lane: Lane<E>): void {
    clearTimeout(lane.timer);
    lane.timer = undefined;
    lane.namespace.backingOff.delete(lane);
    this.#queue.push(lane);
    this.#startSoon();
  }

  /** Starts in a microtask, so that later events of the same burst join writes that are still queued. */
  #startSoon(): void {
    if (this.#isStarting) return;
    this.#isStarting = true;
    queueMicrotask(() => {
      this.#isStarting = false;
      this.#start();
    });
  }

  #start(): void {
    const { concurrency } = this.#options;
    while (this.#underWay < concurrency && this.#server.admits && this.#pace.admits) {
      const lane = this.#queue.next();
      if (lane === undefined) break;
      this.#server.pass();
      this.#pace.pass();
      void this.#write(lane);
    }
    this.#requests.setOthersWaiting(this.#underWay >= concurrency && this.#queue.isReady);
  }

  async #write(lane: Lane<E>): Promise<void> {
    const { namespace } = lane;
    const write = lane.waiting!;
    const { successes } = namespace;
    lane.waiting = undefined;
    lane.sending = write;
    this.#underWay++;
    try {
      const { send = sendWrite } = this.#options;
      const answer = await send(write, this.#sendOptions);
      // A custom sink may resolve with anything, or nothing.
      const stored = Object(answer).metadata ? answer : undefined;
      this.#succeeded(lane);
      this.#permissions.allowed(write);
      this.#intervals.start(lane.key);
      this.#ended(lane, write, { type: "written", stored });
    } catch (error) {
      this.#failed(lane, write, { error, isSilent: namespace.successes === successes });
    }
    this.#underWay--;
    this.#queue.ended(lane);
    this.#start();
  }

  #succeeded({ namespace }: Lane<E>): void {
    if (this.#server.succeeded() >= LONG_OUTAGE_MS) this.#pace.begin();
    this.#queue.succeeded(namespace);
  }

  /** @param failure `isSilent` if the server has not written anything of the namespace since the request was made. */
  #failed(lane: Lane<E>, write: Write<E>, { error, isSilent }: { error: unknown; isSilent: boolean }): void {
    // This one has failed since it was abandoned; an earlier try tells more.
    if (this.#isAbandoned) return this.#ended(lane, write, { type: "deadline", error: write.lastError });
    if (error instanceof RequestConstructionError) {
      this.#server.settle();
      lane.namespace.breaker.settle();
      return this.#ended(lane, write, { type: "refused", error });
    }
    if (error instanceof StatusError && !error.isRetryable && !this.#permissions.areLost(error, write)) {
      // The server is healthy: it rejects this event.
      this.#succeeded(lane);
      this.#ended(lane, write, { type: "refused", error });
      if (error.isNamespaceTerminating) this.#endCreates(lane);
      return;
    }
    const requestedMs = this.#schedule.requestedMs(error);
    const isCounted = this.#judge(lane, write, { error, isSilent, requestedMs });
    if (isCounted) write.failures++;
    write.lastError = error;
    this.#options.onRetry(write, !this.#server.isClosed);
    if (write.failures >= this.#options.maxTries) return this.#ended(lane, write, { type: "tries", error });
    this.retries++;
    if (lane.waiting !== undefined) {
      write.absorb(lane.waiting);
      this.#options.onAbsorbed(lane.waiting);
    }
    lane.waiting = write;
    lane.sending = undefined;
    lane.isPauseRequested = requestedMs > 0;
    lane.namespace.backingOff.add(lane);
    const pauseMs = Math.max(this.#schedule.pauseMs(Math.max(write.failures, 1)), requestedMs);
    lane.timer = startTimer(() => this.#ready(lane), pauseMs);
  }

  /** Reports a failure to the circuit breakers; returns whether it counts as a try. */
  #judge(
    lane: Lane<E>,
    write: Write<E>,
    { error, isSilent, requestedMs }: { error: unknown; isSilent: boolean; requestedMs: number },
  ): boolean {
    const { namespace } = lane;
    const isTimeout = error instanceof NoAnswerError;
    const isConnection = error instanceof ConnectionError;
    const isCounted = isTimeout ? !error.isEarly : !isConnection || this.#server.isClosed;
    if (requestedMs > 0) this.#pace.slowDown();
    if (!this.#server.isClosed) {
      this.#server.failed(namespace.name, { requestedMs });
      namespace.breaker.settle();
      return isCounted;
    }
    const isFirst = write.failures === 0 && (!write.isPatient || isTimeout && error.isEarly);
    const wasSuspect = !namespace.breaker.isClosed;
    if (isFirst || wasSuspect) {
      // A server that does not respond at all affects more than this event.
      const atMost = isTimeout && isSilent ? 1 : isConnection ? Math.min(namespace.lanes, 3) : Infinity;
      this.#queue.failed(lane, { atMost, requestedMs });
    }
    if (isConnection && this.#queue.isAllSuspect) this.#server.failed(namespace.name, { atMost: 1 });
    else if (isFirst && !wasSuspect) {
      this.#server.failed(namespace.name, { atMost: isConnection ? 3 : Infinity, requestedMs });
    }
    return isCounted;
  }

  /** Drops the queued creates of a namespace that is being deleted. */
  #endCreates({ namespace }: Lane<E>): void {
    for (const lane of namespace.takeAll(({ waiting }) => waiting!.creates)) {
      const write = lane.waiting!;
      this.#drop(lane);
      this.#options.onEnd(write, { type: "terminating" });
    }
  }

  #ended(lane: Lane<E>, write: Write<E>, end: WriteEnd<E>): void {
    lane.sending = undefined;
    const { waiting } = lane;
    if (waiting === undefined) this.#close(lane);
    else if (isNameTaken(end)) {
      // It repeats the rejected event, and would patch the other event of this name.
      this.#drop(lane);
      this.#options.onEnd(waiting, end);
    } else {
      waiting.shared = write.shared;
      if (end.type === "written") waiting.version = end.stored?.metadata.resourceVersion;
      else {
        // Counts are absolute: the queued write includes this one's.
        waiting.owed += write.owed;
        write.owed = 0;
      }
      this.#queueLane(lane);
    }
    this.#options.onEnd(write, end);
  }
}
