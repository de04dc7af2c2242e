import type { V1ObjectReference } from "../api/kubernetes_object.ts";
import { Connection, type ConnectionOptions } from "../connection/connection.ts";
import { StatusError } from "../api/status_error.ts";
import { COMMON_KINDS } from "../server/mod.ts";
import { closest, UsageError } from "./command.ts";
import type { ClusterConnection } from "./connect.ts";

/** An object as typed: `pod/web`, `deploy/web`, `backups.example.com/nightly`. */
export interface ObjectName {
  /** A kind, resource or short name, optionally with `.GROUP` or `.VERSION.GROUP`. */
  readonly kind: string;
  readonly name: string;
}

/** A resource that the server has. */
interface Resource {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly resource: string;
  readonly isNamespaced: boolean;
  /** Its names in lower case: plural, singular, kind, short names. */
  readonly names: readonly string[];
}

/** @throws {UsageError} If it is not KIND/NAME. */
export function parseObjectName(text: string | undefined): ObjectName {
  const [, kind, name] = text?.match(/^([A-Za-z][\w.-]*)\/([^/%\s]+)$/) ?? [];
  if (kind !== undefined && name !== undefined && name !== "." && name !== "..") return { kind, name };
  throw new UsageError(`The object must be KIND/NAME such as pod/web, received ${JSON.stringify(text ?? "")}`);
}

/** The result of a lookup. */
export interface FoundObject {
  readonly reference: V1ObjectReference;
  /** Warnings about missing information. */
  readonly warnings: readonly string[];
}

/** Looks up objects as kubectl does. */
export class ObjectFinder {
  readonly #connection: Connection;
  readonly #namespace: string;
  readonly #kubectlFlags: string;
  readonly #signal: AbortSignal;

  constructor(
    options: ConnectionOptions,
    { namespace, kubectlFlags, signal }: Pick<ClusterConnection, "namespace" | "kubectlFlags"> & {
      readonly signal: AbortSignal;
    },
  ) {
    this.#connection = new Connection(options, "look up an object");
    this.#namespace = namespace;
    this.#kubectlFlags = kubectlFlags;
    this.#signal = signal;
  }

  /**
   * Finds kind and apiVersion by discovery, and the uid by reading the object, since `kubectl describe` finds events by
   * uid. A missing permission or object is a warning, not an error.
   *
   * @throws {UsageError} If the server has no such kind.
   */
  async find({ kind: typed, name }: ObjectName): Promise<FoundObject> {
    const { resource, warning } = await this.kindOf(typed);
    const reference = {
      apiVersion: resource.group === "" ? resource.version : `${resource.group}/${resource.version}`,
      kind: resource.kind,
      name,
      ...resource.isNamespaced && { namespace: this.#namespace },
    };
    if (warning !== undefined) return { reference, warnings: [warning] };
    const path = [
      resource.group === "" ? "/api" : `/apis/${resource.group}`,
      resource.version,
      ...resource.isNamespaced ? ["namespaces", encodeURIComponent(this.#namespace)] : [],
      resource.resource,
      encodeURIComponent(name),
    ].join("/");
    try {
      const object = await this.#connection.json(path, { signal: this.#signal }) as { metadata?: { uid?: unknown } };
      const uid = object?.metadata?.uid;
      return { reference: typeof uid === "string" ? { ...reference, uid } : reference, warnings: [] };
    } catch (error) {
      if (!(error instanceof StatusError) || !(error.isNotFound || error.isForbidden || error.code === 405)) {
        throw error;
      }
      const where = resource.isNamespaced ? ` in namespace ${this.#namespace}` : "";
      // A server without the resource, such as `kubecast serve`, responds without details.
      const why = error.isNotFound && error.status.details?.kind === undefined
        ? `this server stores no ${resource.resource}`
        : `cannot read ${resource.kind.toLowerCase()}/${name}${where} (${error.message})`;
      const namespace = resource.isNamespaced ? this.#namespace : "default";
      const command =
        `kubectl get events${this.#kubectlFlags} -n ${namespace} --field-selector involvedObject.name=${name}`;
      const warning = `The event has no uid, so kubectl describe will not show it, but ${command} will: ${why}`;
      return { reference, warnings: [warning] };
    }
  }

  /**
   * Finds the resource of a kind as typed; without permission for discovery, guesses it and adds a warning.
   *
   * @throws {UsageError} If the server has no such kind.
   */
  async kindOf(typed: string): Promise<{ readonly resource: Resource; readonly warning?: string }> {
    const [word = "", ...rest] = typed.toLowerCase().split(".");
    const suffix = rest.join(".");
    const fits = ({ names, group, version }: Resource): boolean =>
      names.includes(word) && (suffix === "" || suffix === group || suffix === `${version}.${group}`);
    const unknown = (why: string): { resource: Resource; warning: string } => {
      const resource = commonResources().find(fits) ?? guess(typed.split(".")[0]!, suffix);
      return { resource, warning: `${why}: assuming that ${typed} is the kind ${resource.kind}` };
    };
    let resources: readonly Resource[];
    try {
      resources = await this.#discover();
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

  /** All resources, in the order in which kubectl prefers them: core first, and the preferred version of a group. */
  async #discover(): Promise<Resource[]> {
    const accept = ["v2", "v2beta1"]
      .map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`)
      .join(",");
    const request = { headers: { accept }, signal: this.#signal };
    const lists = await Promise.all(["/api", "/apis"].map((path) => this.#connection.json(path, request)));
    return (lists as (GroupDiscoveryList | null)[]).flatMap((list) => list?.items ?? []).flatMap((group) =>
      (group.versions ?? []).flatMap(({ version, resources }) =>
        (resources ?? []).map((resource) => ({
          group: group.metadata?.name ?? "",
          version,
          kind: resource.responseKind?.kind ?? "",
          resource: resource.resource,
          isNamespaced: resource.scope === "Namespaced",
          names: [
            resource.resource,
            resource.singularResource ?? "",
            resource.responseKind?.kind ?? "",
            ...resource.shortNames ?? [],
          ].map((name) => name.toLowerCase()).filter((name) => name !== ""),
        }))
      )
    );
  }
}

/** A list; Go servers may encode an empty one as null. */
type GoList<T> = readonly T[] | null;

/** The fields in use of Kubernetes' `APIGroupDiscoveryList` (apidiscovery.k8s.io). */
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
    const [version = "", group = ""] = apiVersion.split("/").reverse();
    return {
      group,
      version,
      kind,
      resource: plural,
      isNamespaced: namespaced,
      names: [plural, kind.toLowerCase(), ...shortNames],
    };
  });
}

function guess(word: string, suffix: string): Resource {
  const kind = word[0]!.toUpperCase() + word.slice(1);
  const [, version = "v1", group = suffix] = suffix.match(/^(v\d\w*)\.(.+)$/) ?? [];
  return { group, version, kind, resource: word, isNamespaced: true, names: [] };
}
