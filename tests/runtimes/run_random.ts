// Runs the tests with random input on more seeds than `deno task test` does, fresh ones by default; a failed test has its
// seed in its name: deno task more test:random [--count=SEEDS] [--seed=FIRST] [FILE …]
import { parseArgs } from "node:util";

const { values: { count = "20", seed = String(Math.floor(Math.random() * 1e9)) }, positionals: files } = parseArgs({
  options: { count: { type: "string" }, seed: { type: "string" } },
  allowPositionals: true,
});
if (!/^\d{1,6}$/.test(count) || !/^\d{1,9}$/.test(seed)) {
  throw new RangeError(`Cannot run the random tests: count and seed must be whole numbers, received ${count}, ${seed}`);
}
console.log(`Seeds ${seed} to ${Number(seed) + Number(count) - 1}`);
const { code } = await new Deno.Command(Deno.execPath(), {
  args: ["test", "--frozen", "--no-check", "-A", "--parallel", "--filter=/seed \\d+\\)$/", ...files],
  env: { RANDOM_COUNT: count, RANDOM_SEED: seed },
}).spawn().status;
Deno.exit(code);
