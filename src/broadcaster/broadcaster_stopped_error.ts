/**
 * Thrown to whoever publishes to, or watches, a broadcaster that was shut down (apimachinery's error "broadcaster already
 * stopped").
 */
export class BroadcasterStoppedError extends Error {
  /** Always `"BroadcasterStoppedError"`. */
  override readonly name = "BroadcasterStoppedError";

  /** Makes the error; its message is always the same. */
  constructor() {
    super("Cannot publish or watch: broadcaster already stopped");
  }
}
