import { test } from "node:test";
import assert from "node:assert/strict";
import { connectionError } from "../../src/sink/connection_error.ts";

function coded(code: string, message = ""): Error {
  return Object.assign(new Error(message), { code });
}

test("connectionError() says in the same words what each runtime says in its own", () => {
  const table: readonly (readonly [unknown, string])[] = [
    [new TypeError("fetch failed", { cause: coded("ECONNREFUSED") }), ": connection refused"],
    [
      new TypeError("client error (Connect): tcp connect error: Connection refused (os error 111)"),
      ": connection refused",
    ],
    [coded("ConnectionRefused", "Unable to connect. Is the computer able to access the url?"), ": connection refused"],
    [new TypeError("fetch failed", { cause: coded("ENOTFOUND", "getaddrinfo ENOTFOUND nowhere") }), ": no such host"],
    [new TypeError("dns error: failed to lookup address information"), ": no such host"],
    [new TypeError("fetch failed", { cause: coded("ECONNRESET", "read ECONNRESET") }), ": connection reset"],
    [new TypeError("fetch failed", { cause: coded("UND_ERR_SOCKET", "other side closed") }), ": connection reset"],
    [coded("DEPTH_ZERO_SELF_SIGNED_CERT", "self signed certificate"), ": its certificate is not trusted"],
    [new TypeError("invalid peer certificate: UnknownIssuer"), ": its certificate is not trusted"],
    [new TypeError("Failed to fetch"), ""],
    ["thrown text", ""],
  ];
  for (const [cause, words] of table) {
    const error = connectionError("http://127.0.0.1:8001", cause);
    assert.equal(error.message, `Cannot reach http://127.0.0.1:8001${words}`);
    assert.equal(error.cause, cause);
  }
});
