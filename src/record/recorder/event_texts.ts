import { EVENT_LIMITS, truncateUtf8 } from "../../base/event/event.ts";
import { fnv1a64 } from "../../base/event/identity.ts";
import { showValue } from "../../base/tools/check_options.ts";
import { Printer } from "./sprintf.ts";

/** Formats, truncates and converts the texts of one event after another. */
export class EventTexts {
  /** Digests of the current event's truncated texts, keyed by the text that is left; undefined if it has none. */
  digests: Map<string, string> | undefined;
  readonly #tell: (line: string, key: string) => void;
  readonly #altered: (field: string, line: string, key?: string) => void;

  /**
   * @param tell Logs a line, once for each key.
   * @param altered Counts a field that was changed, and logs a line.
   */
  constructor(
    tell: (line: string, key: string) => void,
    altered: (field: string, line: string, key?: string) => void,
  ) {
    this.#tell = tell;
    this.#altered = altered;
  }

  field(name: string, value: string): string {
    return this.#cut(name, value, EVENT_LIMITS.fieldBytes);
  }

  /** Truncates the message of core/v1, or the note of events.k8s.io/v1. */
  message(name: "message" | "note", fields: { readonly message?: string; readonly note?: string }): string {
    let value: unknown = fields[name];
    const other = name === "message" ? "note" : "message";
    if ((value === undefined || value === null) && fields[other] !== undefined) {
      value = fields[other];
      const fix = `rename it to ${name}`;
      this.#altered(name, `The ${name} of an event was passed as its ${other}, which only the other API has: ${fix}`);
    }
    const limit = name === "message" ? EVENT_LIMITS.longMessageBytes : EVENT_LIMITS.messageBytes;
    return this.#cut(name, value, limit);
  }

  /** Formats a message or note; a missing one stays missing. Logs a format that does not match its arguments, once. */
  format(format: unknown, args: readonly unknown[]): unknown {
    if (format === undefined || format === null) return format;
    const printer = new Printer();
    const text = printer.print(format as string, args);
    if (printer.mistake !== undefined) {
      const shown = showValue(format);
      this.#tell(`The format ${shown} does not match its arguments: ${printer.mistake}`, shown);
    }
    return text;
  }

  #cut(name: string, value: unknown, maxBytes: number): string {
    const text = typeof value === "string" ? value : this.#coerce(name, value);
    const cut = truncateUtf8(text, maxBytes);
    if (cut !== text && cut !== text.toWellFormed()) {
      const problem = `The ${name} of an event is truncated to ${maxBytes} bytes (head and tail are kept): ${
        showValue(text)
      }`;
      this.#altered(name, problem, `truncated ${name}`);
      if (name !== "reportingInstance") (this.digests ??= new Map()).set(cut, fnv1a64(text));
    } else if (cut !== text) {
      const problem = `The ${name} of an event has a lone surrogate, stored as U+FFFD: ${showValue(text)}`;
      this.#altered(name, problem, `surrogate in ${name}`);
    }
    return cut;
  }

  /** Converts a field that is not a string to one, because a garbled event is better than none. */
  #coerce(name: string, value: unknown): string {
    const text = value === undefined || value === null ? "" : new Printer().print("%v", [value]);
    const problem = `The ${name} of an event must be a string, received ${showValue(value)}`;
    this.#altered(name, `${problem}: converted to ${showValue(text)}`, `converted ${name}`);
    return text;
  }
}
