import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { connect } from "node:net";
import { versions } from "node:process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { KUBECAST, Program, startKubecast } from "../../app/cli/start_kubecast.ts";

const PATH = "/api/v1/namespaces/default/events";
const CHUNK = new Uint8Array(65_536).fill(32);
const BODY_BYTES = 200 * 1024 * 1024;

/** How a server is started: as the command and, in Deno and Bun, by the runtime's own server. */
const SERVERS: Readonly<Record<string, () => Program>> = {
  "kubecast serve": () => startKubecast(["serve", "--port", "0"]),
  ...("deno" in versions || "bun" in versions) && {
    "EventsApiServer in the runtime's own server": () =>
      new Program([...KUBECAST.slice(0, -1), fileURLToPath(new URL("./serve_program.ts", import.meta.url))]),
  },
};

/** Calls back with the port and the process of a server, which it ends afterwards. */
async function served(start: () => Program, use: (port: number, pid: number) => Promise<void>): Promise<void> {
  const program = start();
  try {
    const [, port] = await program.waitFor(/^Serving events at http:\/\/127\.0\.0\.1:(\d+) /);
    await use(Number(port), program.child.pid!);
  } finally {
    program.kill("SIGKILL");
    await program.ended;
  }
}

/**
 * Sends a head verbatim, then a body, and returns what the server sent before it closed the connection; some servers leave
 * that to the client, once all is sent and the response matches.
 */
function exchange(
  port: number,
  head: string,
  body: { bytes?: number; chunked?: boolean; response?: RegExp } = {},
): Promise<string> {
  const { chunked = false, response } = body;
  let left = body.bytes ?? 0;
  return new Promise((resolve) => {
    let received = "";
    const socket = connect(port, "127.0.0.1").setEncoding("latin1");
    const send = (): void => {
      while (left > 0 && socket.writable) {
        left -= CHUNK.length;
        if (chunked) socket.write(`${CHUNK.length.toString(16)}\r\n`);
        const hasRoom = socket.write(CHUNK);
        if (chunked) socket.write("\r\n");
        if (!hasRoom) return;
      }
      limit();
    };
    const limit = (): void => {
      if (left > 0) return;
      if (response?.test(received)) socket.destroy();
      else socket.setTimeout(120_000);
    };
    socket.on("connect", () => {
      socket.write(`${head}\r\n\r\n`);
      send();
    });
    socket.on("data", (text) => {
      received += text;
      limit();
    });
    socket.on("drain", send).on("error", () => {}).on("timeout", () => socket.destroy());
    socket.on("close", () => resolve(received));
  });
}

/** The resident memory of a process, in bytes. */
function memoryOf(pid: number): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)])) * 1024;
}

const CREATE = `POST ${PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json`;
/** What a browser sends for a no-cors request of a page of another site. */
const FOREIGN_CREATE = `POST ${PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n` +
  "Origin: http://evil.example\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors";

/** Neither a loopback name nor an address. */
const BAD_HOSTS = ["", "a b", "[::", "a:99999", "user@localhost", "localhost/x", "evil.example"];

for (const [name, start] of Object.entries(SERVERS)) {
  test(`${name} refuses huge bodies by the head of the request or at 3 MiB, in less than 50 MB of memory`, () =>
    served(start, async (port, pid) => {
      const idle = memoryOf(pid);
      let peak = idle;
      const sampling = setInterval(() => peak = Math.max(peak, memoryOf(pid)), 50);
      try {
        for (const [head, code] of [[CREATE, 413], [FOREIGN_CREATE, 403]] as const) {
          for (const chunked of [false, true]) {
            const framing = chunked ? "Transfer-Encoding: chunked" : `Content-Length: ${BODY_BYTES}`;
            const response = /"kind":"Status"/;
            const body = { bytes: BODY_BYTES, chunked, response };
            const received = await exchange(port, `${head}\r\n${framing}`, body);
            // Bun's own server refuses declared lengths above 128 MB itself.
            if (received === "" || !chunked && received.startsWith("HTTP/1.1 413")) continue;
            assert.match(received, new RegExp(`^HTTP/1.1 ${code} `));
            assert.match(received, response);
          }
        }
      } finally {
        clearInterval(sampling);
      }
      peak = Math.max(peak, memoryOf(pid));
      assert.ok(peak - idle < 50_000_000, `${peak - idle} bytes more than idle`);
    }));

  test(`${name} answers requests without a Host, with odd targets and odd methods itself`, () =>
    served(start, async (port) => {
      const get = (target: string, host = "localhost"): string => `GET ${target} HTTP/1.1\r\nHost: ${host}`;
      const cases: readonly [head: string, response: RegExp][] = [
        [`GET ${PATH} HTTP/1.0`, /^HTTP\/1\.\d 200 .*"kind":"EventList"/s],
        ...BAD_HOSTS.map((host): [string, RegExp] => [get(PATH, host), /^HTTP\/1.1 40[03] .*"kind":"Status"/s]),
        [get(`http://localhost${PATH}`), /^HTTP\/1.1 200 .*"kind":"EventList"/s],
        [get(`http://ann:secret@localhost${PATH}`), /^HTTP\/1.1 200 .*"kind":"EventList"/s],
        [get(`//localhost${PATH}`), /^HTTP\/1.1 404 .*404 page not found/s],
        [get(`//[${PATH}`), /^HTTP\/1.1 404 .*404 page not found/s],
        [`OPTIONS ${PATH} HTTP/1.1\r\nHost: localhost`, /^HTTP\/1.1 405 .*"kind":"Status"/s],
        [`TRACE ${PATH} HTTP/1.1\r\nHost: localhost`, /^HTTP\/1.1 405 .*"kind":"Status"/s],
        // Only `kubecast serve` closes the connection without a response.
        [`CONNECT ${PATH} HTTP/1.1\r\nHost: localhost`, name === "kubecast serve" ? /^$/ : /^HTTP\/1.1 4/],
        [`HEAD ${PATH} HTTP/1.1\r\nHost: localhost`, /^HTTP\/1.1 405 .*application\/json.*\r\n\r\n$/s],
        [
          `HEAD ${PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5`,
          /^HTTP\/1.1 405 .*application\/json.*\r\n\r\n$/s,
        ],
      ];
      for (const [head, response] of cases) {
        // A server may wait for a body that was announced.
        const body = head.includes("Content-Length") ? { response } : {};
        assert.match(await exchange(port, `${head}\r\nConnection: close`, body), response, head);
      }
    }));

  test(`${name} answers pipelined requests one after another`, () =>
    served(start, async (port) => {
      const event = JSON.stringify({ metadata: { name: "a" }, involvedObject: { namespace: "default" } });
      const requests = [
        `${CREATE}\r\nContent-Length: ${event.length}\r\n\r\n${event}`,
        `DELETE ${PATH}/a HTTP/1.1\r\nHost: localhost\r\n\r\n`,
        `GET ${PATH}/a HTTP/1.1\r\nHost: localhost\r\nConnection: close`,
      ];
      const received = await exchange(port, requests.join(""));
      const codes = [...received.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, code]) => code);
      assert.deepEqual(codes, ["201", "200", "404"]);
    }));
}

test("kubecast serve closes a connection on which countless requests wait behind a watch", () =>
  served(SERVERS["kubecast serve"]!, async (port, pid) => {
    const idle = memoryOf(pid);
    const waiting = `GET ${PATH} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(50_000);
    await new Promise<void>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.write(`GET ${PATH}?watch=true HTTP/1.1\r\nHost: localhost\r\n\r\n${waiting}`);
      socket.setTimeout(10_000, () => socket.destroy());
      socket.on("error", () => {}).on("close", () => resolve()).resume();
    });
    const grown = memoryOf(pid) - idle;
    assert.ok(grown < 50_000_000, `${grown} bytes more than idle`);
  }));

test("kubecast serve survives connections that are reset at any time", () =>
  served(SERVERS["kubecast serve"]!, async (port) => {
    const heads = [
      `CONNECT ${PATH} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      `GET ${PATH}?watch=true HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(2),
      `${CREATE}\r\nContent-Length: 100\r\n\r\n{`,
      `${FOREIGN_CREATE}\r\nContent-Length: 100\r\n\r\n{`,
    ];
    const reset = (head: string, afterMs: number): Promise<void> =>
      new Promise((resolve) => {
        const socket = connect(port, "127.0.0.1", () => {
          socket.write(head);
          setTimeout(() => socket.resetAndDestroy(), afterMs);
        });
        socket.on("error", () => {}).on("close", () => resolve());
      });
    for (let round = 0; round < 10; round++) {
      await Promise.all(heads.flatMap((head) => [0, 1, 3, 10].map((ms) => reset(head, ms * Math.random()))));
    }
    const response = await fetch(`http://127.0.0.1:${port}${PATH}`);
    await response.body?.cancel();
    assert.equal(response.status, 200);
  }));

test("kubecast serve delivers the response to a client that is still sending its body", () =>
  served(SERVERS["kubecast serve"]!, async (port) => {
    const init = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: " ".repeat(20 * 1024 * 1024),
    };
    for (let i = 0; i < 5; i++) {
      const response = await fetch(`http://127.0.0.1:${port}${PATH}`, init);
      assert.deepEqual([response.status, (await response.json()).reason], [413, "RequestEntityTooLarge"]);
    }
  }));

test("kubecast serve --allow-host and --allow-origin admit further names and pages", () =>
  served(
    () => startKubecast(["serve", "--port=0", "--allow-host=events.lan", "--allow-origin", "http://a.example"]),
    async (port) => {
      const head = `GET ${PATH} HTTP/1.1\r\nConnection: close\r\nHost: `;
      assert.match(await exchange(port, `${head}events.lan`), /^HTTP\/1.1 200 /);
      assert.match(await exchange(port, `${head}other.lan`), /^HTTP\/1.1 403 .*--allow-host/s);
      assert.match(
        await exchange(port, `${head}localhost\r\nOrigin: http://a.example`),
        /allow-origin: http:\/\/a.example/i,
      );
      assert.match(
        await exchange(port, `${head}localhost\r\nOrigin: http://b.example`),
        /^HTTP\/1.1 403 .*--allow-origin/s,
      );
    },
  ));

test("kubecast serve takes a selector of 56 KB", () =>
  served(SERVERS["kubecast serve"]!, async (port) => {
    const selector = Array.from({ length: 4000 }, (_, i) => `reason!=r${i}`).join();
    const response = await fetch(`http://127.0.0.1:${port}${PATH}?fieldSelector=${selector}`);
    assert.deepEqual([response.status, (await response.json()).kind], [200, "EventList"]);
  }));

test("kubecast serve --allow-host rejects a name with a port", async () => {
  const { code, err } = await startKubecast(["serve", "--port", "0", "--allow-host", "a:80"]).ended;
  assert.equal(code, 2);
  assert.match(err, /allowedHosts must be a list of host names without a port/);
});
