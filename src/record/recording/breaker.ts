import type { Timers } from "../../base/tools/time.ts";
import { Lane, type Namespace } from "./entry.ts";
import { Branch, type Gate } from "./gate.ts";
import { RecoveryPace } from "./pace.ts";
import type { RetryPauses, Verdict } from "./retry.ts";
import type { Slot } from "./sender.ts";

/**
 * Shortest server outage after which writes are paced, because all clients return at once with a backlog. Shorter
 * outages are restarts or changes of leader.
 */
const LONG_OUTAGE_MS = 30_000;
/** The server is shut once this many lanes have failed to connect, or all lanes if there are fewer. */
const UNREACHABLE_LANES = 3;

/**
 * Opens and shuts the gates of server, namespaces and lanes by the results of writes: nested {@link
 * https://learn.microsoft.com/azure/architecture/patterns/circuit-breaker | circuit breakers} that follow rules 3 to 6
 * of {@linkcode Lanes}.
 */
export class Breaker {
  readonly server: Branch<Namespace> = new Branch<Namespace>("server", undefined);
  /** Delays writes after a long outage. */
  readonly pace: RecoveryPace;
  readonly #onTurn: () => void;
  readonly #pauses: RetryPauses;
  readonly #timers: Timers;
  /** When the server was first shut, while it is not open. */
  #downMs = 0;

  /** @param onTurn Called when a write may start because a pause is over. */
  constructor(onTurn: () => void, pauses: RetryPauses, timers: Timers) {
    this.#onTurn = onTurn;
    this.#pauses = pauses;
    this.#timers = timers;
    this.pace = new RecoveryPace(onTurn, timers);
  }

  /** Whether the server itself is in trouble, so that only probes pass. */
  get isDown(): boolean {
    return !this.server.isOpen;
  }

  /**
   * Whether a failed write was a probe of a gate, and no write of the recording has succeeded since that gate was first
   * shut.
   */
  isAllFailing({ entry, isDoubtful }: Slot): boolean {
    const lane = entry.lane!;
    const gate = lane.parent.isOpen ? lane : lane.parent;
    return isDoubtful && gate.shutAfter === this.successes;
  }

  /** Number of successes so far, rejected events included: the clock of `since`, `shutAfter` and `latestAfter`. */
  get successes(): number {
    return this.server.succeeded;
  }

  // -- Results --

  /**
   * Called when a write has its result, or has failed and may be retried. Opens or shuts the gates.
   *
   * @param requestedMs The pause that the server asks for; 0 if none.
   */
  judged(slot: Slot, verdict: Verdict, requestedMs = 0): void {
    const { retry, blames } = verdict;
    const lane = slot.entry.lane!;
    if (requestedMs > 0) this.pace.slowDown();
    if (blames === "event") this.#succeeded(lane.parent);
    else if (blames !== "nothing" && retry !== "briefly") this.#charge(slot, verdict, requestedMs);
    if (retry === "no") this.open(lane);
  }

  /**
   * Called when the server temporarily refuses all requests of a namespace, or all requests. Shuts that gate.
   *
   * @returns How many times in a row the gate has been refused.
   */
  countRefusal({ parent: namespace }: Lane, { blames }: Verdict): number {
    const server = this.server as Branch;
    const gate = blames === "server" ? server : namespace;
    if (gate !== server) this.open(server);
    const { refusals, timer } = gate;
    // The gate is shut already, because this request started before.
    if (timer !== undefined) return refusals;
    // At the first refusal, pauses begin with the shortest one.
    if (refusals === 0) this.open(gate);
    this.#shut(gate);
    return gate.refusals = refusals + 1;
  }

  #succeeded(namespace: Namespace): void {
    if (this.isDown && Date.now() - this.#downMs >= LONG_OUTAGE_MS) this.pace.begin();
    namespace.succeeded = ++this.server.succeeded;
    namespace.isTrusted = true;
    this.open(this.server);
    this.open(namespace);
  }

  #charge({ entry, since }: Slot, { blames, isUnanswered = false }: Verdict, requestedMs: number): void {
    const server = this.server;
    const lane = entry.lane!;
    const namespace = lane.parent;
    namespace.isTrusted = false;
    // The server works, because it responded about the namespace.
    if (blames === "namespace") this.open(server);
    if (!server.isOpen) return this.#shutAgain(server, requestedMs);
    if (blames === "server") {
      const lanes = [...server.parts.values()].reduce((sum, { parts }) => sum + parts.size, 0);
      if (server.countFailure(lane, Math.min(lanes, UNREACHABLE_LANES))) return this.#shut(server);
    }
    if (!namespace.isOpen) return this.#shutAgain(namespace, requestedMs);
    if (blames === "namespace") return this.#shut(namespace);
    if (blames === "server" || !lane.isOpen) return;
    const atMost = isUnanswered && namespace.succeeded <= since ? 1 : Infinity;
    if (namespace.countFailure(lane, atMost)) this.#shut(namespace);
    if (server.countFailure(namespace)) this.#shut(server);
  }

  /** Makes a lane wait, for at least the pause that the server asked for. */
  pause(lane: Lane, pauseMs: number, requestedMs: number): void {
    lane.parent.failing.add(lane);
    this.#close(lane, pauseMs, requestedMs);
  }

  // -- Pauses --

  /** Shortens all pauses of lanes, because a flush begins to wait. */
  shortenPauses(): void {
    for (const { parts } of this.server.parts.values()) for (const lane of parts.values()) this.#shorten(lane);
  }

  /** Shortens the pauses of a lane, because someone waits for one of its events. */
  awaitLane(lane: Lane): void {
    lane.isAwaited = true;
    this.#shorten(lane);
  }

  /**
   * Ends the current pauses and caps further ones, except those that the server asked for, because the recording stops.
   */
  endPauses(): void {
    this.#pauses.cap();
    this.#endPause(this.server);
    for (const namespace of this.server.parts.values()) {
      this.#endPause(namespace);
      for (const lane of namespace.parts.values()) this.#endPause(lane);
    }
  }

  #shorten(lane: Lane): void {
    if (lane.timer !== undefined && !this.#pauses.isCustom) {
      this.#shortenTo(lane, this.#pauses.pauseMs(lane.trips, true));
    }
  }

  #endPause(gate: Gate): void {
    if (gate.timer === undefined) return;
    if (gate.notBeforeMs > Date.now()) this.#shortenTo(gate, 0);
    else this.#setAjar(gate);
  }

  #shortenTo(gate: Gate, pauseMs: number): void {
    const nowMs = Date.now();
    const restMs = Math.max(pauseMs, gate.notBeforeMs - nowMs);
    if (nowMs + restMs < gate.endMs) this.#startPause(gate, restMs);
  }

  // -- The states of gates --

  /** Opens a gate, because a response shows that it works, or because its last entry leaves. */
  open(gate: Gate): void {
    if (gate instanceof Branch) gate.recover();
    if (gate.isOpen) return;
    this.#timers.clear(gate.timer);
    gate.timer = undefined;
    gate.trips = 0;
    if (gate instanceof Lane) gate.parent.failing.delete(gate);
    gate.offer();
  }

  /** Shuts a branch, for longer each time. */
  #shut(branch: Branch, requestedMs = 0): void {
    const isServer = branch === this.server as Branch;
    if (isServer && branch.isOpen) this.#downMs = Date.now();
    const times = branch.trips + 1;
    const pauseMs = isServer ? this.#pauses.serverPauseMs(times) : this.#pauses.namespacePauseMs(times);
    this.#close(branch, pauseMs, requestedMs);
  }

  /** Shuts a branch whose probe failed. Ignores a failed request that started before the branch was shut. */
  #shutAgain(branch: Branch, requestedMs: number): void {
    if (branch.timer === undefined) this.#shut(branch, requestedMs);
  }

  #close(gate: Gate, pauseMs: number, requestedMs: number): void {
    if (gate.isOpen) gate.shutAfter = this.successes;
    gate.trips++;
    gate.notBeforeMs = requestedMs > 0 ? Date.now() + requestedMs : 0;
    this.#startPause(gate, Math.max(pauseMs, requestedMs));
    gate.offer();
  }

  #startPause(gate: Gate, pauseMs: number): void {
    this.#timers.clear(gate.timer);
    gate.endMs = Date.now() + pauseMs;
    gate.timer = this.#timers.start(() => this.#setAjar(gate), pauseMs);
  }

  #setAjar(gate: Gate): void {
    this.#timers.clear(gate.timer);
    gate.timer = undefined;
    gate.offer();
    this.#onTurn();
  }
}
