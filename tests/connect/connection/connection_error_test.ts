import { test } from "node:test";
import assert from "node:assert/strict";
import { connectionError, type RequestConstructionError } from "../../../src/base/event/connection_error.ts";

function coded(code: string, message = ""): Error {
  return Object.assign(new Error(message), { code });
}

test("connectionError() returns the same message for every runtime's wording", () => {
  const untrusted = (why: string) =>
    `: its certificate is not trusted: ${why} (pass a fetch that trusts its authority)`;
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
    [coded("DEPTH_ZERO_SELF_SIGNED_CERT", "self signed certificate"), untrusted("self signed certificate")],
    [
      new TypeError("fetch failed", {
        cause: new Error(
          "error sending request for url (https://h/): client error (Connect): invalid peer certificate: Expired",
        ),
      }),
      untrusted("invalid peer certificate: Expired"),
    ],
    [
      new TypeError("fetch failed", { cause: new Error("received fatal alert: CertificateExpired") }),
      ": it rejects the client certificate: received fatal alert: CertificateExpired",
    ],
    [
      coded("ERR_SSL_TLSV1_ALERT_UNKNOWN_CA", "tlsv1 alert unknown ca"),
      ": it rejects the client certificate: tlsv1 alert unknown ca",
    ],
    [
      Object.assign(new Error("the exec plugin aws printed an invalid client certificate"), {
        name: "KubeconfigError",
      }),
      ": the exec plugin aws printed an invalid client certificate",
    ],
    [new Error("client error (SendRequest): connection closed before message completed"), ": connection reset"],
    [new Error("tls handshake eof"), ": connection reset"],
    [new Error("peer closed connection without sending TLS close_notify: https://docs.rs/…"), ": connection reset"],
    [new Error("received corrupt message of type InvalidContentType"), ": it does not speak TLS (is it http?)"],
    [
      coded("ERR_SSL_PACKET_LENGTH_TOO_LONG", "C06CCDF7687F0000:error:0A0000C6"),
      ": it does not speak TLS (is it http?)",
    ],
    [coded("EPROTO", "EPROTO: The TLS handshake failed."), ": it does not speak TLS (is it http?)"],
    [new Error("client error (SendRequest): invalid HTTP version parsed"), ": it does not speak HTTP (is it https?)"],
    [new Error("Response does not match the HTTP/1.1 protocol"), ": it does not speak HTTP (is it https?)"],
  ];
  for (const [cause, words] of table) {
    const error = connectionError("http://127.0.0.1:8001", cause);
    assert.equal(error.message, `Cannot reach http://127.0.0.1:8001${words}`);
    assert.equal(error.cause, cause);
  }
});

test("connectionError() ignores words in the names of servers and objects", () => {
  const timeout =
    "Connect Timeout Error (attempted address: web-dns-1234.hcp.westeurope.azmk8s.io:443, timeout: 10000ms)";
  const refused =
    "error sending request for url (https://web-dns-1234.hcp.westeurope.azmk8s.io/events/certificate.17b2): " +
    "client error (Connect): tcp connect error: Connection refused (os error 111)";
  const table: readonly (readonly [cause: Error, words: string])[] = [
    [new TypeError("fetch failed", { cause: coded("UND_ERR_CONNECT_TIMEOUT", timeout) }), "connection timed out"],
    [new TypeError("fetch failed", { cause: new Error(refused) }), "connection refused"],
    [coded("EHOSTUNREACH", "connect EHOSTUNREACH 10.0.0.1:443"), "no route to the host"],
    [coded("ETIMEDOUT", "connect ETIMEDOUT 10.0.0.1:443"), "connection timed out"],
  ];
  const server = "https://web-dns-1234.hcp.westeurope.azmk8s.io";
  for (const port of ["", ":443"]) {
    for (const [cause, words] of table) {
      assert.equal(connectionError(server + port, cause).message, `Cannot reach ${server}${port}: ${words}`);
    }
  }
});

test("connectionError() passes on an unknown message of a runtime", () => {
  const table: readonly (readonly [unknown, string])[] = [
    [new TypeError("fetch failed", { cause: new Error("bad port") }), "fetch refuses its port, as browsers do"],
    [new TypeError("fetch failed", { cause: new Error("") }), "fetch failed"],
    [new TypeError("options.fetch is not a function\n  at somewhere"), "options.fetch is not a function"],
    ["thrown text", "thrown text"],
    [undefined, "undefined"],
  ];
  for (const [cause, words] of table) {
    assert.equal(connectionError("http://host", cause).message, `Cannot reach http://host: ${words}`);
  }
  const endless = new Error("round");
  endless.cause = endless;
  assert.equal(connectionError("http://host", endless).message, "Cannot reach http://host: round");
  let read = 0;
  class Deeper extends Error {
    override get cause(): unknown {
      return ++read < 1000 ? new Deeper("deeper") : undefined;
    }
  }
  assert.equal(connectionError("http://host", new Deeper("top")).message, "Cannot reach http://host: deeper");
  assert.ok(read <= 10, `${read} causes read`);
});

test("connectionError() is final for a port that fetch refuses", () => {
  for (const root of ["bad port", "requests to port 9 are blocked"]) {
    const error = connectionError("http://host:9", new TypeError("fetch failed", { cause: new Error(root) }));
    assert.equal(error.name, "RequestConstructionError");
  }
});

test("connectionError() is final for a fetch that accepts no Request of this runtime, or no foreign dispatcher", () => {
  const refusals = [
    new TypeError("Failed to parse URL from [object Request]", { cause: new TypeError("Invalid URL") }), // undici
    new TypeError("Only absolute URLs are supported"), // node-fetch 2
    new TypeError("fetch failed", { cause: coded("UND_ERR_INVALID_ARG", "invalid onRequestStart method") }),
  ];
  for (const refusal of refusals) {
    const error = connectionError("http://127.0.0.1:8001", refusal) as RequestConstructionError;
    assert.equal(error.name, "RequestConstructionError");
    assert.match(error.message, /: fetch fails: .+ \(undici needs its own Request\)$/);
    assert.match(error.fix, /new undici\.Request\(r\.url, r\)/);
  }
});

test("connectionError() lists the causes that browsers do not distinguish", () => {
  const messages = [
    "Failed to fetch",
    "Failed to fetch (10.0.0.1)",
    "NetworkError when attempting to fetch resource.",
    "Load failed",
  ];
  for (const message of messages) {
    assert.match(
      connectionError("http://host", new TypeError(message)).message,
      /: it is down, or rejects .* \(CORS\)/,
    );
  }
});

test("connectionError() treats a missing permission of the runtime as final", () => {
  const text = 'Requires net access to "127.0.0.1:8001", run again with the --allow-net flag';
  const error = connectionError("http://127.0.0.1:8001", Object.assign(new Error(text), { name: "NotCapable" }));
  assert.equal(error.name, "RequestConstructionError");
  assert.equal(error.message, `Cannot reach http://127.0.0.1:8001: ${text}`);
});
