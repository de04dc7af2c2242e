import assert from "node:assert/strict";
import { createInterface } from "node:readline";
import type { ApiVersion } from "../../mod.ts";
import { seeded } from "../random.ts";
import { startProgram } from "../run_program.ts";

/** What `killed_program.ts` records, and where. */
export interface KilledProgramOptions {
  readonly server: string;
  readonly token?: string;
  readonly apiVersion: ApiVersion;
  readonly namespace: string;
  /** Number of events that it emits, unless it is killed. */
  readonly times: number;
}

/** How often an event was emitted, and how often it was written for certain. */
export interface Told {
  readonly emitted: number;
  readonly written: number;
}

const PROGRAM = new URL("./killed_program.ts", import.meta.url);

/** Runs the program in the runtime that runs this, and kills it after so many lines; lets it end if they are more. */
async function runOnce(
  options: KilledProgramOptions,
  linesToKill: number,
  variables: Readonly<Record<string, string>>,
): Promise<Told & { wasKilled: boolean }> {
  const child = startProgram(PROGRAM, { args: [JSON.stringify(options)], variables });
  const ended = new Promise((resolve) => void child.on("close", resolve));
  const last: Record<string, number> = { emitted: 0, written: 0 };
  let lines = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const [what, count] = line.split(" ");
    last[what!] = Number(count);
    if (++lines === linesToKill) child.kill("SIGKILL");
  }
  const code = await ended;
  const wasKilled = lines >= linesToKill && code !== 0;
  assert.ok(wasKilled || code === 0, `The program ended with ${code}`);
  return { emitted: last["emitted"]!, written: last["written"]!, wasKilled };
}

/** Runs three processes side by side, each killed and restarted four times before it may end. */
export async function recordInKilledProcesses(
  options: KilledProgramOptions,
  variables: Readonly<Record<string, string>> = {},
): Promise<Told> {
  const random = seeded(1);
  let emitted = 0;
  let written = 0;
  let kills = 0;
  const runInTurn = async (): Promise<void> => {
    for (let run = 0; run < 5; run++) {
      const linesToKill = run < 4 ? 1 + Math.floor(random() * options.times) : Infinity;
      const report = await runOnce(options, linesToKill, variables);
      emitted += report.emitted;
      written += report.written;
      if (report.wasKilled) kills++;
    }
  };
  await Promise.all([runInTurn(), runInTurn(), runInTurn()]);
  assert.ok(kills > 6, `${kills} killed`);
  return { emitted, written };
}
