import { showValue } from "../../../base/tools/check_options.ts";
import { namespaceNotFound } from "../wire/api_error.ts";
import { jsonResponse, textResponse } from "../wire/json_response.ts";
import { negotiateDiscovery } from "../wire/negotiate.ts";
import { REQUEST_VERBS } from "../wire/route.ts";
import { CORE_V1, EVENTS_V1 } from "../wire/served_api.ts";
import { openApiResponse } from "./open_api.ts";

/** A resource, with the fields of both discovery formats. */
interface Resource {
  readonly name: string;
  readonly singularName: string;
  readonly namespaced: boolean;
  readonly kind: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
}

/** The versions of an API group, with their resources. */
type Versions = ReadonlyMap<string, readonly Resource[]>;

const EVENTS: Resource = {
  name: "events",
  singularName: "event",
  namespaced: true,
  kind: "Event",
  verbs: REQUEST_VERBS,
  shortNames: ["ev"],
};

/** The reported version: the one whose behaviour is implemented. */
const VERSION = {
  major: "1",
  minor: "37",
  gitVersion: "v1.37.2+kubecast",
  gitCommit: "",
  gitTreeState: "clean",
  buildDate: "1970-01-01T00:00:00Z",
  goVersion: "",
  compiler: "",
  platform: "web",
};

const HEALTH_PATH = /^\/(healthz|livez|readyz)(\/(ping|log|etcd))?$/;

/** Answers discovery requests, which list the served APIs, in the aggregated and the older format. */
export class Discovery {
  /** The API groups by name, which is empty for core. */
  readonly #groups = new Map<string, Versions>();

  readonly #phaseOf: (namespace: string) => string;

  constructor(kinds: readonly ServedKind[], phaseOf: (namespace: string) => string) {
    this.#phaseOf = phaseOf;
    for (const { apiVersion } of [CORE_V1, EVENTS_V1]) this.#add(apiVersion, EVENTS);
    for (const kind of kinds) {
      if (typeof kind?.apiVersion !== "string" || typeof kind.kind !== "string") {
        throw new TypeError(
          `Cannot serve events: kinds must each have apiVersion and kind, received ${showValue(kind)}`,
        );
      }
      this.#add(kind.apiVersion, resourceOf(kind));
    }
  }

  #add(apiVersion: string, resource: Resource): void {
    const slash = apiVersion.indexOf("/");
    const [group, version] = [apiVersion.slice(0, Math.max(0, slash)), apiVersion.slice(slash + 1)];
    const versions = new Map(this.#groups.get(group));
    this.#groups.set(group, versions.set(version, [...versions.get(version) ?? [], resource]));
  }

  /**
   * Answers a GET that is not for events.
   *
   * @returns `undefined` for an unknown path.
   * @throws {ApiError} 404 for a missing namespace.
   */
  respond(request: Request, pathname: string): Response | undefined {
    const path = pathname.replace(/\/$/, "");
    if (HEALTH_PATH.test(path)) return textResponse("ok", 200);
    const namespace = NAMESPACE_PATH.exec(path)?.[1];
    if (namespace !== undefined) return namespaceResponse(namespace, this.#phaseOf(namespace));
    if (path === "/version") return jsonResponse(JSON.stringify(VERSION));
    if (path === "/api" || path === "/apis") return this.#list(request, path === "/api");
    const match = GROUP_PATH.exec(path);
    const [, group = "", version] = match ?? [];
    const versions = match ? this.#groups.get(group) : undefined;
    if (versions && version === undefined) return jsonResponse(groupText(group, versions));
    const resources = versions?.get(version!);
    return resources ? jsonResponse(resourceListText(group, version!, resources)) : openApiResponse(request, path);
  }

  #list(request: Request, isCore: boolean): Response {
    const groups = [...this.#groups].filter(([name]) => (name === "") === isCore);
    if (negotiateDiscovery(request) === "aggregated") {
      return jsonResponse(aggregatedText(groups), { contentType: AGGREGATED_TYPE });
    }
    if (isCore) return jsonResponse('{"kind":"APIVersions","versions":["v1"],"serverAddressByClientCIDRs":[]}');
    const texts = groups.map(([name, versions]) => groupText(name, versions));
    return jsonResponse(`{"kind":"APIGroupList","apiVersion":"v1","groups":[${texts.join(",")}]}`);
  }
}

/** `/api/<version>`, `/apis/<group>` or `/apis/<group>/<version>`. */
const GROUP_PATH = /^\/api(?:s\/([^/]+))?(?:\/([^/]+))?$/;

const NAMESPACE_PATH = /^\/api\/v1\/namespaces\/([a-z0-9-]{1,63})$/;

/** Returns a namespace, which kubectl reads to explain why an event was not found. */
function namespaceResponse(name: string, phase: string): Response {
  if (phase === "Missing") throw namespaceNotFound(name);
  return jsonResponse(JSON.stringify({
    kind: "Namespace",
    apiVersion: "v1",
    metadata: { name, creationTimestamp: null, labels: { "kubernetes.io/metadata.name": name } },
    spec: { finalizers: ["kubernetes"] },
    status: { phase },
  }));
}

// Without these parameters kubectl parses an empty list of groups.
const AGGREGATED_TYPE = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

function resourceOf({ kind, resource, namespaced = true, shortNames }: ServedKind): Resource {
  const singularName = kind.toLowerCase();
  // Without verbs, kubectl resolves the kind but sends no requests for it.
  return {
    name: resource ?? `${singularName}s`,
    singularName,
    namespaced,
    kind,
    verbs: [],
    ...(shortNames && { shortNames }),
  };
}

function groupText(name: string, served: Versions): string {
  const versions = Array.from(served.keys(), (version) => ({ groupVersion: `${name}/${version}`, version }));
  return JSON.stringify({ kind: "APIGroup", apiVersion: "v1", name, versions, preferredVersion: versions[0] });
}

function resourceListText(group: string, version: string, resources: readonly Resource[]): string {
  const groupVersion = group === "" ? version : `${group}/${version}`;
  return JSON.stringify({ kind: "APIResourceList", apiVersion: "v1", groupVersion, resources });
}

function aggregatedText(groups: readonly (readonly [name: string, versions: Versions])[]): string {
  const items = groups.map(([name, versions]) => ({
    metadata: name === "" ? {} : { name },
    versions: Array.from(versions, ([version, resources]) => ({
      version,
      freshness: "Current",
      resources: resources.map(({ name, singularName, namespaced, kind, verbs, shortNames }) => ({
        resource: name,
        singularResource: singularName,
        scope: namespaced ? "Namespaced" : "Cluster",
        // Empty, as in a cluster, because group and version equal those of the resource.
        responseKind: { group: "", version: "", kind },
        verbs,
        ...(shortNames && { shortNames }),
      })),
    })),
  }));
  return JSON.stringify({ kind: "APIGroupDiscoveryList", apiVersion: "apidiscovery.k8s.io/v2", metadata: {}, items });
}

/**
 * A kind that discovery lists by name only, so that `kubectl events --for pod/web` can resolve `pod`. Its objects are
 * not served.
 *
 * @category Server
 */
export interface ServedKind {
  /** The API version, such as `"v1"` or `"apps/v1"`. */
  readonly apiVersion: string;
  /** The kind, such as `"Deployment"`. */
  readonly kind: string;
  /**
   * The resource name, lower-case and plural.
   *
   * @default {the kind in lower case, followed by s}
   */
  readonly resource?: string | undefined;
  /**
   * Whether its objects are namespaced.
   *
   * @default {true}
   */
  readonly namespaced?: boolean | undefined;
  /** Short names that kubectl accepts, such as `"deploy"`. */
  readonly shortNames?: readonly string[] | undefined;
}

/**
 * The kinds that most events are about: the default of the option `kinds`.
 *
 * @example Add a kind of your own: `kubectl events --for backup/nightly`
 * ```ts
 * import { COMMON_KINDS, EventsApiServer } from "@kubecast/events/server";
 *
 * new EventsApiServer({ kinds: [...COMMON_KINDS, { apiVersion: "example.com/v1", kind: "Backup" }] });
 * ```
 *
 * @category Server
 */
export const COMMON_KINDS: readonly ServedKind[] = [
  { apiVersion: "v1", kind: "Pod", shortNames: ["po"] },
  { apiVersion: "v1", kind: "Service", shortNames: ["svc"] },
  { apiVersion: "v1", kind: "ConfigMap", shortNames: ["cm"] },
  { apiVersion: "v1", kind: "Secret" },
  { apiVersion: "v1", kind: "ServiceAccount", shortNames: ["sa"] },
  { apiVersion: "v1", kind: "PersistentVolumeClaim", shortNames: ["pvc"] },
  { apiVersion: "v1", kind: "PersistentVolume", namespaced: false, shortNames: ["pv"] },
  { apiVersion: "v1", kind: "Node", namespaced: false, shortNames: ["no"] },
  { apiVersion: "v1", kind: "Namespace", namespaced: false, shortNames: ["ns"] },
  { apiVersion: "apps/v1", kind: "Deployment", shortNames: ["deploy"] },
  { apiVersion: "apps/v1", kind: "ReplicaSet", shortNames: ["rs"] },
  { apiVersion: "apps/v1", kind: "StatefulSet", shortNames: ["sts"] },
  { apiVersion: "apps/v1", kind: "DaemonSet", shortNames: ["ds"] },
  { apiVersion: "batch/v1", kind: "Job" },
  { apiVersion: "batch/v1", kind: "CronJob", shortNames: ["cj"] },
  { apiVersion: "autoscaling/v2", kind: "HorizontalPodAutoscaler", shortNames: ["hpa"] },
];
