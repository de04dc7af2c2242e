// Each KubeConfig fits, as TypeScript sees it, strictly.
import { KubeConfig as KubeConfig13 } from "client-node-1.3";
import { KubeConfig as KubeConfig14 } from "client-node-1.4";
import { KubeConfig as KubeConfig20 } from "client-node-2.0";
import { KubeConfig } from "client-node";
import { fromKubeConfig } from "../../src/connect/client_node/mod.ts";
import { EventReader } from "../../src/read/mod.ts";
import { FetchEventSink } from "../../src/record/sink/fetch_event_sink.ts";

for (const kubeConfig of [new KubeConfig13(), new KubeConfig14(), new KubeConfig20(), new KubeConfig()]) {
  const connection = fromKubeConfig(kubeConfig, { prepare: ({ headers }) => void delete headers["impersonate-user"] });
  new FetchEventSink(connection);
  new EventReader(connection);
  const { namespace }: { readonly namespace?: string } = connection;
  const read: Promise<Response> = connection.fetch(`/api/v1/namespaces/${namespace}/pods`, { method: "HEAD" });
  void read;
}
