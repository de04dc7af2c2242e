// Runs dist/tests.js in Vercel's edge-runtime: node tests/runtimes/edge.mjs
import { readFile } from "node:fs/promises";
import { EdgeRuntime } from "edge-runtime";
import { report } from "./report.mjs";

const tests = await readFile("dist/tests.js", "utf8");
const entry = `addEventListener("fetch", (event) => event.respondWith(
  tests.run().then((report) => new Response(JSON.stringify(report)))));`;
const runtime = new EdgeRuntime({ initialCode: `${tests}\n${entry}` });
const response = await runtime.dispatchFetch("http://localhost/");
report("edge-runtime", await response.json());
