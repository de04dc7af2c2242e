import process from "node:process";
import { main } from "../../../src/app/cli/mod.ts";

// Runs `kubecast` for each list of arguments in the JSON that it is called with, and prints how each ended, as JSON.
const streams = [["out", process.stdout], ["err", process.stderr]] as const;
const [print] = streams.map(([, stream]) => stream.write.bind(stream));
// On Deno, what is not for a terminal bypasses process.stdout.
const { Deno } = globalThis as { Deno?: { stdout: object } };
if (Deno !== undefined) {
  const write = (bytes: Uint8Array): void => void process.stdout.write(new TextDecoder().decode(bytes));
  Object.defineProperty(Deno.stdout, "writable", { get: () => new WritableStream({ write }) });
}
const ended = [];
for (const args of JSON.parse(process.argv[2]!) as string[][]) {
  const printed = { out: "", err: "" };
  for (const [name, stream] of streams) {
    stream.write = ((text: string, done?: () => void): boolean => {
      printed[name] += text;
      done?.();
      return true;
    }) as typeof stream.write;
  }
  ended.push({ code: await main(args), ...printed });
}
print!(JSON.stringify(ended), () => process.exit(0));
