/** The parts of a Lease that matter here. */
export interface Lease {
  metadata: { name: string; resourceVersion: string; annotations?: Record<string, string> };
  spec: { holderIdentity?: string; leaseDurationSeconds?: number; renewTime?: string; leaseTransitions?: number };
}

/** Way in which a request about the Lease fails. */
export type LeaseFault = "lost answer" | "lost request" | "hang" | 403 | 503;

/** Many times what a test needs: after these a replica that loops gets no further response, and its test fails. */
const MAX_REQUESTS = 5000;

/** An API server that has one Lease, with resourceVersions as preconditions. */
export class LeaseServer {
  lease: Lease | undefined;
  #version = 100;
  /** The methods of the requests that were carried out, or refused. */
  readonly requests: string[] = [];
  /** Each state written. */
  readonly written: Lease[] = [];

  get position(): string | undefined {
    return this.lease?.metadata.annotations?.["kubecast.dev/position"];
  }

  /** Changes the Lease, as another client does. */
  change(change: (lease: Lease) => void): void {
    change(this.lease!);
    this.lease!.metadata.resourceVersion = String(++this.#version);
  }

  /** Returns the `fetch` of a replica. */
  fetch(fault: () => LeaseFault | undefined = () => undefined): (request: Request) => Promise<Response> {
    return async (request) => {
      const how = fault();
      if (how === "hang" || this.requests.length > MAX_REQUESTS) {
        return await new Promise((_, reject) => {
          request.signal.addEventListener("abort", () => reject(request.signal.reason));
        });
      }
      if (how === "lost request") throw new TypeError("connection refused");
      const { method } = request;
      const body = method === "GET" ? undefined : await request.json();
      this.requests.push(method);
      if (typeof how === "number") return status(how);
      const answer = this.#answer(method, body);
      if (how === "lost answer") throw new TypeError("connection reset");
      return answer;
    };
  }

  #answer(method: string, body: Lease | undefined): Response {
    if (method === "GET") return this.lease === undefined ? status(404) : Response.json(this.lease);
    if (method === "POST" ? this.lease !== undefined : this.lease === undefined) return status(409);
    if (method === "PUT" && body!.metadata.resourceVersion !== this.lease!.metadata.resourceVersion) return status(409);
    // As a kube-apiserver parses a MicroTime.
    if (!/\.\d{6}Z$/.test(body!.spec.renewTime!)) return status(400);
    this.lease = { ...body!, metadata: { ...body!.metadata, resourceVersion: String(++this.#version) } };
    this.written.push(this.lease);
    return Response.json(this.lease);
  }
}

function status(code: number): Response {
  return Response.json({ kind: "Status", status: "Failure", message: `It was ${code}`, code }, { status: code });
}
