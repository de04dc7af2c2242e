import { isDns1123Subdomain } from "../../api/names.ts";

const NAME = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const NAME_RULE =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric " +
  "character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is " +
  "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const SUBDOMAIN_RULE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and " +
  "must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const LABEL_RULE =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start " +
  "and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

/** The errors in a qualified name, `[prefix/]name`; empty if valid (apimachinery's `IsQualifiedName`). */
export function qualifiedNameErrors(value: string): string[] {
  const parts = value.split("/");
  if (parts.length > 2) {
    return [`a qualified name ${NAME_RULE} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  }
  const errors: string[] = [];
  const name = parts.at(-1)!;
  if (parts.length === 2) {
    if (parts[0] === "") errors.push("prefix part must be non-empty");
    else errors.push(...subdomainErrors(parts[0]!).map((error) => `prefix part ${error}`));
  }
  if (name === "") errors.push("name part must be non-empty");
  else if (name.length > 63) errors.push("name part must be no more than 63 bytes");
  if (!NAME.test(name)) errors.push(`name part ${NAME_RULE}`);
  return errors;
}

/** The errors in a label value (apimachinery's `IsValidLabelValue`). */
export function labelValueErrors(value: string): string[] {
  const errors: string[] = [];
  if (value.length > 63) errors.push("must be no more than 63 bytes");
  if (value !== "" && !NAME.test(value)) {
    errors.push(
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and " +
        "end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is " +
        "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
    );
  }
  return errors;
}

/** The errors in a DNS-1123 subdomain, as events.k8s.io/v1 requires of names. */
export function subdomainErrors(value: string): string[] {
  if (isDns1123Subdomain(value)) return [];
  return value.length > 253 ? ["must be no more than 253 bytes"] : [SUBDOMAIN_RULE];
}

/** The errors in a DNS-1123 label, as required of namespaces. */
export function labelErrors(value: string): string[] {
  const errors = value.length > 63 ? ["must be no more than 63 bytes"] : [];
  return LABEL.test(value) ? errors : [...errors, LABEL_RULE];
}

/** The errors in a name as a path segment, the only check of core/v1 (apimachinery's `IsValidPathSegmentName`). */
export function pathSegmentErrors(value: string): string[] {
  if (value === "." || value === "..") return [`may not be '${value}'`];
  const errors: string[] = [];
  for (const part of "/%") if (value.includes(part)) errors.push(`may not contain '${part}'`);
  return errors;
}
