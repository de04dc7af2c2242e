// Runs dist/tests.mjs in workerd, the runtime of Cloudflare Workers: node tests/runtimes/workerd.mjs
import { readFile } from "node:fs/promises";
import { Miniflare } from "miniflare";
import { report } from "./report.mjs";

// A space for every test, as a client waits for a few minutes only until something comes.
const entry = `import { run } from "./tests.mjs";
export default {
  fetch(_request, _env, context) {
    const { readable, writable } = new TransformStream();
    const writer = writable.getWriter();
    const write = (text) => writer.write(new TextEncoder().encode(text));
    context.waitUntil(run(() => void write(" ")).then((report) => write(JSON.stringify(report))).then(() => writer.close()));
    return new Response(readable);
  },
};`;
const tests = await readFile("dist/tests.mjs", "utf8");
const miniflare = new Miniflare({
  modulesRoot: "/",
  modules: [
    { type: "ESModule", path: "/worker.mjs", contents: entry },
    { type: "ESModule", path: "/tests.mjs", contents: tests },
  ],
  compatibilityDate: "2026-01-01",
});
try {
  const response = await miniflare.dispatchFetch("http://localhost/");
  report("workerd", await response.json());
} finally {
  await miniflare.dispose();
}
