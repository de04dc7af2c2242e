// How do I serve events to kubectl? deno serve --host 127.0.0.1 --port 8001 examples/serve.ts (or, after npm ci: bun --port 8001 examples/serve.ts)
//
// Then: kubectl --server=http://127.0.0.1:8001 get events --all-namespaces --watch
// Events are lost when the server ends. Anyone who reaches the port may read and write. Web pages are refused; to allow one
// of yours, pass { allowedOrigins: ["http://localhost:5173"] }.

import { EventsApiServer } from "@kubecast/events/server";

const api: EventsApiServer = new EventsApiServer();

export default api;
