/**
 * Tasks that can be aborted together, each through a signal of its own.
 *
 * Not one signal for all: Node takes more than ten listeners on one for a leak, and says so on the user's terminal.
 */
export class AbortGroup {
  readonly #running = new Set<AbortController>();

  /** Runs a task; its signal aborts when the group's tasks are aborted. */
  async run<R>(task: (signal: AbortSignal) => Promise<R>): Promise<R> {
    const controller = new AbortController();
    this.#running.add(controller);
    try {
      return await task(controller.signal);
    } finally {
      this.#running.delete(controller);
    }
  }

  /** Aborts the tasks of this moment; later ones run. */
  abort(reason?: unknown): void {
    for (const controller of [...this.#running]) controller.abort(reason);
  }
}
