import { API_VERSIONS, type ApiVersion, type EventOf } from "../../base/event/event.ts";
import { isDns1123Label } from "../../base/event/names.ts";
import { type Completed, invalid, type OptionTable, readOptions } from "../../base/tools/check_options.ts";
import type { Logger } from "../../base/tools/logger.ts";
import type { Clock } from "../../base/tools/time.ts";
import { type ConnectionOptions, connectionOptionTable } from "../../connect/connection/connection.ts";

/**
 * Options of an {@linkcode EventReader}.
 *
 * @typeParam V The API version.
 *
 * @category Reader
 */
export interface EventReaderOptions<V extends ApiVersion = "v1"> extends ConnectionOptions {
  /**
   * The API to read from. Both serve the same events.
   *
   * @default {"v1"}
   */
  readonly apiVersion?: V | undefined;
  /**
   * The namespace to read. Events about cluster-scoped objects, such as nodes, are in `default`.
   *
   * @default {all namespaces}
   */
  readonly namespace?: string | undefined;
  /** Selects by fields, such as `"type=Warning"`; `getFieldSelector` makes one for an object. */
  readonly fieldSelector?: string | undefined;
  /** Selects by labels, such as `"app=web"`. */
  readonly labelSelector?: string | undefined;
  /**
   * Returns whether to emit an event that the server selected; for conditions that no selector can express, such as one
   * of two reasons.
   *
   * @default {all}
   */
  readonly filter?: ((event: EventOf<V>) => boolean) | undefined;
  /**
   * Number of events to list per request: an integer of at least 1.
   *
   * @default {500}
   */
  readonly pageSize?: number | undefined;
  /**
   * Maximum duration of a watch, in milliseconds, after which another one is opened; less than 3000 counts as 3000.
   *
   * A watch lasts for three quarters of this time up to all of it. One that is still open and silent 15 seconds later
   * is dead, for example because a firewall forgot the connection, and is replaced: by default, within 45 seconds.
   *
   * @default {30_000}
   */
  readonly quietMs?: number | undefined;
  /** Receives one line when the server becomes unreachable, and another when a watch works again. */
  readonly logger?: Logger | undefined;
  /**
   * The clock that measures how long watches and outages last.
   *
   * @default {Date}
   */
  readonly clock?: Clock | undefined;
  /**
   * Returns random numbers from 0 up to 1, to spread retries and timeouts.
   *
   * @default {Math.random}
   */
  readonly random?: (() => number) | undefined;
}

const eventReaderOptionTable = () => ({
  ...connectionOptionTable(),
  apiVersion: [API_VERSIONS, "v1"],
  namespace: ["a string", ""],
  fieldSelector: ["a string"],
  labelSelector: ["a string"],
  filter: ["a function", () => true],
  pageSize: ["a positive integer", 500],
  quietMs: ["more than 0 and at most 2147483647", 30_000],
  logger: ["a Logger"],
  clock: ["a Clock", Date],
  random: ["a function", Math.random],
} as const satisfies OptionTable<EventReaderOptions<ApiVersion>>);

/** The options of a reader, with their defaults. */
export type CompleteReaderOptions<V extends ApiVersion> = Completed<
  EventReaderOptions<V>,
  ReturnType<typeof eventReaderOptionTable>
>;

/** Checks the options of a reader, and adds the defaults. */
export function readReaderOptions<V extends ApiVersion>(
  verb: string,
  options: EventReaderOptions<V>,
): CompleteReaderOptions<V> {
  const read = readOptions(verb, options, eventReaderOptionTable()) as CompleteReaderOptions<V>;
  if (read.namespace !== "" && !isDns1123Label(read.namespace)) {
    const rule = "be a DNS label (lower case letters, digits and -)";
    throw new RangeError(invalid(verb, "namespace", rule, read.namespace));
  }
  return read;
}
