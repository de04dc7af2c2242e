import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const types = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css" };

/** Serves a folder on a free loopback port; returns its URL and a function that stops it. */
export async function serveFolder(folder, pages = {}) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    const type = types[extname(path)] ?? "text/html";
    const name = normalize(path.endsWith("/") ? `${path}index.html` : path);
    const body = pages[path] ?? await readFile(join(folder, name)).catch(() => undefined);
    response.writeHead(body === undefined ? 404 : 200, { "content-type": `${type}; charset=utf-8` }).end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
