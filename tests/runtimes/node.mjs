// Runs dist/tests.mjs, or another bundle there, in this very runtime: node tests/runtimes/node.mjs [FILE]
import process from "node:process";
import { report } from "./report.mjs";

const { run } = await import(`../../dist/${process.argv[2] ?? "tests.mjs"}`);

report(`node ${process.versions.node}`, await run());
