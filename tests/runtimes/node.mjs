// Runs dist/tests.mjs in this very runtime: node tests/runtimes/node.mjs
import process from "node:process";
import { run } from "../../dist/tests.mjs";
import { report } from "./report.mjs";

report(`node ${process.versions.node}`, await run());
