import { showValue } from "../api/show_value.ts";

/**
 * Makes sure that a source says who reports in core/v1.
 *
 * @throws {TypeError} If it is no object, its component no text, or it is a reporter of events.k8s.io/v1.
 */
export function checkEventSource(source: unknown): void {
  if (typeof source !== "object" || source === null) {
    throw new TypeError(
      'Cannot create a recorder: source must be an object such as { component: "example-controller" }, ' +
        `received ${showValue(source)}`,
    );
  }
  const { component } = source as { component?: unknown };
  const isReporter = component === undefined && "reportingController" in source;
  if (!isReporter && (component === undefined || typeof component === "string")) return;
  throw new TypeError(
    `Cannot create a recorder: component must be a text, received ${showValue(component)}` +
      (isReporter ? " (reportingController is for events.k8s.io/v1)" : ""),
  );
}
