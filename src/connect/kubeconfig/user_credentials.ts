import { reasonOf } from "../../base/tools/logger.ts";
import { onAbort, untilAborted } from "../../base/tools/abort.ts";
import type { TokenSource } from "../connection/connection.ts";
import { type ClientCertificate, clientCertificate } from "../in_cluster/certificates.ts";
import type { SentCredentials } from "../in_cluster/sent_credentials.ts";
import { tokenFile } from "../in_cluster/token_file.ts";
import { type ExecCredentials, ExecPlugin, type ExecPluginOptions } from "./exec_plugin.ts";
import type { KubeconfigObject } from "./kubeconfig_object.ts";

/** A user's credentials: a token, a certificate, both or neither. */
export interface UserCredentials extends Omit<SentCredentials, "authorization" | "certificate"> {
  readonly token?: TokenSource;
  /** Called before every request; returns the same object until the certificate has changed. */
  readonly certificate?: () => Promise<ClientCertificate | undefined>;
  /** Called after a 401, with the request and its certificate. */
  readonly onUnauthorized?: (request: Request, certificate: ClientCertificate | undefined) => void;
  /** Stops a running plugin. */
  readonly stop?: () => void;
}

export interface UserCredentialsOptions extends ExecPluginOptions {
  /** A token to use in place of the user's own token and token file. */
  readonly token: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** How long a certificate is used before its files are read again: client-go's `CertCallbackRefreshDuration`. */
const REREAD_CERTIFICATE_AFTER_MS = 300_000;

/**
 * Returns the credentials of a kubeconfig user, in client-go's order: runs an exec plugin only for a user without a
 * token and without a client certificate.
 *
 * Reads the files and runs the plugin once, so that errors surface up front, not with the first request.
 *
 * @throws {KubeconfigError} If the user is invalid or its credentials are unavailable.
 */
export async function userCredentials(
  user: KubeconfigObject,
  options: UserCredentialsOptions,
): Promise<UserCredentials> {
  checkUser(user, options);
  const token = await userToken(user, options);
  const certificate = await userCertificate(user, options);
  const exec = user.object("exec");
  if (exec !== undefined && token === undefined && certificate === undefined) {
    return await execCredentials(exec, options);
  }
  const from = options.token === undefined ? { source: user.path("tokenFile") || user.origin } : {
    source: "the option `token` (--token)",
    remedy: "Pass another token: this one has expired, or belongs to another cluster",
  };
  return { ...from, ...token && { token }, ...certificate && { certificate } };
}

/** The exec plugin that replaces each auth-provider, in words that follow "use an exec plugin". */
const PLUGINS: Readonly<Record<string, string>> = {
  oidc: ", such as `kubectl oidc-login` (int128/kubelogin)",
  gcp: ": gke-gcloud-auth-plugin, by `gcloud container clusters get-credentials`",
  azure: ": `kubelogin convert-kubeconfig` (Azure/kubelogin)",
};

/** Checks a user as client-go's `validateAuthInfo` does; also rejects unsupported methods. */
function checkUser(user: KubeconfigObject, { token }: UserCredentialsOptions): void {
  const has = (name: string): boolean => user.text(name) !== "";
  const hasCertificate = has("client-certificate") || has("client-certificate-data");
  if ((has("username") || has("password")) && !hasCertificate) {
    user.fail("basic authentication (username, password) is not supported: Kubernetes removed it in 1.19");
  }
  const provider = user.object("auth-provider")?.text("name");
  if (provider !== undefined) {
    user.fail(`auth-provider ${provider} is not supported: use an exec plugin${PLUGINS[provider] ?? ""}`);
  }
  if (token !== undefined) return;
  if (user.text("token") === "REDACTED") {
    user.fail("token is REDACTED, as printed by `kubectl config view`: create the file with its --raw flag");
  }
  for (const name of ["client-certificate", "client-key"]) {
    if (has(name) && has(`${name}-data`)) user.fail(`${name} and ${name}-data are both given`);
  }
  if (hasCertificate && !has("client-key") && !has("client-key-data")) {
    user.fail("a client certificate is given without client-key or client-key-data");
  }
}

async function userToken(
  user: KubeconfigObject,
  { token, clock, signal }: UserCredentialsOptions,
): Promise<UserCredentials["token"]> {
  const given = token ?? user.text("token");
  const path = token === undefined ? user.path("tokenFile") : "";
  // A function, so that printing the connection does not print the token.
  if (path === "") return given === "" ? undefined : () => given;
  const source = tokenFile(path, clock, given);
  await source(undefined, signal).catch((error) => {
    signal?.throwIfAborted();
    return user.fail(`tokenFile cannot be read: ${reasonOf(error)}`);
  });
  return source;
}

/** Reads certificate files again after 5 minutes: kubelets and others replace theirs. */
async function userCertificate(
  user: KubeconfigObject,
  { clock, signal }: UserCredentialsOptions,
): Promise<UserCredentials["certificate"]> {
  if (user.text("client-certificate") === "" && user.text("client-certificate-data") === "") return undefined;
  const read = async (signal?: AbortSignal): Promise<ClientCertificate> => {
    const [cert, key] = [await user.pem("client-certificate", signal), await user.pem("client-key", signal)];
    return await clientCertificate(cert, key).catch((error) => user.fail(reasonOf(error)));
  };
  let certificate = await read(signal);
  let readAtMs = clock.now();
  return async () => {
    // The clock may have been set back.
    if (Math.abs(clock.now() - readAtMs) < REREAD_CERTIFICATE_AFTER_MS) return certificate;
    readAtMs = clock.now();
    // The old certificate stays in use if the new one is unreadable, or its key file has not been replaced yet.
    const fresh = await read().catch(() => certificate);
    if (fresh.cert !== certificate.cert || fresh.key !== certificate.key) certificate = fresh;
    return certificate;
  };
}

async function execCredentials(exec: KubeconfigObject, options: UserCredentialsOptions): Promise<UserCredentials> {
  const { signal } = options;
  const plugin = new ExecPlugin(exec, options);
  const stop = (): void => plugin.stop();
  signal?.throwIfAborted();
  const forget = onAbort(signal, stop);
  let latest: ExecCredentials;
  try {
    // An abort does not wait for the plugin, which may ignore signals or leave a child that keeps its output open.
    const first = plugin.credentials();
    latest = await (signal === undefined ? first : untilAborted(first, signal));
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    forget();
  }
  const current = async (): Promise<typeof latest> => latest = await plugin.credentials();
  const command = exec.program("command");
  return {
    source: `the exec plugin ${command}`,
    remedy: `Log in again with the tool of the exec plugin ${command}, or check whose credentials it prints`,
    ...latest.token !== undefined && {
      token: async (refused) => {
        if (refused !== undefined && refused === latest.token) plugin.forget(latest);
        const { token } = await current();
        return token ?? exec.fail("the plugin printed a token before, but none this time");
      },
    },
    // A request with a token has just refreshed the credentials; expired ones must not run the plugin twice.
    certificate: async () => (latest.token === undefined ? await current() : latest).certificate,
    onUnauthorized: (request, certificate) => {
      const { token } = latest;
      // Forgets them only if they were not replaced while this request was in flight.
      const isLatest = token === undefined
        ? certificate === latest.certificate
        : request.headers.get("authorization") === `Bearer ${token}`;
      if (isLatest) plugin.forget(latest);
    },
    stop,
  };
}
