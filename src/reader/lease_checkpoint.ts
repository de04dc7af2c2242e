import { delay } from "@std/async/delay";
import { onAbort, withTimeout } from "../api/abort.ts";
import { type Completed, invalid, type OptionTable, readOptions } from "../api/check_options.ts";
import { reasonOf } from "../api/logger.ts";
import { RequestConstructionError, StatusError } from "../api/status_error.ts";
import { type Clock, formatMicroTime } from "../api/time.ts";
import {
  Connection,
  type ConnectionOptions,
  connectionOptionTable,
  type ConnectionRequest,
} from "../connection/connection.ts";
import type { Checkpoint, Leadership } from "./forward_options.ts";

/** The annotations of a Lease that keep the position, and name the events. */
export const POSITION = "kubecast.dev/position";
export const SELECTION = "kubecast.dev/selection";
/** How often a leader's clock is looked at, and what is due is written. */
const TICK_MS = 250;
/** A position is written at most this often. */
const SAVE_MS = 1000;
const ACTION = "create a leaseCheckpoint";

/**
 * Options of {@linkcode leaseCheckpoint}.
 *
 * @category Forwarding
 */
export interface LeaseCheckpointOptions extends ConnectionOptions {
  /** The name of the Lease, which is created if it is missing. */
  readonly name: string;
  /** The namespace of the Lease. */
  readonly namespace: string;
  /**
   * Names this process to people; a random part is added to it.
   *
   * @default {"kubecast"}
   */
  readonly identity?: string | undefined;
  /** Names the events whose progress the Lease keeps: a Lease of others is refused, as their position would skip some. */
  readonly selection?: string | undefined;
  /**
   * Time after which a Lease that was not renewed is free, in milliseconds: its holder stops delivering after two thirds
   * of it, and renews it every two fifteenths. At least 5000.
   *
   * @default {15_000}
   */
  readonly leaseDurationMs?: number | undefined;
  /**
   * Measures the term of a leader, beside `performance.now()`, which stands still while a machine is suspended.
   *
   * @default {Date}
   */
  readonly clock?: Clock | undefined;
  /**
   * Returns random numbers from 0 up to 1, to spread the requests of several processes.
   *
   * @default {Math.random}
   */
  readonly random?: (() => number) | undefined;
}

const leaseOptionTable = () => ({
  ...connectionOptionTable(),
  name: ["a string"],
  namespace: ["a string"],
  identity: ["a string", "kubecast"],
  selection: ["a string"],
  leaseDurationMs: ["between 0 and 2147483647", 15_000],
  clock: ["a Clock", Date],
  random: ["a function", Math.random],
} as const satisfies OptionTable<LeaseCheckpointOptions>);

/** The part of a Lease that is read; the rest is written back as it is. */
export interface Lease {
  readonly metadata: {
    readonly resourceVersion?: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec?: {
    readonly holderIdentity?: string;
    readonly leaseDurationSeconds?: number;
    readonly leaseTransitions?: number;
    readonly renewTime?: string;
    readonly [field: string]: unknown;
  };
}

/**
 * Returns a checkpoint for any number of replicas that forward the same events: a Lease of the cluster elects the one
 * that delivers, and keeps the position (client-go's
 * {@link https://pkg.go.dev/k8s.io/client-go/tools/leaderelection | leaderelection}, with its times).
 *
 * - **One delivers.** The others wait, and read no events. If the leader dies, is cut off or stands still, another one
 *   leads after 15 to 17 seconds; if it is stopped, after two.
 * - **Nothing is missing, and nothing doubled by key.** The position is saved with the Lease's resourceVersion as
 *   precondition: who has lost the Lease cannot save, and begins no delivery. A process that stood still sends at most
 *   the batch that was on its way.
 * - **No clocks are compared**: each process measures on its own how long the Lease was not renewed.
 *
 * Costs one request in some two seconds per replica, and one a second while positions are saved. Needs `get` and `update`
 * on `leases` of `coordination.k8s.io`, and `create` if the Lease does not exist.
 *
 * @throws {TypeError} If an option has the wrong type.
 * @throws {RangeError} If `name` or `namespace` is empty, or `leaseDurationMs` out of range.
 *
 * @example
 * ```ts ignore
 * import { EventReader, forward, leaseCheckpoint } from "@kubecast/events/reader";
 * import { inClusterConfig } from "@kubecast/events/in-cluster";
 *
 * const connection = await inClusterConfig();
 * const checkpoint = leaseCheckpoint({ ...connection, name: "event-store", namespace: "monitoring" });
 * forward(new EventReader(connection), { checkpoint, deliver: (batch) => console.log(batch.length), logger: console });
 * ```
 *
 * @category Forwarding
 */
export function leaseCheckpoint(options: LeaseCheckpointOptions): Checkpoint {
  const read = readOptions(ACTION, options, leaseOptionTable());
  const { name, namespace, leaseDurationMs } = read;
  for (const [option, value] of Object.entries({ name, namespace })) {
    if (!/^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/.test(value ?? "")) {
      throw new RangeError(invalid(ACTION, option, "be a DNS name (lower case letters, digits and -)", value));
    }
  }
  if (leaseDurationMs < 5000) {
    throw new RangeError(invalid(ACTION, "leaseDurationMs", "be at least 5000", leaseDurationMs));
  }
  return new LeaseCheckpoint(
    read,
    new LeaseResource(new Connection(read, ACTION), name, namespace, leaseDurationMs / 3),
  );
}

type ReadLeaseOptions = Completed<LeaseCheckpointOptions, ReturnType<typeof leaseOptionTable>>;

class LeaseCheckpoint implements Checkpoint {
  readonly #options: ReadLeaseOptions;
  readonly #resource: LeaseResource;
  /** Of this process alone: another one of the same name, such as after a restart, has to wait too. */
  readonly #holder: string;
  #term: LeaseTerm | undefined;

  constructor(options: ReadLeaseOptions, resource: LeaseResource) {
    this.#options = options;
    this.#resource = resource;
    this.#holder = `${options.identity}_${crypto.randomUUID().slice(0, 8)}`;
  }

  load(): string | undefined {
    return this.#term?.position;
  }

  async save(position: string): Promise<void> {
    await this.#term?.save(position);
  }

  async lead(
    { signal, onWait }: { readonly signal: AbortSignal; readonly onWait?: ((why: string) => void) | undefined },
  ): Promise<Leadership> {
    const { leaseDurationMs, random } = this.#options;
    const stopwatch = new Stopwatch(this.#options.clock);
    /** The version seen last, and when: a new one is a sign of life of the holder. */
    let seen: { readonly version: string | undefined; readonly at: Moment } | undefined;
    for (;;) {
      let pauseMs = retryMsOf(leaseDurationMs) * (1 + random() / 5);
      try {
        const lease = await this.#resource.get(signal);
        const version = lease?.metadata.resourceVersion;
        if (seen === undefined || seen.version !== version) seen = { version, at: stopwatch.now() };
        const { holderIdentity: holder = "", leaseDurationSeconds = leaseDurationMs / 1000 } = lease?.spec ?? {};
        const isFree = holder === "" || holder === this.#holder;
        const heldMs = isFree ? 0 : leaseDurationSeconds * 1000 - stopwatch.surelySince(seen.at);
        if (heldMs <= 0) return this.#term = await this.#take(lease, stopwatch, signal);
        onWait?.(`${holder} leads`);
        pauseMs = Math.min(pauseMs, heldMs);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof OtherSelectionError || error instanceof RequestConstructionError) throw error;
        // After a conflict another process leads, which the next turn shows.
        if (!isConflict(error)) onWait?.(reasonOf(error));
      }
      await delay(pauseMs, { signal });
    }
  }

  /** Writes this process into a free Lease; rejects with a conflict if another one was faster. */
  async #take(lease: Lease | undefined, stopwatch: Stopwatch, signal: AbortSignal): Promise<LeaseTerm> {
    const { leaseDurationMs, selection, clock } = this.#options;
    const { metadata = {}, spec = {} } = lease ?? {};
    const saved = metadata.annotations?.[SELECTION];
    if (saved !== undefined && selection !== undefined && saved !== selection) {
      throw new OtherSelectionError(
        `The Lease ${this.#resource.text} is the checkpoint of other events (${saved}; now ${selection}): use one Lease ` +
          "for each selection, or delete it to start over",
      );
    }
    const annotations = { ...metadata.annotations, ...selection !== undefined && { [SELECTION]: selection } };
    const time = formatMicroTime(clock.now());
    const renewed = stopwatch.now();
    const taken = await this.#resource.write({
      metadata: { ...metadata, annotations },
      spec: {
        ...spec,
        holderIdentity: this.#holder,
        leaseDurationSeconds: Math.ceil(leaseDurationMs / 1000),
        acquireTime: time,
        renewTime: time,
        leaseTransitions: (spec.leaseTransitions ?? 0) +
          (lease === undefined || spec.holderIdentity === this.#holder ? 0 : 1),
      },
    }, signal);
    return new LeaseTerm({
      lease: taken,
      renewed,
      stopwatch,
      resource: this.#resource,
      leaseDurationMs,
      clock,
      signal,
    });
  }
}

interface LeaseTermOptions {
  readonly lease: Lease;
  /** When the request was sent that took the Lease. */
  readonly renewed: Moment;
  readonly stopwatch: Stopwatch;
  readonly resource: LeaseResource;
  readonly leaseDurationMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** The time in which this process holds the Lease: each write renews it, and saves the position. */
class LeaseTerm implements Leadership {
  readonly #options: LeaseTermOptions;
  readonly #lost = new AbortController();
  readonly #ended = new AbortController();
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #forgetSignal: () => void;
  /** The Lease as it was written last, when that was sent, and the last try. */
  #lease: Lease;
  #renewed: Moment;
  #tried: Moment;
  #isFailing = false;
  /** The position to write. */
  #position: string | undefined;
  /** The writes in order, as each needs the version of the one before. */
  #writes: Promise<unknown> = Promise.resolve();
  #isWriting = false;

  constructor(options: LeaseTermOptions) {
    this.#options = options;
    this.#lease = options.lease;
    this.#renewed = this.#tried = options.renewed;
    this.#position = options.lease.metadata.annotations?.[POSITION];
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#forgetSignal = onAbort(options.signal, () => this.#end());
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** The position in the Lease, or to be written. */
  get position(): string | undefined {
    return this.#position;
  }

  holds(): boolean {
    if (this.#ended.signal.aborted) return false;
    const limitMs = this.#options.leaseDurationMs * 2 / 3;
    if (this.#options.stopwatch.since(this.#renewed) < limitMs) return true;
    this.#lose(`the Lease could not be renewed for ${limitMs / 1000} s`);
    return false;
  }

  /** Writes the position at once, or within a second if a write was less than a second ago. */
  async save(position: string): Promise<void> {
    this.#position = position;
    const isFirst = this.#lease.metadata.annotations?.[POSITION] === undefined;
    if (isFirst || this.#options.stopwatch.since(this.#tried) >= SAVE_MS) await this.#write();
  }

  async release(): Promise<void> {
    if (this.holds()) await this.#write({ holderIdentity: "", leaseDurationSeconds: 1 }).catch(() => {});
    this.#end();
  }

  #tick(): void {
    if (!this.holds() || this.#isWriting) return;
    const { stopwatch, leaseDurationMs } = this.#options;
    const isSaved = this.#position === this.#lease.metadata.annotations?.[POSITION];
    const pauseMs = isSaved || this.#isFailing ? retryMsOf(leaseDurationMs) : SAVE_MS;
    // Since the last try, not the last success: a server in trouble must not be asked at every tick.
    if (stopwatch.since(this.#tried) >= pauseMs) this.#write().catch(() => {});
  }

  #write(spec: Partial<Lease["spec"]> = {}): Promise<void> {
    this.#isWriting = true;
    const writes = this.#writes.then(() => this.#put(spec));
    const settled = writes.then(() => this.#isFailing = false, () => this.#isFailing = true).then(() => {
      this.#isWriting = this.#writes !== settled;
    });
    this.#writes = settled;
    return writes;
  }

  async #put(spec: Partial<Lease["spec"]>): Promise<void> {
    const { resource, stopwatch, clock } = this.#options;
    const signal = this.#ended.signal;
    for (;;) {
      if (!this.holds()) throw this.lost.reason ?? new Error("The term has ended");
      const { metadata, spec: { holderIdentity, leaseTransitions } = {} } = this.#lease;
      const position: Record<string, string> = this.#position === undefined ? {} : { [POSITION]: this.#position };
      const sent = this.#tried = stopwatch.now();
      try {
        this.#lease = await resource.write({
          metadata: { ...metadata, annotations: { ...metadata.annotations, ...position } },
          spec: { ...this.#lease.spec, renewTime: formatMicroTime(clock.now()), ...spec },
        }, signal);
        this.#renewed = sent;
        return;
      } catch (error) {
        if (!isConflict(error)) throw error;
        const lease = await resource.get(signal);
        // A write whose response was lost, or of somebody who annotated it, has not taken the Lease.
        if (lease?.spec?.holderIdentity !== holderIdentity || lease?.spec?.leaseTransitions !== leaseTransitions) {
          this.#lose(`${lease?.spec?.holderIdentity || "nobody"} holds the Lease`);
        } else this.#lease = lease!;
      }
    }
  }

  #lose(why: string): void {
    this.#end();
    this.#lost.abort(new Error(why));
  }

  #end(): void {
    clearInterval(this.#timer);
    this.#forgetSignal();
    this.#ended.abort();
  }
}

/** Reads and writes one Lease. */
class LeaseResource {
  /** Its namespace and name. */
  readonly text: string;
  readonly #connection: Connection;
  readonly #name: string;
  readonly #namespace: string;
  readonly #timeoutMs: number;

  constructor(connection: Connection, name: string, namespace: string, timeoutMs: number) {
    this.text = `${namespace}/${name}`;
    this.#connection = connection;
    this.#name = name;
    this.#namespace = namespace;
    this.#timeoutMs = timeoutMs;
  }

  async get(signal: AbortSignal): Promise<Lease | undefined> {
    try {
      return await this.#send("GET", `/${this.#name}`, undefined, signal);
    } catch (error) {
      if (error instanceof StatusError && error.isNotFound) return undefined;
      throw error;
    }
  }

  /** Creates the Lease, or replaces the version that was read: a conflict, if it has changed since. */
  async write({ metadata, spec }: Lease, signal: AbortSignal): Promise<Lease> {
    const name = { name: this.#name, namespace: this.#namespace };
    const lease = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { ...metadata, ...name }, spec };
    return metadata.resourceVersion === undefined
      ? await this.#send("POST", "", lease, signal)
      : await this.#send("PUT", `/${this.#name}`, lease, signal);
  }

  async #send(method: string, path: string, body: unknown, signal: AbortSignal): Promise<Lease> {
    const url = `/apis/coordination.k8s.io/v1/namespaces/${this.#namespace}/leases${path}`;
    const request = { method, headers: { "content-type": "application/json" }, body: body && JSON.stringify(body) };
    const lease = await withTimeout(
      (signal) => this.#connection.json(url, { ...request, signal } as ConnectionRequest),
      {
        timeoutMs: this.#timeoutMs,
        message: `No response about the Lease ${this.text} within ${this.#timeoutMs} ms`,
        signal,
      },
    ) as Lease | null;
    if (typeof lease?.metadata?.resourceVersion === "string") return lease;
    throw new Error(`${this.#connection.server} responded with something other than a Lease (is it an API server?)`);
  }
}

/** The Lease belongs to a forwarding of other events. */
class OtherSelectionError extends Error {}

interface Moment {
  readonly steadyMs: number;
  readonly wallMs: number;
}

/** Measures time that has passed: the steady clock stands still while a machine is suspended, the other one may be set. */
class Stopwatch {
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): Moment {
    return { steadyMs: performance.now(), wallMs: this.#clock.now() };
  }

  /** Returns how much time may have passed at most: for a leader, whose term may be over. */
  since({ steadyMs, wallMs }: Moment): number {
    const now = this.now();
    return Math.max(now.steadyMs - steadyMs, now.wallMs - wallMs);
  }

  /** Returns how much time has passed for certain: for others, who may begin a term then. */
  surelySince({ steadyMs }: Moment): number {
    return this.now().steadyMs - steadyMs;
  }
}

function retryMsOf(leaseDurationMs: number): number {
  return leaseDurationMs * 2 / 15;
}

function isConflict(error: unknown): boolean {
  return error instanceof StatusError && error.code === 409;
}
