import { createReadStream, type Dirent, existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { collapsed, counted } from "../../base/tools/text.ts";
import { type AnyEvent, type CoreV1Event, countOf, objectNameOf, objectOf } from "../../base/event/event.ts";
import { getEventIdentity, stableName } from "../../base/event/names.ts";
import { type Occurrence, occurrenceOf } from "../../base/event/occurrence.ts";
import type { Arguments, Flag } from "./command.ts";
import { DocumentSplitter, textOf, type TextPart } from "./documents.ts";
import { fileSelection } from "./event_selection.ts";
import { EventLines } from "./html_report.ts";
import { fromAnyValue, recordsOf } from "./otlp_events.ts";
import { fileError, printError } from "./shell.ts";

export const FROM_FLAG: Flag = {
  value: "FILE",
  multiple: true,
  text: "The events of a file or folder, in any form; repeatable; - for stdin",
};

const FILE_NAME = /^[.~]*\/|\.(?:json|ya?ml|ndjson|jsonl|log|txt|tar|tgz|gz|zip)$/i;

/** Returns the files and folders of `--from` and, as a shell's `*` passes them, of operands; and the other operands. */
export function placesOf(
  args: Arguments,
): { readonly places: readonly string[]; readonly operands: readonly string[] } {
  // A missing file is not mistaken for an object if its name looks like a file's.
  const isFile = (operand: string): boolean =>
    operand === "-" || operand !== "" && existsSync(operand) || FILE_NAME.test(operand);
  return {
    places: [...args.list("from").filter((place) => place !== ""), ...args.operands.filter(isFile)],
    operands: args.operands.filter((operand) => !isFile(operand)),
  };
}

/** The earliest plausible time, because Kubernetes did not exist before. */
const EARLIEST_MS = Date.UTC(2014, 0);
/** How far an event's time may be ahead of this clock; clocks differ by less, so a later time is wrong. */
const MAX_SKEW_MS = 86_400_000;

interface EventFilesOptions {
  /** The object of a row, whose events are selected. */
  readonly row?: string | undefined;
  /** Called with a line about events that were left out. */
  readonly note?: (line: string) => unknown;
}

/** Reads the events of files and folders. It finds them by their fields, in any lists and wrappers. */
export class EventFiles {
  readonly #places: readonly string[];
  readonly #isSelected: (event: AnyEvent) => boolean;
  readonly #note: (line: string) => unknown;
  #files = 0;
  #events = 0;
  #broken = 0;
  #timeless = 0;
  #hasEmptyList = false;
  /** A description of the first value or text without events. */
  #other: string | undefined;
  /** The earliest first time of the selected events, and the first and the last of their last times. */
  #begin = Infinity;
  #first = Infinity;
  #last = -Infinity;

  constructor(args: Arguments, { row, note = printError }: EventFilesOptions = {}) {
    this.#note = note;
    this.#places = placesOf(args).places;
    this.#isSelected = fileSelection(args, row);
  }

  /** A readable name of the files. */
  get title(): string {
    const [first = "", ...others] = this.#places.map((place) => place === "-" ? "stdin" : place);
    return others.length === 0 ? first : `${first} and ${counted(others.length, "other")}`;
  }

  /** When the selected events began and ended, in milliseconds: the end is exclusive, and now if there are none. */
  get times(): { readonly beginMs: number; readonly firstMs: number; readonly endMs: number } {
    const endMs = this.#last === -Infinity ? Date.now() : this.#last + 1;
    return { beginMs: Math.min(this.#begin, endMs - 1000), firstMs: Math.min(this.#first, endMs), endMs };
  }

  /**
   * Yields the selected occurrences, those of one chunk of a file together: one for each line of `watch` or `forward`, and
   * one for each state of an event in other files. Leaves out events without a plausible time, and notes at the end how many
   * there were.
   *
   * @throws {Error} If a file cannot be read. At the end, if there was neither an event nor an empty list, or if no event is
   * selected.
   */
  async *read(): AsyncGenerator<Occurrence[], void, undefined> {
    let failure: Error | undefined;
    for (const place of this.#places) {
      for await (const path of filesOf(place, this.#note)) {
        const splitter = new DocumentSplitter();
        this.#files++;
        try {
          const bytes = path === "-" ? process.stdin : createReadStream(path);
          for await (const text of textOf(bytes)) yield this.#selected(splitter.push(text));
        } catch (cause) {
          // Goes on, so that the events that were read are shown.
          if (failure !== undefined) this.#note(failure.message);
          failure = fileError("read", path, cause);
        }
        yield this.#selected(splitter.end());
      }
    }
    if (failure !== undefined && this.#events > 0) this.#note(failure.message);
    if (this.#broken > 0 && this.#events > 0) {
      this.#note(`Skipped ${counted(this.#broken, "event")} of ${this.title} that could not be read to the end`);
    }
    if (this.#timeless > 0) {
      this.#note(`Left out ${counted(this.#timeless, "event")} of ${this.title} without a time that can be true`);
    }
    if (this.#events === 0) {
      if (!this.#hasEmptyList) throw failure ?? new Error(this.#explanation());
      this.#note(`No events in ${this.title}: its list is empty`);
    } else if (this.#timeless === this.#events) {
      throw new Error(`No events in ${this.title} with a time that can be true`);
    } else if (this.#last === -Infinity) {
      throw new Error(`No matching events in ${this.title}, which has ${counted(this.#events, "other")}`);
    }
  }

  /** Reads all events into the lines of a page. */
  async lines(): Promise<EventLines> {
    const lines = new EventLines();
    let lastMs = -Infinity;
    for await (const occurrences of this.read()) {
      for (const occurrence of occurrences) {
        lines.add(occurrence);
        const { gap, last } = occurrence;
        if (gap) lines.addGap(gap.from?.getTime() ?? lastMs, gap.to.getTime());
        lastMs = Math.max(lastMs, last!.getTime());
      }
    }
    return lines;
  }

  #explanation(): string {
    const where = this.#files > 1 ? `${this.#files} files of ${this.title}` : this.title;
    return `No events in ${where}, which ${this.#files > 1 ? "begin with" : "seems to be"} ${
      this.#other ?? "an empty file"
    }: ` +
      "this reads events as JSON or YAML, such as of\n" +
      "  kubectl get events --all-namespaces -o json > events.json";
  }

  #selected(parts: readonly TextPart[]): Occurrence[] {
    const selected: Occurrence[] = [];
    for (const part of parts) {
      const { broken } = part;
      const before = this.#events;
      try {
        for (const occurrence of occurrencesIn(part.value ?? part.text)) {
          this.#events++;
          if (!isTimed(occurrence)) this.#timeless++;
          else if (this.#isSelected(occurrence.event)) {
            this.#include(occurrence);
            selected.push(occurrence);
          }
        }
      } catch {
        this.#broken++;
      }
      if (broken !== undefined) this.#broken++;
      if (this.#events > before) continue;
      this.#hasEmptyList ||= isEmptyList(part.value, this.#other === undefined);
      this.#other ??= described(part);
    }
    return selected;
  }

  #include({ first, last }: Occurrence): void {
    const lastMs = last!.getTime();
    const firstMs = first?.getTime() ?? lastMs;
    this.#begin = Math.min(this.#begin, firstMs >= EARLIEST_MS ? firstMs : lastMs);
    this.#first = Math.min(this.#first, lastMs);
    this.#last = Math.max(this.#last, lastMs);
  }
}

function isTimed({ last }: Occurrence): boolean {
  return last !== undefined && last.getTime() >= EARLIEST_MS && last.getTime() <= Date.now() + MAX_SKEW_MS;
}

/** Yields the files of a folder and its subfolders, in the order of their names; notes those that cannot be read. */
async function* filesOf(place: string, note: (line: string) => unknown): AsyncGenerator<string, void, undefined> {
  let entries: Dirent[];
  try {
    if (place === "-" || !(await stat(place)).isDirectory()) return yield place;
    entries = await readdir(place, { withFileTypes: true });
  } catch (error) {
    throw fileError("read", place, error);
  }
  for (const entry of entries.sort((a, b) => a.name < b.name ? -1 : 1)) {
    const path = join(place, entry.name);
    // A link to a folder is not followed, because it may lead to a parent folder.
    const isLink = entry.isSymbolicLink() && (await stat(path).catch(() => undefined))?.isFile();
    if (entry.isFile() || isLink) yield path;
    else if (entry.isDirectory()) {
      try {
        yield* filesOf(path, note);
      } catch (error) {
        note((error as Error).message);
      }
    }
  }
}

/** Finds the occurrences in a value, in any lists and wrappers. */
function* occurrencesIn(value: unknown): Generator<Occurrence, void, undefined> {
  if (typeof value === "string") {
    if (!/\b(?:involvedObject|regarding)\b/.test(value)) return;
    // Collectors keep a line of JSON as a string.
    const json = tryParse(value.match(/[{[].*[}\]]/s)?.[0] ?? "");
    if (json !== undefined) yield* occurrencesIn(json);
    // In a log line, for example of logfmt, JSON is a quoted string.
    else for (const [quoted] of value.matchAll(/"(?:[^"\\]|\\.)*"/gs)) yield* occurrencesIn(tryParse(quoted));
  } else if (isObject(value)) {
    const { event, kvlistValue, delta, scopeLogs } = value;
    if ("event_time" in value) yield* occurrencesIn(camelCased(value));
    else if (isEvent(event) && Number.isSafeInteger(delta)) yield ownOccurrence(value, event);
    else if (isEvent(value)) yield occurrenceOf(named(value), countOf(value) ?? 1);
    else if (kvlistValue !== undefined) yield* occurrencesIn(fromAnyValue(value));
    else if (Array.isArray(scopeLogs)) { for (const inner of recordsOf(value)) yield* occurrencesIn(inner); }
    else for (const inner of Object.values(value)) yield* occurrencesIn(inner);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** Whether a value is an event of either API: it is about an object, and has a reason. */
function isEvent(value: unknown): value is CoreV1Event {
  const about: unknown = objectOf(value);
  const { reason, kind } = Object(value) as Partial<CoreV1Event>;
  const isAbout = isObject(about) && typeof (about["name"] ?? about["kind"]) === "string";
  return isAbout && typeof reason === "string" && (kind ?? "Event") === "Event";
}

/** Returns an occurrence from a line of `forward --to stdout` or `watch -o json`. */
function ownOccurrence({ delta, estimated, gap }: Readonly<Record<string, unknown>>, event: CoreV1Event): Occurrence {
  const { from, to } = Object(gap) as { from?: string; to?: string };
  return {
    ...occurrenceOf(named(event), Number(delta)),
    ...estimated === true && { estimated },
    ...to && { gap: { from: from ? new Date(from) : undefined, to: new Date(to) } },
  };
}

/** Gives a name to an event whose exporter left it out, because events are distinguished by their names. */
function named(event: CoreV1Event): CoreV1Event {
  if (event.metadata?.name) return event;
  const { firstTimestamp, eventTime } = event;
  const name = stableName(objectNameOf(event), `${getEventIdentity(event)}${eventTime ?? firstTimestamp}`);
  return { ...event, metadata: { namespace: objectOf(event)?.namespace, ...event.metadata, name } };
}

/** Names the fields as JSON does: `to_dict()` of the Python client names them as Python does, such as `event_time`. */
function camelCased(value: object): unknown {
  return JSON.parse(
    JSON.stringify(value).replace(/"\w+":/g, (name) => {
      return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    }),
  );
}

function tryParse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Whether a value is a list without events. `[]` counts only as the first value: a later one may be part of a log. */
function isEmptyList(value: unknown, isFirst: boolean): boolean {
  if (Array.isArray(value)) return value.length === 0 && isFirst;
  if (!isObject(value) || !/^(?:Event)?List$/.test(String(value["kind"]))) return false;
  const { items } = value;
  return items === null || Array.isArray(items) && items.length === 0;
}

/** Describes a part of a file without events. */
function described({ value, text, broken }: TextPart): string {
  if (isObject(value)) {
    const { kind, items, message, error } = value;
    const [item] = Array.isArray(items) ? items : [];
    if ("Name" in value) return "what kubectl describe prints for people";
    if (typeof error === "string") return `an error, ${JSON.stringify(collapsed(error.slice(0, 60)))}`;
    if (kind === "Status") return `an error of the server, ${JSON.stringify(message)}`;
    const kinds = isObject(item) && item["kind"] !== undefined ? ` with the kind ${item["kind"]}` : "";
    return typeof kind === "string" ? `of the kind ${collapsed(kind)}${kinds}` : "JSON or YAML of something else";
  }
  if (broken !== undefined) return "a part of JSON or YAML, whose end is missing";
  const line = (text ?? String(value)).trim().split("\n", 1)[0]!;
  if (/^(?:NAMESPACE +)?LAST SEEN\b/.test(line)) return "the table that kubectl prints for people";
  return `text that begins with ${JSON.stringify(collapsed(line.slice(0, 60)))}`;
}
