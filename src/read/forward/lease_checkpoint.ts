import { delay } from "@std/async/delay";
import { type Completed, invalid, type OptionTable, readOptions } from "../../base/tools/check_options.ts";
import { reasonOf } from "../../base/tools/logger.ts";
import { RequestConstructionError } from "../../base/event/connection_error.ts";
import { type Clock, formatMicroTime } from "../../base/tools/time.ts";
import { Connection, type ConnectionOptions, connectionOptionTable } from "../../connect/connection/connection.ts";
import type { Checkpoint, Leadership } from "./forward_options.ts";
import { isConflict, type Lease, LeaseResource, SELECTION } from "./lease.ts";
import { LeaseTerm, type Moment, retryMsOf, Stopwatch } from "./lease_term.ts";

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
   * A readable name for this process, to which a random part is appended.
   *
   * @default {"kubecast"}
   */
  readonly identity?: string | undefined;
  /** Identifies the events to forward. A Lease for other events is refused, because its position would skip some. */
  readonly selection?: string | undefined;
  /**
   * Time after which a Lease that was not renewed is free, in milliseconds; at least 5000. Its holder renews it every
   * two fifteenths of this time, and stops delivering after two thirds of it without success.
   *
   * @default {15_000}
   */
  readonly leaseDurationMs?: number | undefined;
  /**
   * The clock that measures a leader's term, besides `performance.now()`, which stops while a machine is suspended.
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

/**
 * Returns a checkpoint for any number of replicas that forward the same events: a Lease in the cluster elects the one
 * that delivers, and holds the position (client-go's
 * {@link https://pkg.go.dev/k8s.io/client-go/tools/leaderelection | leaderelection}, with its times).
 *
 * - **One replica delivers.** The others wait, and read no events. If the leader dies, freezes or is cut off, another
 *   one takes over after 15 to 17 seconds; if it is stopped, after two.
 * - **Nothing is lost, and nothing duplicated by key.** The position is saved with the Lease's resourceVersion as a
 *   precondition. A process that lost the Lease can neither save nor start a delivery. A frozen process can send at
 *   most the batch already in flight.
 * - **Clocks are not compared.** Each process measures for itself how long the Lease has not been renewed.
 *
 * Each replica sends about one request every two seconds, and one a second while positions are saved. Needs `get` and
 * `update` on `leases` of `coordination.k8s.io`, and `create` if the Lease does not exist. An `EventsApiServer` has no
 * Leases.
 *
 * @throws {TypeError} If an option has the wrong type.
 * @throws {RangeError} If `name` or `namespace` is not a DNS name, or `leaseDurationMs` out of range.
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
  const resource = new LeaseResource(new Connection(read, ACTION), { namespace, name }, leaseDurationMs / 3);
  return new LeaseCheckpoint(read, resource);
}

type ReadLeaseOptions = Completed<LeaseCheckpointOptions, ReturnType<typeof leaseOptionTable>>;

class LeaseCheckpoint implements Checkpoint {
  readonly #options: ReadLeaseOptions;
  readonly #resource: LeaseResource;
  /** Unique to this process, so that another with the same identity, such as after a restart, has to wait too. */
  readonly #holder: string;
  #term: LeaseTerm | undefined;
  #isWaiting = false;

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
    // Otherwise both forwardings would lead, because the Lease names this process, and overwrite each other's position.
    if (this.#isWaiting || this.#term?.isOver === false) {
      throw new TypeError(
        "Cannot forward occurrences: the leaseCheckpoint() already serves another forwarding; create one for each",
      );
    }
    this.#isWaiting = true;
    try {
      return this.#term = await this.#wait(signal, onWait);
    } finally {
      this.#isWaiting = false;
    }
  }

  /** Takes the Lease once it is free. */
  async #wait(signal: AbortSignal, onWait?: (why: string) => void): Promise<LeaseTerm> {
    const { leaseDurationMs, random } = this.#options;
    const stopwatch = new Stopwatch(this.#options.clock);
    /** The last version seen, and when; a new version shows that the holder is alive. */
    let seen: { readonly version: string | undefined; readonly at: Moment } | undefined;
    for (;;) {
      let pauseMs = retryMsOf(leaseDurationMs) * (1 + random() / 5);
      try {
        const lease = await this.#resource.get(signal);
        const version = lease?.metadata.resourceVersion;
        if (seen === undefined || seen.version !== version) seen = { version, at: stopwatch.now() };
        const holder = lease?.spec?.holderIdentity ?? "";
        const isFree = holder === "" || holder === this.#holder;
        const termMs = countOr(leaseDurationMs / 1000, lease?.spec?.leaseDurationSeconds) * 1000;
        const heldMs = isFree ? 0 : termMs - stopwatch.surelySince(seen.at);
        if (heldMs <= 0) return await this.#take(lease, stopwatch, signal);
        onWait?.(`${holder} leads`);
        pauseMs = Math.min(pauseMs, heldMs);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof OtherSelectionError || error instanceof RequestConstructionError) throw error;
        // After a conflict, another process leads, as the next read will show.
        if (!isConflict(error)) onWait?.(`the Lease ${this.#resource.text}: ${reasonOf(error)}`);
      }
      await delay(pauseMs, { signal });
    }
  }

  /** Writes this process into a free Lease; rejects with a conflict if another one was faster. */
  async #take(lease: Lease | undefined, stopwatch: Stopwatch, signal: AbortSignal): Promise<LeaseTerm> {
    const { leaseDurationMs, selection } = this.#options;
    const { metadata = {}, spec } = lease ?? {};
    const saved = metadata.annotations?.[SELECTION];
    if (saved !== undefined && selection !== undefined && saved !== selection) {
      throw new OtherSelectionError(
        `The Lease ${this.#resource.text} is the checkpoint of other events (${saved}; now ${selection}): use one Lease ` +
          "for each selection, or delete it to start over",
      );
    }
    const annotations = { ...metadata.annotations, ...selection !== undefined && { [SELECTION]: selection } };
    const renewed = stopwatch.now();
    const time = formatMicroTime(renewed.wallMs);
    const isOther = lease !== undefined && spec?.holderIdentity !== this.#holder;
    const taken = await this.#resource.write({
      metadata: { ...metadata, annotations },
      spec: {
        ...spec,
        holderIdentity: this.#holder,
        leaseDurationSeconds: Math.ceil(leaseDurationMs / 1000),
        acquireTime: time,
        renewTime: time,
        leaseTransitions: countOr(0, spec?.leaseTransitions) + Number(isOther),
      },
    }, signal);
    return new LeaseTerm({ resource: this.#resource, leaseDurationMs, stopwatch, lease: taken, renewed, signal });
  }
}

/** Returns a count of a Lease, or `otherwise` if it is missing or invalid, because NaN would mean no pause at all. */
function countOr(otherwise: number, count: number | undefined): number {
  return Number.isInteger(count) && count! > 0 ? count! : otherwise;
}

/** The Lease is the checkpoint of other events. */
class OtherSelectionError extends Error {}
