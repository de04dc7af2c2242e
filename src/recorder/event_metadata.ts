import { showValue } from "../api/check_options.ts";
import { EVENT_LIMITS } from "../api/event.ts";
import { isLabelValue, isQualifiedName } from "../api/names.ts";

const encoder = /* @__PURE__ */ new TextEncoder();

/** Labels or annotations of the caller. */
type Entries = Readonly<Record<string, string>>;

/** Called for an entry that was omitted or changed, with the reason. */
type Report = (key: string, reason: string) => void;

/** Returns the valid labels: an invalid one would make the server reject the event. */
export function validLabels(labels: Entries, report: Report): Entries {
  return validEntries(labels, report, (key, value) => {
    if (!isQualifiedName(key)) return "its key is not a qualified name such as example.com/name";
    if (!isLabelValue(value)) {
      return "its value is not up to 63 letters, digits, -, _ and ., with a letter or digit at each end";
    }
    return undefined;
  });
}

/**
 * Returns the valid annotations: an invalid one would make the server reject the event.
 *
 * @param reservedBytes Bytes to leave for annotations that a recording adds.
 */
export function validAnnotations(annotations: Entries, report: Report, reservedBytes: number): Entries {
  let bytes = 0;
  return validEntries(annotations, report, (key, value) => {
    if (!isQualifiedName(key.toLowerCase())) return "its key is not a qualified name such as example.com/name";
    const size = byteLength(key) + byteLength(value);
    if (bytes + size > EVENT_LIMITS.annotationsBytes - reservedBytes) {
      return "there are more than 256 KiB of annotations";
    }
    bytes += size;
    return undefined;
  });
}

/** Copies the valid entries; `null` and `undefined` count as absent. */
function validEntries(
  entries: Entries,
  report: Report,
  faultOf: (key: string, value: string) => string | undefined,
): Entries {
  const valid: Record<string, string> = {};
  for (const [key, value] of Object.entries<unknown>(entries)) {
    if (value === undefined || value === null) continue;
    const text = typeof value === "string" ? value : scalarText(value);
    const fault = text === undefined ? `its value is not a string, but ${showValue(value)}` : faultOf(key, text);
    if (fault !== undefined) {
      report(key, `is omitted: ${fault}`);
      continue;
    }
    if (text !== value) report(key, `was converted to "${text}": its value is not a string, but ${showValue(value)}`);
    valid[key] = text!;
  }
  return valid;
}

/** Converts a number or boolean, a common mistake in labels and annotations. */
function scalarText(value: unknown): string | undefined {
  return typeof value === "number" || typeof value === "boolean" || typeof value === "bigint" ? `${value}` : undefined;
}

/** The bytes of a text in UTF-8, or its length if that alone exceeds the limit. */
function byteLength(text: string): number {
  return text.length > EVENT_LIMITS.annotationsBytes ? text.length : encoder.encode(text).length;
}
