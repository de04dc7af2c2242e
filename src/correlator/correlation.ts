import type { CoreV1Event } from "../api/core_v1_event.ts";
import type { JsonPatchOperation } from "../api/json_patch_operation.ts";

/**
 * What a correlator decided about an event.
 *
 * - `"create"`: `event` is new; write it.
 * - `"patch"`: `event` was seen before; `patch` brings the one on the server up to date, which then is like `event`. Counts
 *   are absolute: of several patches of one event that wait to be written, only the last is needed.
 * - `"skip"`: nothing is to be written, because the source reports too much about the object (`"spam"`), or because the
 *   series that the event joined is written later (`"series"`). `event` is the one that came in.
 *
 * `key` is what the event was counted under: two correlations with the same key are repeats of one event. `evicted` is a
 * write of another event, which had to make room for this one and was counted further than it was written; it is to be
 * written too.
 *
 * @typeParam E The event type, of core/v1 if not given.
 */
export type Correlation<E = CoreV1Event> =
  & { readonly key: string; readonly event: E; readonly evicted?: Correlation<E> | undefined }
  & (
    | { readonly type: "create" }
    | { readonly type: "patch"; readonly patch: readonly JsonPatchOperation[] }
    | { readonly type: "skip"; readonly because: "spam" | "series" }
  );
