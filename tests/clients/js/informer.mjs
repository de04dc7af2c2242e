// Delivers the events of a namespace, as an informer of @kubernetes/client-node sees them, to a URL: one line of JSON with
// the event's uid and count for each. `node informer.mjs KUBECONFIG NAMESPACE URL`; a subject of tests/cluster.
import { argv } from "node:process";
import { CoreV1Api, KubeConfig, makeInformer } from "@kubernetes/client-node";

const [, , kubeconfig, namespace, url] = argv;
const config = new KubeConfig();
config.loadFromFile(kubeconfig);
const core = config.makeApiClient(CoreV1Api);
const informer = makeInformer(
  config,
  `/api/v1/namespaces/${namespace}/events`,
  () => core.listNamespacedEvent({ namespace }),
);
const deliver = ({ metadata, count }) =>
  void fetch(url, { method: "POST", body: JSON.stringify({ key: `${metadata.uid}/${count}` }) });
informer.on("add", deliver);
informer.on("update", deliver);
// It stops on an error: its documentation has users start it again.
informer.on("error", () => void setTimeout(() => informer.start(), 1000));
await informer.start();
