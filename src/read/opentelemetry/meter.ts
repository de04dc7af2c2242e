import { classOf, invalid, lackedMethods } from "../../base/tools/check_options.ts";

/**
 * Attributes of a measurement or resource, by name.
 *
 * @category OpenTelemetry
 */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/**
 * Options of an instrument.
 *
 * @category OpenTelemetry
 */
export interface InstrumentOptions {
  /** The unit, such as `"s"` or `"{event}"`. */
  readonly unit: string;
  /** Description of the instrument. */
  readonly description: string;
  /** The boundaries of a histogram's buckets. */
  readonly advice?: { explicitBucketBoundaries: number[] };
}

/**
 * Receives the values of instruments, once for each collection of metrics.
 *
 * @category OpenTelemetry
 */
export interface ObservableResult {
  /** Reports the value of an instrument that the meter has created. */
  observe(instrument: unknown, value: number, attributes: Attributes): void;
}

/**
 * The part of OpenTelemetry's `Meter` that is used here; `@opentelemetry/api` has had it since 1.3.
 *
 * @category OpenTelemetry
 */
export interface Meter {
  /** Creates a counter. */
  createCounter(name: string, options: InstrumentOptions): { add(value: number, attributes: Attributes): void };
  /** Creates a histogram. */
  createHistogram(name: string, options: InstrumentOptions): { record(value: number, attributes: Attributes): void };
  /** Creates a counter that is read when metrics are collected. */
  createObservableCounter(name: string, options: InstrumentOptions): unknown;
  /** Creates a sum that may fall, read when metrics are collected. */
  createObservableUpDownCounter(name: string, options: InstrumentOptions): unknown;
  /** Creates a gauge that is read when metrics are collected. */
  createObservableGauge(name: string, options: InstrumentOptions): unknown;
  /** Adds a callback that observes several instruments at once. */
  addBatchObservableCallback(callback: (result: ObservableResult) => void, instruments: unknown[]): void;
  /** Removes a callback. */
  removeBatchObservableCallback(callback: (result: ObservableResult) => void, instruments: unknown[]): void;
}

/** Throws a TypeError unless a value has the methods that are used; for example, if it is a `MeterProvider`. */
export function checkMeter(verb: string, meter: Meter, ...methods: (keyof Meter)[]): void {
  if (lackedMethods(meter, ...methods).length === 0) return;
  throw new TypeError(invalid(verb, "meter", "be a Meter, as metrics.getMeter() of @opentelemetry/api returns", meter));
}

/** Throws a TypeError unless a value is an object of attributes, or `undefined`. */
export function checkAttributes(verb: string, name: string, attributes: Attributes = {}): void {
  const isAttribute = (value: unknown) => ["string", "boolean"].includes(typeof value) || Number.isFinite(value);
  if (classOf(attributes) === "Object" && Object.values(attributes).every(isAttribute)) return;
  throw new TypeError(invalid(verb, name, 'be attributes such as { "k8s.cluster.name": "production" }', attributes));
}
