import { fsync } from "node:fs";
import { open, stat } from "node:fs/promises";
import { promisify } from "node:util";
import { sentOf, withoutSecrets } from "../../connect/connection/exchange.ts";
import { reasonOf } from "../../base/tools/logger.ts";
import { connectionError } from "../../base/event/connection_error.ts";
import { retryAfterMs, StatusError } from "../../base/event/status_error.ts";
import { jsonText } from "../../base/tools/text.ts";
import { otlpLogs } from "../../read/opentelemetry/mod.ts";
import type { Delivery, ForwardOptions } from "../../read/mod.ts";
import { UsageError } from "./command.ts";
import { fileError, isBrokenPipe, isStdoutFile, printError, printUnblocked } from "./shell.ts";

/** How long to wait for a response before a request fails. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Maximum length of the part of a response that an error shows. */
const MAX_SHOWN_LENGTH = 200;
const MAX_READ_LENGTH = 64 * 1024;
const STDOUT = 1;
const NEWLINE = 0x0a;

/**
 * Returns a function that delivers to the place that a flag names: `stdout`, `otlp=URL` or a URL.
 *
 * @param onEnd Called when nothing more can be delivered.
 * @throws {UsageError} If the flag is anything else.
 */
export function destinationOf(
  text: string | undefined,
  headers: Readonly<Record<string, string>>,
  onEnd: () => void,
): ForwardOptions["deliver"] {
  if (text === "stdout") return toStdout(onEnd);
  const [, url = ""] = text?.match(/^(?:otlp=)?(https?:\/\/.+)$/) ?? [];
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (text === undefined || parsed === undefined) {
    // Shows only the host, because the rest may contain a password.
    const host = text?.match(/^otlp(?::\/\/|=)([\w.-]+(?::\d+)?)\/?$/)?.[1];
    const hint = host === undefined ? "for a file: --to stdout >> FILE" : `did you mean otlp=http://${host}?`;
    throw new UsageError(`--to must be stdout, otlp=URL or a URL, such as otlp=http://localhost:4318; ${hint}`);
  }
  if (parsed.username !== "" || parsed.password !== "") {
    throw new UsageError("--to must not contain credentials (--header takes them)");
  }
  try {
    new Headers(headers);
  } catch {
    throw new UsageError("--header must be NAME=VALUE of an HTTP header");
  }
  if (!text.startsWith("otlp=")) return toUrl(parsed, headers);
  return otlpLogs({ url, headers, logger: { warn: printError, error: printError } });
}

/** Formats a delivery as a line of JSON. */
function lineOf({ key, occurrence }: Delivery, more: object = {}): string {
  return `${jsonText({ key, ...more, ...occurrence })}\n`;
}

function toStdout(onEnd: () => void): ForwardOptions["deliver"] {
  const toFile = wholeLines("/dev/fd/1", async (text) => {
    await printUnblocked(text);
    // The checkpoint must not reach the disk before the lines.
    await promisify(fsync)(STDOUT);
  });
  const write = isStdoutFile() ? toFile : printUnblocked;
  return async (batch) => {
    try {
      await write(batch.map((delivery) => lineOf(delivery)).join(""));
    } catch (error) {
      // The reader of the pipe has ended, so no retry can succeed.
      if (isBrokenPipe(error)) onEnd();
      throw error;
    }
  };
}

/**
 * Returns a function that appends lines to a file. It first ends a partial line, which a crash or a full disk may have
 * left, because a line appended to it would be lost with it.
 */
function wholeLines(path: string, write: (text: string) => Promise<void>): (text: string) => Promise<void> {
  let isWhole = false;
  return async (text) => {
    const start = isWhole || await endsWithLine(path) ? "" : "\n";
    isWhole = false;
    await write(start + text);
    isWhole = true;
  };
}

/** Whether a file is empty, or ends with a whole line. */
async function endsWithLine(path: string): Promise<boolean> {
  try {
    const stats = await stat(path);
    if (!stats.isFile() || stats.size === 0) return true;
    const file = await open(path, "r");
    const { buffer } = await file.read(new Uint8Array(1), 0, 1, stats.size - 1).finally(() => file.close());
    return buffer[0] === NEWLINE;
  } catch {
    // Not readable, for example on Windows; an additional empty line does no harm.
    return false;
  }
}

function toUrl(url: URL, headers: Readonly<Record<string, string>>): ForwardOptions["deliver"] {
  const sent = sentOf(Object.fromEntries(new Headers(headers)), url.search);
  return async (batch, { signal }) => {
    let response: Response;
    try {
      response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/x-ndjson", ...headers },
        body: batch.map((delivery) => lineOf(delivery)).join(""),
        redirect: "manual",
        signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
      });
    } catch (error) {
      throw signal.aborted ? error : connectionError(url.origin, error, (text) => withoutSecrets(text, sent));
    }
    const { ok, status: code, statusText } = response;
    // Ignores the body, so that a truncated one does not repeat the batch.
    if (ok) return void await response.body?.cancel().catch(() => {});
    const body = await beginningOf(response, sent);
    const location = response.headers.get("location");
    // Omits the query, which may contain a secret.
    const target = location === null ? "" : ` to ${location.replace(/[?#].*/, "")}`;
    const what = withoutSecrets(`${code} ${statusText}`.trimEnd() + target, sent).slice(0, MAX_SHOWN_LENGTH);
    const message = `${url.origin} responded with ${what}${body && `: ${body}`}`;
    throw new StatusError({ code, message }, { retryAfterMs: retryAfterMs(response.headers) });
  };
}

/**
 * Returns a function that appends a refused delivery to a file, as a line of JSON with the reason.
 *
 * @throws {Error} If the file cannot be opened, so that this fails at the start, not at the first refusal.
 */
export async function deadLettersIn(path: string): Promise<NonNullable<ForwardOptions["onRefused"]>> {
  const append = async (text: string): Promise<void> => {
    try {
      const file = await open(path, "a");
      try {
        await file.writeFile(text);
        // Terminals and pipes cannot be synced.
        if ((await file.stat()).isFile()) await file.sync();
      } finally {
        await file.close();
      }
    } catch (error) {
      throw fileError("write", path, error);
    }
  };
  await append("");
  const write = wholeLines(path, append);
  return (delivery, error) => write(lineOf(delivery, { refused: reasonOf(error) }));
}

/** Reads the beginning of a body as one line for an error, without the secrets that were sent. */
async function beginningOf({ body }: Response, sent: ReturnType<typeof sentOf>): Promise<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  // Reads further than it shows, by the length of the longest secret, because a secret that is cut is not recognized.
  const longest = Math.max(0, ...Object.values(sent).flat().map(({ length }) => length));
  let [text, shown] = ["", ""];
  try {
    while (shown.length < MAX_SHOWN_LENGTH + longest && text.length < MAX_READ_LENGTH) {
      const { done, value } = await reader!.read();
      if (done) break;
      text += value;
      shown = withoutSecrets(text.replace(/\s+/g, " ").trim(), sent);
    }
    await reader!.cancel();
  } catch {
    // The body may be missing or cut; uses the part that was read.
  }
  return shown.slice(0, MAX_SHOWN_LENGTH);
}
