import type { AnyEvent } from "../../base/event/event.ts";
import { type Occurrence, occurrenceOf } from "../../base/event/occurrence.ts";

/** A reported state of an event: its count, the time of its last occurrence, and the delta. */
export type Report = readonly [count: number, lastMs: number | null, delta: number, estimated?: 1];

export interface Reading {
  readonly name: "loading" | "live" | "saved" | "unreachable" | "refused";
  /** The server's text, if it failed. */
  readonly text?: string | undefined;
  /** A command that would help. */
  readonly fix?: string | undefined;
  readonly atMs?: number | undefined;
  /** When the next try is. */
  readonly retryAtMs?: number | undefined;
}

export interface About {
  /** The cluster or file, and the selection in words. */
  readonly title: string;
  readonly selection: string;
  /** When reading began; the times of earlier repeats are unknown. */
  readonly sinceMs: number;
  /** The times to show. The end defaults to now, and the beginning of a file to where most of its events begin. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  /** When the events were listed, or ended, which decides what still fails; now by default. */
  readonly nowMs?: number | undefined;
  /** The flags with which kubectl reaches the same cluster, each after a space. */
  readonly kubectlFlags: string;
}

/** A line of data, both in a saved file and in the stream of `kubecast ui`. Each stored event is written once. */
export interface Line {
  readonly about?: About;
  readonly event?: AnyEvent;
  readonly reports?: readonly Report[];
  /** Whether the event is not selected, but decides whether an object still fails. */
  readonly isHidden?: boolean;
  readonly gap?: { readonly from: number; readonly to: number };
  readonly reading?: Reading;
  /** Number of older events that were dropped. */
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

/** Returns the token: from the address, from which it is then removed, or as kept before a reload. */
export function takeToken(): string {
  const { hash, pathname } = location;
  if (hash.length > 1) {
    sessionStorage.setItem("token", hash.slice(1));
    history.replaceState(null, "", pathname);
  }
  return sessionStorage.getItem("token") ?? "";
}

const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [500, 8000];

/** Callbacks of {@linkcode followServer}. */
export interface Follower {
  onLine(line: Line): void;
  /** Called when the connection is lost, with the time of the next try; `retry` tries at once. */
  onLost(text: string, retryAtMs: number, retry: () => void): void;
  onRefused(text: string): void;
}

/**
 * Reads the lines of `kubecast ui`, and reconnects whenever the stream ends. A hidden tab closes its connection,
 * because browsers allow six per server, so that a seventh tab would wait forever.
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
        return onRefused("This address is from an earlier run of kubecast ui. Open the address that it printed last.");
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
      // Reported below, like an end without an error.
    }
    if (signal.aborted) continue;
    ended.abort();
    await new Promise<void>((resolve) => {
      setTimeout(resolve, pauseMs);
      onLost("Lost the connection to kubecast ui.", Date.now() + pauseMs, resolve);
    });
  }
}
