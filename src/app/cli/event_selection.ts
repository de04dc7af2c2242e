import type { ConnectionOptions } from "../../connect/connection/connection.ts";
import { type AnyEvent, type CoreV1Event, objectOf } from "../../base/event/event.ts";
import type { V1ObjectReference } from "../../base/event/kubernetes_object.ts";
import { getFieldSelector } from "../../read/reader/get_field_selector.ts";
import { EventReader } from "../../read/mod.ts";
import { workloadOf } from "../../read/timeline/workload.ts";
import type { JsonObject } from "../../serve/server/wire/decode_object.ts";
import { fieldSelectorOf, parseFieldTerms, parseLabelSelector } from "../../serve/server/wire/selectors.ts";
import { CORE_V1, toCoreV1 } from "../../serve/server/wire/served_api.ts";
import { type Arguments, type Flag, UsageError } from "./command.ts";
import { connect, CONNECTION_FLAGS, untilServed } from "./connect.ts";
import { findKind, guessKind, type ObjectName, parseObjectName } from "./find_object.ts";
import { type EventSource, merged } from "./merged_reader.ts";
import { onSignals } from "./shell.ts";

/** The flags that select events, of a cluster or of files. */
export const SELECTION_FLAGS: Readonly<Record<string, Flag>> = {
  "all-namespaces": { short: "A", text: "The events of all namespaces" },
  for: {
    value: "KIND/NAME",
    multiple: true,
    text: "The events about an object; of a cluster-scoped one, those in the namespace default",
  },
  types: {
    value: "TYPES",
    multiple: true,
    choices: ["Normal", "Warning", "Normal,Warning"],
    text: "The events of these types, or, as '!=Normal', of all others",
  },
  reason: {
    value: "REASONS",
    multiple: true,
    text: "The events with these reasons, such as BackOff,Failed, or, as '!=Pulled', with all others",
  },
  "field-selector": { value: "FIELDS", text: "The events with these fields, such as reportingComponent=kubelet" },
  selector: { short: "l", value: "LABELS", text: "The events with these labels, such as team=shop" },
};

/** The flags of commands that read events, of a cluster or of files. */
export const READER_FLAGS: Readonly<Record<string, Flag>> = {
  ...SELECTION_FLAGS,
  ...CONNECTION_FLAGS,
  namespace: {
    short: "n",
    value: "NAMES",
    multiple: true,
    text: "The namespaces, such as shop,billing (default: the context's, or default)",
  },
};

export const WINDOW_FLAGS: Readonly<Record<string, Flag>> = {
  since: { value: "TIME", text: "The beginning: a duration before the end, such as 1h30m, or a time such as 10:30" },
  until: { value: "TIME", text: "The end, in the same forms" },
  utc: { text: "Times in UTC (default: of this machine's zone)" },
};

/** Times in milliseconds; `undefined` where the flags say nothing. */
export interface Window {
  readonly sinceMs: number | undefined;
  readonly untilMs: number | undefined;
}

/**
 * Returns the window that `--since` and `--until` select of events that end at a time.
 *
 * @param words Others that `--since` may be, which select nothing.
 */
export function windowOf(args: Arguments, endMs: number, words: readonly string[] = []): Window {
  const isUtc = args.has("utc");
  const untilMs = args.timeMs("until", { endMs, isUtc });
  const sinceMs = words.includes(args.text("since") ?? "")
    ? undefined
    : args.timeMs("since", { endMs: untilMs ?? endMs, isUtc }, words.map((word) => `${word}, `).join(""));
  if (sinceMs !== undefined && sinceMs >= (untilMs ?? Infinity)) {
    throw new UsageError("--since must be before --until");
  }
  return { sinceMs, untilMs };
}

/** The words of a flag that selects: one of some, or, after `!=`, none of some. */
class Choice {
  readonly is: readonly string[];
  readonly isNot: readonly string[];

  constructor(words: readonly string[], normal: (word: string) => string = (word) => word) {
    this.is = words.filter((word) => !word.startsWith("!=")).map(normal);
    this.isNot = words.filter((word) => word.startsWith("!=")).map((word) => normal(word.slice(2)));
  }

  /** Whether the terms of a field selector, of which each must hold, can say it. */
  get isSelector(): boolean {
    return this.is.length <= 1;
  }

  selects(fits: (word: string) => boolean): boolean {
    return !this.isNot.some(fits) && (this.is.length === 0 || this.is.some(fits));
  }

  terms(field: string): readonly string[] {
    const is = this.isSelector ? this.is.map((word) => `${field}=${word}`) : [`${field} in (${this.is.join(",")})`];
    return [...is, ...this.isNot.map((word) => `${field}!=${word}`)];
  }
}

/** Core/v1 servers store any type; the two usual ones are taken in any case. */
function typesOf(args: Arguments): Choice {
  const usual = ["Normal", "Warning"];
  return new Choice(args.words("types"), (word) => usual.find((type) => isSame(type, word)) ?? word);
}

function reasonsOf(args: Arguments): Choice {
  return new Choice(args.words("reason"));
}

function isSame(a: unknown, b: string): boolean {
  return String(a).toLowerCase() === b.toLowerCase();
}

/** An object that the flags select, or leave out. */
interface SelectedObject extends ObjectName {
  readonly isNot: boolean;
  /** Whether the objects that it controls are meant too, as in the rows of a timeline. */
  readonly isRow: boolean;
}

function objectsOf(args: Arguments, row: string | undefined): SelectedObject[] {
  return [
    ...row === undefined ? [] : [{ ...parseObjectName(row), isNot: false, isRow: true }],
    ...args.words("for").map((word) => {
      const isNot = word.startsWith("!=");
      return { ...parseObjectName(isNot ? word.slice(2) : word), isNot, isRow: false };
    }),
  ];
}

const CONTROLLERS = ["Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "ReplicationController", "Job", "CronJob"];

function isController({ kind, isRow }: SelectedObject): boolean {
  return isRow && CONTROLLERS.some((controller) => isSame(controller, kind));
}

function isAbout(object: SelectedObject, { kind = "", name = "" }: V1ObjectReference = {}): boolean {
  if (name === object.name && isSame(kind, object.kind)) return true;
  // Controllers generate the names of these.
  return isController(object) && ["Pod", "ReplicaSet", "Job"].includes(kind) && workloadOf(kind, name) === object.name;
}

/** Whether an event is one of those that the flags select by type, reason and object. */
function selectionOf(args: Arguments, objects: readonly SelectedObject[]): (event: AnyEvent) => boolean {
  const [types, reasons] = [typesOf(args), reasonsOf(args)];
  const [isNot, is] = [objects.filter(({ isNot }) => isNot), objects.filter(({ isNot }) => !isNot)];
  return (event) => {
    const about = objectOf(event);
    return types.selects((type) => isSame(event.type, type)) && reasons.selects((reason) => event.reason === reason) &&
      !isNot.some((object) => isAbout(object, about)) &&
      (is.length === 0 || is.some((object) => isAbout(object, about)));
  };
}

/**
 * Returns whether an event of a file is one of those that the flags select.
 *
 * @param row The object of a row.
 */
export function fileSelection(args: Arguments, row?: string): (event: AnyEvent) => boolean {
  const namespaces = args.has("all-namespaces") ? [] : args.words("namespace");
  const isSelected = selectionOf(args, objectsOf(args, row).map((one) => ({ ...one, kind: guessKind(one.kind) })));
  const [hasFields, hasLabels] = selectorsOf(args);
  return (event) => {
    // Both APIs' names of the fields.
    const core = "regarding" in event ? toCoreV1(event as unknown as JsonObject) as unknown as CoreV1Event : event;
    return (namespaces.length === 0 || namespaces.includes(event.metadata.namespace ?? "")) && isSelected(event) &&
      hasFields?.(core as CoreV1Event) !== false && hasLabels?.(core as CoreV1Event) !== false;
  };
}

/** The selectors, as a server understands them. */
function selectorsOf(args: Arguments): (((event: CoreV1Event) => boolean) | undefined)[] {
  try {
    const fields = parseFieldTerms(args.text("field-selector") ?? "");
    return [fieldSelectorOf(CORE_V1, fields), parseLabelSelector(args.text("selector") ?? "")];
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** A reader of the selected events, until it is disposed of. */
export interface SelectedReader extends AsyncDisposable {
  readonly reader: EventSource;
  readonly connection: ConnectionOptions;
  /** The selected namespaces; none for all. */
  readonly namespaces: readonly string[];
  /** A reader of all events of all namespaces. */
  readonly everywhere: EventReader;
  /** The selection in words, such as "namespace shop, type=Warning". */
  readonly selection: string;
  /** The cluster's name for people, and the flags with which kubectl reaches it. */
  readonly cluster: string;
  readonly kubectlFlags: string;
  /** The same without the object. */
  readonly place: string;
}

interface SelectOptions {
  readonly note: (line: string) => void;
  /** The object of a row, which the operand names. */
  readonly row?: string | undefined;
}

/** Runs until a signal ends the command, which is not an error. Returns the exit code. */
export async function untilEnded(run: (ended: AbortController) => Promise<void>): Promise<number> {
  const ended = new AbortController();
  const signals = onSignals(() => ended.abort());
  try {
    await run(ended);
  } catch (error) {
    if (!ended.signal.aborted) throw error;
  } finally {
    signals[Symbol.dispose]();
  }
  return 0;
}

/** Reads the selected events until a signal ends the command. Returns the exit code. */
export function readUntilEnded(
  args: Arguments,
  options: SelectOptions,
  read: (selected: SelectedReader, ended: AbortController) => Promise<void>,
): Promise<number> {
  return untilEnded(async (ended) => {
    const selected = await selectReader(args, { ...options, signal: ended.signal });
    try {
      await read(selected, ended);
    } finally {
      await selected[Symbol.asyncDispose]();
    }
  });
}

export async function selectReader(
  args: Arguments,
  { signal, note, row }: SelectOptions & { readonly signal: AbortSignal },
): Promise<SelectedReader> {
  const [types, reasons] = [typesOf(args), reasonsOf(args)];
  const named = objectsOf(args, row);
  const cluster = await connect(args, signal);
  try {
    const objects: (SelectedObject & { readonly isNamespaced: boolean })[] = [];
    for (const object of named) {
      const onFailure = (reason: string): void => note(`${reason}; trying again`);
      const found = await untilServed(() => findKind(cluster, object.kind, signal), { signal, onFailure });
      const { resource: { kind, isNamespaced }, warning } = found;
      if (warning !== undefined) note(warning);
      objects.push({ ...object, kind, isNamespaced });
    }
    const [object] = objects;
    const isOne = objects.length === 1 && !object!.isNot && !isController(object!);
    const about = isOne
      ? [getFieldSelector("v1", { kind: object!.kind, name: object!.name })]
      : new Choice(objects.map(({ kind, name, isNot }) => `${isNot ? "!=" : ""}${kind}/${name}`)).terms("object");
    const fields = args.text("field-selector") || undefined;
    const chosen = [...types.terms("type"), ...reasons.terms("reason")];
    const isAll = args.has("all-namespaces");
    const namespaces = isAll ? [] : namespacesOf(objects, cluster.namespaces);
    const labelSelector = args.text("selector") || undefined;
    const selectors = [
      ...isOne ? about : [],
      ...[types, reasons].flatMap((choice, i) => choice.isSelector ? choice.terms(["type", "reason"][i]!) : []),
      ...fields === undefined ? [] : [fields],
    ];
    const options = {
      ...cluster.options,
      fieldSelector: selectors.join(",") || undefined,
      labelSelector,
      // What no selector can say.
      filter: selectionOf(args, isOne ? [] : objects),
      logger: { warn: note, error: note },
    };
    const labels = labelSelector === undefined ? [] : [`labels ${labelSelector}`];
    const [first, ...others] = namespaces;
    const where = isAll
      ? "all namespaces"
      : others.length > 0
      ? `namespaces ${namespaces.join(", ")}`
      : `namespace ${first}`;
    const { title, kubectlFlags } = cluster;
    return {
      reader: isAll
        ? new EventReader({ ...options, namespace: undefined })
        : merged(namespaces.map((namespace) => new EventReader({ ...options, namespace }))),
      connection: cluster.options,
      namespaces,
      everywhere: new EventReader({ ...cluster.options, namespace: undefined }),
      selection: [where, ...about, ...chosen, ...fields === undefined ? [] : [fields], ...labels].join(", "),
      place: [where, ...chosen, ...fields === undefined ? [] : [fields], ...labels].join(", "),
      cluster: title,
      kubectlFlags,
      [Symbol.asyncDispose]: async () => await cluster[Symbol.asyncDispose](),
    };
  } catch (error) {
    await cluster[Symbol.asyncDispose]();
    throw error;
  }
}

/** The namespaces of the events about objects: those about cluster-scoped ones are in `default`. */
function namespacesOf(
  objects: readonly { readonly isNot: boolean; readonly isNamespaced: boolean }[],
  namespaces: readonly string[],
): readonly string[] {
  const is = objects.filter(({ isNot }) => !isNot);
  if (is.length === 0) return namespaces;
  return [...new Set(is.flatMap(({ isNamespaced }) => isNamespaced ? namespaces : ["default"]))];
}
