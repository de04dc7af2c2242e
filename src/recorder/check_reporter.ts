import { showValue } from "../api/show_value.ts";

const QUALIFIED_NAME =
  /^((?=[^/]{1,253}\/)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

/**
 * Makes sure that a reporter says who reports in events.k8s.io/v1, by a name that its server takes (apimachinery's
 * `validation.IsQualifiedName`).
 *
 * @throws {TypeError} If the controller is no such name, or the instance no string.
 */
export function checkReporter(reporter: unknown): void {
  const { reportingController, reportingInstance, component } = Object(reporter) as Record<string, unknown>;
  if (typeof reportingController !== "string" || !QUALIFIED_NAME.test(reportingController)) {
    throw new TypeError(
      'Cannot create a recorder: reportingController must be a qualified name such as "example.com/controller", ' +
        `received ${showValue(reportingController)}` +
        (reportingController === undefined && component !== undefined ? " (component is for core/v1)" : ""),
    );
  }
  if (reportingInstance === undefined || typeof reportingInstance === "string") return;
  throw new TypeError(
    `Cannot create a recorder: reportingInstance must be a string, received ${showValue(reportingInstance)}`,
  );
}
