/** The listable kinds for which client-node has a class, by API group. */
const KINDS: Readonly<Record<string, string>> = {
  "": "ComponentStatus ConfigMap Endpoints Event LimitRange Namespace Node PersistentVolume " +
    "PersistentVolumeClaim Pod PodTemplate ReplicationController ResourceQuota Secret Service ServiceAccount",
  "admissionregistration.k8s.io": "MutatingAdmissionPolicy MutatingAdmissionPolicyBinding " +
    "MutatingWebhookConfiguration ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding " +
    "ValidatingWebhookConfiguration",
  "apiextensions.k8s.io": "CustomResourceDefinition",
  "apiregistration.k8s.io": "APIService",
  apps: "ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet",
  autoscaling: "HorizontalPodAutoscaler",
  batch: "CronJob Job",
  "certificates.k8s.io": "CertificateSigningRequest ClusterTrustBundle PodCertificateRequest",
  "coordination.k8s.io": "Lease LeaseCandidate",
  "discovery.k8s.io": "EndpointSlice",
  "flowcontrol.apiserver.k8s.io": "FlowSchema PriorityLevelConfiguration",
  "internal.apiserver.k8s.io": "StorageVersion",
  "networking.k8s.io": "IPAddress Ingress IngressClass NetworkPolicy ServiceCIDR",
  "node.k8s.io": "RuntimeClass",
  policy: "PodDisruptionBudget",
  "rbac.authorization.k8s.io": "ClusterRole ClusterRoleBinding Role RoleBinding",
  "resource.k8s.io":
    "DeviceClass DeviceTaintRule ResourceClaim ResourceClaimTemplate ResourcePoolStatusRequest ResourceSlice",
  "scheduling.k8s.io": "PodGroup PriorityClass Workload",
  "storage.k8s.io": "CSIDriver CSINode CSIStorageCapacity StorageClass VolumeAttachment VolumeAttributesClass",
  "storagemigration.k8s.io": "StorageVersionMigration",
};

/** The classes that the types of their fields do not identify, by a field that no other class has. */
const CLASSES_BY_FIELD: Readonly<Record<string, string>> = {
  addressType: "V1EndpointSlice",
  aggregationRule: "V1ClusterRole",
  automountServiceAccountToken: "V1ServiceAccount",
  binaryData: "V1ConfigMap",
  provisioner: "V1StorageClass",
  stringData: "V1Secret",
  subsets: "V1Endpoints",
};

/**
 * Returns the `apiVersion` and `kind` of an object of `@kubernetes/client-node`. Pass it as a recorder's option
 * `kindOf`, because the items of client-node's lists, and so the first objects of its informers, lack both.
 *
 * Derives them from the object's class, such as `V1Deployment`; in a minified bundle, where classes are renamed, from
 * the types of its fields, such as `V1DeploymentSpec`. Objects that have a kind keep it.
 *
 * @returns `undefined` for an object of another class, such as an item of a list that was parsed as JSON. The recorder
 * then logs what to pass instead: `kindOf: () => ({ apiVersion: "v1", kind: "Pod" })`.
 *
 * @example
 * ```ts ignore
 * const recorder = createEventRecorder({ component: "my-operator", ...fromKubeConfig(kubeConfig), kindOf });
 * const { items } = await kubeConfig.makeApiClient(AppsV1Api).listDeploymentForAllNamespaces();
 * for (const deployment of items) recorder.event(deployment, "Normal", "Seen", "Found in a list");
 * ```
 *
 * @category Connection
 */
export function kindOf(object: object): { readonly apiVersion: string; readonly kind: string } | undefined {
  const { apiVersion, kind } = Object(object) as { readonly apiVersion?: unknown; readonly kind?: unknown };
  if (apiVersion && kind) return { apiVersion: `${apiVersion}`, kind: `${kind}` };
  // Avoids object.constructor, which may be a field of JSON.
  const model = Object.getPrototypeOf(Object(object))?.constructor as ModelClass | undefined;
  return model && (kindOfClass(model.name) ?? kindOfClass(classByFields(model)));
}

/** A class of client-node, or any other. */
interface ModelClass {
  readonly name: string;
  readonly attributeTypeMap?: readonly { readonly name: string; readonly type: string }[];
}

/** Returns the kind of a class by its name, to which a bundler may have added `_`, `$1` or a number. */
function kindOfClass(className: string): ReturnType<typeof kindOf> {
  const match = /^_*([A-Z][a-z]+)?V(\d+(?:(?:alpha|beta)\d+)?)([A-Z]\w*?)(?:\$?\d+)?$/.exec(className);
  if (match === null) return undefined;
  const [, api, version, kind] = match as unknown as [string, string | undefined, string, string];
  const element = kind.replace(/List$/, "");
  const group = api === "Events"
    ? "events.k8s.io"
    : Object.keys(KINDS).find((group) => KINDS[group]!.split(" ").includes(element));
  return group === undefined ? undefined : { apiVersion: `${group && `${group}/`}v${version}`, kind };
}

/** Returns the name that a class of client-node had before minification; "" if its fields do not reveal it. */
function classByFields({ attributeTypeMap = [] }: ModelClass): string {
  for (const { name, type } of attributeTypeMap) {
    const typeOfSpec = name === "spec" || name === "status" ? type : "";
    const found = CLASSES_BY_FIELD[name] ?? /^(V\d\w*)(?:Spec|Status)$/.exec(typeOfSpec)?.[1];
    if (found !== undefined) return found;
  }
  return "";
}
