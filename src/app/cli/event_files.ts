import { createReadStream, type Dirent, existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import process from "node:process";
import { reasonOf } from "../../base/tools/logger.ts";
import { counted } from "../../base/tools/text.ts";
import type { Occurrence } from "../../base/event/occurrence.ts";
import { type Arguments, type Flag, UsageError } from "./command.ts";
import { DocumentSplitter, textOf, type TextPart } from "./documents.ts";
import { type FileSelection, fileSelection, namespaceOf, namespacesOf, windowOf } from "./event_selection.ts";
import { described, isEmptyList, occurrencesIn } from "./find_events.ts";
import { EventLines } from "./html_report.ts";
import { fileError, printError } from "./shell.ts";

export const FROM_FLAG: Flag = {
  value: "FILE",
  multiple: true,
  text: "The events of a file or folder, JSON or YAML, gzipped or not; repeatable; - for stdin",
};

const FILE_NAME = /^[.~]*\/|\.(?:json|ya?ml|ndjson|jsonl|log|txt|tar|tgz|gz|zip)$/i;

/**
 * Splits the arguments into places (the values of `--from`, and operands that are files or folders) and other operands.
 *
 * @param hint The hint for an operand beyond the last permitted one.
 * @throws {UsageError} If there are more than `maxOperands` other operands.
 */
export function placesOf(
  args: Arguments,
  maxOperands = Infinity,
  hint = "",
): { readonly places: readonly string[]; readonly operands: readonly string[] } {
  // A name that looks like a file's counts as one even if the file is missing.
  const isFile = (operand: string): boolean =>
    operand === "-" || operand !== "" && existsSync(operand) || FILE_NAME.test(operand);
  const operands = args.operands.filter((operand) => !isFile(operand));
  if (operands.length > maxOperands) throw new UsageError(`Unknown argument ${operands[maxOperands]}${hint}`);
  return { places: [...args.list("from").filter((place) => place !== ""), ...args.operands.filter(isFile)], operands };
}

/** The earliest plausible time, because Kubernetes did not exist before. */
const EARLIEST_MS = Date.UTC(2014, 0);
/** How far an event's time may be ahead of this clock; clocks differ by less, so a later time is wrong. */
const MAX_SKEW_MS = 86_400_000;

/** Matches a field that even a cut event has, unlike a log that ends with an open bracket. */
const CUT_EVENT = /\b(?:involvedObject|regarding)"?: *(?:[{\n]|$)/;

/** Maximum number of namespaces that a note lists. */
const MAX_NAMED = 10;

interface EventFilesOptions {
  /** The object whose row is drawn; only its events are selected. */
  readonly row?: string | undefined;
  /** Whether to read also the events that decide whether a selected object still fails. */
  readonly isPicture?: boolean;
  /** Called with a line about events that were left out. */
  readonly note?: (line: string) => unknown;
}

/** Reads the events of files and folders. Finds events by their fields, in any lists and wrappers. */
export class EventFiles {
  readonly #args: Arguments;
  readonly #places: readonly string[];
  /** The selection of the flags. */
  readonly selected: FileSelection;
  readonly #note: (line: string) => unknown;
  readonly #isPicture: boolean;
  /** The namespaces of the events. */
  readonly #seen = new Set<string>();
  #files = 0;
  #events = 0;
  #broken = 0;
  #isCut = false;
  #timeless = 0;
  #hasEmptyList = false;
  /** A description of the first value or text without events. */
  #other: string | undefined;
  /** The selected events. */
  #selectedEvents = 0;
  /** The earliest first time of all events, and the first and the last of their last times. */
  #begin = Infinity;
  #first = Infinity;
  #last = -Infinity;

  constructor(args: Arguments, { row, note = printError, isPicture = false }: EventFilesOptions = {}) {
    this.#args = args;
    this.#note = note;
    this.#isPicture = isPicture;
    this.#places = placesOf(args).places;
    this.selected = fileSelection(args, row);
  }

  /** A readable name of the files, which tells whether their end is missing. */
  get title(): string {
    const [first = "", ...others] = this.#places.map((place) => place === "-" ? "stdin" : place);
    return first + (others.length === 0 ? "" : ` and ${counted(others.length, "other")}`) +
      (this.#isCut ? " (end missing)" : "");
  }

  /** The exit code, once all files are read: 1 if the end of one is missing, because it may have held more events. */
  get code(): number {
    return Number(this.#isCut);
  }

  /** When the events of the files occurred, selected or not. The end is exclusive; without events, it is now. */
  get times(): { readonly beginMs: number; readonly firstMs: number; readonly endMs: number } {
    const endMs = this.#last === -Infinity ? Date.now() : this.#last + 1;
    return { beginMs: Math.min(this.#begin, endMs - 1000), firstMs: Math.min(this.#first, endMs), endMs };
  }

  /** The description of the files for a page, once all are read. */
  about() {
    const { beginMs, firstMs: sinceMs, endMs } = this.times;
    const { sinceMs: fromMs, untilMs: toMs = endMs } = windowOf(this.#args, endMs, { beginMs });
    const nowMs = Math.min(endMs, Date.now());
    return {
      title: basename(this.title),
      selection: this.selected.selection,
      kubectlFlags: "",
      sinceMs,
      fromMs,
      toMs,
      nowMs,
    };
  }

  /**
   * Yields the selected occurrences, chunk by chunk: one for each line of `watch` or `forward`, and one for each state
   * of an event in other files. Leaves out events without a plausible time, and notes their number at the end.
   *
   * @throws {Error} If a file cannot be read. At the end, if there was neither an event nor an empty list, or if no
   * event is selected.
   */
  async *read(): AsyncGenerator<Occurrence[], void, undefined> {
    let failure: Error | undefined;
    const cut: string[] = [];
    for (const place of this.#places) {
      for await (const path of filesOf(place, this.#note)) {
        const splitter = new DocumentSplitter();
        const before = this.#events;
        let fault: { readonly cause: unknown } | undefined;
        this.#files++;
        try {
          const bytes = path === "-" ? process.stdin : createReadStream(path);
          for await (const text of textOf(bytes)) yield this.#selected(splitter.push(text));
        } catch (cause) {
          // Continue, so that the events read so far are shown.
          fault = { cause };
        }
        const end = splitter.end();
        yield this.#selected(end, true);
        const read = this.#events - before;
        if (read > 0 && (fault !== undefined || end.some(({ broken }) => broken !== undefined))) {
          this.#isCut = true;
          const why = fault === undefined ? "" : ` (${reasonOf(fault.cause)})`;
          this.#note(`Read only the first ${counted(read, "event")} of ${path}, because its end is missing${why}`);
        } else if (fault !== undefined) {
          if (failure !== undefined) this.#note(failure.message);
          failure = fileError("read", path, fault.cause);
        } else if (end.some(({ broken = "" }) => CUT_EVENT.test(broken))) cut.push(path);
      }
    }
    if (failure !== undefined && this.#events > 0) this.#note(failure.message);
    for (const path of this.#events > 0 ? cut : []) {
      this.#isCut = true;
      this.#note(`Read no event of ${path}, because its end is missing`);
    }
    if (this.#broken > 0 && this.#events > 0) {
      this.#note(`Skipped ${counted(this.#broken, "event")} of ${this.title} that could not be read to the end`);
    }
    if (this.#timeless > 0) {
      this.#note(`Left out ${counted(this.#timeless, "event")} of ${this.title} without a plausible time`);
    }
    const absent = namespacesOf(this.#args).filter((namespace) => !this.#seen.has(namespace));
    if (absent.length > 0 && this.#events > 0) {
      const all = [...this.#seen].sort();
      const names = all.slice(0, MAX_NAMED).join(", ") + (all.length > MAX_NAMED ? ", …" : "");
      this.#note(`No events of ${absent.join(" and ")} in ${this.title}, whose namespaces are ${names}`);
    }
    if (this.#events === 0) {
      if (!this.#hasEmptyList) throw failure ?? new Error(this.#explanation());
      this.#note(`No events in ${this.title}: its list is empty`);
    } else if (this.#timeless === this.#events) {
      throw new Error(`No events in ${this.title} with a plausible time`);
    } else if (this.#selectedEvents === 0) {
      throw new Error(`No matching events in ${this.title}, which has ${counted(this.#events, "other")}`);
    }
  }

  /** Reads all events into the lines of a page. */
  async lines(): Promise<EventLines> {
    const lines = new EventLines(this.selected.isSelected);
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
    const [where, begins] = this.#files > 1
      ? [`${this.#files} files of ${this.title}`, "begin with"]
      : [this.title, "seems to be"];
    const seen = this.#other ?? (this.#files === 0 ? "an empty folder" : "an empty file");
    return `No events in ${where}, which ${begins} ${seen}: events must be in JSON or YAML, for example from\n` +
      "  kubectl get events --all-namespaces -o json > events.json";
  }

  /** @param isEnd Whether these are the last parts of a file, so that a broken one is where it was cut. */
  #selected(parts: readonly TextPart[], isEnd = false): Occurrence[] {
    const selected: Occurrence[] = [];
    for (const part of parts) {
      const { broken } = part;
      const before = this.#events;
      try {
        for (const occurrence of occurrencesIn(part.value ?? part.text)) {
          this.#events++;
          this.#seen.add(namespaceOf(occurrence.event));
          if (!isTimed(occurrence)) this.#timeless++;
          else {
            this.#include(occurrence);
            const { isSelected, isNeeded } = this.selected;
            if (isSelected(occurrence.event)) this.#selectedEvents++;
            if ((this.#isPicture ? isNeeded : isSelected)(occurrence.event)) selected.push(occurrence);
          }
        }
      } catch {
        this.#broken++;
      }
      if (broken !== undefined && !isEnd) this.#broken++;
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
