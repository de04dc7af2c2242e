import { Buffer } from "node:buffer";
import { type ChildProcess, spawn, type StdioOptions } from "node:child_process";
import { stderr, stdin } from "node:process";
import { normalize } from "node:path";
import type { Clock } from "../../base/tools/time.ts";
import { reasonOf } from "../../base/tools/logger.ts";
import { parseYaml } from "./kubeconfig_files.ts";
import { KubeconfigError } from "./kubeconfig_error.ts";
import type { KubeconfigObject } from "./kubeconfig_object.ts";
import { onNamelessSignal } from "./nameless_signal.ts";
import { type ClientCertificate, clientCertificate } from "../in_cluster/certificates.ts";
import type { Environment } from "../in_cluster/proxy.ts";

/** Credentials from a plugin: a token, a client certificate, or both. */
export interface ExecCredentials {
  readonly token: string | undefined;
  readonly certificate: ClientCertificate | undefined;
  /** Expiry time, in milliseconds since 1970; `Infinity` if never. */
  readonly expiresAtMs: number;
}

export interface ExecPluginOptions {
  /** The cluster, in the form in which plugins with `provideClusterInfo` receive it. */
  readonly cluster: object;
  readonly env: Environment;
  readonly clock: Clock;
}

const API_VERSIONS = ["client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1"];
const INTERACTIVE_MODES = ["Never", "IfAvailable", "Always"];

/** Maximum size of stdout and stderr together: endless output would exhaust memory, and block Bun's event loop. */
const MAX_OUTPUT_BYTES = 1024 * 1024;

/** Minimum time between runs of a plugin that failed, or that printed rejected credentials again. */
const RERUN_AFTER_MS = 5000;

/** How long stderr is read after the plugin has ended. */
const STDERR_MS = 1000;

/**
 * Runs a program that prints credentials, and caches them until they expire or the server rejects them (client-go's
 * `plugin/pkg/client/auth/exec`).
 *
 * The program inherits the environment, and stdin if it is interactive; its stderr is passed on without control
 * characters. Concurrent callers share one run.
 */
export class ExecPlugin {
  readonly #spec: KubeconfigObject;
  readonly #command: string;
  readonly #apiVersion: string;
  readonly #interactiveMode: string;
  readonly #env: Environment;
  readonly #options: ExecPluginOptions;
  #credentials: ExecCredentials | undefined;
  #running: Promise<ExecCredentials> | undefined;
  /** The last run: the credentials that it had to replace, when it ended, and its error if it failed. */
  #last: { readonly refused?: ExecCredentials; readonly endedAtMs: number; readonly error?: unknown } | undefined;
  #refused: ExecCredentials | undefined;
  #child: ChildProcess | undefined;

  constructor(spec: KubeconfigObject, options: ExecPluginOptions) {
    this.#spec = spec;
    this.#options = options;
    this.#command = spec.program("command");
    if (this.#command === "") spec.fail("command must be given");
    this.#apiVersion = spec.text("apiVersion");
    if (!API_VERSIONS.includes(this.#apiVersion)) {
      const old = this.#apiVersion.endsWith("/v1alpha1")
        ? ": update the plugin, and have it write the kubeconfig again"
        : "";
      spec.fail(`apiVersion must be ${API_VERSIONS.join(" or ")}, received ${JSON.stringify(this.#apiVersion)}${old}`);
    }
    this.#interactiveMode = spec.text("interactiveMode") ||
      (this.#apiVersion.endsWith("/v1beta1") ? "IfAvailable" : "");
    if (!INTERACTIVE_MODES.includes(this.#interactiveMode)) {
      spec.fail(
        `interactiveMode must be ${INTERACTIVE_MODES.join(", ")}, received ${JSON.stringify(this.#interactiveMode)}`,
      );
    }
    const variables = spec.objects("env").map((variable): [string, string] => {
      const name = variable.text("name");
      return name === "" ? variable.fail("name must be given") : [name, variable.text("value")];
    });
    try {
      this.#env = { ...options.env, ...Object.fromEntries(variables) };
    } catch {
      // Deno throws if it has permission for some variables only.
      spec.fail("the plugin gets the whole environment: run deno with --allow-env, without names");
    }
  }

  /** Returns the cached credentials if they are still valid. */
  credentials(): Promise<ExecCredentials> {
    const { clock } = this.#options;
    if (this.#credentials !== undefined && clock.now() <= this.#credentials.expiresAtMs) {
      return Promise.resolve(this.#credentials);
    }
    if (this.#last?.error !== undefined && this.#isRecent(this.#last.endedAtMs)) {
      return Promise.reject(this.#last.error);
    }
    return this.#running ??= this.#renew().finally(() => this.#running = undefined);
  }

  async #renew(): Promise<ExecCredentials> {
    const refused = this.#refused;
    try {
      const credentials = await this.#run();
      this.#last = { ...refused && { refused }, endedAtMs: this.#options.clock.now() };
      return this.#credentials = credentials;
    } catch (error) {
      this.#last = { endedAtMs: this.#options.clock.now(), error };
      throw error;
    }
  }

  /**
   * Drops credentials that the server has rejected, unless they have already been replaced, or the plugin has just
   * printed the same ones again.
   */
  forget(refused: ExecCredentials): void {
    if (this.#credentials !== refused) return;
    const { refused: before, endedAtMs = 0 } = this.#last ?? {};
    const isSame = before?.token === refused.token && before?.certificate?.cert === refused.certificate?.cert;
    if (before !== undefined && isSame && this.#isRecent(endedAtMs)) return;
    this.#refused = refused;
    this.#credentials = undefined;
  }

  /** Whether a time is under `RERUN_AFTER_MS` away, in either direction, because the clock may have been set back. */
  #isRecent(atMs: number): boolean {
    return Math.abs(this.#options.clock.now() - atMs) < RERUN_AFTER_MS;
  }

  /** Kills the program if it is running, as Go does. Its children may live on, but nothing waits for them. */
  stop(): void {
    this.#kill();
    this.#child?.unref();
  }

  #kill(): void {
    this.#child?.kill("SIGKILL");
    this.#child?.stdout?.destroy();
    this.#child?.stderr?.destroy();
  }

  async #run(): Promise<ExecCredentials> {
    const interactive = this.#isInteractive();
    const info = {
      kind: "ExecCredential",
      apiVersion: this.#apiVersion,
      spec: { ...this.#spec.flag("provideClusterInfo") && { cluster: this.#options.cluster }, interactive },
    };
    const env = { ...this.#env, KUBERNETES_EXEC_INFO: JSON.stringify(info) };
    let nameless: Disposable | undefined;
    const printed = await new Promise<string>((resolve, reject) => {
      const child = this.#spawn(env, interactive);
      this.#child = child;
      const chunks: Uint8Array[] = [];
      let length = 0;
      const isTooMuch = (chunk: Uint8Array | string): boolean => {
        length += chunk.length;
        if (length <= MAX_OUTPUT_BYTES) return false;
        this.#kill();
        return true;
      };
      // The error follows the end of the plugin, so that no process outlives the rejection.
      const rejectTooMuch = (): void => {
        if (length > MAX_OUTPUT_BYTES) reject(this.#error("printed more than 1 MiB"));
      };
      child.stdout!.on("data", (chunk: Uint8Array) => isTooMuch(chunk) || chunks.push(chunk));
      // A child of the plugin, such as an agent, may keep stderr open; it is not waited for.
      child.on("exit", () => {
        rejectTooMuch();
        const timer = setTimeout(() => child.stderr!.destroy(), STDERR_MS);
        child.on("close", () => clearTimeout(timer));
      });
      child.stderr!.setEncoding("utf8").on("data", (text: string) => isTooMuch(text) || passOn(withoutControls(text)));
      nameless = onNamelessSignal(child, (signal) => {
        reject(this.#error(`failed with signal ${signal}`));
        this.stop();
      });
      child.on("error", (cause) => reject(this.#cannotStart(cause)));
      child.on("close", (code, signal) => {
        rejectTooMuch();
        if (code === 0) return resolve(new TextDecoder().decode(Buffer.concat(chunks)));
        reject(this.#error(`failed with ${code === null ? `signal ${signal}` : `exit code ${code}`}`));
      });
    }).finally(() => {
      this.#child = undefined;
      nameless?.[Symbol.dispose]();
    });
    return await this.#parse(printed);
  }

  #spawn(env: Environment, interactive: boolean): ChildProcess {
    const args = this.#spec.texts("args");
    try {
      const stdio: StdioOptions = [interactive ? "inherit" : "ignore", "pipe", "pipe"];
      return spawn(normalize(this.#command), args, { env, stdio });
    } catch {
      // Omits the cause, which quotes an argument or a variable that may be a secret.
      throw this.#error("cannot be run: its command, args or env are invalid");
    }
  }

  #isInteractive(): boolean {
    if (this.#interactiveMode === "Never") return false;
    const isTerminal = stdin.isTTY === true;
    if (this.#interactiveMode === "Always" && !isTerminal) {
      throw this.#error("needs a terminal (interactiveMode: Always), and stdin is not one");
    }
    return isTerminal;
  }

  /** Errors contain neither the output, which is secret, nor the parser's error, which quotes it. */
  async #parse(printed: string): Promise<ExecCredentials> {
    const parsed = parseYaml(printed, () => {
      throw this.#error("did not print JSON or YAML");
    });
    if (typeof parsed !== "object" || parsed === null) throw this.#error("did not print JSON or YAML");
    const credential: { kind?: unknown; apiVersion?: unknown; status?: Record<string, unknown> | null } = parsed;
    if (credential.kind !== "ExecCredential" || credential.apiVersion !== this.#apiVersion) {
      throw this.#error(`must print an ExecCredential of ${this.#apiVersion}`);
    }
    const { status } = credential;
    if (typeof status !== "object" || status === null) throw this.#error("printed no status");
    const field = (name: string): string => {
      const value = status[name] ?? "";
      if (typeof value !== "string") throw this.#error(`printed a status whose ${name} is not a string`);
      return value;
    };
    const [token, cert, key] = [field("token"), field("clientCertificateData"), field("clientKeyData")];
    if (token === "" && cert === "" && key === "") {
      throw this.#error("printed neither a token nor a client certificate");
    }
    if ((cert === "") !== (key === "")) throw this.#error("printed a client certificate or its key, but not both");
    const expiration = field("expirationTimestamp");
    const expiresAtMs = expiration === "" ? Infinity : Date.parse(expiration);
    if (Number.isNaN(expiresAtMs)) throw this.#error("printed an invalid expirationTimestamp");
    try {
      const certificate = cert === "" ? undefined : await clientCertificate(cert, key);
      return { token: token || undefined, certificate, expiresAtMs };
    } catch (error) {
      throw this.#error(`printed an invalid client certificate: ${reasonOf(error)}`);
    }
  }

  #cannotStart(cause: Error): KubeconfigError {
    if ((cause as { code?: unknown }).code !== "ENOENT") return this.#error(`cannot be run: ${cause.message}`);
    const hint = this.#spec.text("installHint").trim();
    const where = /[/\\]/.test(this.#command) ? "" : ", or its folder is not in the PATH of this process";
    return this.#error(`is not installed${where}${hint === "" ? "" : `\n\n${hint}`}`);
  }

  #error(fault: string): KubeconfigError {
    return new KubeconfigError(withoutControls(`Cannot get credentials: the exec plugin ${this.#command} ${fault}`));
  }
}

/** Writes to stderr, which may be full or closed, without letting its errors end this process. */
function passOn(text: string): void {
  try {
    stderr.write(text, (error) => {
      // The stream emits the error next, which is fatal without a listener.
      if (error && !stderr.listeners("error").includes(ignore)) stderr.once("error", ignore);
    });
  } catch {
    // Deno throws some errors, such as ENOSPC, instead of emitting them.
  }
}

function ignore(): void {}

/**
 * Replaces control characters (client-go's `cleanANSIEscapeCodes`). Unlike client-go, also replaces those that move the
 * cursor, so that no text hides another; a carriage return becomes a line feed, because `\r\n` and progress bars are
 * common.
 */
function withoutControls(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\t\n]/gu, (character) => {
    return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
  });
}
