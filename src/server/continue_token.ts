import { badRequest } from "./api_error.ts";

const VERSION = "meta.k8s.io/v1";

/** Where the next page of a list begins, and of which version of the store it is a page. */
export interface ContinueToken {
  /** The version of the first page; -1 to go on with whatever is there now. */
  readonly resourceVersion: number;
  /** The first key that is not on the pages before. */
  readonly start: string;
}

/** Writes a token as the API server does: JSON in unpadded base64url, opaque to clients. */
export function encodeContinueToken({ resourceVersion, start }: ContinueToken): string {
  const bytes = new TextEncoder().encode(JSON.stringify({ v: VERSION, rv: resourceVersion, start }));
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** @throws {ApiError} 400 if the text is no token of ours. */
export function decodeContinueToken(text: string): ContinueToken {
  try {
    const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    const json = new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
    const { v, rv, start } = JSON.parse(json) as { v: unknown; rv: unknown; start: unknown };
    if (v === VERSION && Number.isInteger(rv) && typeof start === "string") {
      return { resourceVersion: rv as number, start };
    }
  } catch {
    // Whatever is wrong with it, the answer is the same.
  }
  throw badRequest("continue key is not valid");
}
