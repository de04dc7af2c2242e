import type { ApiVersion } from "../api/event.ts";
import { reasonOf } from "../api/logger.ts";
import { formatMicroTime } from "../api/time.ts";
import { type Connection, untilAborted } from "./connection.ts";
import { rbacRules } from "./rbac_rules.ts";
import { StatusError } from "./status_error.ts";

/** The verbs that recording needs. */
const VERBS = ["create", "patch"] as const;
/** A skew below it may be latency. */
const MAX_SKEW_MS = 60_000;
const ANONYMOUS = "system:anonymous";
const JSON_BODY = { "content-type": "application/json" };

/**
 * The result of `check()` of a {@linkcode FetchEventSink}: whether events can be written, and if not, why and what to
 * do about it. Contains no token and no header.
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
  /** The name by which the server knows the client; `undefined` before Kubernetes 1.28. */
  readonly user?: string | undefined;
  /** The API that was checked. */
  readonly apiVersion: ApiVersion;
  /** The namespace that was checked. */
  readonly namespace: string;
  /** The verbs that the server permits in the namespace, for either API; `undefined` if unknown. */
  readonly permitted: Readonly<
    Record<ApiVersion, { readonly create?: boolean | undefined; readonly patch?: boolean | undefined }>
  >;
  /** How far the server's clock is ahead of the local one, in milliseconds, to the second; `undefined` if unknown. */
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
     * - `"namespace-missing"`, `"namespace-terminating"`: the namespace takes no events.
     * - `"rejected"`: the server permits events, but rejects them, such as by an admission webhook.
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
    /** What to do. */
    readonly fix: string;
    /** For `"forbidden"`: the missing Role and RoleBinding, for `kubectl apply -f -`. */
    readonly manifests?: readonly Readonly<Record<string, unknown>>[] | undefined;
  }[];
}

/** A problem of an {@linkcode AccessReport}. */
type AccessProblem = AccessReport["problems"][number];

/** What to check. */
export interface AccessCheck {
  readonly apiVersion: ApiVersion;
  readonly namespace: string;
  readonly signal: AbortSignal;
}

/** The paths of the APIs. */
export const API_PATHS: Readonly<Record<ApiVersion, string>> = {
  "v1": "/api/v1",
  "events.k8s.io/v1": "/apis/events.k8s.io/v1",
};

/**
 * Asks whether the client may use a verb on events (a `SelfSubjectAccessReview`).
 *
 * @param access `namespace` is `undefined` for all namespaces.
 * @returns `undefined` if the server does not answer access reviews.
 * @throws {Error} If the server is unreachable or unavailable, or does not accept the credentials.
 */
export async function reviewAccess(
  connection: Connection,
  { apiVersion, verb, namespace, signal }: {
    readonly apiVersion: ApiVersion;
    readonly verb: string;
    readonly namespace: string | undefined;
    readonly signal: AbortSignal;
  },
): Promise<boolean | undefined> {
  const resourceAttributes = { verb, group: groupOf(apiVersion), resource: "events", namespace };
  const review = {
    apiVersion: "authorization.k8s.io/v1",
    kind: "SelfSubjectAccessReview",
    spec: { resourceAttributes },
  };
  const path = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
  const answer = await ask<{ allowed?: unknown }>(connection, path, review, signal);
  return typeof answer?.allowed === "boolean" ? answer.allowed : undefined;
}

/** Sends a review of the client, and returns its status; `undefined` if the server does not answer such reviews. */
async function ask<T>(
  connection: Connection,
  path: string,
  review: unknown,
  signal: AbortSignal,
): Promise<T | undefined> {
  try {
    const request = { method: "POST", headers: JSON_BODY, body: JSON.stringify(review), signal };
    return (Object(await connection.json(path, request)) as { status?: T }).status;
  } catch (error) {
    if (error instanceof StatusError && !error.isUnauthorized && !error.isRetryable) return undefined;
    throw error;
  }
}

/** Checks whether events can be written. Never rejects: whatever fails is a problem in the report. */
export async function checkAccess(connection: Connection, check: AccessCheck): Promise<AccessReport> {
  const { apiVersion, namespace } = check;
  const problems: AccessProblem[] = [];
  const report = {
    server: connection.server,
    version: undefined as string | undefined,
    user: undefined as string | undefined,
    apiVersion,
    namespace,
    permitted: { "v1": {}, "events.k8s.io/v1": {} } as AccessReport["permitted"],
    clockSkewMs: undefined as number | undefined,
  };
  const examine = async (): Promise<void> => {
    const { version, clockSkewMs } = await askVersion(connection, check);
    Object.assign(report, { version, clockSkewMs });
    const [user, core, events, written] = await Promise.all([
      askUser(connection, check),
      askVerbs(connection, { ...check, apiVersion: "v1" }),
      askVerbs(connection, { ...check, apiVersion: "events.k8s.io/v1" }),
      tryCreate(connection, check),
    ]);
    report.user = user ?? (written instanceof StatusError ? deniedUser(written) : undefined);
    report.permitted = { "v1": core, "events.k8s.io/v1": events };
    const own = report.permitted[apiVersion];
    const missing = VERBS.filter((verb) => own[verb] === false);
    if (written instanceof StatusError && written.isAccessDenied && !missing.includes("create")) {
      missing.unshift("create");
    }
    if (missing.length > 0) {
      if (await isNamespaceMissing(connection, check)) problems.push(namespaceMissing(namespace));
      problems.push(forbidden(report, missing));
    } else if (written !== undefined) problems.push(refusal(written, check));
  };
  try {
    // A custom `fetch` may ignore the signal.
    await untilAborted(examine(), check.signal);
  } catch (error) {
    problems.push(failure(error, check.signal));
  }
  const ok = problems.length === 0;
  const { clockSkewMs = 0 } = report;
  if (Math.abs(clockSkewMs) > MAX_SKEW_MS) problems.push(clockProblem(clockSkewMs));
  return { ok, ...report, problems: [...problems] };
}

/** Asks for the version, which everyone may, and compares clocks by its answer. */
async function askVersion(
  connection: Connection,
  { signal }: AccessCheck,
): Promise<{ readonly version: string | undefined; readonly clockSkewMs: number | undefined }> {
  const before = Date.now();
  let response: Response;
  try {
    response = await connection.send("/version", { signal });
  } catch (error) {
    // The version need not be public; the reviews follow.
    if (error instanceof StatusError && error.isForbidden) return { version: undefined, clockSkewMs: undefined };
    throw error;
  }
  const served = Date.parse(response.headers.get("date") ?? "");
  const local = (before + Date.now()) / 2;
  let version: unknown;
  try {
    version = (Object(JSON.parse(await untilAborted(response.text(), signal))) as { gitVersion?: unknown }).gitVersion;
  } catch {
    signal.throwIfAborted();
  }
  if (typeof version !== "string") throw new Error(`${connection.server}/version is not that of an API server`);
  return { version, clockSkewMs: Number.isNaN(served) ? undefined : Math.round((served - local) / 1000) * 1000 };
}

async function askUser(connection: Connection, { signal }: AccessCheck): Promise<string | undefined> {
  const review = { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" };
  const path = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
  const status = await ask<{ userInfo?: { username?: unknown } }>(connection, path, review, signal);
  const name = status?.userInfo?.username;
  return typeof name === "string" ? name : undefined;
}

async function askVerbs(connection: Connection, check: AccessCheck): Promise<AccessReport["permitted"]["v1"]> {
  const [create, patch] = await Promise.all(VERBS.map((verb) => reviewAccess(connection, { ...check, verb })));
  return { create, patch };
}

/**
 * Creates an event with `dryRun=All`, which is checked as any other and not stored: shows the state of the namespace,
 * which a recorder may not read, and whether admission accepts events.
 *
 * @returns The server's refusal, or `undefined`.
 */
async function tryCreate(
  connection: Connection,
  { apiVersion, namespace, signal }: AccessCheck,
): Promise<StatusError | undefined> {
  const about = { apiVersion: "v1", kind: "Namespace", name: namespace, namespace };
  const metadata = { name: `kubecast-check.${Date.now().toString(16)}`, namespace };
  const common = { apiVersion, kind: "Event", metadata, type: "Normal", reason: "AccessCheck" };
  const event = apiVersion === "v1" ? { ...common, involvedObject: about, source: { component: "kubecast" } } : {
    ...common,
    regarding: about,
    action: "CheckAccess",
    eventTime: formatMicroTime(Date.now()),
    reportingController: "kubecast",
    reportingInstance: "kubecast",
  };
  const path = `${API_PATHS[apiVersion]}/namespaces/${encodeURIComponent(namespace)}/events?dryRun=All`;
  try {
    await connection.json(path, { method: "POST", headers: JSON_BODY, body: JSON.stringify(event), signal });
    return undefined;
  } catch (error) {
    if (!(error instanceof StatusError) || error.isUnauthorized) throw error;
    // A webhook that has side effects: it takes part in real requests only.
    return error.code === 400 && /dry ?run/i.test(error.message) ? undefined : error;
  }
}

/** Whether the namespace does not exist, as far as the client may read it. */
async function isNamespaceMissing(connection: Connection, { namespace, signal }: AccessCheck): Promise<boolean> {
  try {
    await connection.json(`/api/v1/namespaces/${encodeURIComponent(namespace)}`, { signal });
    return false;
  } catch (error) {
    return error instanceof StatusError && error.isNotFound && error.status.details?.kind === "namespaces";
  }
}

function groupOf(apiVersion: ApiVersion): string {
  return apiVersion === "v1" ? "" : "events.k8s.io";
}

/** The user whom the authorizer's message names. */
function deniedUser({ message }: StatusError): string | undefined {
  return message.match(/ is forbidden: User "([^"]+)" cannot /)?.[1];
}

/** The problem of a request that failed as a whole. */
function failure(error: unknown, signal: AbortSignal): AccessProblem {
  const message = reasonOf(error);
  if (signal.aborted) {
    return { type: "unreachable", message: "The server did not respond in time", fix: UNREACHABLE.slow };
  }
  if (error instanceof StatusError) {
    if (error.isUnauthorized) return { type: "unauthorized", message, fix: CREDENTIALS };
    if (error.isRetryable) {
      return { type: "unavailable", message, fix: "Try again later; a recording retries until then" };
    }
  } else if (/^Cannot reach /.test(message)) {
    return { type: "unreachable", message, fix: unreachableFix(message) };
  } else if (/^Cannot (get a|send the) token/.test(message)) {
    return { type: "unauthorized", message, fix: CREDENTIALS };
  }
  const fix = "Give the URL of the API server, as `kubectl cluster-info` prints it, or run `kubectl proxy`";
  return { type: "not-an-api-server", message, fix };
}

const CREDENTIALS = "Pass a `token` that is valid and not expired: `loadKubeconfig()` has a person's, " +
  "`inClusterConfig()` a pod's";

const UNREACHABLE = {
  slow: "See whether the server is overloaded, or a firewall drops its packets; a dead proxy (HTTPS_PROXY) does so too",
  certificate:
    "Trust the cluster's certificate authority: `loadKubeconfig()` and `inClusterConfig()` return a `fetch` " +
    "that does; elsewhere NODE_EXTRA_CA_CERTS=ca.crt on Node and Bun, DENO_CERT=ca.crt on Deno",
  permission: "Run deno with the flag that the message names",
  other:
    "Start the server, `kubectl proxy` if it is meant, or pass the right `server`; if HTTPS_PROXY or HTTP_PROXY is " +
    "set, see whether that proxy runs, or list the server in NO_PROXY",
};

function unreachableFix(message: string): string {
  if (/certificate is not trusted/.test(message)) return UNREACHABLE.certificate;
  return /--allow-/.test(message) ? UNREACHABLE.permission : UNREACHABLE.other;
}

/** The problem of an event that the server refuses, although the role permits it as far as known. */
function refusal(error: StatusError, { apiVersion, namespace }: AccessCheck): AccessProblem {
  const { message } = error;
  if (error.isNamespaceTerminating) {
    const fix = "Wait until it is deleted, then create it again, or record about objects of another namespace";
    return { type: "namespace-terminating", message: `The namespace ${namespace} is being deleted`, fix };
  }
  if (error.isNotFound) {
    if (error.status.details?.kind === "namespaces") return namespaceMissing(namespace);
    const other = apiVersion === "v1" ? "events.k8s.io/v1" : "v1";
    const fix = `Record in ${other}, or let \`EventBroadcasterAdapter.discover\` choose`;
    return { type: "not-served", message: `The server does not have ${apiVersion}: ${message}`, fix };
  }
  if (error.isRetryable) {
    return { type: "unavailable", message, fix: "Try again later; a recording retries until then" };
  }
  const fix = "Ask those who run the cluster: an admission webhook or policy, a quota, or a proxy rejects events";
  return { type: "rejected", message: `The server rejects events: ${message}`, fix };
}

function namespaceMissing(namespace: string): AccessProblem {
  const message = `The namespace ${namespace} does not exist: events live in the namespace of their object`;
  return { type: "namespace-missing", message, fix: `kubectl create namespace ${namespace}, or give another one` };
}

function forbidden(
  { user, namespace, apiVersion, permitted }: Pick<AccessReport, "user" | "namespace" | "apiVersion" | "permitted">,
  missing: readonly string[],
): AccessProblem {
  const group = groupOf(apiVersion);
  const message = `${user ?? "The client"} may not ${missing.join(" or ")} events in the API group "${group}" in the ` +
    `namespace ${namespace}`;
  if (user === ANONYMOUS) {
    return { type: "unauthorized", message: `${message}: no credentials were sent`, fix: CREDENTIALS };
  }
  const other = apiVersion === "v1" ? "events.k8s.io/v1" : "v1";
  const isOtherPermitted = VERBS.every((verb) => permitted[other][verb] === true);
  const hint = isOtherPermitted ? `; or record in ${other}, which is permitted` : "";
  const [kind, name = "", of = ""] = subjectOf(user, namespace);
  const subject = kind === "ServiceAccount" ? `--serviceaccount=${of}:${name}` : `--user=${quoted(name)}`;
  const fix = `kubectl create role event-recorder --verb=create,patch --resource=events,events.events.k8s.io ` +
    `-n ${namespace} && kubectl create rolebinding event-recorder --role=event-recorder ${subject} -n ${namespace}` +
    hint;
  const metadata = { name: "event-recorder", namespace };
  const apiGroup = "rbac.authorization.k8s.io";
  return {
    type: "forbidden",
    message,
    fix,
    manifests: [
      { apiVersion: `${apiGroup}/v1`, kind: "Role", metadata, rules: rbacRules },
      {
        apiVersion: `${apiGroup}/v1`,
        kind: "RoleBinding",
        metadata,
        roleRef: { apiGroup, kind: "Role", name: metadata.name },
        subjects: [kind === "ServiceAccount" ? { kind, name, namespace: of } : { apiGroup, kind, name }],
      },
    ],
  };
}

/** Kind, name and, of a service account, namespace of a user; a placeholder for an unknown one. */
function subjectOf(user: string | undefined, namespace: string): readonly string[] {
  if (user === undefined) return ["ServiceAccount", "NAME", namespace];
  const [, of, name] = user.match(/^system:serviceaccount:([^:]+):(.+)$/) ?? [];
  return name === undefined ? ["User", user] : ["ServiceAccount", name, of!];
}

/** A word of a shell command. */
function quoted(word: string): string {
  return /^[\w:@.,/+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function clockProblem(skewMs: number): AccessProblem {
  const minutes = Math.round(Math.abs(skewMs) / 60_000);
  const message =
    `The local clock is ${minutes} min ${skewMs > 0 ? "behind" : "ahead of"} the server's: events carry ` +
    "the local time";
  return { type: "clock", message, fix: "Set the clock, by NTP for example" };
}
