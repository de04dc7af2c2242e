import { KubeconfigError } from "./kubeconfig_error.ts";
import type { MergedKubeconfig } from "./kubeconfig_files.ts";
import { KubeconfigObject } from "./kubeconfig_object.ts";

/** The entries selected by a context. */
interface Choice {
  readonly name: string;
  readonly context: KubeconfigObject | undefined;
  readonly cluster: KubeconfigObject;
  readonly user: KubeconfigObject;
}

/** Maximum number of contexts that an error lists. */
const MAX_NAMED = 20;

/**
 * Returns what a context selects: the wanted one, or else the current one.
 *
 * @param server A server in place of the cluster's, for which no context is needed.
 * @throws {KubeconfigError} If there is no such context, or an entry of it is missing.
 */
export function choose(merged: MergedKubeconfig, wanted: string | undefined, server: string | undefined): Choice {
  const fail = (fault: string, isEmpty = false): never => {
    throw new KubeconfigError(`Cannot use kubeconfig ${merged.where}: ${fault}`, { isEmpty });
  };
  const none = new KubeconfigObject({}, { label: "", file: merged.where, fail });
  const name = wanted ?? merged.currentContext;
  const all = [...merged.contexts.keys()].map((context) => JSON.stringify(context));
  const others = all.length > MAX_NAMED ? ` and ${all.length - MAX_NAMED} more` : "";
  const contexts = all.slice(0, MAX_NAMED).join(", ") + others;
  if (name === "") {
    if (server !== undefined) return { name, context: undefined, cluster: none, user: none };
    const hint = contexts === ""
      ? "not found or empty; set KUBECONFIG, or pass server (--server): http://127.0.0.1:8001 is kubectl proxy, or kubecast serve"
      : `current-context is not set; pass context (--context), one of ${contexts}`;
    fail(hint, true);
  }
  const known = contexts === "" ? "there is none" : `the contexts are ${contexts}`;
  const context = merged.contexts.get(name) ?? fail(`context ${JSON.stringify(name)} does not exist (${known})`);
  const named = (field: "cluster" | "user", entries: MergedKubeconfig["users"]): KubeconfigObject | undefined => {
    const entry = context.text(field);
    if (entry === "") return undefined;
    return entries.get(entry) ?? context.fail(`${field} ${JSON.stringify(entry)} does not exist`);
  };
  const cluster = named("cluster", merged.clusters) ??
    (server === undefined ? context.fail("cluster must be given") : none);
  const nobody = new KubeconfigObject({}, { label: `context ${JSON.stringify(name)}`, file: context.file, fail });
  return { name, context, cluster, user: named("user", merged.users) ?? nobody };
}
