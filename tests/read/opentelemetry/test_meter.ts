import type { Attributes, Meter, ObservableResult } from "../../../src/read/opentelemetry/mod.ts";

/** A value with its attributes, as text that sorts: `name{a=1,b=2} value`. */
function point(name: string, value: number, attributes: Attributes): string {
  const pairs = Object.entries(attributes).map(([key, value]) => `${key}=${value}`).sort();
  return `${name}{${pairs}} ${value}`;
}

/** A meter that shows what was created and measured; the suites in sdk use OpenTelemetry's own. */
export class TestMeter implements Meter {
  /** Instruments by name: kind and unit. */
  readonly instruments: Record<string, string> = {};
  /** Measurements of counters and histograms. */
  readonly measured: string[] = [];
  readonly callbacks = new Map<(result: ObservableResult) => void, unknown[]>();

  createCounter(name: string, { unit }: { unit: string }) {
    this.#create("counter", name, unit);
    return { add: (value: number, attributes: Attributes) => void this.measured.push(point(name, value, attributes)) };
  }

  createHistogram(name: string, { unit }: { unit: string }) {
    this.#create("histogram", name, unit);
    return { record: (_: number, attributes: Attributes) => void this.measured.push(point(name, 1, attributes)) };
  }

  createObservableCounter(name: string, { unit }: { unit: string }): unknown {
    return this.#create("observable counter", name, unit);
  }

  createObservableUpDownCounter(name: string, { unit }: { unit: string }): unknown {
    return this.#create("observable up-down counter", name, unit);
  }

  createObservableGauge(name: string, { unit }: { unit: string }): unknown {
    return this.#create("observable gauge", name, unit);
  }

  addBatchObservableCallback(callback: (result: ObservableResult) => void, instruments: unknown[]): void {
    this.callbacks.set(callback, instruments);
  }

  removeBatchObservableCallback(callback: (result: ObservableResult) => void, instruments: unknown[]): void {
    if (this.callbacks.get(callback) === instruments) this.callbacks.delete(callback);
  }

  /** Observes all instruments; those of the same name and attributes overwrite each other. */
  collect(): string[] {
    const points = new Map<string, string>();
    for (const [callback, instruments] of this.callbacks) {
      callback({
        observe(instrument, value, attributes) {
          if (!instruments.includes(instrument)) throw new Error("observed an instrument that was not registered");
          const text = point((instrument as { name: string }).name, value, attributes);
          points.set(text.replace(/ \S+$/, ""), text);
        },
      });
    }
    return [...points.values()].sort();
  }

  #create(kind: string, name: string, unit: string): { name: string } {
    this.instruments[name] = `${kind}, ${unit}`;
    return { name };
  }
}
