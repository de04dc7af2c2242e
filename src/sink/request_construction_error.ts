/**
 * No request can be made of what was given, so that no other try can help: an event that is no JSON, a name that fits into
 * no URL, a token that fits into no header, or a permission that the process lacks (client-go's
 * `rest.RequestConstructionError`).
 *
 * Throw it from an {@linkcode EventSink} of your own to have an event given up at once.
 */
export class RequestConstructionError extends Error {
  /** Always `"RequestConstructionError"`. */
  override readonly name = "RequestConstructionError";
}
