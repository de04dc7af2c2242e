import type { V1ObjectReference } from "../../base/event/kubernetes_object.ts";
import { Connection } from "../../connect/connection/connection.ts";
import { StatusError } from "../../base/event/status_error.ts";
import { shellWord } from "../../base/tools/text.ts";
import { getFieldSelector } from "../../read/reader/get_field_selector.ts";
import { COMMON_KINDS } from "../../serve/server/mod.ts";
import { closest, UsageError } from "./command.ts";
import type { ClusterConnection } from "./connect.ts";

/** An object as typed: `pod/web`, `deploy/web`, `backups.example.com/nightly`. */
export interface ObjectName {
  /** A kind, resource or short name, optionally with `.GROUP` or `.VERSION.GROUP`. */
  readonly kind: string;
  readonly name: string;
  /** The API group, if one was typed; empty for core/v1. */
  readonly group?: string | undefined;
}

/** A resource that the server has. */
interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly resource: string;
  readonly isNamespaced: boolean;
  /** The plural, the singular, the kind and the short names, in lower case. */
  readonly names: readonly string[];
}

/** @throws {UsageError} If the text is not KIND/NAME. */
export function parseObjectName(text: string | undefined): ObjectName {
  const [, kind, name] = text?.match(/^([A-Za-z][\w.-]*)\/([^/%\s]+)$/) ?? [];
  const group = /\.(?:v\d+(?:(?:alpha|beta)\d+)?\.)?(.*)/.exec(kind ?? "")?.[1];
  if (kind !== undefined && name !== undefined && name !== "." && name !== "..") return { kind, name, group };
  throw new UsageError(`The object must be KIND/NAME such as pod/web, received ${JSON.stringify(text ?? "")}`);
}

/**
 * Looks up an object as kubectl does: its kind and apiVersion by discovery, and its uid by reading it, because
 * `kubectl describe` finds events by uid. A missing permission or object is a warning, not an error.
 *
 * @throws {UsageError} If the server has no such kind.
 */
export async function findObject(
  cluster: ClusterConnection,
  { kind: typed, name }: ObjectName,
  signal: AbortSignal,
): Promise<{ readonly reference: V1ObjectReference; readonly warning?: string }> {
  const { namespace, kubectlFlags } = cluster;
  const { resource: { apiVersion, kind, resource, isNamespaced }, warning } = await findKind(cluster, typed, signal);
  const reference = { apiVersion, kind, name, ...isNamespaced && { namespace } };
  if (warning !== undefined) return { reference, warning };
  const folder = `${apiVersion.includes("/") ? "/apis" : "/api"}/${apiVersion}`;
  const path = `${isNamespaced ? `/namespaces/${encodeURIComponent(namespace)}` : ""}/${resource}`;
  try {
    const object = await connectionOf(cluster).json(`${folder}${path}/${encodeURIComponent(name)}`, { signal });
    const uid = (object as { metadata?: { uid?: unknown } } | null)?.metadata?.uid;
    if (typeof uid === "string") return { reference: { ...reference, uid } };
    return { reference, warning: `The event has no uid: the server's ${kind.toLowerCase()}/${name} has none` };
  } catch (error) {
    if (!(error instanceof StatusError) || !(error.isNotFound || error.isForbidden || error.code === 405)) throw error;
    const where = isNamespaced ? ` in namespace ${namespace}` : "";
    // A server without the resource, such as `kubecast serve`, responds without details.
    if (error.isNotFound && error.status.details?.kind === undefined) {
      return { reference, warning: `The event has no uid: this server stores no ${resource}` };
    }
    const why = `cannot read ${kind.toLowerCase()}/${name}${where} (${error.message})`;
    const command = `kubectl get events${kubectlFlags} -n ${isNamespaced ? shellWord(namespace) : "default"} ` +
      `--field-selector ${shellWord(getFieldSelector("v1", { name }))}`;
    return {
      reference,
      warning: `The event has no uid, so kubectl describe will not show it: ${why}\nThis will:\n  ${command}`,
    };
  }
}

/**
 * Finds the resource of a kind as typed; without permission for discovery, guesses it and adds a warning.
 *
 * @throws {UsageError} If the server has no such kind.
 */
export async function findKind(
  cluster: ClusterConnection,
  typed: string,
  signal: AbortSignal,
): Promise<{ readonly resource: Resource; readonly warning?: string }> {
  const [word = "", ...rest] = typed.toLowerCase().split(".");
  const suffix = rest.join(".");
  const fits = ({ names, apiVersion }: Resource): boolean => {
    const [version, group = ""] = apiVersion.split("/").reverse();
    return names.includes(word) && ["", group, `${version}.${group}`].includes(suffix);
  };
  const unknown = (why: string): { resource: Resource; warning: string } => {
    const resource = commonResources().find(fits) ?? guess(typed.split(".")[0]!, suffix);
    return { resource, warning: `${why}: assuming that ${typed} is the kind ${resource.kind}` };
  };
  let resources: readonly Resource[];
  try {
    resources = await discover(connectionOf(cluster), signal);
  } catch (error) {
    if (error instanceof StatusError && (error.isForbidden || error.isNotFound)) return unknown(error.message);
    throw error;
  }
  if (resources.length === 0) return unknown("The server has no aggregated discovery (Kubernetes 1.26)");
  const resource = resources.find(fits);
  if (resource !== undefined) return { resource };
  const suggestion = closest(word, resources.flatMap(({ names }) => names));
  throw new UsageError(`The server has no kind ${typed}${suggestion === undefined ? "" : ` (is it ${suggestion}?)`}`);
}

/** Guesses the kind that was typed, such as `Deployment` for `deploy`, without asking a server. */
export function guessKind(typed: string): string {
  const [word = "", ...rest] = typed.split(".");
  const names = commonResources().find(({ names }) => names.includes(word.toLowerCase()));
  return (names ?? guess(word, rest.join("."))).kind;
}

function connectionOf({ options }: ClusterConnection): Connection {
  return new Connection(options, "look up an object");
}

/** All resources, in the order in which kubectl prefers them: core first, and the preferred version of a group. */
async function discover(connection: Connection, signal: AbortSignal): Promise<Resource[]> {
  const accept = ["v2", "v2beta1"]
    .map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`)
    .join(",");
  const lists = await Promise.all(
    ["/api", "/apis"].map((path) => connection.json(path, { headers: { accept }, signal })),
  );
  try {
    return resourcesOf(lists as (GroupDiscoveryList | null)[]);
  } catch {
    // The response has fields of other types; treats it as empty.
    return [];
  }
}

function resourcesOf(lists: readonly (GroupDiscoveryList | null)[]): Resource[] {
  return lists.flatMap((list) => list?.items ?? []).flatMap((group) =>
    (group.versions ?? []).flatMap(({ version, resources }) =>
      (resources ?? []).map(({ resource, scope, responseKind: { kind = "" } = {}, singularResource, shortNames }) => ({
        apiVersion: group.metadata?.name ? `${group.metadata.name}/${version}` : version,
        kind,
        resource,
        isNamespaced: scope === "Namespaced",
        names: [resource, singularResource, kind, ...shortNames ?? []].flatMap((name) => name?.toLowerCase() || []),
      }))
    )
  );
}

/** A list, which Go servers may encode as null if it is empty. */
type GoList<T> = readonly T[] | null;

/** The fields of Kubernetes' `APIGroupDiscoveryList` (apidiscovery.k8s.io) that are used here. */
interface GroupDiscoveryList {
  readonly items?: GoList<{
    readonly metadata?: { readonly name?: string };
    readonly versions?: GoList<{
      readonly version: string;
      readonly resources?: GoList<{
        readonly resource: string;
        readonly singularResource?: string;
        readonly scope?: string;
        readonly shortNames?: GoList<string>;
        readonly responseKind?: { readonly kind?: string };
      }>;
    }>;
  }>;
}

function commonResources(): Resource[] {
  return COMMON_KINDS.map(({ apiVersion, kind, resource, namespaced = true, shortNames = [] }) => {
    const plural = resource ?? `${kind.toLowerCase()}s`;
    const names = [plural, kind.toLowerCase(), ...shortNames];
    return { apiVersion, kind, resource: plural, isNamespaced: namespaced, names };
  });
}

function guess(word: string, suffix: string): Resource {
  const kind = word[0]!.toUpperCase() + word.slice(1);
  const [, version = "v1", group = suffix] = suffix.match(/^(v\d\w*)\.(.+)$/) ?? [];
  const apiVersion = group === "" ? version : `${group}/${version}`;
  return { apiVersion, kind, resource: word, isNamespaced: true, names: [] };
}
