import process from "node:process";
import { loadKubeconfig } from "../../../src/connect/kubeconfig/mod.ts";

// Loads the kubeconfig that it is called with, and prints its token.
const config = await loadKubeconfig({ path: process.argv[2] });
console.log(await config.token?.());
await config[Symbol.asyncDispose]();
