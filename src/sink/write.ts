import type { JsonPatchOperation } from "../api/json_patch_operation.ts";
import type { Correlation } from "../correlator/correlation.ts";

/** A correlation that leads to a write. */
export type WritableCorrelation<E> = Exclude<Correlation<E>, { readonly type: "skip" }>;

/** One write to make, and the accepted events that it carries. */
export class Write<E> {
  /** Whether the server does not have the event yet. */
  creates: boolean;
  /** What is to be written: the newest that came. */
  correlation: WritableCorrelation<E>;
  /** How many accepted events end with it; 0 for a count that the correlator had held back. */
  carried: number;
  /** How often it failed. */
  failures = 0;
  /** What it failed with last. */
  lastError: unknown;
  /** Whether it does not wait for `patchIntervalMs`. */
  urgent = false;

  constructor(correlation: WritableCorrelation<E>, carried: number) {
    this.creates = correlation.type === "create";
    this.correlation = correlation;
    this.carried = carried;
  }

  /** The event as it is to be. */
  get event(): E {
    return this.correlation.event;
  }

  /** What to patch where the server has the event already; nothing where it never repeated. */
  get patch(): readonly JsonPatchOperation[] | undefined {
    return this.correlation.type === "patch" ? this.correlation.patch : undefined;
  }

  /** Takes over a later write of the same event. Counts are absolute: the newest says it all, be it in a create. */
  absorb(later: Write<E>): void {
    this.correlation = later.correlation;
    this.carried += later.carried;
  }
}
