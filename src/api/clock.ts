/**
 * Where the time comes from: anything with `now()` in milliseconds since 1970, so `Date` itself will do.
 *
 * Give one, such as `FakeClock` of `@kubecast/events/testing`, to make decisions reproducible in tests; it never drives
 * timers.
 */
export interface Clock {
  /** The current time in milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}
