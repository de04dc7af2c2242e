import { showValue } from "../api/show_value.ts";

/**
 * Makes sure that a source says who reports in core/v1.
 *
 * @throws {TypeError} If it is no object, its component or host no string, or it is a reporter of events.k8s.io/v1.
 */
export function checkEventSource(source: unknown): void {
  if (typeof source !== "object" || source === null) {
    throw new TypeError(
      'Cannot create a recorder: source must be an object such as { component: "example-controller" }, ' +
        `received ${showValue(source)}`,
    );
  }
  const { component, host } = source as Record<string, unknown>;
  const isReporter = component === undefined && "reportingController" in source;
  for (const [name, value] of Object.entries({ component, host })) {
    if (typeof value === "string" || (value === undefined && !isReporter)) continue;
    throw new TypeError(
      `Cannot create a recorder: ${name} must be a string, received ${showValue(value)}` +
        (isReporter ? " (reportingController is for events.k8s.io/v1)" : ""),
    );
  }
}
