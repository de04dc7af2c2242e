import { onAbort } from "../../base/tools/abort.ts";
import { type Clock, formatMicroTime } from "../../base/tools/time.ts";
import type { Leadership } from "./forward_options.ts";
import { isConflict, type Lease, type LeaseResource, POSITION } from "./lease.ts";

/** How often a leader checks whether a write is due. */
const TICK_MS = 250;
/** The minimum time between writes of positions. */
const SAVE_MS = 1000;

interface LeaseTermOptions {
  readonly resource: LeaseResource;
  readonly leaseDurationMs: number;
  readonly stopwatch: Stopwatch;
  /** The Lease as taken, and when the request to take it was sent. */
  readonly lease: Lease;
  readonly renewed: Moment;
  /** Ends the term without releasing the Lease. */
  readonly signal: AbortSignal;
}

/** A period in which this process holds the Lease. Each write both renews the Lease and saves the position. */
export class LeaseTerm implements Leadership {
  readonly #options: LeaseTermOptions;
  readonly #lost = new AbortController();
  readonly #ended = new AbortController();
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #forgetSignal: () => void;
  /** The Lease as last written, when that request was sent, and when the last try was. */
  #lease: Lease;
  #renewed: Moment;
  #tried: Moment;
  /** The position in the Lease, or the one to be written. */
  position: string | undefined;
  /** The last write in the queue; writes are in order, because each needs the version of the previous one. */
  #writes: Promise<void> = Promise.resolve();
  #writing = 0;

  constructor(options: LeaseTermOptions) {
    this.#options = options;
    this.#lease = options.lease;
    this.#renewed = this.#tried = options.renewed;
    this.position = this.#saved;
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#forgetSignal = onAbort(options.signal, () => this.#end());
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  get #saved(): string | undefined {
    return this.#lease.metadata.annotations?.[POSITION];
  }

  get isOver(): boolean {
    return this.#ended.signal.aborted;
  }

  holds(): boolean {
    if (this.isOver) return false;
    const limitMs = this.#options.leaseDurationMs * 2 / 3;
    if (this.#options.stopwatch.since(this.#renewed) < limitMs) return true;
    this.#lose(`the Lease could not be renewed for ${limitMs / 1000} s`);
    return false;
  }

  /** Writes the position at once, or within a second if a write was less than a second ago. */
  async save(position: string): Promise<void> {
    this.position = position;
    if (this.#saved === undefined || this.#options.stopwatch.since(this.#tried) >= SAVE_MS) await this.#write();
  }

  async release(): Promise<void> {
    if (this.holds()) await this.#write({ holderIdentity: "", leaseDurationSeconds: 1 }).catch(() => {});
    this.#end();
  }

  #tick(): void {
    if (!this.holds() || this.#writing > 0) return;
    const { stopwatch, leaseDurationMs } = this.#options;
    const pauseMs = this.position === this.#saved ? retryMsOf(leaseDurationMs) : SAVE_MS;
    // Counts from the last try, even if it failed, so that an overloaded server does not get a request at every tick.
    if (stopwatch.since(this.#tried) >= pauseMs) this.#write().catch(() => {});
  }

  #write(spec: Partial<Lease["spec"]> = {}): Promise<void> {
    this.#writing++;
    const write = this.#writes.then(() => this.#put(spec));
    this.#writes = write.catch(() => {}).finally(() => this.#writing--);
    return write;
  }

  async #put(spec: Partial<Lease["spec"]>): Promise<void> {
    const { resource, stopwatch } = this.#options;
    const signal = this.#ended.signal;
    for (let tries = 1;; tries++) {
      if (!this.holds()) throw this.lost.reason ?? new Error("The term has ended");
      const { metadata, spec: { holderIdentity, leaseTransitions } = {} } = this.#lease;
      const annotations = { ...metadata.annotations, ...this.position !== undefined && { [POSITION]: this.position } };
      const sent = this.#tried = stopwatch.now();
      try {
        this.#lease = await resource.write({
          metadata: { ...metadata, annotations },
          spec: { ...this.#lease.spec, renewTime: formatMicroTime(sent.wallMs), ...spec },
        }, signal);
        this.#renewed = sent;
        return;
      } catch (error) {
        if (!isConflict(error)) throw error;
        const lease = await resource.get(signal);
        // The Lease is not lost if the new version is from a write whose response was lost, or from another's
        // annotation.
        if (lease?.spec?.holderIdentity !== holderIdentity || lease?.spec?.leaseTransitions !== leaseTransitions) {
          this.#lose(`${lease?.spec?.holderIdentity || "nobody"} holds the Lease`);
        } else this.#lease = lease!;
        // Tries once more only, so that a version that keeps changing does not cause endless requests.
        if (tries > 1) throw error;
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

/** Returns the pause between two requests of a process about the Lease. */
export function retryMsOf(leaseDurationMs: number): number {
  return leaseDurationMs * 2 / 15;
}

export interface Moment {
  readonly steadyMs: number;
  readonly wallMs: number;
}

/** Measures elapsed time with two clocks: one stops while a machine is suspended, the other may be set. */
export class Stopwatch {
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): Moment {
    return { steadyMs: performance.now(), wallMs: this.#clock.now() };
  }

  /** Returns the most time that may have passed; a leader uses it to end its term early rather than late. */
  since({ steadyMs, wallMs }: Moment): number {
    const now = this.now();
    return Math.max(now.steadyMs - steadyMs, now.wallMs - wallMs);
  }

  /** Returns the time that has certainly passed; other processes use it before they begin a term. */
  surelySince({ steadyMs }: Moment): number {
    return performance.now() - steadyMs;
  }
}
