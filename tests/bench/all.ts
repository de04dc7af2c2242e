/**
 * Runs the benchmarks one after the other, and writes the tables that they print into tests/bench/measured.md:
 * `deno task more bench:all`, some two hours on a machine that does nothing else, or only those that are named, such as
 * `deno task more bench:all size startup`. Needs Go and what tests/cluster/run.sh needs.
 *
 * `deno task more numbers` then copies the tables of measured.md into README.md, mod.ts and tests/bench/README.md.
 */

const PAGE = new URL("measured.md", import.meta.url);
const HEAD = `# Measured

The tables of the benchmarks, as these print them. \`deno task more bench:all\` runs all of them, one after the other, and
writes this page; with names, it renews only their sections. The [page of benchmarks](README.md) explains the numbers.
`;

/** The commands, the shortest first. */
const COMMANDS: Readonly<Record<string, string>> = {
  size: "deno task more size",
  clientgo: "deno task more bench:clientgo",
  timeline: "deno run -A tests/bench/timeline_bench.ts",
  startup: "deno task more bench:startup",
  fairness: "deno task more bench:fairness",
  worker: "deno task more bench:worker",
  requests: "deno run -A tests/bench/requests_bench.ts",
  cluster: "deno task more bench:cluster",
  growth: "deno task more bench:growth",
  bench: "deno task bench",
  broadcaster: "deno task more bench:broadcaster",
};

/** The sections of the page, by the name of their benchmark. */
export function sectionsOf(page: string): Map<string, string> {
  const sections = page.split(/^## /m).slice(1);
  return new Map(sections.map((section) => [section.slice(0, section.indexOf("\n")), `## ${section.trim()}\n`]));
}

async function section(name: string, command: string): Promise<string> {
  const [load] = Deno.loadavg();
  const [program, ...args] = command.split(" ");
  const { success, stdout } = await new Deno.Command(program === "deno" ? Deno.execPath() : program!, {
    args,
    stderr: "inherit",
  }).output();
  if (!success) throw new Error(`${command} failed`);
  const lines = new TextDecoder().decode(stdout).split("\n").filter((line) => line.startsWith("|"));
  // A blank line before the head of each table keeps the tables apart.
  const tables = lines.map((line, i) => lines[i + 1]?.startsWith("| ---") ? `\n${line}` : line);
  const when = new Date().toISOString().slice(0, 10);
  return `## ${name}\n\n\`${command}\`, ${when}, load average at the start ${load!.toFixed(1)}\n\n${
    tables.join("\n").trim()
  }\n`;
}

if (import.meta.main) {
  const unknown = Deno.args.filter((name) => !Object.hasOwn(COMMANDS, name));
  if (unknown.length > 0) {
    throw new Error(`No benchmark is named ${unknown.join(", ")}; there are ${Object.keys(COMMANDS).join(", ")}`);
  }
  const sections = sectionsOf(await Deno.readTextFile(PAGE).catch(() => ""));
  for (const [name, command] of Object.entries(COMMANDS)) {
    if (Deno.args.length > 0 && !Deno.args.includes(name)) continue;
    sections.set(name, await section(name, command));
    const ordered = Object.keys(COMMANDS).flatMap((name) => sections.get(name) ?? []);
    // After each benchmark, so that one that fails loses no other's numbers.
    await Deno.writeTextFile(PAGE, [HEAD, ...ordered].join("\n"));
  }
}
