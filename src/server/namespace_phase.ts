/**
 * What has become of a namespace: `"Active"` takes new events, `"Terminating"` refuses them with 403 while updates still
 * work, `"Missing"` refuses them with 404.
 */
export type NamespacePhase = "Active" | "Terminating" | "Missing";
