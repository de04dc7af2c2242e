import { Agent, request as httpsRequest } from "node:https";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";

/** Makes a request, as `fetch` does that is given a `Request`. */
export type RequestFetch = (request: Request) => Promise<Response>;

/** A `fetch` of its own, and the end of the connections that it keeps. */
interface TrustingFetch {
  readonly fetch: RequestFetch;
  close(): void;
}

/** What the runtimes add to the platform, each its own. */
interface Runtime {
  readonly Deno?: { createHttpClient(options: { caCerts: string[] }): { close(): void } };
  readonly Bun?: unknown;
}

/**
 * Makes a `fetch` that trusts a certificate authority of its own: there is no portable way, so each runtime's is taken.
 *
 * @param ca The certificates, in PEM.
 */
export function trustingFetch(ca: string): TrustingFetch {
  const { Deno, Bun } = globalThis as Runtime;
  if (Bun !== undefined) return { fetch: (request) => fetch(request, { tls: { ca } } as RequestInit), close() {} };
  if (Deno === undefined) return nodeFetch(ca);
  const client = Deno.createHttpClient({ caCerts: [ca] });
  return { fetch: (request) => fetch(request, { client } as RequestInit), close: () => client.close() };
}

/** Node's own `fetch` takes an authority only from a copy of undici, so this one is made of `node:https`. */
function nodeFetch(ca: string): TrustingFetch {
  const agent = new Agent({ ca, keepAlive: true });
  return {
    close: () => agent.destroy(),
    async fetch(request) {
      const { url, method, headers, signal } = request;
      const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
      return await new Promise<Response>((resolve, reject) => {
        const options = { agent, method, headers: Object.fromEntries(headers), signal };
        const outgoing = httpsRequest(url, options);
        outgoing.on("response", (incoming) => {
          try {
            resolve(toResponse(incoming));
          } catch (error) {
            // Such as a status of 999, which no Response has.
            incoming.destroy();
            reject(error);
          }
        });
        outgoing.on("error", reject);
        outgoing.end(body);
      });
    },
  };
}

function toResponse(incoming: IncomingMessage): Response {
  const { statusCode: status = 0, statusMessage: statusText = "", rawHeaders } = incoming;
  const headers = new Headers();
  for (let i = 0; i < rawHeaders.length; i += 2) headers.append(rawHeaders[i]!, rawHeaders[i + 1]!);
  const bodyless = status === 204 || status === 205 || status === 304;
  if (bodyless) incoming.resume();
  return new Response(bodyless ? null : Readable.toWeb(incoming) as ReadableStream<Uint8Array>, {
    status,
    statusText,
    headers,
  });
}
