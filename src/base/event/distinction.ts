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

/** Whether a call gave an event an identity or a name of its own: it is never combined with similar ones. */
export function hasOwnIdentity(event: object): boolean {
  const { identity, name } = (event as Distinguished)[DISTINCTION] ?? {};
  return identity !== undefined || name !== undefined;
}

/** Returns the identity that a call gave an event. */
export function ownIdentity(event: object): string | undefined {
  return (event as Distinguished)[DISTINCTION]?.identity;
}

/** Returns the name that a call gave an event. */
export function ownName(event: object): string | undefined {
  return (event as Distinguished)[DISTINCTION]?.name;
}

/** Whether a call gave an event its time. */
export function isDated(event: object): boolean {
  return (event as Distinguished)[DISTINCTION]?.isDated === true;
}

/** Returns what tells the texts of an event apart from others that are equal once truncated; usually empty. */
export function wholeTexts(event: object): string {
  const digests = (event as Distinguished)[DISTINCTION]?.digests;
  if (digests === undefined) return "";
  const { message, note, reason, action } = event as Partial<Record<"message" | "note", string>> & AnyEvent;
  return [message ?? note, reason, action].map((text) => digests.get(text ?? "") ?? "").join(" ").trimEnd();
}
