import { type EventsV1Event, rbacRules } from "../../../mod.ts";
import type { KubeApiServer } from "../kube_api_server.ts";
import { call, makeNamespace } from "../recording_checks.ts";

const RBAC = "/apis/rbac.authorization.k8s.io/v1";

/** A namespace with a service account that may write events in it, and the account's files as a pod has them. */
export class Tenant implements AsyncDisposable {
  readonly namespace: string;
  /** Where the account's token, its authority and its namespace are. */
  readonly directory: string;
  readonly #server: KubeApiServer;

  private constructor(server: KubeApiServer, namespace: string) {
    this.#server = server;
    this.namespace = namespace;
    this.directory = Deno.makeTempDirSync({ prefix: "tenant-" });
  }

  static async create(server: KubeApiServer): Promise<Tenant> {
    const tenant = new Tenant(server, await makeNamespace(server.request));
    const roles = `${RBAC}/namespaces/${tenant.namespace}/roles`;
    await call(server.request, "POST", roles, { metadata: { name: "recorder" }, rules: rbacRules });
    await tenant.bind();
    Deno.writeTextFileSync(`${tenant.directory}/ca.crt`, server.ca);
    Deno.writeTextFileSync(`${tenant.directory}/namespace`, tenant.namespace);
    await tenant.#createAccount();
    return tenant;
  }

  /** Gives the account its role. */
  async bind(): Promise<void> {
    await call(this.#server.request, "POST", `${RBAC}/namespaces/${this.namespace}/rolebindings`, {
      metadata: { name: "recorder" },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "recorder" },
      subjects: [{ kind: "ServiceAccount", name: "recorder", namespace: this.namespace }],
    });
  }

  /** Takes the role away. */
  async unbind(): Promise<void> {
    const path = `${RBAC}/namespaces/${this.namespace}/rolebindings/recorder`;
    await call(this.#server.request, "DELETE", path);
  }

  /** Deletes the account, so that its token is refused, and creates it again with another one. */
  async renew(): Promise<void> {
    await call(this.#server.request, "DELETE", `${this.#accounts}/recorder`);
    await this.#createAccount();
  }

  /** Waits until so many reporters have written events. */
  async sees(reporters: number): Promise<void> {
    const seen = new Set<string>();
    while (seen.size < reporters) {
      await new Promise((resolve) => void setTimeout(resolve, 200));
      for (const object of (await this.counts()).keys()) seen.add(object.replace(/(-once)?-\d+$/, ""));
    }
  }

  /** How often the server counts events of each object, by its name. */
  async counts(): Promise<ReadonlyMap<string, number>> {
    const path = `/apis/events.k8s.io/v1/namespaces/${this.namespace}/events`;
    const { items } = await call<{ items: EventsV1Event[] }>(this.#server.request, "GET", path);
    const counts = new Map<string, number>();
    for (const { regarding, series, deprecatedCount } of items) {
      const name = regarding!.name!;
      counts.set(name, (counts.get(name) ?? 0) + (series?.count ?? (deprecatedCount || 1)));
    }
    return counts;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.directory, { recursive: true });
  }

  get #accounts(): string {
    return `/api/v1/namespaces/${this.namespace}/serviceaccounts`;
  }

  async #createAccount(): Promise<void> {
    await call(this.#server.request, "POST", this.#accounts, { metadata: { name: "recorder" } });
    const path = `${this.#accounts}/recorder/token`;
    const request = { spec: { expirationSeconds: 3600 } };
    const { status } = await call<{ status: { token: string } }>(this.#server.request, "POST", path, request);
    await Deno.writeTextFile(`${this.directory}/token`, status.token);
  }
}
