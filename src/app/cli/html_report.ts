import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Occurrence } from "../../base/event/occurrence.ts";
import { jsonText } from "../../base/tools/text.ts";
import type { About, Line, Report } from "../page/feed.ts";

/** Maximum number of events of a picture; beyond a quarter more, those with the oldest last occurrence are dropped. */
export const MAX_EVENTS = 100_000;
/** Maximum number of reports kept per event; beyond it, every other report is dropped, and the next one covers both. */
const MAX_REPORTS = 240;

/** The events that were read, as lines for the page: each stored event once, with all of its reports. */
export class EventLines {
  readonly #events = new Map<string, Line & { readonly reports: Report[] }>();
  readonly #gaps: Line[] = [];
  readonly #isSelected: (event: Occurrence["event"]) => boolean;
  #forgotten = 0;

  /** @param isSelected Whether the page shows an event; others decide whether an object still fails. */
  constructor(isSelected: (event: Occurrence["event"]) => boolean = () => true) {
    this.#isSelected = isSelected;
  }

  /** Adds an occurrence, and returns a line with only it; `undefined` if it is late, or already known. */
  add({ event, count, first, last, delta, estimated }: Occurrence): Line | undefined {
    const { uid, namespace, name } = event.metadata;
    const key = uid || `${namespace}/${name}/${first?.getTime()}`;
    const lastMs = last?.getTime() ?? null;
    const report: Report = estimated ? [count, lastMs, delta, 1] : [count, lastMs, delta];
    const line: Line = this.#isSelected(event) ? { event } : { event, isHidden: true };
    const known = this.#events.get(key);
    let earlier = known?.reports ?? [];
    const [knownCount = 0, knownMs = null] = earlier.at(-1) ?? [];
    if (known !== undefined && delta === 0 && count === knownCount) {
      // Only the message has changed.
      this.#events.set(key, { ...line, reports: earlier });
      return { ...line, reports: [report] };
    }
    if (known !== undefined && count <= knownCount) {
      if (Number(lastMs) <= Number(knownMs)) return undefined;
      // The count fell, so keeps the earlier reports apart from those that follow.
      this.#events.set(`${key} until ${knownMs}`, known);
      earlier = [];
    }
    const kept = earlier.length < MAX_REPORTS ? earlier : earlier.filter((_, i) => i % 2 === 0);
    this.#events.delete(key);
    this.#events.set(key, { ...line, reports: [...kept, report] });
    if (this.#events.size > 1.25 * MAX_EVENTS) {
      const oldest = [...this.#events].sort(([, a], [, b]) =>
        Number(a.reports.at(-1)![1]) - Number(b.reports.at(-1)![1])
      );
      for (const [key] of oldest.slice(0, -MAX_EVENTS)) {
        this.#events.delete(key);
        this.#forgotten++;
      }
    }
    return { ...line, reports: [report] };
  }

  addGap(from: number, to: number): Line {
    const line = { gap: { from, to } };
    if (from < to && Number.isFinite(from)) this.#gaps.push(line);
    return line;
  }

  [Symbol.iterator](): Iterator<Line> {
    return [...this.#gaps, ...this.#events.values(), { forgotten: this.#forgotten }][Symbol.iterator]();
  }
}

/** Formats a line, without the fields that only servers need. */
export function lineText(line: Line): string {
  const shown = (key: string, value: unknown): unknown => key === "managedFields" || value === null ? undefined : value;
  return `${jsonText(line, undefined, shown)}\n`;
}

/** Length above which data is compressed, so that the file fits a ticket; shorter data stays searchable. */
const MAX_PLAIN_LENGTH = 1_000_000;

/** Returns the page and its data as one file, which runs only the page's own script, and loads nothing. */
export async function htmlReport(about: About, lines: EventLines): Promise<string> {
  const { PAGE_SCRIPT, PAGE_STYLE } = await import("../page/page_text.ts");
  const all: Line[] = [{ about }, ...lines, { reading: { name: "saved", atMs: Date.now() } }];
  const plain = all.map(lineText).join("");
  const block = plain.length > MAX_PLAIN_LENGTH
    ? `<script type="text/plain" id="events" data-encoding="gzip">${gzipSync(plain).toString("base64")}</script>`
    : `<script type="application/x-ndjson" id="events">${plain.replaceAll("<", "\\u003c")}</script>`;
  const [script, style] = [PAGE_SCRIPT, PAGE_STYLE].map((text) =>
    `'sha256-${createHash("sha256").update(text).digest("base64")}'`
  );
  const policy = `default-src 'none'; script-src ${script}; style-src ${style}; base-uri 'none'; form-action 'none'; ` +
    "require-trusted-types-for 'script'; trusted-types 'none'";
  return pageHtml({
    head: `<meta http-equiv="content-security-policy" content="${policy}"><style>${PAGE_STYLE}</style>`,
    body: `${block}<script>${PAGE_SCRIPT}</script>`,
  });
}

export function pageHtml({ head, body }: { readonly head: string; readonly body: string }): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<title>Kubernetes events</title>${head}</head><body><noscript>This page needs JavaScript.</noscript>${body}</body></html>
`;
}
