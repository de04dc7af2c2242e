import type { AnyEvent } from "../../base/event/event.ts";
import { type Occurrence, occurrenceOf } from "../../base/event/occurrence.ts";

/** One state of an event that was reported: its count, the time of its last occurrence, and what was new. */
export type Report = readonly [count: number, lastMs: number | null, delta: number, estimated?: 1];

export interface Reading {
  readonly name: "loading" | "live" | "saved" | "unreachable" | "refused";
  /** The server's text, if it failed. */
  readonly text?: string | undefined;
  /** A command that would help. */
  readonly fix?: string | undefined;
  readonly atMs?: number | undefined;
  /** When it is tried again. */
  readonly retryAtMs?: number | undefined;
}

export interface About {
  /** The cluster or file, and the selection in words. */
  readonly title: string;
  readonly selection: string;
  /** When reading began: repeats before are of unknown times. */
  readonly sinceMs: number;
  /** The times to show; without an end, up to now; without a beginning, all of a file that most of its events need. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  /** When it was listed, or ended: by this time events still fail. Without one, now. */
  readonly nowMs?: number | undefined;
  /** The flags with which kubectl reaches the same cluster, each after a space. */
  readonly kubectlFlags: string;
}

/** A line of data, in a saved file as on the stream of `kubecast ui`. Each stored event is written once. */
export interface Line {
  readonly about?: About;
  readonly event?: AnyEvent;
  readonly reports?: readonly Report[];
  readonly gap?: { readonly from: number; readonly to: number };
  readonly reading?: Reading;
  /** Number of older events that are not here. */
  readonly forgotten?: number;
}

/** The occurrences of an event that was reported one or more times. */
export function* occurrencesOf({ event, reports = [] }: Line): Generator<Occurrence> {
  for (const [count, lastMs, delta, estimated] of event === undefined ? [] : reports) {
    yield {
      ...occurrenceOf(event!, delta, estimated === 1),
      count,
      last: lastMs === null ? undefined : new Date(lastMs),
    };
  }
}

/** The lines of a saved file, or `undefined` on a page that is served. */
export async function savedLines(): Promise<Line[] | undefined> {
  const block = document.getElementById("events");
  if (block === null) return undefined;
  let text = block.textContent;
  if (block.dataset["encoding"] === "gzip") {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const unzipped = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    text = await new Response(unzipped).text();
  }
  return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
}

/** Takes the token from the address, which then no longer shows it, or from before a reload. */
export function takeToken(): string {
  const { hash, pathname } = location;
  if (hash.length > 1) {
    sessionStorage.setItem("token", hash.slice(1));
    history.replaceState(null, "", pathname);
  }
  return sessionStorage.getItem("token") ?? "";
}

const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [500, 8000];

/** Listeners of a {@linkcode followServer}. */
export interface Follower {
  onLine(line: Line): void;
  /** Called when the connection is lost, with the time of the next try; `retry` tries at once. */
  onLost(text: string, retryAtMs: number, retry: () => void): void;
  onRefused(text: string): void;
}

/**
 * Reads the lines of `kubecast ui`, and connects again whenever that ends. Browsers have six connections to a server, so
 * that the seventh tab would wait for ever: one that is not in sight gives its own back.
 */
export async function followServer(token: string, { onLine, onLost, onRefused }: Follower): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS;; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    while (document.hidden) {
      await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
    }
    const ended = new AbortController();
    const { signal } = ended;
    document.addEventListener("visibilitychange", () => document.hidden && ended.abort(), { signal });
    try {
      const response = await fetch("/events", { headers: { authorization: `Bearer ${token}` }, signal });
      if (response.status === 401) {
        return onRefused("This address is of an earlier kubecast ui. Open the one that it printed last.");
      }
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        const lines = (rest + next.value).split("\n");
        rest = lines.pop()!;
        for (const line of lines) if (line !== "") onLine(JSON.parse(line));
        pauseMs = FIRST_PAUSE_MS;
      }
    } catch {
      // Told below, as an end without an error is.
    }
    if (signal.aborted) continue;
    ended.abort();
    await new Promise<void>((resolve) => {
      setTimeout(resolve, pauseMs);
      onLost("Lost the connection to kubecast ui.", Date.now() + pauseMs, resolve);
    });
  }
}
