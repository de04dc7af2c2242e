import type { AnyEvent } from "./event.ts";

/** Data about an event beyond its fields, attached by the recorder. */
export interface Distinction {
  /** The identity passed to the call, which overrides any other. */
  readonly identity?: string | undefined;
  /** The name passed to the call. */
  readonly name?: string | undefined;
  /** Whether the time of the event was passed to the call; otherwise it is the clock's. */
  readonly isDated?: boolean | undefined;
  /** Digests of the full texts of truncated fields, keyed by the truncated text. */
  readonly digests?: ReadonlyMap<string, string> | undefined;
}

/** The key of the distinction: a symbol, because spreading an event copies it, and JSON omits it. */
const DISTINCTION: unique symbol = /* @__PURE__ */ Symbol("distinction") as never;

interface Distinguished {
  [DISTINCTION]?: Distinction | undefined;
}

/** Attaches a distinction to an event that is not published yet. */
export function distinguish(event: object, distinction: Distinction): void {
  (event as Distinguished)[DISTINCTION] = distinction;
}

/** Returns a copy of an event without its distinction, like an event returned by a server. */
export function undistinguished<E>(event: E): E {
  return { ...event, [DISTINCTION]: undefined };
}

/** Returns the distinction of an event; it is empty if no recorder made the event. */
export function distinctionOf(event: object): Distinction {
  return (event as Distinguished)[DISTINCTION] ?? {};
}

/** Whether an identity or a name was passed to the call; such an event is never combined with similar ones. */
export function hasOwnIdentity(event: object): boolean {
  const { identity, name } = distinctionOf(event);
  return identity !== undefined || name !== undefined;
}

/** Returns a text that distinguishes an event from others whose truncated texts are equal; usually empty. */
export function wholeTexts(event: object): string {
  const { digests } = distinctionOf(event);
  if (digests === undefined) return "";
  const { message, note, reason, action } = event as Partial<Record<"message" | "note", string>> & AnyEvent;
  return [message ?? note, reason, action].map((text) => digests.get(text ?? "") ?? "").join(" ").trimEnd();
}
