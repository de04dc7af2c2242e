import type { ApiVersion } from "../../base/event/event.ts";
import { reasonOf } from "../../base/tools/logger.ts";
import { shellWord } from "../../base/tools/text.ts";
import { grant, RBAC, rbacRules } from "./rbac_rules.ts";
import { ConnectionError, LOGIN, REACH, RequestConstructionError } from "../../base/event/connection_error.ts";
import { StatusError } from "../../base/event/status_error.ts";
import { TokenError } from "./connection.ts";
import { credentialsFix } from "./exchange.ts";

/**
 * The result of `check()` of a {@linkcode FetchEventSink}: whether events can be written, and if not, why and how to
 * fix it. Contains no token and no header.
 *
 * @category Connection
 */
export interface AccessReport {
  /** Whether events can be written: none of the `problems` prevents it. */
  readonly ok: boolean;
  /** The server's URL. */
  readonly server: string;
  /** The server's version, such as `"v1.37.2"`; `undefined` if unknown. */
  readonly version?: string | undefined;
  /** The client's user name on the server; `undefined` if unknown, as before Kubernetes 1.28. */
  readonly user?: string | undefined;
  /** The API that was checked. */
  readonly apiVersion: ApiVersion;
  /** The namespace that was checked. */
  readonly namespace: string;
  /** The verbs that the server permits in the namespace, for either API; `undefined` if unknown. */
  readonly permitted: Readonly<
    Record<ApiVersion, {
      readonly create?: boolean | undefined;
      readonly patch?: boolean | undefined;
      /** Like `watch`, for reading, which recording does not need. */
      readonly list?: boolean | undefined;
      readonly watch?: boolean | undefined;
    }>
  >;
  /**
   * How far the server's clock is ahead of the local one, in milliseconds, rounded to seconds because the `Date` header
   * is. After a slow response, the smallest difference that explains the header; `undefined` if unknown.
   */
  readonly clockSkewMs?: number | undefined;
  /** The problems, in the order in which to fix them. */
  readonly problems: readonly {
    /**
     * - `"unreachable"`: no connection, an untrusted certificate, a proxy that is down, or no response in time.
     * - `"not-an-api-server"`: another server responded.
     * - `"unauthorized"`: the server rejects the credentials, none were sent, or the token function failed.
     * - `"unavailable"`: the server cannot serve requests at present.
     * - `"not-served"`: the server does not have this API.
     * - `"forbidden"`: a permission is missing.
     * - `"namespace-missing"`, `"namespace-terminating"`: the namespace does not accept events.
     * - `"rejected"`: the role permits events, but the server rejects them, for example by an admission webhook.
     * - `"clock"`: the local clock differs from the server's by more than a minute. Does not prevent writing.
     */
    readonly type:
      | "unreachable"
      | "not-an-api-server"
      | "unauthorized"
      | "unavailable"
      | "not-served"
      | "forbidden"
      | "namespace-missing"
      | "namespace-terminating"
      | "rejected"
      | "clock";
    /** The problem in a sentence. */
    readonly message: string;
    /** The fix. */
    readonly fix: string;
    /** For `"forbidden"`: the missing Role and RoleBinding, for `kubectl apply -f -`. */
    readonly manifests?: readonly Readonly<Record<string, unknown>>[] | undefined;
  }[];
}

export type AccessProblem = AccessReport["problems"][number];

/** The verbs that recording needs. */
export const VERBS = ["create", "patch"] as const;

function otherThan(apiVersion: ApiVersion): ApiVersion {
  return apiVersion === "v1" ? "events.k8s.io/v1" : "v1";
}

export function groupOf(apiVersion: ApiVersion): string {
  return apiVersion === "v1" ? "" : "events.k8s.io";
}

const CREDENTIALS =
  "Pass a valid token: from `loadKubeconfig()` or `inClusterConfig()`, or with --token or --kubeconfig";

/** The problem of a request that failed as a whole. */
export function failure(error: unknown, signal: AbortSignal): AccessProblem {
  const message = reasonOf(error);
  if (signal.aborted) {
    const fix = "Check whether it is overloaded, or a firewall or proxy drops packets";
    return { type: "unreachable", message: "The server did not respond in time", fix };
  }
  if (error instanceof StatusError) {
    if (error.isUnauthorized) {
      return { type: "unauthorized", message, fix: credentialsFix(error) ?? CREDENTIALS };
    }
    if (error.isRetryable) return unavailable(error);
  }
  if (error instanceof TokenError) return { type: "unauthorized", message, fix: LOGIN };
  if ((error as Error).cause instanceof TokenError) return { type: "unauthorized", message, fix: CREDENTIALS };
  if (error instanceof ConnectionError || error instanceof RequestConstructionError) {
    return { type: "unreachable", message, fix: error.fix || REACH };
  }
  const fix = error instanceof NotAnApiServerError ? error.fix : ANOTHER_URL;
  return { type: "not-an-api-server", message, fix };
}

const ANOTHER_URL = "Pass the URL that `kubectl cluster-info` prints, or run `kubectl proxy`";

/** The server answered, but not as an API server would. */
export class NotAnApiServerError extends Error {
  readonly fix: string;

  constructor(server: string, status?: StatusError) {
    const answer = status === undefined ? "" : `: ${status.message}`;
    super(`${server}/version does not look like that of an API server${answer}`);
    // A Go server answers HTTP on its HTTPS port with status 400.
    const isHttps = status?.code === 400 && server.startsWith("http:");
    this.fix = isHttps ? "Use https:// in the server's URL" : ANOTHER_URL;
  }
}

function unavailable({ code, message }: StatusError): AccessProblem {
  const fix = code === 502 || code === 504
    ? "The proxy in front of the API server cannot reach it: check its target, or pass the API server's own URL"
    : "Try again later; a recording retries until then";
  return { type: "unavailable", message, fix };
}

/** The problem of an event that the server refuses, although the role seems to permit it. */
export function refusal(
  error: StatusError,
  { apiVersion, namespace }: Pick<AccessReport, "apiVersion" | "namespace">,
): AccessProblem {
  const { message } = error;
  if (error.isNamespaceTerminating) {
    const fix = "Wait until it is deleted, then create it again";
    return { type: "namespace-terminating", message: `The namespace ${namespace} is being deleted`, fix };
  }
  if (error.isNotFound) {
    if (error.status.details?.kind === "namespaces") return namespaceMissing(namespace);
    const fix = `Record in ${otherThan(apiVersion)}, or let \`EventBroadcasterAdapter.discover\` choose`;
    return { type: "not-served", message: `The server does not have ${apiVersion}: ${message}`, fix };
  }
  if (error.isRetryable) return unavailable(error);
  const fix = "Ask the cluster's administrator: an admission webhook, policy or quota rejects events";
  return { type: "rejected", message: `The server rejects events: ${message}`, fix };
}

export function namespaceMissing(namespace: string): AccessProblem {
  const message = `The namespace ${namespace} does not exist: events are stored in the namespace of their object`;
  return { type: "namespace-missing", message, fix: `kubectl create namespace ${namespace}, or pass another one` };
}

export function forbidden(
  { user, namespace, apiVersion, permitted }: Pick<AccessReport, "user" | "namespace" | "apiVersion" | "permitted">,
  missing: readonly string[],
): AccessProblem {
  const group = groupOf(apiVersion);
  const message = `${user ?? "The client"} may not ${missing.join(" or ")} events in the API group "${group}" in the ` +
    `namespace ${namespace}`;
  if (user === "system:anonymous") {
    return { type: "unauthorized", message: `${message}: no credentials were sent`, fix: CREDENTIALS };
  }
  const other = otherThan(apiVersion);
  const isOtherPermitted = VERBS.every((verb) => permitted[other][verb] === true);
  const hint = isOtherPermitted ? `; or record in ${other}, which is permitted` : "";
  // An unknown user becomes a placeholder. The server's name is matched or quoted, because the fix is pasted into a
  // shell.
  const account = (user ?? `system:serviceaccount:${namespace}:NAME`)
    .match(/^system:serviceaccount:([\w.-]+):([\w.-]+)$/);
  const subject = account === null
    ? { apiGroup: RBAC, kind: "User", name: user }
    : { kind: "ServiceAccount", name: account[2], namespace: account[1] };
  const of = account === null ? `--user=${shellWord(user!)}` : `--serviceaccount=${account[1]}:${account[2]}`;
  const name = "event-recorder";
  const fix =
    `kubectl create role ${name} --verb=create,patch --resource=events,events.events.k8s.io -n ${namespace} && ` +
    `kubectl create rolebinding ${name} --role=${name} ${of} -n ${namespace}${hint}`;
  return { type: "forbidden", message, fix, manifests: grant("Role", { name, namespace }, rbacRules, subject) };
}

export function clockProblem(skewMs: number): AccessProblem {
  const minutes = Math.round(Math.abs(skewMs) / 60_000);
  const order = skewMs > 0 ? "behind" : "ahead of";
  const message = `The local clock is ${minutes} min ${order} the server's: events carry the local time`;
  return { type: "clock", message, fix: "Synchronize the clock (NTP)" };
}
