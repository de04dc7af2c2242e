import { withTimeout } from "../../base/tools/abort.ts";
import { StatusError } from "../../base/event/status_error.ts";
import type { Connection } from "../../connect/connection/connection.ts";

/** The annotations of a Lease that hold the position, and identify the events that it is about. */
export const POSITION = "kubecast.dev/position";
export const SELECTION = "kubecast.dev/selection";

/** The fields of a Lease that are used here; the others are written back unchanged. */
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

/** Reads and writes one Lease. */
export class LeaseResource {
  readonly #connection: Connection;
  readonly #name: { readonly namespace: string; readonly name: string };
  readonly #timeoutMs: number;

  constructor(connection: Connection, name: { readonly namespace: string; readonly name: string }, timeoutMs: number) {
    this.#connection = connection;
    this.#name = name;
    this.#timeoutMs = timeoutMs;
  }

  /** The namespace and name of the Lease. */
  get text(): string {
    return `${this.#name.namespace}/${this.#name.name}`;
  }

  /** Returns the Lease; `undefined` if there is none. */
  async get(signal: AbortSignal): Promise<Lease | undefined> {
    try {
      return await this.#send("GET", `/${this.#name.name}`, undefined, signal);
    } catch (error) {
      if (error instanceof StatusError && error.isNotFound) return undefined;
      throw error;
    }
  }

  /** Creates the Lease, or replaces the version that was read; rejects with a conflict if it has changed since. */
  async write({ metadata, spec }: Lease, signal: AbortSignal): Promise<Lease> {
    const { namespace, name } = this.#name;
    const kind = { apiVersion: "coordination.k8s.io/v1", kind: "Lease" };
    const lease = { ...kind, metadata: { ...metadata, name, namespace }, spec };
    return metadata.resourceVersion === undefined
      ? await this.#send("POST", "", lease, signal)
      : await this.#send("PUT", `/${name}`, lease, signal);
  }

  async #send(method: string, path: string, body: object | undefined, signal: AbortSignal): Promise<Lease> {
    const url = `/apis/coordination.k8s.io/v1/namespaces/${this.#name.namespace}/leases${path}`;
    const headers = { "content-type": "application/json" };
    const request = { method, headers, ...body && { body: JSON.stringify(body) } };
    const lease = await withTimeout((signal) => this.#connection.json(url, { ...request, signal }), {
      timeoutMs: this.#timeoutMs,
      message: `No response about the Lease ${this.text} within ${this.#timeoutMs} ms`,
      signal,
    }) as Lease | null;
    if (typeof lease?.metadata?.resourceVersion === "string") return lease;
    throw new Error(`${this.#connection.server} responded with something other than a Lease (is it an API server?)`);
  }
}

/** Whether another client has changed the Lease since it was read. */
export function isConflict(error: unknown): boolean {
  return error instanceof StatusError && error.code === 409;
}
