// How do I use a client that has performRequest() instead of fetch? deno run examples/deno_client.ts

import { type ConnectionOptions, EventBroadcaster, FetchEventSink } from "@kubecast/events";
import { EventReader } from "@kubecast/events/reader";
import { EventsApiServer } from "@kubecast/events/server";

/** The needed part of such a client, for example the RestClient of cloudydeno/kubernetes-client. */
interface RestClient {
  performRequest(options: {
    method: string;
    path: string;
    querystring?: URLSearchParams;
    contentType?: string;
    bodyRaw?: Uint8Array;
    abortSignal?: AbortSignal;
    expectStream?: boolean;
  }): Promise<ReadableStream<Uint8Array>>;
}

/** Lets sinks and readers use the client's connection: its kubeconfig, its tunnel, its kubectl proxy. */
function fetchThrough(client: RestClient): NonNullable<ConnectionOptions["fetch"]> {
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const contentType = request.headers.get("content-type");
    try {
      const body = await client.performRequest({
        method: request.method,
        path: pathname,
        querystring: searchParams,
        ...contentType !== null && { contentType },
        ...request.body !== null && { bodyRaw: new Uint8Array(await request.arrayBuffer()) },
        abortSignal: request.signal,
        expectStream: true,
      });
      return new Response(body, { headers: { "content-type": "application/json" } });
    } catch (error) {
      // The client's errors carry the server's Status; a recording decides about retries by its code and reason.
      const { httpCode, status } = error as { httpCode?: number; status?: unknown };
      if (httpCode === undefined) throw error;
      return Response.json(status, { status: httpCode });
    }
  };
}

// A client for this example; get yours from autoDetectClient() or a similar function.
const api = new EventsApiServer({ namespacePhase: (name) => name === "shop" ? "Active" : "Missing" });
const client: RestClient = {
  async performRequest({ method, path, querystring = "", contentType, bodyRaw, abortSignal }) {
    const response = await api.fetch(
      new Request(`http://localhost${path}?${querystring}`, {
        method,
        body: bodyRaw === undefined ? null : new Blob([new Uint8Array(bodyRaw)]),
        headers: contentType === undefined ? {} : { "content-type": contentType },
        ...abortSignal !== undefined && { signal: abortSignal },
      }),
    );
    if (response.ok) return response.body!;
    throw Object.assign(new Error(`HTTP ${response.status}`), {
      httpCode: response.status,
      status: await response.json(),
    });
  },
};

const fetch = fetchThrough(client);
const broadcaster = new EventBroadcaster({
  onOutcome: (outcome) => console.log("message" in outcome ? `${outcome.type}: ${outcome.message}` : outcome.type),
});
broadcaster.startRecordingToSink(new FetchEventSink({ fetch }));
const recorder = broadcaster.newRecorder({ component: "example-controller" });
for (const namespace of ["shop", "nowhere"]) {
  const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace, uid: "1234" } };
  recorder.event(pod, "Warning", "BackOff", "Back-off restarting failed container");
}
await broadcaster.shutdown();

for await (const { regarding, reason } of new EventReader({ fetch }).occurrences()) {
  console.log(`${regarding.name} ${reason}`);
  break;
}
// recorded
// rejected: namespaces "nowhere" not found
// web BackOff
