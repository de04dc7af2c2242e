/**
 * What has become of a namespace.
 *
 * - `"Active"`: it takes new events.
 * - `"Terminating"`: it is being deleted, and refuses new events with 403; what is there can still be changed.
 * - `"Missing"`: there is none; new events are refused with 404.
 */
export type NamespacePhase = "Active" | "Terminating" | "Missing";
