import { type ApiError, badRequest } from "./api_error.ts";
import { isJsonObject, type JsonObject } from "./json_object.ts";

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
  const { v = "", rv, start } = parseToken(text);
  if (v !== VERSION) throw invalidToken(`server does not recognize this encoded version ${v}`);
  if (!Number.isInteger(rv) || rv === 0) {
    throw invalidToken(`incorrect encoded start resourceVersion (version ${VERSION})`);
  }
  if (typeof start !== "string" || start === "") throw invalidToken(`encoded start key empty (version ${VERSION})`);
  return { resourceVersion: rv as number, start };
}

/** A token that nothing can be continued with. */
export function invalidToken(why: string): ApiError {
  return badRequest(`invalid continue token: continue key is not valid: ${why}`);
}

function parseToken(text: string): JsonObject {
  const odd = text.search(/[^A-Za-z0-9_-]/);
  const illegal = odd === -1 && text.length % 4 === 1 ? text.length - 1 : odd;
  if (illegal !== -1) throw invalidToken(`illegal base64 data at input byte ${illegal}`);
  const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  try {
    const token: unknown = JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0))));
    return isJsonObject(token) ? token : {};
  } catch (error) {
    throw invalidToken((error as Error).message);
  }
}
