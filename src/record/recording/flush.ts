import { onAbort } from "../../base/tools/abort.ts";
import { type Agenda, startTimer } from "../../base/tools/time.ts";
import type { Backlog, Entries } from "./entries.ts";
import type { Write } from "./entry.ts";
import type { Intake } from "./intake.ts";
import type { FlushOptions } from "./recording.ts";
import type { Sender } from "./sender.ts";
import type { Writer } from "./writer.ts";

/** Longest time between two signs of life of a flush. */
const SIGN_OF_LIFE_MS = 400;
/**
 * Time after which a flush counts as gone, because its runtime has ended its request: it has then missed three signs of
 * life.
 */
const GONE_AFTER_MS = 1500;
/** First pause of a flush that waits for another; doubles up to {@linkcode SIGN_OF_LIFE_MS}. */
const MIN_PAUSE_MS = 20;

/**
 * Runs a flush until all writes are done, or its deadline passes.
 *
 * The intake first queues the counts that the correlator holds back. If `maxPending` is reached, the rest follows once
 * others are written.
 *
 * @returns The number of events in the writes that are not done.
 */
export type Flush = (options: FlushOptions) => Promise<number>;

/** Returns the flush of a recording that writes on its own, so that the flush only waits. */
export function waitingFlush(entries: Entries, intake: Intake, sender: Sender): Flush {
  return async ({ signal }) => {
    for (;;) {
      const isAllQueued = intake.queueHeld();
      let wake!: () => void;
      const woken = new Promise<void>((resolve) => wake = resolve);
      const backlog = entries.openBacklog(wake);
      const removeCallback = onAbort(signal, wake);
      if (backlog.left > 0 && !signal?.aborted) await woken;
      removeCallback();
      entries.backlogs.delete(backlog);
      if (isAllQueued || signal?.aborted || sender.isSpent) return entries.pendingIn(backlog);
    }
  };
}

/** A flush under way, in a request of an isolate. */
interface FlushUnderWay {
  readonly sender: Sender;
  readonly signal: AbortSignal | undefined;
  backlog: Backlog;
  /** When it last gave a sign of life. */
  seenMs: number;
  /** Ends its pause. */
  wake: () => void;
}

/**
 * The flushes of a recording with `autoFlush: false`, each in its own request of an isolate.
 *
 * Runtimes such as Cloudflare Workers end a request without notice: its fetches and timers are cancelled, its promises
 * stay pending, and no other request may use them. So flushes share only plain data.
 *
 * - Each makes requests with its own {@linkcode Sender}, and leaves none running when it ends.
 * - None awaits another. Each checks by its own timer whether the others have done its writes.
 * - Each gives signs of life. If one disappears, its writes in flight are queued again, and their responses ignored.
 *   Writes may be repeated, because a create of an existing event adopts it, and a patch tests the version.
 */
export class WritingFlushes {
  readonly #entries: Entries;
  readonly #intake: Intake;
  readonly #writer: Writer;
  readonly #agenda: Agenda;
  /** The flushes under way; the one unseen for longest comes first. */
  readonly #underWay = new Set<FlushUnderWay>();
  /**
   * When a flush last looked for others that are gone; it does so rarely, because finding the oldest of thousands takes
   * a while.
   */
  #lookedMs = -Infinity;

  constructor(entries: Entries, intake: Intake, writer: Writer, agenda: Agenda) {
    this.#entries = entries;
    this.#intake = intake;
    this.#writer = writer;
    this.#agenda = agenda;
  }

  readonly run: Flush = async ({ signal, maxRequests }) => {
    const sender = this.#writer.newSender(maxRequests, () => own.wake());
    const own: FlushUnderWay = { sender, signal, backlog: this.#open(), seenMs: -Infinity, wake: () => {} };
    const removeCallback = onAbort(signal, () => own.wake());
    try {
      this.#agenda.run();
      for (;;) {
        const isAllQueued = this.#intake.queueHeld();
        this.#entries.backlogs.delete(own.backlog);
        own.backlog = this.#open();
        await this.#write(own);
        if (isAllQueued || own.backlog.left > 0 || sender.isSpent) return this.#entries.pendingIn(own.backlog);
      }
    } finally {
      removeCallback();
      this.#leave(own);
      sender.abort("The flush has ended");
    }
  };

  /**
   * Opens a backlog whose end wakes no flush, because a flush is woken by its own writes, and cannot be woken from
   * another request.
   */
  #open(): Backlog {
    return this.#entries.openBacklog(() => {});
  }

  /** Forgets a flush, and takes back its writes in flight. */
  #leave(flush: FlushUnderWay): void {
    this.#underWay.delete(flush);
    this.#entries.backlogs.delete(flush.backlog);
    this.#writer.takeBack(flush.sender);
  }

  /** Writes until the backlog is done, or the flush can do no more for it. */
  async #write(own: FlushUnderWay): Promise<void> {
    const { sender, signal, backlog } = own;
    let pauseMs = MIN_PAUSE_MS;
    for (;;) {
      this.#showLife(own);
      // Without a deadline, each event has one try, and retries that become due are left to the next flush.
      if (signal !== undefined) this.#agenda.run();
      if (!signal?.aborted && backlog.left > 0) this.#writer.start(sender);
      if (signal?.aborted) return;
      const { length } = sender.slots;
      if (length === 0 && !this.#awaitsMore(own)) return;
      // A flush is woken by its own writes, and polls for those of other flushes.
      const isAlone = this.#entries.inFlight === length;
      const dueMs = signal === undefined ? Infinity : this.#agenda.delayMs;
      const isTimeUp = await pause(own, Math.min(isAlone ? SIGN_OF_LIFE_MS : pauseMs, dueMs));
      if (isTimeUp) pauseMs = Math.min(pauseMs * 2, SIGN_OF_LIFE_MS);
    }
  }

  /** Whether a flush with nothing in flight has something to wait for. */
  #awaitsMore({ sender, signal, backlog }: FlushUnderWay): boolean {
    if (backlog.left === 0) return false;
    if (signal !== undefined && !sender.isSpent) return true;
    // Other flushes may have its writes in flight, or the writes before them in their lanes.
    const isOurs = (write: Readonly<Write> | undefined): boolean => write !== undefined && write.id <= backlog.lastId;
    for (const { slots } of this.#writer.senders) {
      for (const { entry: { sending, lane } } of slots) {
        if (isOurs(sending) || [...lane!.queue].some(({ queued }) => isOurs(queued))) return true;
      }
    }
    return false;
  }

  /** Gives a sign of life of a flush, and takes over from those that are gone. */
  #showLife(own: FlushUnderWay): void {
    const nowMs = Date.now();
    // The clock may have been set back.
    const isUnseen = ({ seenMs }: FlushUnderWay, forMs: number): boolean => Math.abs(nowMs - seenMs) >= forMs;
    // A flush that has just started, or is late itself, cannot judge: a busy isolate may have held up all of them.
    const isLate = isUnseen(own, GONE_AFTER_MS - SIGN_OF_LIFE_MS);
    this.#underWay.delete(own);
    this.#underWay.add(own);
    own.seenMs = nowMs;
    if (isLate || Math.abs(nowMs - this.#lookedMs) < MIN_PAUSE_MS) return;
    this.#lookedMs = nowMs;
    for (const oldest of this.#underWay) {
      if (!isUnseen(oldest, GONE_AFTER_MS)) return;
      this.#leave(oldest);
    }
  }
}

/** Waits until a flush is woken or the time is up; resolves with whether the time is up. */
async function pause(own: { wake: () => void }, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isTimeUp = await new Promise<boolean>((resolve) => {
    timer = startTimer(() => resolve(true), ms);
    own.wake = () => resolve(false);
  });
  clearTimeout(timer);
  return isTimeUp;
}
