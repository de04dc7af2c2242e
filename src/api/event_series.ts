/** How often an event was seen; the way events.k8s.io/v1 counts repeats. */
export interface V1EventSeries {
  /** How many times so far; the server of events.k8s.io/v1 wants at least 2. */
  readonly count: number;
  /** When it was last seen, RFC 3339 with exactly six digits of a second, as {@linkcode formatMicroTime} writes it. */
  readonly lastObservedTime: string | null;
}
