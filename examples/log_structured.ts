// How do I log events? deno run examples/log_structured.ts

import { EventBroadcaster } from "@kubecast/events";

const broadcaster = new EventBroadcaster();
broadcaster.startLogging((line) => console.log(line));
broadcaster.startStructuredLogging((message, fields) =>
  console.log(JSON.stringify({ level: "info", event: message, ...fields }))
);

const recorder = broadcaster.newRecorder({ component: "example-controller" });
const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1234" } };
recorder.event(pod, "Normal", "Pulled", "Container image already present on machine");
await broadcaster.shutdown();
// Event(v1.ObjectReference{Kind:"Pod", Namespace:"shop", Name:"web", UID:"1234", APIVersion:"v1", ResourceVersion:"", FieldPath:""}): type: 'Normal' reason: 'Pulled' Container image already present on machine
// {"level":"info","event":"Event occurred","object":"shop/web","fieldPath":"","kind":"Pod","apiVersion":"v1","type":"Normal","reason":"Pulled","message":"Container image already present on machine"}
