/**
 * Records into a real kube-apiserver; `run.sh` beside this file starts it.
 *
 * With `KUBE_API_URL`, and `KUBE_API_TOKEN` and `KUBE_API_CA` (a file) as needed, into that cluster: only the checks that
 * leave nothing but namespaces called `kubecast-…`. Else into one of its own, from the programs in `KUBE_BINARIES`.
 */
import { accessChecks } from "./access_checks.ts";
import { ADMIN_TOKEN, KubeApiServer } from "./kube_api_server.ts";
import { ownServerChecks } from "./own_server_checks.ts";
import { expiryChecks, ownServerReadingChecks, readingChecks } from "./reading_checks.ts";
import { type Cluster, recordingChecks } from "./recording_checks.ts";
import { shellChecks } from "./shell_checks.ts";
import { stableNamesChecks } from "./stable_names_checks.ts";

const url = Deno.env.get("KUBE_API_URL");
const binaries = Deno.env.get("KUBE_BINARIES");

if (url !== undefined) {
  const caFile = Deno.env.get("KUBE_API_CA");
  const client = Deno.createHttpClient(caFile === undefined ? {} : { caCerts: [Deno.readTextFileSync(caFile)] });
  const token = Deno.env.get("KUBE_API_TOKEN") ?? "none";
  const trusted = (request: Request): Promise<Response> => fetch(request, { client });
  const cluster: Cluster = {
    url,
    token,
    fetch: trusted,
    send: (path, init) => {
      const request = new Request(url + path, init);
      request.headers.set("authorization", `Bearer ${token}`);
      return trusted(request);
    },
  };
  for (const [name, check] of Object.entries({ ...recordingChecks, ...readingChecks })) {
    Deno.test({ name, sanitizeResources: false, sanitizeOps: false, fn: () => check(cluster) });
  }
} else if (binaries !== undefined) {
  Deno.test({
    name: "A kube-apiserver of our own",
    // Connections that are kept alive for the next request outlive a step.
    sanitizeResources: false,
    sanitizeOps: false,
    fn: async (t) => {
      await using server = new KubeApiServer({ binaries });
      await server.start();
      const client = Deno.createHttpClient({ caCerts: [server.ca] });
      const admin: Cluster = {
        url: server.url,
        token: ADMIN_TOKEN,
        send: server.request,
        fetch: (request) => fetch(request, { client }),
      };
      const anywhere = { ...recordingChecks, ...readingChecks };
      for (const [name, check] of Object.entries(anywhere)) await t.step(name, () => check(admin));
      const here = {
        ...accessChecks,
        ...shellChecks,
        ...ownServerReadingChecks,
        ...stableNamesChecks,
        ...ownServerChecks,
        ...expiryChecks,
      };
      for (const [name, check] of Object.entries(here)) await t.step(name, () => check(server, admin));
    },
  });
} else {
  throw new Error("Cannot test: neither KUBE_API_URL nor KUBE_BINARIES is set; see tests/cluster/run.sh");
}
