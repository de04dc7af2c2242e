import process from "node:process";
import { loadKubeconfig } from "../../../src/connect/kubeconfig/mod.ts";

// Loads the kubeconfig that it is called with, and prints its token. Handles rejections of its own meanwhile.
process.on("unhandledRejection", () => {});
const rejecting = setInterval(() => void Promise.reject(new Error("a rejection of the program")), 5);
const config = await loadKubeconfig({ path: process.argv[2] });
console.log(await config.token?.());
clearInterval(rejecting);
await config[Symbol.asyncDispose]();
