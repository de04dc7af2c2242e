/** Reads the public API of this checkout with `deno doc`; as a program, writes it to `public_api.txt`: `deno task api`. */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { execPath } from "node:process";
import { promisify } from "node:util";
import { describePublicApi } from "./describe.ts";

const root = new URL("../../", import.meta.url);

/** Where the public API is kept. */
export const SNAPSHOT: URL = new URL("public_api.txt", import.meta.url);

/** The public API as text, of which `deno` is the program that runs this. */
export async function readPublicApi(): Promise<string> {
  const { name, exports } = JSON.parse(await readFile(new URL("deno.json", root), "utf8"));
  const modules = Object.entries<string>(exports);
  const documented = await promisify(execFile)(execPath, ["doc", "--json", ...modules.map(([, file]) => file)], {
    cwd: root,
    maxBuffer: 2 ** 26,
  });
  const entryPoints = modules.map(([path, file]) => [name + path.slice(1), new URL(file, root).href] as const);
  return describePublicApi(JSON.parse(documented.stdout), entryPoints);
}

if (import.meta.main) await writeFile(SNAPSHOT, await readPublicApi());
