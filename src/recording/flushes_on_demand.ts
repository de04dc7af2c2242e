import { onAbort } from "../api/on_abort.ts";
import { startTimer } from "../api/time.ts";
import type { Named } from "./entry.ts";
import { Backlog, type Flushes } from "./flush.ts";
import type { FlushOptions } from "./recording.ts";
import type { Sender } from "./sender.ts";
import type { Agenda } from "./timers.ts";
import type { Writer } from "./writer.ts";

/** Longest time between two signs of life of a flush. */
const SIGN_OF_LIFE_MS = 400;
/** Time after which a flush that missed three signs of life counts as gone: the runtime has ended its request. */
const GONE_AFTER_MS = 1500;
/** First pause of a flush that waits for another; doubles up to {@linkcode SIGN_OF_LIFE_MS}. */
const MIN_PAUSE_MS = 20;

/** A flush under way, in a request of an isolate. */
interface FlushUnderWay<E extends Named> {
  readonly sender: Sender<E>;
  /** When it last gave a sign of life. */
  seenMs: number;
  /** Ends its pause. */
  wake: () => void;
}

/**
 * The flushes of a recording with `autoFlush: false`, each in a request of its own.
 *
 * Runtimes such as Cloudflare Workers end a request without notice: its fetches and timers are cancelled, its promises stay
 * pending, and no other request may use them. So flushes share plain data, and nothing else.
 *
 * - Each makes requests with its own {@linkcode Sender}, and leaves none running when it ends.
 * - None awaits another: it looks again, by its own timer, whether its writes are done.
 * - Each gives signs of life. The writes in flight of one that has disappeared are queued again, and their responses
 *   ignored: writes may be repeated, since a create that exists is adopted, and a patch tests the version.
 */
export class FlushesOnDemand<E extends Named> implements Flushes {
  readonly #writer: Writer<E>;
  readonly #agenda: Agenda;
  /** The flushes under way; the one unseen for longest comes first. */
  readonly #underWay = new Set<FlushUnderWay<E>>();
  /** When one last looked for those that are gone: finding the oldest of thousands takes a while. */
  #judgedMs = -Infinity;

  constructor(writer: Writer<E>, agenda: Agenda) {
    this.#writer = writer;
    this.#agenda = agenda;
  }

  progress(): void {
    // Each polls: none could wake a flush of another request.
  }

  async run(prepare: () => boolean, { signal, maxRequests }: FlushOptions): Promise<number> {
    const writer = this.#writer;
    const sender = writer.newSender({ maxRequests, onFree: () => own.wake() });
    const own: FlushUnderWay<E> = { sender, seenMs: -Infinity, wake: () => {} };
    const removeCallback = onAbort(signal, () => own.wake());
    try {
      this.#agenda.run();
      for (;;) {
        const isAllQueued = prepare();
        const backlog = new Backlog(writer.entries);
        await this.#write(own, backlog, signal);
        if (isAllQueued || !backlog.isDone || sender.requests.isUsedUp) return backlog.pending;
      }
    } finally {
      removeCallback();
      this.#underWay.delete(own);
      writer.takeBack(sender);
      sender.requests.abort("The flush has ended");
    }
  }

  /** Writes until the backlog is done, or the flush can do no more for it. */
  async #write(own: FlushUnderWay<E>, backlog: Backlog, signal: AbortSignal | undefined): Promise<void> {
    const { sender } = own;
    let pauseMs = MIN_PAUSE_MS;
    for (;;) {
      this.#showLife(own);
      // Without a deadline each event has one try: retries that become due are left to the next flush.
      if (signal !== undefined) this.#agenda.run();
      if (!signal?.aborted && !backlog.isDone) this.#writer.start(sender);
      if (signal?.aborted) return;
      const { length } = sender.slots;
      if (length === 0 && !this.#awaitsMore(backlog, sender, signal)) return;
      // Its own writes wake it; the writes of other flushes it polls.
      const isAlone = this.#writer.slots.length === length;
      const dueMs = signal === undefined ? Infinity : this.#agenda.delayMs;
      const isTimeUp = await pause(own, Math.min(isAlone ? SIGN_OF_LIFE_MS : pauseMs, dueMs));
      if (isTimeUp) pauseMs = Math.min(pauseMs * 2, SIGN_OF_LIFE_MS);
    }
  }

  /** Whether a flush with nothing in flight has something to wait for. */
  #awaitsMore(backlog: Backlog, { requests }: Sender<E>, signal: AbortSignal | undefined): boolean {
    if (backlog.isDone) return false;
    if (signal !== undefined && !requests.isUsedUp) return true;
    for (const { entry: { sending } } of this.#writer.slots) {
      if (sending !== undefined && backlog.includes(sending)) return true;
    }
    return false;
  }

  /** Gives a sign of life of a flush, and takes over from those that are gone. */
  #showLife(own: FlushUnderWay<E>): void {
    const nowMs = Date.now();
    // The clock may have been set back.
    const isUnseen = ({ seenMs }: FlushUnderWay<E>, forMs: number): boolean => Math.abs(nowMs - seenMs) >= forMs;
    // One that has just begun, or is late itself, cannot tell: a busy isolate may have kept the others from showing life.
    const mayJudge = !isUnseen(own, GONE_AFTER_MS - SIGN_OF_LIFE_MS);
    this.#underWay.delete(own);
    this.#underWay.add(own);
    own.seenMs = nowMs;
    if (!mayJudge || Math.abs(nowMs - this.#judgedMs) < MIN_PAUSE_MS) return;
    this.#judgedMs = nowMs;
    for (const oldest of this.#underWay) {
      if (!isUnseen(oldest, GONE_AFTER_MS)) return;
      this.#underWay.delete(oldest);
      this.#writer.takeBack(oldest.sender);
    }
  }
}

/** Waits until a flush is woken or the time is up; resolves with whether it is. */
async function pause(own: { wake: () => void }, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isTimeUp = await new Promise<boolean>((resolve) => {
    timer = startTimer(() => resolve(true), ms);
    own.wake = () => resolve(false);
  });
  clearTimeout(timer);
  return isTimeUp;
}
