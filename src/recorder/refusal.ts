import type { RefusalReason } from "./event_publisher.ts";

/** Why no event can be made; thrown and caught within the recorder. */
export class Refusal extends TypeError {
  override readonly name = "Refusal";
  readonly because: RefusalReason;

  constructor(because: RefusalReason, message: string) {
    super(message);
    this.because = because;
  }
}
