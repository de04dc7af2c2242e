import { type AnyEvent, type CoreV1Event, objectOf, viewOf } from "../../base/event/event.ts";
import { occurrenceOf } from "../../base/event/occurrence.ts";
import type { V1ObjectReference } from "../../base/event/kubernetes_object.ts";
import { isVerdict } from "../../read/timeline/trouble.ts";
import { workloadOf } from "../../read/timeline/workload.ts";
import { fieldSelectorOf, parseFieldTerms, parseLabelSelector } from "../../serve/server/wire/selectors.ts";
import { CORE_V1 } from "../../serve/server/wire/served_api.ts";
import { type Arguments, type Flag, UsageError } from "./command.ts";
import { CONNECTION_FLAGS } from "./connect.ts";
import { guessKind, type ObjectName, parseObjectName } from "./find_object.ts";
import { parseSpan } from "./times.ts";

/** The flags that select events, of a cluster or of files. */
export const SELECTION_FLAGS: Readonly<Record<string, Flag>> = {
  "all-namespaces": { short: "A", text: "The events of all namespaces, the default for files" },
  for: {
    value: "KIND/NAME",
    multiple: true,
    text: "The events about an object; if it is cluster-scoped, those in the namespace default",
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
    text: "The namespaces, such as shop,billing (default: the context's, or default; of a file, all)",
  },
};

export const WINDOW_FLAGS: Readonly<Record<string, Flag>> = {
  since: {
    value: "TIME",
    text: "The time to begin, such as 10:30, or 1h30m before the end (default: 1h, or all of a file)",
  },
  until: {
    value: "TIME",
    text: "The time to end, such as 11:30, or 10m before now, or before the last event of a file",
  },
  utc: { text: "Read and show times in UTC (default: in this machine's zone)" },
};

/**
 * Returns the window that `--since` and `--until` select from events up to a time; a time is `undefined` if its flag is
 * not given.
 *
 * @param options.words Words that `--since` may be instead of a time, such as `now`; they set no beginning.
 * @param options.beginMs When the events of a file begin.
 */
export function windowOf(
  args: Arguments,
  endMs: number,
  { words = [], beginMs }: { readonly words?: readonly string[]; readonly beginMs?: number | undefined } = {},
): { readonly sinceMs: number | undefined; readonly untilMs: number | undefined } {
  const isUtc = args.has("utc");
  const untilMs = args.timeMs("until", { endMs, beginMs, isUtc });
  const [since = "", until = ""] = [args.text("since"), args.text("until")];
  // Read both times of day relative to the same end, so that swapped ones are an error, not almost a day.
  const isAlike = parseSpan(since) === undefined && !/\d-\d/.test(until);
  const sinceMs = words.includes(since) ? undefined : args.timeMs(
    "since",
    { endMs: isAlike ? endMs : untilMs ?? endMs, isUtc },
    words.map((word) => `${word}, `).join(""),
  );
  if (sinceMs !== undefined && untilMs !== undefined && sinceMs >= untilMs) {
    const [from, to] = [sinceMs, untilMs].map((ms) => new Date(ms).toISOString());
    throw new UsageError(`--since must be before --until, received ${from} and ${to}`);
  }
  return { sinceMs, untilMs };
}

/** The selection of a flag: events that match one of its values, and none of its values after `!=`. */
interface Choice {
  readonly selects: (event: AnyEvent) => boolean;
  /** The choice as terms that must all hold; if `isSelector`, they are valid in a field selector. */
  readonly terms: readonly string[];
  readonly isSelector: boolean;
}

function choiceOf<T>(
  field: string,
  [is, isNot]: readonly [readonly T[], readonly T[]],
  fits: (event: AnyEvent, value: T) => boolean,
  text: (value: T) => string = String,
): Choice {
  const isSelector = is.length <= 1;
  const one = isSelector ? is.map((value) => `${field}=${text(value)}`) : [`${field} in (${is.map(text).join(",")})`];
  return {
    selects: (event) => {
      const fitsOne = (value: T): boolean => fits(event, value);
      return !isNot.some(fitsOne) && (is.length === 0 || is.some(fitsOne));
    },
    terms: [...one, ...isNot.map((value) => `${field}!=${text(value)}`)],
    isSelector,
  };
}

/** Parses the words of a flag into values to select, and values to leave out. */
function split<T>(words: readonly string[], parse: (word: string) => T): [T[], T[]] {
  const isNot = (word: string): boolean => word.startsWith("!=");
  return [words.filter((word) => !isNot(word)).map(parse), words.filter(isNot).map((word) => parse(word.slice(2)))];
}

/** The choices by type and reason. Servers store any type in core/v1; the two usual ones may be given in any case. */
export function choicesOf(args: Arguments): readonly Choice[] {
  const typeOf = (word: string): string => ["Normal", "Warning"].find((type) => isSame(type, word)) ?? word;
  return [
    choiceOf("type", split(args.words("types"), typeOf), (event, type) => isSame(event.type, type)),
    choiceOf("reason", split(args.words("reason"), String), ({ reason }, word) => reason === word),
  ];
}

function isSame(a: unknown, b: string): boolean {
  return String(a).toLowerCase() === b.toLowerCase();
}

/** An object named by the flags; its kind may be in any case. */
export interface NamedObject extends ObjectName {
  /** Whether the objects that it controls are included, as in the rows of a timeline. */
  readonly isRow?: boolean;
}

/** The objects to select, and those to leave out. */
export function objectsOf(args: Arguments, row: string | undefined): [NamedObject[], NamedObject[]] {
  const [is, isNot] = split<NamedObject>(args.words("for"), parseObjectName);
  return [row === undefined ? is : [{ ...parseObjectName(row), isRow: true }, ...is], isNot];
}

export function objectChoice(objects: readonly [readonly NamedObject[], readonly NamedObject[]]): Choice {
  const text = ({ kind, name }: NamedObject): string => `${kind}/${name}`;
  return choiceOf("object", objects, (event, object) => isAbout(object, objectOf(event)), text);
}

const CONTROLLERS = ["Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "ReplicationController", "Job", "CronJob"];

export function isController({ kind, isRow = false }: NamedObject): boolean {
  return isRow && CONTROLLERS.some((controller) => isSame(controller, kind));
}

function isAbout(object: NamedObject, { apiVersion, kind = "", name = "" }: V1ObjectReference = {}): boolean {
  const { group } = object;
  // Unlike kubectl, selects events of all versions of the group, and those that do not name it, such as kube-proxy's.
  const isOfGroup = group === undefined || !apiVersion || isSame(apiVersion.replace(/(?:^|\/)[^/]*$/, ""), group);
  if (name === object.name && isSame(kind, object.kind) && isOfGroup) return true;
  // Controllers generate the names of these kinds.
  return isController(object) && ["Pod", "ReplicaSet", "Job"].includes(kind) && workloadOf(kind, name) === object.name;
}

/** The namespaces that the flags select of files; none for all. */
export function namespacesOf(args: Arguments): readonly string[] {
  return args.has("all-namespaces") ? [] : args.words("namespace");
}

/** Returns the namespace of an event, or else of its object, because an exporter may have kept only the latter. */
export function namespaceOf(event: AnyEvent): string {
  return event.metadata.namespace ?? objectOf(event)?.namespace ?? "";
}

/** The events of files that the flags select. */
export interface FileSelection {
  readonly isSelected: (event: AnyEvent) => boolean;
  /** Whether a picture of the selected events needs an event; some others decide whether an object still fails. */
  readonly isNeeded: (event: AnyEvent) => boolean;
  /** The selection in words, empty for all, and the same without the object. */
  readonly selection: string;
  readonly scope: string;
}

/**
 * Returns which events of files the flags select.
 *
 * @param row The object of a row.
 */
export function fileSelection(args: Arguments, row?: string): FileSelection {
  const guess = (object: NamedObject): NamedObject => ({ ...object, kind: guessKind(object.kind) });
  const [is, isNot] = objectsOf(args, row);
  const place = choiceOf("namespace", [namespacesOf(args), []], (event, namespace) => namespaceOf(event) === namespace);
  const objects = objectChoice([is.map(guess), isNot.map(guess)]);
  const isChosen = chosenBy(args);
  const isAbout = (event: AnyEvent): boolean => place.selects(event) && objects.selects(event);
  const terms = termsOf(args, [place, ...choicesOf(args)]);
  return {
    isSelected: (event) => isAbout(event) && isChosen(event),
    isNeeded: (event) => isAbout(event) && (isChosen(event) || isVerdict(occurrenceOf(event, 1))),
    selection: [...objects.terms, ...terms].join(", "),
    scope: terms.join(", "),
  };
}

/** The choices and the selectors of the flags, in words. */
export function termsOf(args: Arguments, choices: readonly Choice[]): string[] {
  const [fields, labels] = [args.text("field-selector"), args.text("selector")];
  return [...choices.flatMap(({ terms }) => terms), ...fields ? [fields] : [], ...labels ? [`labels ${labels}`] : []];
}

/**
 * Returns which events the flags choose by type, reason, fields and labels; the latter two name the fields of core/v1.
 */
export function chosenBy(args: Arguments): (event: AnyEvent) => boolean {
  const [choices, selectors] = [choicesOf(args), selectorsOf(args)];
  return (event) =>
    choices.every(({ selects }) => selects(event)) &&
    selectors.every((selects) => selects({ ...event, ...viewOf(event) } as CoreV1Event));
}

/** The field and label selectors of the flags, as predicates. */
function selectorsOf(args: Arguments): ((event: CoreV1Event) => boolean)[] {
  try {
    const fields = parseFieldTerms(args.text("field-selector") ?? "");
    const selectors = [fieldSelectorOf(CORE_V1, fields), parseLabelSelector(args.text("selector") ?? "")];
    return selectors.filter((selects) => selects !== undefined);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
