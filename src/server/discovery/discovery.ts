import { showValue } from "../../api/check_options.ts";
import { apiOf } from "../wire/route.ts";
import { unknownPath } from "../wire/api_error.ts";
import { jsonResponse, textResponse } from "../wire/json_response.ts";
import { acceptClauses } from "../wire/negotiate.ts";
import { CORE_V1, EVENTS_V1 } from "../wire/served_api.ts";
import { openApiResponse } from "./open_api.ts";
import type { ServedKind } from "./served_kind.ts";

/** A resource, with the fields of both discovery formats. */
interface Resource {
  readonly name: string;
  readonly singularName: string;
  readonly namespaced: boolean;
  readonly kind: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
}

/** The resources of one API version. */
interface GroupVersion {
  readonly group: string;
  readonly version: string;
  readonly resources: readonly Resource[];
}

/** The supported verbs for events. */
export const EVENT_VERBS: readonly string[] = [
  "create",
  "delete",
  "deletecollection",
  "get",
  "list",
  "patch",
  "update",
  "watch",
];

const EVENTS: Resource = {
  name: "events",
  singularName: "event",
  namespaced: true,
  kind: "Event",
  verbs: EVENT_VERBS,
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

const HEALTH_PATHS = ["/healthz", "/livez", "/readyz"];

/** Answers discovery requests, which list the served APIs, in the aggregated and the older format. */
export class Discovery {
  readonly #groupVersions: readonly GroupVersion[];

  constructor(kinds: readonly ServedKind[]) {
    const resources = new Map<string, Resource[]>([CORE_V1, EVENTS_V1].map((api) => [api.apiVersion, [EVENTS]]));
    for (const kind of kinds) {
      if (typeof kind?.apiVersion !== "string" || typeof kind.kind !== "string") {
        throw new TypeError(
          `Cannot serve events: kinds must each have apiVersion and kind, received ${showValue(kind)}`,
        );
      }
      const ofVersion = resources.get(kind.apiVersion) ?? [];
      resources.set(kind.apiVersion, [...ofVersion, resourceOf(kind)]);
    }
    this.#groupVersions = [...resources].map(([apiVersion, ofVersion]) => {
      const slash = apiVersion.indexOf("/");
      return {
        group: apiVersion.slice(0, Math.max(0, slash)),
        version: apiVersion.slice(slash + 1),
        resources: ofVersion,
      };
    });
  }

  /**
   * Answers any GET that is not for events.
   *
   * @throws {ApiError} 404 for an unknown path in a served API; elsewhere the response is a 404 in plain text.
   */
  respond(request: Request, pathname: string): Response {
    const path = pathname.replace(/\/$/, "");
    if (HEALTH_PATHS.includes(path)) return textResponse("ok", 200);
    if (path === "/version") return jsonResponse(JSON.stringify(VERSION));
    if (path === "/api" || path === "/apis") return this.#groups(request, path === "/api");
    if (path.startsWith("/openapi/")) {
      return openApiResponse(path) ?? textResponse("404 page not found\n", 404);
    }
    const [root, group = "", version] = path.startsWith("/api/")
      ? ["api", "", path.slice("/api/".length)]
      : path.slice(1).split("/");
    const versions = root === "api" || root === "apis"
      ? this.#groupVersions.filter((served) => served.group === group)
      : [];
    const served = versions.find((candidate) => candidate.version === version);
    const isWhole = path === `/${root}${group === "" ? "" : `/${group}`}${version === undefined ? "" : `/${version}`}`;
    if (root === "apis" && versions.length > 0 && version === undefined) {
      return jsonResponse(groupText(group, versions));
    }
    if (served && isWhole) return jsonResponse(resourceListText(served));
    if (served || apiOf(path)) throw unknownPath();
    return textResponse("404 page not found\n", 404);
  }

  #groups(request: Request, core: boolean): Response {
    const served = this.#groupVersions.filter(({ group }) => (group === "") === core);
    for (const { type, parameters } of acceptClauses(request)) {
      if (type !== "application/json" || parameters.get("as") !== "apigroupdiscoverylist") continue;
      const version = parameters.get("v") ?? "";
      if (version !== "v2" && version !== "v2beta1") continue;
      return jsonResponse(aggregatedText(served, version), {
        // Without these parameters kubectl parses an empty list of groups.
        contentType: `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`,
      });
    }
    if (core) return jsonResponse('{"kind":"APIVersions","versions":["v1"],"serverAddressByClientCIDRs":[]}');
    const groups = [...new Set(served.map(({ group }) => group))];
    const texts = groups.map((name) => groupText(name, served.filter(({ group }) => group === name)));
    return jsonResponse(`{"kind":"APIGroupList","apiVersion":"v1","groups":[${texts.join(",")}]}`);
  }
}

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

function groupText(group: string, served: readonly GroupVersion[]): string {
  const versions = served.map(({ version }) => ({ groupVersion: `${group}/${version}`, version }));
  return JSON.stringify({ kind: "APIGroup", apiVersion: "v1", name: group, versions, preferredVersion: versions[0] });
}

function resourceListText({ group, version, resources }: GroupVersion): string {
  const groupVersion = group === "" ? version : `${group}/${version}`;
  return JSON.stringify({ kind: "APIResourceList", apiVersion: "v1", groupVersion, resources });
}

function aggregatedText(served: readonly GroupVersion[], discoveryVersion: string): string {
  const items = [...new Set(served.map(({ group }) => group))].map((name) => ({
    metadata: name === "" ? {} : { name },
    versions: served.filter(({ group }) => group === name).map(({ group, version, resources }) => ({
      version,
      freshness: "Current",
      resources: resources.map(({ name, singularName, namespaced, kind, verbs, shortNames }) => ({
        resource: name,
        singularResource: singularName,
        scope: namespaced ? "Namespaced" : "Cluster",
        responseKind: { group, version, kind },
        verbs,
        ...(shortNames && { shortNames }),
      })),
    })),
  }));
  return JSON.stringify({
    kind: "APIGroupDiscoveryList",
    apiVersion: `apidiscovery.k8s.io/${discoveryVersion}`,
    metadata: {},
    items,
  });
}
