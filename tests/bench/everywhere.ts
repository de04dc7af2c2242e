/** A runtime that benchmarks compare, with its own way to run a file of TypeScript and to offer `gc`. */
export interface Runtime {
  readonly name: string;
  /** The command that runs a file, which follows it. */
  command(denoFlags?: readonly string[]): readonly string[];
}

/** A program that `npm ci --prefix tests/runtimes` installs, or else the one on the PATH; its version, if it runs. */
function find(file: string, name: string): { program: string; version: string } | undefined {
  for (const program of [new URL(`../runtimes/node_modules/${file}`, import.meta.url).pathname, name]) {
    try {
      const { stdout } = new Deno.Command(program, { args: ["--version"], stderr: "null" }).outputSync();
      return { program, version: new TextDecoder().decode(stdout).trim().replace("v", "") };
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  return undefined;
}

function installed(): Runtime[] {
  const found: Runtime[] = [{
    name: "Deno",
    command: (
      flags = [],
    ) => [Deno.execPath(), "run", "-A", "--no-check", "--no-lock", "--v8-flags=--expose-gc", ...flags],
  }];
  const bun = find(".bin/bun", "bun");
  if (bun) found.push({ name: "Bun", command: () => [bun.program] });
  const node = find("node24/bin/node", "node");
  const [major = 0, minor = 0] = node?.version.split(".").map(Number) ?? [];
  const takesTypeScript = major > 22 || major === 22 && minor >= 18;
  if (node && takesTypeScript) found.push({ name: `Node ${major}`, command: () => [node.program, "--expose-gc"] });
  if (!bun) console.error("Left out: Bun, which is not installed");
  if (!node || !takesTypeScript) console.error("Left out: Node, which is not installed as version 22.18 or later");
  if (found.length < 3) {
    console.error("npm ci --prefix tests/runtimes && node tests/runtimes/node_modules/bun/install.js installs both");
  }
  return found;
}

/** The runtimes that are installed. */
export const installedRuntimes: readonly Runtime[] = installed();

/** Their names, in the order of the results of {@linkcode everywhere}. */
export const runtimes: readonly string[] = installedRuntimes.map(({ name }) => name);

const authority = new URL("../connect/in_cluster/certificates/ca.crt", import.meta.url).pathname;

/** A file with the tests' own certificate authority, and with those that a variable of the environment already names. */
function trusted(variable: string): string {
  const given = Deno.env.get(variable);
  if (!given) return authority;
  const file = Deno.makeTempFileSync({ prefix: "kubecast-bench-", suffix: ".crt" });
  addEventListener("unload", () => Deno.removeSync(file));
  Deno.writeTextFileSync(file, `${Deno.readTextFileSync(given)}\n${Deno.readTextFileSync(authority)}`);
  return file;
}

/** Trust in them, for the `fetch` of every runtime. */
const TRUST: Readonly<Record<string, string>> = {
  DENO_CERT: trusted("DENO_CERT"),
  NODE_EXTRA_CA_CERTS: trusted("NODE_EXTRA_CA_CERTS"),
};

const RUNNER = new URL("runner.ts", import.meta.url).pathname;

/** Calls an exported function of a module in every runtime, one after the other, and returns the results. */
export async function everywhere<R>(
  module: string,
  name: string,
  args: readonly unknown[] = [],
  denoFlags: readonly string[] = [],
): Promise<R[]> {
  const results: R[] = [];
  for (const { command } of installedRuntimes) {
    const [program, ...rest] = [...command(denoFlags), RUNNER, module, name, JSON.stringify(args)];
    const { success, stdout } = await new Deno.Command(program!, { args: rest, env: TRUST, stderr: "inherit" })
      .output();
    if (!success) throw new Error(`${program} failed`);
    results.push(JSON.parse(new TextDecoder().decode(stdout)));
  }
  return results;
}

/** Runs `use` with the URL of `sink_server.ts`, on Bun, whose server is the quickest, or else on Deno. */
export async function withSinkServer<R>(
  latencyMs: number,
  protocol: "http" | "tls",
  use: (url: string) => Promise<R>,
): Promise<R> {
  const { command } = installedRuntimes.find(({ name }) => name === "Bun") ?? installedRuntimes[0]!;
  const [program, ...args] = [...command(), new URL("sink_server.ts", import.meta.url).pathname];
  const server = new Deno.Command(program!, {
    args: [...args, String(latencyMs), protocol],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  try {
    const reader = server.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const { value } = await reader.read();
    reader.releaseLock();
    return await use(protocol === "tls" ? `https://localhost:${Number(value)}` : `http://127.0.0.1:${Number(value)}`);
  } finally {
    server.kill();
    await server.status;
  }
}

/** Prints a table in Markdown: a column for each of `heads`, then one for each runtime. Numbers are aligned on the right. */
export function printTable(heads: readonly string[], rows: readonly (readonly string[])[]): void {
  const header = [...heads, ...runtimes];
  const rule = header.map((_, index) => rows.every((row) => /^[+-]?\d/.test(row[index] || "0")) ? "---:" : "---");
  for (const row of [header, rule, ...rows]) console.log(`| ${row.join(" | ")} |`);
}
