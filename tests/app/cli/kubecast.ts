import process from "node:process";
import { main } from "../../../src/app/cli/mod.ts";

process.exit(await main(process.argv.slice(2)));
