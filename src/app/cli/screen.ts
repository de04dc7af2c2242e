import process from "node:process";
import type { EventStreamStats } from "../../read/mod.ts";
import { isBrokenPipe, onSignals, print } from "./shell.ts";

interface ScreenOptions {
  /** Returns the lines to show, at most `rows`, each at most `columns` wide. */
  readonly draw: (columns: number, rows: number) => readonly string[];
  /** Called with each key: a character, or a name such as `"up"` or `"page down"` (see `KEYS`). */
  readonly onKey: (key: string) => void;
  readonly onQuit: () => void;
  /** Time until a change is drawn, in milliseconds, which limits the frames however many events arrive. */
  readonly redrawAfterMs: number;
}

/** The part of a stream's `stats()` that shows why it reads nothing. */
export type Outage = Pick<EventStreamStats, "trouble" | "retryAt">;

/** Delay before the effect of a key, or a new size of the terminal, is drawn. */
const ANSWER_AFTER_MS = 50;
/** How often ages change, because they are shown in seconds. */
const AGES_CHANGE_AFTER_MS = 1000;

// The alternate screen, without cursor and wrapping: a line that is still too long stays one line.
const ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l";
const LEAVE = "\x1b[?7h\x1b[?25h\x1b[?1049l";
const [HOME, CLEAR_LINE, CLEAR_BELOW] = ["\x1b[H", "\x1b[K", "\x1b[J"];
const [CTRL_C, CTRL_Z] = ["\x03", "\x1a"];

/** The names of keys that are sent as sequences, or are not characters. */
const KEYS: Readonly<Record<string, string>> = {
  "\x1b[A": "up",
  "\x1bOA": "up",
  "\x1b[B": "down",
  "\x1bOB": "down",
  "\x1b[5~": "page up",
  "\x1b[6~": "page down",
  "\x1b[H": "home",
  "\x1b[1~": "home",
  "\x1b[F": "end",
  "\x1b[4~": "end",
  "\r": "enter",
  "\n": "enter",
  "\x1b": "escape",
  "\x7f": "backspace",
  "\b": "backspace",
};

/**
 * The terminal's alternate screen with lines that change. It follows the terminal's size, and Ctrl-Z leaves it until
 * the process continues; `close()` restores the normal screen, and prints the lines once below its content.
 */
export class Screen {
  readonly #options: ScreenOptions;
  readonly #ages = setInterval(() => this.redraw(), AGES_CHANGE_AFTER_MS);
  readonly #signals: readonly Disposable[];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  #isSuspended = false;
  /** Resolves when the latest output is written. */
  #drawing: Promise<void> = Promise.resolve();
  /** The error of the terminal, once it is gone. */
  failure: unknown;

  constructor(options: ScreenOptions) {
    this.#options = options;
    this.#print(ENTER);
    readKeys(this.#onKeys);
    this.#signals = [
      onSignals(() => this.#answer(), ["SIGWINCH"]),
      onSignals(() => void this.#suspend(process.pid), ["SIGTSTP"]),
      onSignals(() => this.#resume(), ["SIGCONT"]),
    ];
    this.#answer();
  }

  redraw(): void {
    if (!this.#isClosed) this.#timer ??= setTimeout(() => void this.#draw(), this.#options.redrawAfterMs);
  }

  #answer(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#draw(), ANSWER_AFTER_MS);
  }

  /** Restores the terminal. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const listener of this.#signals) listener[Symbol.dispose]();
    readKeys(undefined, this.#onKeys);
    clearInterval(this.#ages);
    clearTimeout(this.#timer);
    await this.#drawing;
    const { columns, rows } = terminalSize();
    await print(`${LEAVE}${this.#options.draw(columns, rows).join("\n")}\n`).catch((error) => {
      if (!isBrokenPipe(error)) throw error;
    });
  }

  readonly #onKeys = (typed: unknown): void => {
    // deno-lint-ignore no-control-regex
    for (const [key] of String(typed).matchAll(/\x1b(?:\[[\d;]*[A-Za-z~]|O[A-Z])?|[\s\S]/gu)) {
      if (key === CTRL_C) this.#options.onQuit();
      // Stops the whole job, including the process that started this one, such as npx.
      else if (key === CTRL_Z) void this.#suspend(0);
      else this.#options.onKey(KEYS[key] ?? key);
    }
  };

  /** @param pid The process to stop, or 0 for its process group. */
  async #suspend(pid: number): Promise<void> {
    if (this.#isSuspended || this.#isClosed) return;
    this.#isSuspended = true;
    readKeys(undefined, this.#onKeys);
    // Leaves before anything stops, because the shell then takes over the terminal, and changing its mode would stop
    // us.
    await this.#print(LEAVE);
    process.kill(pid, "SIGSTOP");
  }

  #resume(): void {
    if (!this.#isSuspended || this.#isClosed) return;
    this.#isSuspended = false;
    this.#print(ENTER);
    readKeys(this.#onKeys);
    // Redraws, and rereads the size, because terminals report changes only to the job in the foreground.
    process.kill(process.pid, "SIGWINCH");
  }

  #print(text: string): Promise<void> {
    return this.#drawing = print(text).catch((error) => void (this.failure = error));
  }

  async #draw(): Promise<void> {
    // Waits, so that slow terminals get fewer frames.
    await this.#drawing;
    this.#timer = undefined;
    if (this.#isClosed || this.#isSuspended) return;
    const { columns, rows } = terminalSize();
    const lines = this.#options.draw(columns, rows);
    // Clears each line before writing it, because after a full line the cursor is still on its last character.
    const frame = lines.slice(0, rows).map((line) => `${CLEAR_LINE}${line}`).join("\r\n");
    const rest = lines.length < rows ? `\r\n${CLEAR_BELOW}` : "";
    this.#print(`${HOME}${frame}${rest}`);
  }
}

/** Returns why a reader reads nothing. The countdown comes first, because the reason may be too long for a line. */
export function outageText({ trouble, retryAt }: Outage): string {
  const seconds = retryAt && Math.max(0, Math.ceil((retryAt.getTime() - Date.now()) / 1000));
  const again = seconds === undefined ? undefined : `trying again in ${seconds} s`;
  return [again, trouble].filter((text) => text !== undefined).join("; ");
}

/** Calls `listener` with the keys typed, without echo, instead of `previous`. */
function readKeys(listener: ((keys: unknown) => void) | undefined, previous?: (keys: unknown) => void): void {
  const { stdin } = process;
  if (!stdin.isTTY) return;
  stdin.setRawMode(listener !== undefined);
  if (listener !== undefined) stdin.on("data", listener).resume();
  else stdin.off("data", previous!).pause();
}

/** Returns the size of the terminal of stdout. */
export function terminalSize(): { readonly columns: number; readonly rows: number } {
  const [columns, rows] = process.stdout.getWindowSize?.() ?? [];
  // A terminal of unknown size reports 0.
  return { columns: columns || 80, rows: rows || 24 };
}
