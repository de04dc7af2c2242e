import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** What a {@linkcode FaultyProxy} does with the bytes that pass. */
export type Weather = "calm" | "delays" | "drops answers" | "refuses connections";

/** Passes connections on to a port of 127.0.0.1, with faults: cuts, delays, lost answers, silence. */
export class FaultyProxy implements Disposable {
  readonly #pairs = new Set<readonly [client: Socket, server: Socket]>();
  readonly #listener;
  /** What happens to what passes from now on. */
  weather: Weather = "calm";

  constructor(target: number) {
    this.#listener = createServer((client) => {
      if (this.weather === "refuses connections") return void client.destroy();
      const server = connect(target, "127.0.0.1");
      const pair = [client, server] as const;
      this.#pairs.add(pair);
      for (const socket of pair) {
        socket.on("error", () => {});
        socket.on("close", () => this.#cut(pair));
      }
      this.#pass(client, server, () => this.weather === "delays" ? 400 : 0);
      this.#pass(server, client, () => {
        if (this.weather !== "drops answers") return 0;
        setTimeout(() => this.#cut(pair), 100);
        return Infinity;
      });
    });
  }

  /** Starts listening, and returns the port. */
  async listen(): Promise<number> {
    await new Promise<void>((resolve) => void this.#listener.listen(0, "127.0.0.1", resolve));
    return (this.#listener.address() as AddressInfo).port;
  }

  /** Cuts all connections. */
  cut(): void {
    for (const pair of this.#pairs) this.#cut(pair);
  }

  /** Goes silent on the connections of now: reads them, and passes nothing on. */
  silence(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.removeAllListeners("data").resume();
  }

  [Symbol.dispose](): void {
    this.cut();
    this.#listener.close();
  }

  /** Passes bytes on in order, each chunk after so many milliseconds; never, if that is Infinity. */
  #pass(from: Socket, to: Socket, delayMs: () => number): void {
    let last = Promise.resolve();
    from.on("data", (chunk) => {
      const ms = delayMs();
      if (ms === Infinity) return;
      const delayed = ms === 0 ? undefined : new Promise((resolve) => void setTimeout(resolve, ms));
      last = last.then(() => delayed).then(() => void (to.destroyed || to.write(chunk)));
    });
  }

  #cut(pair: readonly Socket[]): void {
    this.#pairs.delete(pair as readonly [Socket, Socket]);
    for (const socket of pair) socket.destroy();
  }
}
