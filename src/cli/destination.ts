import { otlpLogs } from "../opentelemetry/mod.ts";
import type { Delivery, ForwardOptions } from "../reader/mod.ts";
import { UsageError } from "./command.ts";
import { isBrokenPipe, jsonLine, print, printError } from "./shell.ts";

/** Time without a response after which a request fails. */
const REQUEST_TIMEOUT_MS = 30_000;

/** Options of {@linkcode destinationOf}. */
interface DestinationOptions {
  /** Headers of requests. */
  readonly headers: Readonly<Record<string, string>>;
  /** Called when nothing can be delivered any more. */
  readonly onEnd: (error: unknown) => void;
}

/**
 * Returns a function that delivers to the place that a flag names: `stdout`, `otlp=URL` or a URL.
 *
 * @throws {UsageError} If it names no such place.
 */
export function destinationOf(
  text: string | undefined,
  { headers, onEnd }: DestinationOptions,
): ForwardOptions["deliver"] {
  if (text === "stdout") return toStdout(onEnd);
  const [, url = ""] = text?.match(/^(?:otlp=)?(https?:\/\/.+)$/) ?? [];
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (text === undefined || parsed === undefined) {
    // Not shown: it may contain a password.
    throw new UsageError("--to must be stdout, otlp=URL or a URL, such as --to otlp=http://localhost:4318");
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
function lineOf({ key, occurrence }: Delivery): string {
  return `${jsonLine({ key, ...occurrence })}\n`;
}

function toStdout(onEnd: (error: unknown) => void): ForwardOptions["deliver"] {
  return async (batch) => {
    try {
      await print(batch.map(lineOf).join(""));
    } catch (error) {
      // The reader of the pipe has ended: a retry cannot help.
      if (isBrokenPipe(error)) onEnd(error);
      throw error;
    }
  };
}

function toUrl(url: URL, headers: Readonly<Record<string, string>>): ForwardOptions["deliver"] {
  return async (batch, { signal }) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/x-ndjson", ...headers },
      body: batch.map(lineOf).join(""),
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    if (!response.ok) {
      throw new Error(`${url.origin} responded with ${response.status} ${response.statusText}`.trimEnd());
    }
  };
}
