const TOOLS = new URL("../runtimes/node_modules/", import.meta.url);

/** The runtimes that benchmarks compare, each with its own way to run a file of TypeScript and to offer `gc`. */
const RUNTIMES: Readonly<Record<string, (denoFlags: readonly string[]) => readonly string[]>> = {
  "Deno": (flags) => [Deno.execPath(), "run", "-A", "--no-check", "--no-lock", "--v8-flags=--expose-gc", ...flags],
  "Bun": () => [new URL(".bin/bun", TOOLS).pathname],
  "Node 24": () => [new URL("node24/bin/node", TOOLS).pathname, "--expose-gc"],
};

/** The names of the runtimes, in the order of the results of {@linkcode everywhere}. */
export const runtimes: readonly string[] = Object.keys(RUNTIMES);

/** Runs a file of this folder in every runtime, one after the other, and gives back what each prints as JSON. */
export async function everywhere<R>(
  file: string,
  args: readonly string[] = [],
  { denoFlags = [] }: { denoFlags?: readonly string[] } = {},
): Promise<R[]> {
  const child = new URL(file, import.meta.url).pathname;
  const results: R[] = [];
  for (const command of Object.values(RUNTIMES)) {
    const [program, ...rest] = [...command(denoFlags), child, ...args];
    const { success, stdout } = await new Deno.Command(program!, { args: rest, stderr: "inherit" }).output();
    if (!success) throw new Error(`${program} failed`);
    results.push(JSON.parse(new TextDecoder().decode(stdout)));
  }
  return results;
}

/** Prints a table in Markdown: a column of text for each of `heads`, then a column of numbers for each runtime. */
export function printTable(heads: readonly string[], rows: readonly (readonly string[])[]): void {
  const header = [...heads, ...runtimes];
  const rule = header.map((_, index) => index < heads.length ? "---" : "---:");
  for (const row of [header, rule, ...rows]) console.log(`| ${row.join(" | ")} |`);
}
