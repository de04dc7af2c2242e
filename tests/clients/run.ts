/**
 * Drives an EventsApiServer over a socket with third-party Kubernetes clients: `deno task test:clients`, or with the
 * names of folders of this one after it, such as `deno task test:clients go`.
 *
 *   RUNTIME        bun or node, to serve with Bun.serve or with kubecast serve on Node instead of Deno.serve
 *   KUBE_API_URL   another server to drive, with KUBE_API_TOKEN and KUBE_API_CA (a file) as needed; for those that go by them
 *
 * Clients are pinned in their folders, and come from public registries. What is built is kept in $XDG_CACHE_HOME/kubecast.
 * A missing toolchain is reported, and is not a failure.
 */
import { EventsApiServer } from "../../src/serve/server/mod.ts";

/** How to run the clients of one language. */
interface Language {
  /** The program that is needed; or a command that fails without what is. */
  readonly needs: string;
  /** Commands of the shell, in the folder of the language: all but the last prepare. `$CACHE` is kept between runs. */
  readonly commands: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Patterns of the last command's output for passed, failed and skipped tests, or for their counts. */
  readonly passed: RegExp;
  readonly failed: RegExp;
  readonly skipped: RegExp;
}

const NODE = new URL("../runtimes/node_modules/node24/bin/node", import.meta.url).pathname;

const LANGUAGES: Readonly<Record<string, Language>> = {
  go: {
    needs: "go",
    commands: [
      "go vet ./...",
      "go test -count=1 -timeout=10m -v ./...",
    ],
    passed: /^ *--- PASS/gm,
    failed: /^ *--- FAIL/gm,
    skipped: /^ *--- SKIP/gm,
  },
  python: {
    // Debian has what makes folders of packages in a package of its own.
    needs: "python3 && python3 -c 'import ensurepip, venv'",
    commands: [
      // The official client is tested in several versions, in separate folders.
      '[ -x "$CACHE/venv/bin/pip" ] || python3 -m venv --clear "$CACHE/venv"',
      '"$CACHE/venv/bin/pip" install -q -r requirements.txt',
      'for version in $KUBERNETES; do [ -d "$CACHE/$version" ] || { rm -rf "$CACHE/part"; "$CACHE/venv/bin/pip" install -q --target "$CACHE/part" ' +
      '"kubernetes==$version" && mv "$CACHE/part" "$CACHE/$version"; }; done',
      'for version in $KUBERNETES; do PYTHONPATH="$CACHE/$version" "$CACHE/venv/bin/python" -B -m pytest ' +
      "--tb=short -p no:cacheprovider; done",
    ],
    env: { KUBERNETES: "31.0.0 34.1.0 37.0.2" },
    passed: /(\d+) passed/g,
    failed: /(\d+) (?:failed|errors?)/g,
    skipped: /(\d+) skipped/g,
  },
  java: {
    needs: "mvn",
    commands: [
      'rm -rf "$CACHE/surefire-reports"; mvn -B -q -DbuildDirectory="$CACHE" -Dsurefire.reportFormat=plain test || status=$?; ' +
      'cat "$CACHE"/surefire-reports/*.txt; exit ${status:-0}',
    ],
    passed: /^\S+ -- Time elapsed: \S+ s$/gm,
    failed: /^\S+ -- Time elapsed: \S+ s <<< /gm,
    skipped: /^\S+ skipped$/gm,
  },
  js: {
    // Both clients need a recent Node.
    needs: NODE,
    commands: [
      "[ -d node_modules ] || npm ci --ignore-scripts --no-audit --no-fund",
      `${NODE} --test --test-timeout=120000 --test-reporter=tap client_node.mjs fluent_client.mjs`,
    ],
    passed: /^# pass (\d+)/gm,
    failed: /^# fail (\d+)/gm,
    skipped: /^# skipped (\d+)/gm,
  },
  rust: {
    needs: "cargo",
    commands: ['CARGO_TARGET_DIR="$CACHE" cargo test --locked -- --color=never'],
    passed: /^test result: .* (\d+) passed/gm,
    failed: /^test result: .* (\d+) failed/gm,
    skipped: /^test result: .* (\d+) ignored/gm,
  },
};

const here = new URL("./", import.meta.url).pathname;
const cache = Deno.env.get("XDG_CACHE_HOME") ?? `${Deno.env.get("HOME")}/.cache`;

/** Runs a shell command at a low priority, and prints its output. */
async function run(
  command: string,
  folder: string,
  env: Record<string, string>,
): Promise<{ ok: boolean; text: string }> {
  const child = new Deno.Command("nice", {
    args: ["sh", "-euc", `exec 2>&1; ${command}`],
    cwd: folder,
    env,
    stdin: "null",
    stdout: "piped",
  }).spawn();
  let text = "";
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    await Deno.stdout.write(new TextEncoder().encode(chunk));
  }
  return { ok: (await child.status).success, text };
}

async function isInstalled(program: string): Promise<boolean> {
  const { success } = await new Deno.Command("sh", { args: ["-c", `command -v ${program}`] }).output();
  return success;
}

const path = (relative: string): string => new URL(relative, import.meta.url).pathname;

/** The programs that serve on other runtimes, and print their URL. */
const PROGRAMS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  bun: [path("../runtimes/node_modules/.bin/bun"), path("../serve/server/serve_program.ts")],
  node: [NODE, path("../../src/app/cli/mod.ts"), "serve", "--port=0"],
};

/** Serves by a process of another runtime. */
async function serveBy(
  [program, ...args]: readonly [string, ...string[]],
  env: Record<string, string>,
): Promise<AsyncDisposable> {
  const child = new Deno.Command(program, { args, stdout: "piped" }).spawn();
  let text = "";
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream()).values({ preventCancel: true })) {
    text += chunk;
    const [url] = text.match(/http:\/\/127\.0\.0\.1:\d+/) ?? [];
    if (url === undefined) continue;
    env["KUBE_API_URL"] = url;
    break;
  }
  return {
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await child.status;
    },
  };
}

/** Serves on a free port, and puts the URL into an environment; a server that the caller named is driven instead. */
async function serve(api: EventsApiServer, env: Record<string, string>): Promise<AsyncDisposable> {
  if (Deno.env.has("KUBE_API_URL")) return { [Symbol.asyncDispose]: () => Promise.resolve() };
  const program = PROGRAMS[Deno.env.get("RUNTIME") ?? "deno"];
  if (program !== undefined) return await serveBy(program, env);
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, api.fetch);
  env["KUBE_API_URL"] = `http://127.0.0.1:${server.addr.port}`;
  return { [Symbol.asyncDispose]: () => server.shutdown() };
}

/** Number of matches of a pattern; the sum of its numbers if it has any. */
function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].reduce((sum, [, number]) => sum + Number(number ?? 1), 0);
}

/** Runs the clients of a language; returns whether all passed. */
async function test(name: string, { needs, commands, env: more, ...patterns }: Language): Promise<boolean> {
  if (!await isInstalled(needs)) {
    console.log(`NOT RUN: the clients in ${name} did not run: they need ${needs}`);
    return true;
  }
  const folder = here + name;
  const env: Record<string, string> = { CACHE: `${cache}/kubecast/clients/${name}`, GOWORK: "off", ...more };
  await Deno.mkdir(env["CACHE"]!, { recursive: true });
  await using api = new EventsApiServer();
  await using _server = await serve(api, env);
  for (const command of commands.slice(0, -1)) {
    // One at a time: the clients of a language may run twice at once, against two servers.
    const { ok } = await run(
      `! command -v flock >/dev/null || { exec 9>"$CACHE/lock"; flock 9; }; ${command}`,
      folder,
      env,
    );
    if (!ok) {
      console.log(`${name}: 0 passed, 1 failed, 0 skipped`);
      return false;
    }
  }
  const { ok, text } = await run(commands.at(-1)!, folder, env);
  const [passed, failed, skipped] = [patterns.passed, patterns.failed, patterns.skipped].map((pattern) =>
    count(text, pattern)
  );
  console.log(`${name}: ${passed} passed, ${ok ? failed : Math.max(1, failed!)} failed, ${skipped} skipped`);
  return ok && failed === 0 && passed! > 0;
}

const names = Deno.args.length > 0 ? Deno.args : Object.keys(LANGUAGES);
let allWell = true;
for (const name of names) {
  const language = Object.hasOwn(LANGUAGES, name) ? LANGUAGES[name] : undefined;
  if (language === undefined) {
    throw new RangeError(
      `Cannot test clients: a language must be one of ${Object.keys(LANGUAGES).join(", ")}, received ${name}`,
    );
  }
  allWell = await test(name, language) && allWell;
}
Deno.exit(allWell ? 0 : 1);
