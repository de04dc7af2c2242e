/** How many characters a DNS-1123 subdomain has at most. */
export const MAX_SUBDOMAIN_LENGTH = 253;

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const NAME = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

/**
 * Whether a name is a DNS-1123 subdomain: lower-case letters, digits, `-` and `.`, at most 253 of them; required of an
 * event's name by the server of events.k8s.io/v1 (apimachinery's `validation.IsDNS1123Subdomain`).
 */
export function isDns1123Subdomain(name: string): boolean {
  return name.length <= MAX_SUBDOMAIN_LENGTH && SUBDOMAIN.test(name);
}

/**
 * Whether a name is qualified, `[prefix/]name`: at most 63 letters, digits, `-`, `_` and `.`, after a DNS-1123
 * subdomain (apimachinery's `validation.IsQualifiedName`).
 */
export function isQualifiedName(name: string): boolean {
  const slash = name.indexOf("/");
  return NAME.test(name.slice(slash + 1)) && (slash < 0 || isDns1123Subdomain(name.slice(0, slash)));
}

/** Whether a text is empty or the name part of a qualified name (apimachinery's `validation.IsValidLabelValue`). */
export function isLabelValue(text: string): boolean {
  return text === "" || NAME.test(text);
}
