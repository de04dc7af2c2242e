import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { delay } from "@std/async/delay";
import { reasonOf } from "../../base/tools/logger.ts";
import { shellWord } from "../../base/tools/text.ts";
import type { About, Line, Reading } from "../page/feed.ts";
import type { Arguments, Command } from "./command.ts";
import { EventFiles, FROM_FLAG, placesOf } from "./event_files.ts";
import { READER_FLAGS, WINDOW_FLAGS, windowOf } from "./event_selection.ts";
import { EventLines, lineText, pageHtml } from "./html_report.ts";
import { otherEvents } from "./no_events.ts";
import { readUntilEnded, type SelectedReader } from "./selected_reader.ts";
import { print, printError, signalled, started } from "./shell.ts";

/** `kubecast ui`: serves the timeline's page, live, to this machine only. */
export const uiCommand: Command = {
  name: "ui",
  operands: "[FILE...]",
  summary: "Show the last hour of events as a picture in the browser, live.",
  details:
    `Prints the address of a page with a line per workload, in the order in which trouble began. Only this machine can open
it, and only with the token in the address. The credentials of the cluster stay in this process. Ctrl-C ends it. For a
picture in a file, see kubecast timeline --html.

--from shows the events of files instead, in the same forms as kubecast timeline.

Exit code: 0 when ended by a signal, 1 if it cannot listen, 2 for wrong usage.`,
  flags: {
    port: { short: "p", value: "PORT", text: "The port (default: a free one)" },
    from: FROM_FLAG,
    since: WINDOW_FLAGS["since"]!,
    until: WINDOW_FLAGS["until"]!,
    ...READER_FLAGS,
  },
  examples: ["kubecast ui -A", "kubecast ui -n shop --context staging", "kubecast ui must-gather/"],
  run: ui,
};

async function ui(args: Arguments): Promise<number> {
  const { places } = placesOf(args, 0, " (-n names a namespace)");
  const port = args.port("port") ?? 0;
  if (places.length > 0) return await showFiles(args, port);
  const { sinceMs: fromMs, untilMs: toMs } = windowOf(args, Date.now());
  return await readUntilEnded(args, { note: printError, isPicture: true }, async (selected, { signal }) => {
    const { title, selection, kubectlFlags } = selected;
    const about = { title, selection, kubectlFlags, sinceMs: Date.now(), fromMs, toMs };
    const hub = new Hub(about, new EventLines(selected.isSelected));
    await open(hub, port, () => follow(selected, hub, signal));
  });
}

/** Serves the page until a call ends. */
async function open(hub: Hub, port: number, until: () => Promise<void>): Promise<void> {
  const token = randomBytes(24).toString("base64url");
  const server = await serve(hub, token, port);
  await print(`Open http://127.0.0.1:${server.port}/#${token}\n`);
  try {
    await until();
  } finally {
    server[Symbol.dispose]();
  }
}

/** Serves the page of files, which does not change. */
async function showFiles(args: Arguments, port: number): Promise<number> {
  const files = new EventFiles(args, { isPicture: true });
  const lines = await files.lines();
  const hub = new Hub(files.about(), lines);
  hub.tell({ name: "saved", atMs: Date.now() });
  await open(hub, port, signalled);
  return files.code;
}

/** How long to wait after a refusal; a role may be granted meanwhile. */
const REFUSED_PAUSE_MS = 10_000;
/** How often to look for an outage, or for a gap that no occurrence follows. */
const LOOK_AFTER_MS = 1000;

/** Reads until the signal aborts; tries again even after errors at which the reader gives up. */
async function follow(selected: SelectedReader, hub: Hub, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const stream = selected.reader.occurrences({ signal });
    let isSynced = false;
    /** The other events of the server, as a hint while there is nothing to show. */
    let hint: string | undefined;
    const live = (): Reading => hub.isEmpty && hint !== undefined ? { name: "live", text: hint } : { name: "live" };
    const look = (): void => {
      const { lastGap, trouble, retryAt } = stream.stats();
      hub.gap(lastGap);
      // A reader reports trouble until a watch has worked for a while. After the list, the trouble is shown only while
      // the reader waits for its next try.
      if (trouble !== undefined && (retryAt !== undefined || !isSynced)) hub.tell(outage(trouble));
      else if (trouble === undefined && isSynced) hub.tell(live());
    };
    stream.synced.then(async () => {
      isSynced = true;
      hub.tell(live());
      const others = hub.isEmpty ? await otherEvents(selected, signal) : "";
      // The hint is no longer needed if the first events have arrived meanwhile.
      if (others === "" || !hub.isEmpty) return;
      hint = `No events yet in ${selected.selection}${others}`;
      printError(hint);
    }).catch(() => {});
    const looking = setInterval(look, LOOK_AFTER_MS);
    try {
      for await (const occurrence of stream) hub.add(occurrence);
    } catch (error) {
      const text = sentence(reasonOf(error));
      printError(text);
      hub.tell({ name: "refused", text, fix: grantOf(text), retryAtMs: Date.now() + REFUSED_PAUSE_MS });
    } finally {
      clearInterval(looking);
    }
    await delay(REFUSED_PAUSE_MS, { signal });
  }
}

/** Returns the state that the page shows while the reader tries again. */
function outage(trouble: string): Reading {
  const [text, fix] = [sentence(trouble), grantOf(trouble)];
  if (fix !== undefined) return { name: "refused", text, fix };
  return { name: "unreachable", text: `The cluster does not answer: ${text}` };
}

function sentence(text: string): string {
  return text.endsWith(".") ? text : `${text}.`;
}

/**
 * Returns the commands with which an administrator permits reading, in the namespace that was read or in all;
 * `undefined` if the message is not about a missing permission.
 */
export function grantOf(message: string): string | undefined {
  const found = message.match(
    /is forbidden: User "([^"\p{C}]+)" cannot \w+ resource "events" in API group "([\w.]*)" (at the cluster scope|in the namespace "([\w.-]+)")/u,
  );
  if (found === null) return undefined;
  const [, user, group, , namespace] = found;
  const [cluster, place] = namespace === undefined ? ["cluster", ""] : ["", ` -n ${namespace}`];
  const create = (kind: string): string => `kubectl create ${cluster}${kind} event-reader${place}`;
  return `${create("role")} --verb=list,watch --resource=events${group && `.${group}`} && ` +
    `${create("rolebinding")} --${cluster}role=event-reader --user=${shellWord(user!)}`;
}

/**
 * How many bytes a page may fall behind, beyond the initial data, before it is disconnected; it then connects again.
 */
const MAX_BEHIND_BYTES = 16 * 1024 * 1024;

/** The events read so far, and the connected pages, to which later events are sent. */
class Hub {
  readonly #about: About;
  readonly #lines: EventLines;
  /** The connected pages, each with the number of bytes by which it may fall behind. */
  readonly #pages = new Map<ServerResponse, number>();
  #reading: Reading = { name: "loading" };
  #gap: unknown;

  constructor(about: About, lines: EventLines) {
    this.#about = about;
    this.#lines = lines;
  }

  get isEmpty(): boolean {
    return ![...this.#lines].some(({ event, isHidden }) => event !== undefined && !isHidden);
  }

  open(page: ServerResponse): void {
    const lines: Line[] = [{ about: this.#about }, ...this.#lines, { reading: this.#reading }];
    page.write(lines.map(lineText).join(""));
    this.#pages.set(page, page.writableLength + MAX_BEHIND_BYTES);
    page.on("close", () => this.#pages.delete(page));
    // The page may be closed at any time.
    page.on("error", () => {});
  }

  add(occurrence: Parameters<EventLines["add"]>[0]): void {
    this.gap(occurrence.gap);
    const line = this.#lines.add(occurrence);
    if (line !== undefined) this.#send(line);
  }

  gap(gap: { readonly from?: Date | undefined; readonly to: Date } | undefined): void {
    if (gap === undefined || gap === this.#gap) return;
    this.#gap = gap;
    this.#send(this.#lines.addGap(gap.from?.getTime() ?? this.#about.sinceMs, gap.to.getTime()));
  }

  tell(reading: Reading): void {
    const { name, text, retryAtMs } = this.#reading;
    if (name === reading.name && text === reading.text && retryAtMs === reading.retryAtMs) return;
    this.#reading = reading;
    this.#send({ reading });
  }

  #send(line: Line): void {
    const text = lineText(line);
    for (const [page, maxBehind] of this.#pages) {
      page.write(text);
      if (page.writableLength <= maxBehind) continue;
      this.#pages.delete(page);
      page.destroy();
    }
  }
}

const HEADERS = {
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** Whether a `Host` header names this server; clients omit HTTP's default port. */
export function isHost(host: string | undefined, name: string, port: number): boolean {
  return host === `${name}:${port}` || port === 80 && host === name;
}

/**
 * Serves the page to this machine, and the events to requests with the token; no request is passed on to the cluster.
 */
async function serve(hub: Hub, token: string, port: number): ReturnType<typeof started> {
  const { PAGE_SCRIPT, PAGE_STYLE } = await import("../page/page_text.ts");
  const head = '<link rel="stylesheet" href="/page.css"><script src="/page.js" defer></script>';
  const files: Readonly<Record<string, readonly [type: string, text: string]>> = {
    "/": ["text/html", pageHtml({ head, body: "" })],
    "/page.js": ["text/javascript", PAGE_SCRIPT],
    "/page.css": ["text/css", PAGE_STYLE],
  };
  const hash = (text: string): Uint8Array => createHash("sha256").update(text).digest();
  const permitted = hash(`Bearer ${token}`);
  const answer = ({ method, url = "", headers }: IncomingMessage, response: ServerResponse): void => {
    const refuse = (code: number): void => void response.writeHead(code, { ...HEADERS, allow: "GET" }).end();
    // An attacker's host name may resolve to this address, and its pages would then count as ours.
    if (!["127.0.0.1", "localhost"].some((name) => isHost(headers.host, name, server.port))) return refuse(403);
    if (method !== "GET") return refuse(405);
    if (url === "/events") {
      if (!timingSafeEqual(hash(headers.authorization ?? ""), permitted)) return refuse(401);
      response.writeHead(200, { ...HEADERS, "content-type": "application/x-ndjson; charset=utf-8" });
      return hub.open(response);
    }
    const file = Object.hasOwn(files, url) ? files[url] : undefined;
    if (file === undefined) return refuse(404);
    response.writeHead(200, { ...HEADERS, "content-type": `${file[0]}; charset=utf-8` }).end(file[1]);
  };
  const server = await started(createServer(answer), port, "127.0.0.1").catch((error) => {
    const isTaken = error.code === "EADDRINUSE";
    throw isTaken ? new Error(`Port ${port} is in use: choose another, or none for a free one`) : error;
  });
  return server;
}
