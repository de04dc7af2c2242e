const QUALIFIED_NAME =
  /^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

/**
 * Makes sure that a controller's name is one that the server of events.k8s.io/v1 takes (apimachinery's
 * `validation.IsQualifiedName`).
 *
 * @throws {TypeError} If it is not.
 */
export function checkReportingController(name: string): void {
  if (QUALIFIED_NAME.test(name)) return;
  throw new TypeError(
    `Cannot create a recorder: reportingController must be a qualified name such as "example.com/controller", ` +
      `received ${name}`,
  );
}
