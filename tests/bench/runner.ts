/**
 * Calls a function of a benchmark, and prints what it returns as JSON: `runner.ts MODULE FUNCTION ARGUMENTS`, the last as
 * JSON. `everywhere.ts` runs it on each runtime, in a process for each call.
 */

import process from "node:process";

const [module, name, args] = process.argv.slice(2);
const { [name!]: measure } = await import(module!);
console.log(JSON.stringify(await measure(...JSON.parse(args!))));
process.exit(0);
