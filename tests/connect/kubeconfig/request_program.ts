import process from "node:process";
import { loadKubeconfig } from "../../../src/connect/kubeconfig/mod.ts";

// Sends a request with each kubeconfig that it is called with, and prints what became of it, one line each.
for (const path of process.argv.slice(2)) {
  const config = await loadKubeconfig({ path });
  const answer = await config.fetch("/").then((response) => response.json(), ({ name, kind }) => ({ name, kind }));
  console.log(JSON.stringify(answer));
  await config[Symbol.asyncDispose]();
}
