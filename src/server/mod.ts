/**
 * The Events API of Kubernetes in memory.
 *
 * @module
 */

export { EventsApiServer } from "./events_api_server.ts";
export { COMMON_KINDS } from "./served_kind.ts";

export type { EventsApiServerOptions } from "./events_api_server.ts";
export type { NamespacePhase } from "./namespace_phase.ts";
export type { ServedKind } from "./served_kind.ts";
