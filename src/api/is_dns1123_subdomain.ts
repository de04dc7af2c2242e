/** How many characters a DNS-1123 subdomain has at most. */
export const MAX_SUBDOMAIN_LENGTH = 253;

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/**
 * Whether a name is a DNS-1123 subdomain: lower-case letters, digits, `-` and `.`, at most 253 of them; what the server
 * demands of an event's name in events.k8s.io/v1 (apimachinery's `validation.IsDNS1123Subdomain`).
 */
export function isDns1123Subdomain(name: string): boolean {
  return name.length <= MAX_SUBDOMAIN_LENGTH && SUBDOMAIN.test(name);
}
