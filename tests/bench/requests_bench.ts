/**
 * What a request over TLS takes of the processor, by each way that a runtime has to send it: its `fetch`, the package's own
 * `tlsFetch`, `https.request`, and on Node `undici.request`: `deno run -A tests/bench/requests_bench.ts`, about a minute.
 */

import { readFileSync } from "node:fs";
import { Agent, request as httpsRequest } from "node:https";
import { tlsFetch } from "../../src/connect/in_cluster/tls_fetch.ts";
import { makeEvent } from "../record/recording/make_event.ts";
import { median, timed } from "./fetch_loop.ts";

const [WARM_UP, ROUNDS, REQUESTS, LANES] = [4, 9, 500, 8];
const ca = readFileSync(new URL("../connect/in_cluster/certificates/ca.crt", import.meta.url), "utf8");
const headers = { accept: "application/json", "content-type": "application/json" };
const UNDICI = new URL("../runtimes/node_modules/undici/index.js", import.meta.url).href;

/** Sends a body, and returns the text of the answer. */
type Send = (url: string, body: string) => Promise<string>;

async function ways(server: string): Promise<Record<string, Send>> {
  const agent = new Agent({ ca, keepAlive: true });
  const own = tlsFetch({ server, ca });
  const { signal } = new AbortController();
  const all: Record<string, Send> = {
    fetch: async (url, body) => await (await fetch(url, { method: "POST", headers, body })).text(),
    tlsFetch: async (url, body) =>
      await (await own.send(new Request(url, { method: "POST", headers, body }), signal)).text(),
    "https.request": (url, body) =>
      new Promise((resolve, reject) => {
        const outgoing = httpsRequest(url, { agent, method: "POST", headers }, (incoming) => {
          let text = "";
          incoming.setEncoding("utf8").on("data", (chunk) => text += chunk).on("end", () => resolve(text));
        });
        outgoing.on("error", reject).end(body);
      }),
  };
  if (!("Deno" in globalThis || "Bun" in globalThis)) {
    const { Agent, request } = await import(UNDICI);
    const dispatcher = new Agent({ connect: { ca } });
    all["undici.request"] = async (url, body) =>
      await (await request(url, { dispatcher, method: "POST", headers, body })).body.text();
  }
  return all;
}

/** The processor's microseconds for a request of `fetch`, and those of the other ways as parts of them. */
export async function measureRequests(server: string): Promise<Readonly<Record<string, number>>> {
  const url = `${server}/api/v1/namespaces/default/events`;
  const all = await ways(server);
  const samples: Record<string, number[]> = Object.fromEntries(Object.keys(all).map((name) => [name, []]));
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    let fetchMs = 0;
    for (const [name, send] of Object.entries(all)) {
      await fetch(server).then((response) => response.text()); // the server forgets the events of the others
      let sent = 0;
      const lane = async (): Promise<void> => {
        while (sent < REQUESTS) JSON.parse(await send(url, JSON.stringify(makeEvent(`e-${round}-${sent++}`))));
      };
      const { cpuMs } = await timed(async () => void await Promise.all(Array.from({ length: LANES }, lane)));
      if (name === "fetch") fetchMs = cpuMs;
      if (round >= 0) samples[name]!.push(name === "fetch" ? cpuMs * 1000 / REQUESTS : cpuMs / fetchMs);
    }
  }
  return Object.fromEntries(Object.entries(samples).map(([name, values]) => [name, median(values)]));
}

if (import.meta.main) {
  const { everywhere, printTable, withSinkServer } = await import("./everywhere.ts");
  const results = await withSinkServer(
    0,
    "tls",
    (url) => everywhere<Readonly<Record<string, number>>>(import.meta.url, "measureRequests", [url]),
  );
  const names = Object.keys(results.at(-1)!);
  printTable(
    ["the processor's time for a request over TLS"],
    names.map((name) => [
      `\`${name}\``,
      ...results.map(({ [name]: value }) =>
        value === undefined ? "" : name === "fetch" ? `${Math.round(value)} µs` : `${value.toFixed(2)}x`
      ),
    ]),
  );
}
