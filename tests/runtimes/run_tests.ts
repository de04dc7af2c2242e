// Runs the tests on Deno: a dot for each, then the failures and the summary. deno task test [FILE or option of deno test …]
import { stripVTControlCharacters } from "node:util";

const DOTS_PER_LINE = 100;

const args = ["test", "--frozen", "--doc", "--allow-all", "--parallel", "--reporter=dot", ...Deno.args];
const tests = new Deno.Command(Deno.execPath(), { args, stdout: "piped", stderr: "inherit" }).spawn();

const encoder = new TextEncoder();
const print = (text: string): void => void Deno.stdout.writeSync(encoder.encode(text));
let dots = 0;
let rest = "";
for await (const text of tests.stdout.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + text).split("\n");
  rest = lines.pop()!;
  for (const line of lines) {
    const dot = stripVTControlCharacters(line);
    // The reporter puts every dot on a line of its own.
    if (/^[.,!]$/.test(dot)) print(++dots % DOTS_PER_LINE === 0 ? `${dot}\n` : dot);
    else {
      if (dots % DOTS_PER_LINE !== 0) print("\n");
      dots = 0;
      print(`${line}\n`);
    }
  }
}
print(rest);
Deno.exit((await tests.status).code);
