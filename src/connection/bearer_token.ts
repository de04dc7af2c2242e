import { reasonOf } from "../api/logger.ts";
import { RequestConstructionError } from "./connection_error.ts";

/**
 * Where a token comes from: itself, or a function that is asked before every request.
 *
 * `refused` is a token that the server has just refused with 401: a function that remembers one should forget it. It is asked
 * this way once for a request, and the request is made again if it has another token to offer. What it throws counts as
 * trouble on the way: a recording tries again. A token that is empty, or fits into no header, is final.
 */
export type TokenSource = string | ((refused?: string) => string | Promise<string>);

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
