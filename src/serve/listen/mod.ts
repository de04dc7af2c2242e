/**
 * Serves a fetch handler, such as an `EventsApiServer`, on a port, on Deno, Bun and Node.
 *
 * @example Test a program that takes the URL of a cluster
 * ```ts ignore
 * import { listen } from "@kubecast/events/listen";
 * import { EventsApiServer } from "@kubecast/events/server";
 *
 * const server = await listen(new EventsApiServer());
 * await runProgram({ KUBE_API_URL: server.url }); // yours
 * await server[Symbol.asyncDispose]();
 * ```
 *
 * @module
 */

export { listen, type Listener, type ListenOptions } from "./listen.ts";
export type { Logger } from "../../base/tools/logger.ts";
