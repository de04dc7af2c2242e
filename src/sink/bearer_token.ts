import { reasonOf } from "../api/reason_of.ts";
import type { TokenSource } from "./fetch_event_sink_options.ts";
import { RequestConstructionError } from "./request_construction_error.ts";

/** Throws unless a token is one that a request can carry, or a function that gives one. No error shows it. */
export function checkToken(token: TokenSource | undefined): void {
  const fault = token === undefined || typeof token === "function" ? undefined : faultOf(token);
  if (fault === undefined) return;
  throw new TypeError(
    `Cannot create a FetchEventSink: token must be visible ASCII characters or a function, ${fault}`,
  );
}

/**
 * Gets a token from where it comes from.
 *
 * @throws {RequestConstructionError} If it is none that a request can carry; an `Error` if its source fails.
 */
export async function bearerToken(source: TokenSource, refused: string | undefined): Promise<string> {
  if (typeof source === "string") return source;
  let token: string;
  try {
    token = await source(refused);
  } catch (cause) {
    if (cause instanceof RequestConstructionError) throw cause;
    throw new Error(`Cannot get a token: ${reasonOf(cause)}`, { cause });
  }
  const fault = faultOf(token);
  if (fault === undefined) return token;
  throw new RequestConstructionError(`Cannot send the token: it must be visible ASCII characters, ${fault}`);
}

/** What is wrong with a token. `Headers` would say so too, but what they say contains it. */
function faultOf(token: unknown): string | undefined {
  if (typeof token !== "string") return `received a value of type ${typeof token}`;
  if (token === "") return "received an empty string";
  return /^[\x21-\x7e]+$/.test(token) ? undefined : "received one with others in it, such as a newline at its end";
}
