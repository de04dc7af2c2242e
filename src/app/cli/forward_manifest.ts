import { dirname } from "node:path";
import { yamlText } from "../../base/tools/text.ts";
import { grant } from "../../connect/connection/rbac_rules.ts";
import { type Arguments, UsageError } from "./command.ts";
import { SELECTION_FLAGS } from "./event_selection.ts";
import { parseLease } from "./forward_lease.ts";

/** The default image, whose Deno loads the command from JSR. */
const IMAGE = "denoland/deno:2.9.5";
const METRICS_PORT = 9090;
/** The flags that are passed on to the pods, which connect with their service account. */
const PASSED_FLAGS = ["to", ...Object.keys(SELECTION_FLAGS), "since", "dead-letter", "progress", "timeout"];

/** Formats the objects that run two replicas of `kubecast forward` with these arguments, for `kubectl apply -f -`. */
export function forwardManifest(args: Arguments): string {
  const isAll = args.has("all-namespaces");
  const [selected = ""] = args.words("namespace");
  // A pod has no current context that could provide a default namespace.
  if (!isAll && selected === "") throw new UsageError("--manifest needs --namespace or --all-namespaces");
  const { namespace, name } = parseLease(args.text("lease") ?? `${isAll ? "default" : selected}/kubecast-forward`);
  const port = args.port("metrics-port") ?? METRICS_PORT;
  if (port === 0) throw new UsageError("--metrics-port must not be 0, because the probes must know the port");
  const deadLetters = args.text("dead-letter");
  const folder = deadLetters?.startsWith("/") ? dirname(deadLetters) : "/";
  if (deadLetters !== undefined && folder === "/") {
    throw new UsageError(
      "--dead-letter must be in a folder below / where --manifest can mount a volume, such as /refused/events",
    );
  }
  // Only these are writable; the first one caches the program.
  const volumes = {
    cache: "/cache",
    ...deadLetters !== undefined && folder !== "/cache" && { "dead-letters": folder },
  };
  const metadata = { name, namespace };
  const labels = { "app.kubernetes.io/name": "kubecast-forward", "app.kubernetes.io/instance": name };
  const events = { apiGroups: [""], resources: ["events"], verbs: ["list", "watch"] };
  // The Lease is created here, because the permission `create` cannot be limited to one name.
  const lease = {
    apiGroups: ["coordination.k8s.io"],
    resources: ["leases"],
    resourceNames: [name],
    verbs: ["get", "update"],
  };
  const account = { kind: "ServiceAccount", name, namespace };
  const eventsName = `${name}-events`;
  const probeOf = (path: string) => ({ httpGet: { path, port: "metrics" } });
  const container = {
    name: "forward",
    image: args.text("image") || IMAGE,
    command: ["deno", "run", "-A", "jsr:@kubecast/events/cli"],
    // Escapes $, because Kubernetes replaces $(NAME) by a variable, and $$ by $.
    args: ["forward", ...flagsOf(args, isAll, selected), `--lease=${namespace}/${name}`, `--metrics-port=${port}`]
      .map((arg) => arg.replaceAll("$", "$$$$")),
    env: [{ name: "DENO_DIR", value: "/cache" }],
    ports: [{ name: "metrics", containerPort: port }],
    // The first start takes long, because it loads the program.
    startupProbe: { ...probeOf("/livez"), failureThreshold: 60, periodSeconds: 2 },
    livenessProbe: { ...probeOf("/livez"), periodSeconds: 10, timeoutSeconds: 5 },
    readinessProbe: { ...probeOf("/healthz"), periodSeconds: 10, timeoutSeconds: 5 },
    resources: { requests: { cpu: "50m", memory: "128Mi" }, limits: { memory: "512Mi" } },
    securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } },
    volumeMounts: Object.entries(volumes).map(([name, mountPath]) => ({ name, mountPath })),
  };
  const objects = [
    { apiVersion: "v1", kind: "ServiceAccount", metadata },
    ...isAll
      ? grant("ClusterRole", { name: `${namespace}-${eventsName}` }, [events], account)
      : grant("Role", { name: eventsName, namespace: selected }, [events], account),
    ...grant("Role", metadata, [lease], account),
    { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata },
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { ...metadata, labels },
      spec: {
        replicas: 2,
        strategy: { type: "RollingUpdate" },
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            serviceAccountName: name,
            terminationGracePeriodSeconds: 30,
            securityContext: {
              runAsNonRoot: true,
              runAsUser: 65532,
              fsGroup: 65532,
              seccompProfile: { type: "RuntimeDefault" },
            },
            topologySpreadConstraints: [{
              maxSkew: 1,
              topologyKey: "kubernetes.io/hostname",
              whenUnsatisfiable: "ScheduleAnyway",
              labelSelector: { matchLabels: labels },
            }],
            containers: [container],
            volumes: Object.keys(volumes).map((name) => ({ name, emptyDir: {} })),
          },
        },
      },
    },
  ];
  return objects.map(yamlText).join("---\n");
}

function flagsOf(args: Arguments, isAll: boolean, namespace: string): string[] {
  const passed = PASSED_FLAGS.flatMap((name) => args.list(name).map((value) => `--${name}=${value}`));
  const headers = Object.entries(args.pairs("header")).map(([name, value]) => `--header=${name}=${value}`);
  return [isAll ? "--all-namespaces" : `--namespace=${namespace}`, ...passed, ...headers];
}
