import { showValue } from "../api/show_value.ts";

const QUALIFIED_NAME =
  /^((?=[^/]{1,253}\/)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

/**
 * Makes sure that a reporter's name is one that the server of events.k8s.io/v1 takes (apimachinery's
 * `validation.IsQualifiedName`).
 *
 * @throws {TypeError} If it is not.
 */
export function checkReportingController(reporter: unknown): void {
  const { reportingController, component } = Object(reporter) as Record<string, unknown>;
  if (typeof reportingController === "string" && QUALIFIED_NAME.test(reportingController)) return;
  throw new TypeError(
    'Cannot create a recorder: reportingController must be a qualified name such as "example.com/controller", ' +
      `received ${showValue(reportingController)}` +
      (reportingController === undefined && component !== undefined ? " (component is for core/v1)" : ""),
  );
}
