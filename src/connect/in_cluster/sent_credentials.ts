import { Buffer } from "node:buffer";
import { X509Certificate } from "node:crypto";
import { StatusError } from "../../base/event/status_error.ts";
import { formatTime } from "../../base/tools/time.ts";
import { CREDENTIALS_FIX } from "../connection/exchange.ts";
import { type ClientCertificate, nameOf } from "./certificates.ts";

/** The credentials of a request. */
export interface SentCredentials {
  readonly authorization: string | null;
  readonly certificate?: ClientCertificate | undefined;
  /** Where they come from, such as `user "ann" of config`. */
  readonly source: string;
  /** How to get new credentials, if that is known. */
  readonly remedy?: string | undefined;
  /** Whether there are credentials that are not sent, because the server's URL is http. */
  readonly isWithheld?: boolean | undefined;
}

/**
 * Adds to the message of a 401 which credentials were sent, and to its details the fix; other responses stay unchanged.
 */
export async function explained401(response: Response, credentials: SentCredentials): Promise<Response> {
  if (response.status !== 401) return response;
  const { sent, fix } = describeCredentials(credentials);
  const headers = new Headers(response.headers);
  for (const name of ["content-length", "content-encoding", "transfer-encoding"]) headers.delete(name);
  headers.set("content-type", "application/json");
  const { status } = await StatusError.from(response);
  const details = { ...status.details, causes: [{ reason: CREDENTIALS_FIX, message: fix }] };
  const body = { ...status, message: `${status.message} (${sent})`, details };
  return new Response(JSON.stringify(body), { status: 401, statusText: response.statusText, headers });
}

/** Describes credentials by owner, expiry and source, without secrets, and tells how to fix their rejection. */
function describeCredentials(
  { authorization, certificate, source, remedy, isWithheld = false }: SentCredentials,
): { readonly sent: string; readonly fix: string } {
  if (isWithheld) return { sent: "the given credentials are not sent over http", fix: "Use an https URL" };
  let [what, expiresAtMs] = ["", Infinity];
  if (authorization !== null) {
    const { sub, exp } = payloadOf(authorization);
    const kind = /^basic /i.test(authorization) ? "a user name and password" : "a token";
    what = sub === undefined ? kind : `a token of ${sub}`;
    expiresAtMs = (exp ?? Infinity) * 1000;
  } else if (certificate !== undefined) {
    const { subject, validTo } = new X509Certificate(certificate.cert);
    what = `a client certificate of ${nameOf(subject)}`;
    expiresAtMs = Date.parse(validTo);
  } else {
    const fix = `Give the user a token, a client certificate or an exec plugin: there are none in ${source}`;
    return { sent: `no credentials were sent: ${source} has none`, fix: remedy ?? fix };
  }
  const time = Number.isFinite(expiresAtMs) ? formatTime(expiresAtMs) : "";
  const isExpired = expiresAtMs < Date.now();
  const end = time === "" ? "" : isExpired ? `, which expired at ${time},` : `, valid until ${time},`;
  const fix = isExpired
    ? "Renew it, or log in again"
    : "Fetch the kubeconfig of this cluster again, because the credentials " +
      `${time === "" ? "have expired, or " : ""}are of another cluster, or of one since recreated`;
  return { sent: `sent ${what}${end} from ${source}`, fix: remedy ?? fix };
}

/** Returns the subject and expiry (in seconds since 1970) of a JSON Web Token; an empty object for any other token. */
function payloadOf(authorization: string): { readonly sub?: string; readonly exp?: number } {
  try {
    const [, payload] = authorization.match(/^Bearer [\w-]+\.([\w-]+)\.[\w-]+$/) ?? [];
    const { sub, exp } = JSON.parse(Buffer.from(payload!, "base64url").toString());
    return { ...typeof sub === "string" && { sub }, ...typeof exp === "number" && { exp } };
  } catch {
    return {};
  }
}
