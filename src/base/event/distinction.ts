import type { AnyEvent } from "./event.ts";

/** What a recorder knows of an event that its fields do not show. */
export interface Distinction {
  /** The identity that its call gave it, in place of any other. */
  readonly identity?: string | undefined;
  /** The name that its call gave it. */
  readonly name?: string | undefined;
  /** Whether its call gave it its time, which is otherwise that of the clock. */
  readonly isDated?: boolean | undefined;
  /** Digests of whole texts, by what truncating has left of them. */
  readonly digests?: ReadonlyMap<string, string> | undefined;
}

/** The key of the distinction: a symbol, which copies of an event keep, and JSON does not show. */
const DISTINCTION: unique symbol = /* @__PURE__ */ Symbol("distinction") as never;

interface Distinguished {
  [DISTINCTION]?: Distinction | undefined;
}

/** Adds a distinction to an event that is not published yet. */
export function distinguish(event: object, distinction: Distinction): void {
  (event as Distinguished)[DISTINCTION] = distinction;
}

/** Returns a copy of an event without its distinction, such as a server returns. */
export function undistinguished<E>(event: E): E {
  return { ...event, [DISTINCTION]: undefined };
}

/** Returns what a call gave an event besides its fields; empty of an event that no recorder made. */
export function distinctionOf(event: object): Distinction {
  return (event as Distinguished)[DISTINCTION] ?? {};
}

/** Whether a call gave an event an identity or a name of its own: such an event is never combined with similar ones. */
export function hasOwnIdentity(event: object): boolean {
  const { identity, name } = distinctionOf(event);
  return identity !== undefined || name !== undefined;
}

/** Returns what tells the texts of an event apart from others that are equal once truncated; usually empty. */
export function wholeTexts(event: object): string {
  const { digests } = distinctionOf(event);
  if (digests === undefined) return "";
  const { message, note, reason, action } = event as Partial<Record<"message" | "note", string>> & AnyEvent;
  return [message ?? note, reason, action].map((text) => digests.get(text ?? "") ?? "").join(" ").trimEnd();
}
