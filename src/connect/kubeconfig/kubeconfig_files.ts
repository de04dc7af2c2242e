import { delimiter, join } from "node:path";
import { Composer, type CST, isNode, isScalar, Lexer, LineCounter, Parser, type ScalarTag, visit } from "yaml";
import { reasonOf } from "../../base/tools/logger.ts";
import type { Environment } from "../in_cluster/proxy.ts";
import { readSmallFile } from "../in_cluster/read_small_file.ts";
import { KubeconfigError } from "./kubeconfig_error.ts";
import { KubeconfigObject } from "./kubeconfig_object.ts";

/** The merged content of kubeconfig files. */
export interface MergedKubeconfig {
  readonly clusters: ReadonlyMap<string, KubeconfigObject>;
  readonly users: ReadonlyMap<string, KubeconfigObject>;
  readonly contexts: ReadonlyMap<string, KubeconfigObject>;
  /** The current context, `""` if no file has one. */
  readonly currentContext: string;
  /** The paths tried, for errors. */
  readonly where: string;
}

/** Maximum number of tokens in a file: enough for 5,000 clusters, users and contexts, which take a second to parse. */
const MAX_LEXEMES = 500_000;
/** Maximum depth, counting collections and their pairs; far deeper than any kubeconfig. */
const MAX_DEPTH = 200;
/** Maximum number of aliases, more than any kubeconfig has; parsing takes time quadratic in their number. */
const MAX_ALIASES = 1000;

/** Reads `!!binary` as a string, as Go's parser does. */
const BINARY: ScalarTag = {
  tag: "tag:yaml.org,2002:binary",
  resolve(text, onError) {
    try {
      return atob(text);
    } catch {
      return onError("!!binary must be base64");
    }
  },
};

/**
 * Reads and merges kubeconfig files (client-go's `ClientConfigLoadingRules.Load`).
 *
 * - Reads only `path`, which must exist; or else the files of `KUBECONFIG`, skipping missing ones; or else
 *   `~/.kube/config`.
 * - For each name of a cluster, user or context, the first file that has it wins, with its complete entry. The first
 *   non-empty `current-context` wins.
 * - Unlike client-go, does not migrate a `~/.kube/.kubeconfig` from before 2015.
 */
export async function readKubeconfigFiles(
  path: string | undefined,
  env: Environment,
  signal?: AbortSignal,
): Promise<MergedKubeconfig> {
  const paths = path === undefined ? defaultPaths(env) : [path];
  const section = (): Map<string, KubeconfigObject> => new Map();
  const where = paths.join(", ") || (env["KUBECONFIG"] ? "$KUBECONFIG" : "~/.kube/config");
  const merged = { clusters: section(), users: section(), contexts: section(), currentContext: "", where };
  for (const name of paths) {
    const text = await readText(name, path !== undefined, signal);
    const file = text === undefined ? undefined : parseKubeconfig(text, name);
    for (const section of ["clusters", "users", "contexts"] as const) {
      for (const [name, entry] of file?.named(section, section.slice(0, -1)) ?? []) {
        const first = merged[section].get(name);
        if (first === undefined) merged[section].set(name, entry);
        else first.ignored.push(entry.file);
      }
    }
    merged.currentContext ||= file?.text("current-context") ?? "";
  }
  return merged;
}

function defaultPaths(env: Environment): string[] {
  const listed = env["KUBECONFIG"];
  if (listed) return [...new Set(listed.split(delimiter))].filter((path) => path !== "");
  const home = env["HOME"] || env["USERPROFILE"];
  return home ? [join(home, ".kube", "config")] : [];
}

/** A kubeconfig file is missing or unreadable. */
export class UnreadableKubeconfigError extends KubeconfigError {}

async function readText(path: string, mustExist: boolean, signal?: AbortSignal): Promise<string | undefined> {
  try {
    const bytes = await readSmallFile(path, signal);
    return new TextDecoder(encodingOf(bytes)).decode(bytes);
  } catch (cause) {
    signal?.throwIfAborted();
    const { code } = cause as { code?: unknown };
    if (code === "ENOENT" && !mustExist) return undefined;
    const why = code === "ENOENT" ? "no such file" : code === "EISDIR" ? "it is a directory" : reasonOf(cause);
    throw new UnreadableKubeconfigError(`Cannot read kubeconfig ${path}: ${why}`, { cause });
  }
}

/** Returns the encoding that a byte order mark selects, as in Go's YAML parser: PowerShell writes UTF-16. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

/** Parses one file; returns `undefined` if it is empty. */
function parseKubeconfig(text: string, path: string): KubeconfigObject | undefined {
  const fail = (fault: string): never => {
    throw new KubeconfigError(`Cannot use kubeconfig ${path}: ${fault}`);
  };
  const value = parseYaml(text, fail);
  if (value === null || value === undefined) return undefined;
  const root = new KubeconfigObject(value, { label: "", fail, file: path });
  const [kind, apiVersion] = [root.text("kind"), root.text("apiVersion")];
  if (kind !== "" && kind !== "Config") fail(`kind must be Config, received ${JSON.stringify(kind)}`);
  if (apiVersion !== "" && apiVersion !== "v1") fail(`apiVersion must be v1, received ${JSON.stringify(apiVersion)}`);
  return root;
}

/**
 * Parses YAML 1.1 as Kubernetes reads it, including JSON; only the first of several documents.
 *
 * @param fail Throws an error, which must not have the parser's error as its `cause`, because that quotes secrets.
 */
export function parseYaml(text: string, fail: (fault: string) => never): unknown {
  const lineCounter = new LineCounter();
  let invalid: string | undefined;
  const composer = new Composer({
    version: "1.1",
    // As in Go's parser, dates and 10:20 are strings. Ordered maps and the like would take seconds to parse.
    customTags: (tags) => [
      BINARY,
      ...tags.filter((tag) =>
        typeof tag === "string" || !/timestamp|TIME|:binary|:omap|:pairs|:set/.test(`${tag.tag} ${tag.format}`)
      ),
    ],
    logLevel: "error",
    prettyErrors: false,
    uniqueKeys: false,
  });
  // Fails at the first error, because collecting an error for each character takes minutes. The composer catches the
  // error and reports it again.
  const onError = (at: number | [number, number] | { offset: number }, code: string, _: string, isWarning = false) => {
    const offset = typeof at === "number" ? at : Array.isArray(at) ? at[0] : at.offset;
    if (!isWarning) fail(invalid ??= `invalid YAML in line ${lineCounter.linePos(offset).line} (${code})`);
  };
  // This member is private; should a later version rename it, the document's errors are still checked below.
  Object.defineProperty(composer, "onError", { value: onError });
  const [document] = composer.compose(tokensOf(text, lineCounter, fail));
  if (document === undefined) return undefined;
  const [error] = document.errors;
  if (error !== undefined) onError(error.pos, error.code, error.message);
  // Refuses what Go refuses; deep values would take seconds to parse, and nested keys minutes.
  let aliases = 0;
  visit(document, {
    Alias: () => ++aliases > MAX_ALIASES ? fail("it has too many aliases") : undefined,
    Pair: (_, { key }) => isNode(key) && !isScalar(key) ? fail("invalid YAML: a key is not a scalar") : undefined,
    Collection: (_, _collection, path) => path.length > MAX_DEPTH ? fail("it is nested too deeply") : undefined,
  });
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    return fail("invalid YAML: its aliases cannot be resolved");
  }
}

/** Yields the tokens of the first document; fails if the parser would take seconds or more for it. */
function* tokensOf(text: string, { addNewLine }: LineCounter, fail: (fault: string) => never): Generator<CST.Token> {
  const parser = new Parser(addNewLine);
  addNewLine(0);
  /** The numbers of tokens, of open brackets, and of consecutive indicators, such as `- - -`. */
  let [count, open, indicators] = [0, 0, 0];
  for (const lexeme of new Lexer().lex(text)) {
    if (++count > MAX_LEXEMES) fail("it has more entries than any kubeconfig");
    if (lexeme === "[" || lexeme === "{") open++;
    else if (lexeme === "]" || lexeme === "}") open--;
    if (/^[-?:]$/.test(lexeme)) indicators++;
    else if (/\S/.test(lexeme)) indicators = 0;
    if (Math.max(open, indicators) > 2 * MAX_DEPTH) fail("it is nested too deeply");
    for (const token of parser.next(lexeme)) {
      yield token;
      if (token.type === "document") return;
    }
  }
  yield* parser.end();
}
