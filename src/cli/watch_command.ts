import process from "node:process";
import { getFieldSelector } from "../api/get_field_selector.ts";
import { EventReader, type Occurrence } from "../reader/mod.ts";
import { type Arguments, type Command, UsageError } from "./command.ts";
import { type ClusterConnection, connect, CONNECTION_FLAGS, untilServed } from "./connect.ts";
import { ObjectFinder, parseObjectName } from "./find_object.ts";
import { LiveTable } from "./live_table.ts";
import { jsonLine, objectText, oneLine, onEndSignals, print, printError } from "./shell.ts";

/** `kubecast watch`: shows events as they occur. */
export const watchCommand: Command = {
  name: "watch",
  operands: "",
  summary: "Show the events that the server still has, and more as they occur.",
  details:
    `A table on a terminal, in which an event that occurs again moves to the bottom with its new count; elsewhere a line
per occurrence. Survives outages and restarts of the API server; Ctrl-C ends it.

Exit code: 0 when ended by a signal, 1 if the server refuses, 2 for wrong usage.`,
  flags: {
    "all-namespaces": { short: "A", text: "The events of all namespaces" },
    for: {
      value: "KIND/NAME",
      text: "The events about one object; of a cluster-scoped one, those in the namespace default",
    },
    types: { value: "TYPES", text: "Normal, Warning, or both with a comma (default: both)" },
    output: {
      short: "o",
      value: "FORMAT",
      text: "table, lines, or json: one object a line (default: table on a terminal, else lines)",
    },
    since: { value: "WHEN", text: "beginning, or now to skip the events that exist (default: beginning)" },
    ...CONNECTION_FLAGS,
  },
  examples: [
    "kubecast watch -A --types Warning",
    "kubecast watch --for deploy/web -n shop -o json | jq -r .message",
  ],
  run: watch,
};

/** Shows occurrences. */
interface View {
  show(occurrence: Occurrence): Promise<void>;
  /** Shows a line about the connection. */
  note(line: string): void;
  close?(): Promise<void>;
}

async function watch(args: Arguments): Promise<number> {
  if (args.operands.length > 0) {
    throw new UsageError(`Unknown argument ${args.operands[0]} (--for names an object, -n a namespace)`);
  }
  const output = args.choice("output", ["table", "lines", "json"]);
  if (output === "table" && !process.stdout.isTTY) throw new UsageError("--output table needs a terminal");
  const since = args.choice("since", ["beginning", "now"]);
  const types = typesOf(args.text("types"));
  const object = args.text("for") === undefined ? undefined : parseObjectName(args.text("for"));

  const ended = new AbortController();
  const { signal } = ended;
  const signals = onEndSignals(() => ended.abort());
  let cluster: ClusterConnection | undefined;
  try {
    cluster = await connect(args, signal);
    const selectors = types === undefined ? [] : [`type=${types}`];
    let { namespace } = cluster;
    if (object !== undefined) {
      const finder = new ObjectFinder(cluster.options, { ...cluster, signal });
      const onFailure = (reason: string): void => printError(`${reason}; trying again`);
      const { resource: { kind, isNamespaced }, warning } = await untilServed(
        () => finder.kindOf(object.kind),
        { signal, onFailure },
      );
      if (warning !== undefined) printError(warning);
      selectors.unshift(getFieldSelector("v1", { kind, name: object.name }));
      // The namespace of events about cluster-scoped objects.
      if (!isNamespaced) namespace = "default";
    }
    const view = viewOf(output, args.has("all-namespaces"));
    try {
      const reader = new EventReader({
        ...cluster.options,
        namespace: args.has("all-namespaces") ? undefined : namespace,
        fieldSelector: selectors.length === 0 ? undefined : selectors.join(","),
        logger: { warn: (line) => view.note(line), error: (line) => view.note(line) },
      });
      for await (const occurrence of reader.occurrences({ since, signal })) await view.show(occurrence);
    } finally {
      await view.close?.();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signals[Symbol.dispose]();
    await cluster?.[Symbol.asyncDispose]();
  }
  return 0;
}

/** The type to select, or `undefined` for all. */
function typesOf(text: string | undefined): string | undefined {
  const types = new Set(
    text?.split(",").map((word) => {
      const type = ["Normal", "Warning"].find((type) => type.toLowerCase() === word.trim().toLowerCase());
      return type ?? fail(`--types must be Normal, Warning or both, received ${JSON.stringify(text)}`);
    }),
  );
  return types.size === 1 ? [...types][0] : undefined;
}

function fail(message: string): never {
  throw new UsageError(message);
}

function viewOf(output: "table" | "lines" | "json" | undefined, withNamespace: boolean): View {
  if (output === "json") return { show: (occurrence) => print(`${jsonLine(occurrence)}\n`), note: printError };
  const isTerminal = process.stdout.isTTY && process.env["TERM"] !== "dumb";
  if (output === "table" || (output === undefined && isTerminal)) {
    return new LiveTable({ withNamespace, withColor: !process.env["NO_COLOR"] });
  }
  return { show: (occurrence) => print(`${lineOf(occurrence, withNamespace)}\n`), note: printError };
}

/** Formats an occurrence: time, type, reason, object, count and message, separated by two spaces. */
function lineOf(occurrence: Occurrence, withNamespace: boolean): string {
  const { last, regarding, type, reason, count, message } = occurrence;
  const time = Number.isNaN(last.getTime()) ? "unknown" : last.toISOString();
  const object = objectText(regarding, withNamespace);
  return [time, type, reason, object, `x${count}`, message].map(oneLine).join("  ").trimEnd();
}
