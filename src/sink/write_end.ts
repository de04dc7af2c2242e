import { counted } from "../api/counted.ts";
import { reasonOf } from "../api/reason_of.ts";
import type { Outcome } from "./outcome.ts";
import type { RequestConstructionError } from "./request_construction_error.ts";
import type { StatusError } from "./status_error.ts";
import type { Write } from "./write.ts";

/** How a write ended. */
export type WriteEnd<E> =
  | { readonly type: "written"; readonly stored: E | undefined }
  | { readonly type: "refused"; readonly error: StatusError | RequestConstructionError }
  | { readonly type: "terminating" }
  | { readonly type: "tries" | "deadline"; readonly error: unknown };

/** What the end of a write means for the events that it carries. */
export function outcomesOf<E>({ event, carried: count, failures }: Write<E>, end: WriteEnd<E>): Outcome<E>[] {
  switch (end.type) {
    case "written": {
      const stored = end.stored ?? event;
      return [
        { type: "recorded", count: Math.min(count, 1), event: stored },
        { type: "coalesced", count: Math.max(count - 1, 0), event: stored },
      ];
    }
    case "refused":
      return [{ type: "rejected", count, event, error: end.error, message: end.error.message }];
    case "terminating": {
      const message = "The namespace is being deleted";
      return [{ type: "dropped", count, event, because: "namespace-terminating", message }];
    }
    case "tries": {
      const message = `after ${counted(failures, "try", "tries")}: ${reasonOf(end.error)}`;
      return [{ type: "abandoned", count, event, because: "tries", error: end.error, message }];
    }
    case "deadline": {
      const message = "The recording was stopped, and its deadline passed first";
      return [{ type: "abandoned", count, event, because: "deadline", error: end.error, message }];
    }
  }
}
