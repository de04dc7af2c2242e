import type { ApiVersion } from "../../base/event/event.ts";
import { formatMicroTime } from "../../base/tools/time.ts";
import {
  type AccessProblem,
  type AccessReport,
  clockProblem,
  failure,
  forbidden,
  groupOf,
  namespaceMissing,
  NotAnApiServerError,
  refusal,
  VERBS,
} from "./access_report.ts";
import { untilAborted } from "../../base/tools/abort.ts";
import { collapsed } from "../../base/tools/text.ts";
import type { Connection } from "./connection.ts";
import { StatusError } from "../../base/event/status_error.ts";

/** The clock skew above which it is reported as a problem; a smaller one may be latency. */
const MAX_SKEW_MS = 60_000;
const JSON_BODY = { "content-type": "application/json" };

interface AccessCheck {
  readonly apiVersion: ApiVersion;
  readonly namespace: string;
  readonly signal: AbortSignal;
}

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
  const spec = { resourceAttributes: { verb, group: groupOf(apiVersion), resource: "events", namespace } };
  type Answer = { allowed?: unknown };
  const answer = await ask<Answer>(connection, "authorization", "SelfSubjectAccessReview", { spec }, signal);
  return typeof answer?.allowed === "boolean" ? answer.allowed : undefined;
}

function post(connection: Connection, path: string, body: unknown, signal: AbortSignal): Promise<unknown> {
  return connection.json(path, { method: "POST", headers: JSON_BODY, body: JSON.stringify(body), signal });
}

/** Sends a review of the client, and returns its status; `undefined` if the server does not answer such reviews. */
async function ask<T>(
  connection: Connection,
  group: string,
  kind: string,
  fields: object,
  signal: AbortSignal,
): Promise<T | undefined> {
  const apiVersion = `${group}.k8s.io/v1`;
  try {
    const path = `/apis/${apiVersion}/${kind.toLowerCase()}s`;
    return (Object(await post(connection, path, { apiVersion, kind, ...fields }, signal)) as { status?: T }).status;
  } catch (error) {
    if (error instanceof StatusError && !error.isUnauthorized && !error.isRetryable) return undefined;
    throw error;
  }
}

/** Checks whether events can be written. Never rejects: failures are problems in the report. */
export async function checkAccess(connection: Connection, check: AccessCheck): Promise<AccessReport> {
  const { apiVersion, namespace } = check;
  const problems: AccessProblem[] = [];
  const report: { -readonly [Field in keyof Omit<AccessReport, "ok" | "problems">]: AccessReport[Field] } = {
    server: connection.server,
    version: undefined,
    user: undefined,
    apiVersion,
    namespace,
    permitted: { "v1": {}, "events.k8s.io/v1": {} },
    clockSkewMs: undefined,
  };
  const examine = async (): Promise<void> => {
    Object.assign(report, await askVersion(connection, check));
    const [user, core, events, written] = await Promise.all([
      askUser(connection, check),
      askVerbs(connection, { ...check, apiVersion: "v1" }),
      askVerbs(connection, { ...check, apiVersion: "events.k8s.io/v1" }),
      tryCreate(connection, check),
    ]);
    // If the server does not report the user, the authorizer's message may name it.
    const name = user ?? written?.message.match(/ is forbidden: User "([^"]+)" cannot /)?.[1];
    report.user = name && collapsed(name);
    report.permitted = { "v1": core, "events.k8s.io/v1": events };
    const own = { ...report.permitted[apiVersion] };
    if (written?.isAccessDenied) own.create = false;
    const missing = VERBS.filter((verb) => own[verb] === false);
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
  const shown = problems.map((problem) => ({ ...problem, message: collapsed(problem.message) }));
  return { ok, ...report, problems: shown };
}

/** Gets the version, which usually needs no permission, and compares the clocks by the response. */
async function askVersion(
  connection: Connection,
  { signal }: AccessCheck,
): Promise<Pick<AccessReport, "version" | "clockSkewMs">> {
  const before = Date.now();
  let response: Response;
  try {
    response = await connection.send("/version", { signal });
  } catch (error) {
    if (!(error instanceof StatusError) || error.isUnauthorized || error.isRetryable) throw error;
    // The server may hide its version; the access reviews that follow show more.
    if (error.isForbidden) return {};
    throw new NotAnApiServerError(connection.server, error);
  }
  const served = Date.parse(response.headers.get("date") ?? "");
  // The smallest skew that explains the header. The server set it between request and response, and rounded it down.
  const skewMs = Math.max(served - Date.now(), Math.min(0, served + 999 - before));
  let version: unknown;
  try {
    version = (Object(JSON.parse(await response.text())) as { gitVersion?: unknown }).gitVersion;
  } catch {
    // A response that is not JSON is reported below.
  }
  if (typeof version !== "string") throw new NotAnApiServerError(connection.server);
  // Adding 0 turns -0 into 0.
  return { version, clockSkewMs: Number.isNaN(skewMs) ? undefined : Math.trunc(skewMs / 1000) * 1000 + 0 };
}

async function askUser(connection: Connection, { signal }: AccessCheck): Promise<string | undefined> {
  type Answer = { userInfo?: { username?: unknown } };
  const answer = await ask<Answer>(connection, "authentication", "SelfSubjectReview", {}, signal);
  const name = answer?.userInfo?.username;
  return typeof name === "string" ? name : undefined;
}

async function askVerbs(connection: Connection, check: AccessCheck): Promise<AccessReport["permitted"]["v1"]> {
  const reviews = [...VERBS, "list", "watch"].map((verb) => reviewAccess(connection, { ...check, verb }));
  const [create, patch, list, watch] = await Promise.all(reviews);
  return { create, patch, list, watch };
}

/**
 * Creates an event with `dryRun=All`, which the server checks but does not store. This shows whether admission accepts
 * events, and the state of the namespace, which a recorder may not read.
 *
 * @returns The server's refusal, or `undefined` if it accepts the event.
 */
async function tryCreate(
  connection: Connection,
  { apiVersion, namespace, signal }: AccessCheck,
): Promise<StatusError | undefined> {
  const about = { apiVersion: "v1", kind: "Namespace", name: namespace, namespace };
  const metadata = { name: `kubecast-check.${Date.now()}`, namespace };
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
    await post(connection, path, event, signal);
    return undefined;
  } catch (error) {
    if (!(error instanceof StatusError) || error.isUnauthorized) throw error;
    // The server refuses a dry run if a webhook with side effects would be called; real requests may succeed.
    return error.code === 400 && /dry ?run/i.test(error.message) ? undefined : error;
  }
}

/** Whether a namespace is known not to exist; false if the server refuses to tell, or has no namespaces. */
export async function isNamespaceMissing(
  connection: Connection,
  { namespace, signal }: Pick<AccessCheck, "namespace" | "signal">,
): Promise<boolean> {
  try {
    await connection.json(`/api/v1/namespaces/${encodeURIComponent(namespace)}`, { signal });
    return false;
  } catch (error) {
    return error instanceof StatusError && error.isNotFound && error.status.details?.kind === "namespaces";
  }
}
