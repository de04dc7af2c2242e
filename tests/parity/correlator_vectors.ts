/** Output of client-go: `go run . -seed 1 correlator` in clientgo/, one JSON value per line. */
export const correlatorVectors: string = String.raw`
{"story":"the defaults","options":{},"subjects":[{"involvedObject":{"kind":"Pod","name":"pod-0","namespace":"default"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-0","namespace":"default","uid":"uid-0"},"metadata":{"annotations":{"n":"1"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-1","namespace":"default","uid":"uid-0"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-1","namespace":"default"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Normal"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{0}","kind":"Pod","name":"pod-2","uid":"uid-1"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-2","uid":"uid-1"},"metadata":{"annotations":{"n":"5"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Warning"}]}
{"ms":1000,"of":0,"message":"m1","is":"create"}
{"answer":0,"set":{"count":6}}
{"answer":0,"set":{"metadata":{"resourceVersion":"2"}}}
{"answer":0,"set":{"count":0}}
{"of":3,"message":"m0","is":"create"}
{"of":4,"message":"m0","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"6"}}}
{"of":0,"message":"m2","is":"create"}
{"answer":1,"set":{"count":6}}
{"of":0,"message":"m1","is":"create"}
{"answer":1,"set":{"count":0}}
{"answer":0}
{"ms":1000,"of":0,"message":"m0","is":"create"}
{"answer":4}
{"of":3,"message":"m1","is":"create"}
{"answer":5,"set":{"message":"m0"}}
{"answer":0,"set":{"metadata":{"name":"renamed-16"}}}
{"of":0,"message":"m2","is":"create"}
{"of":0,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e9"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:00:02Z","message":"m1"}}
{"of":0,"message":"m2","is":"patch","event":{"count":2,"metadata":{"name":"e17"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:00:02Z","message":"m2"}}
{"answer":0,"set":{"metadata":{"name":"renamed-20"}}}
{"of":0,"message":"m0","is":"patch","event":{"count":2,"metadata":{"name":"e12"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:00:02Z","message":"m0"}}
{"answer":0,"set":{"count":7}}
{"answer":6,"set":{"message":"m0"}}
{"answer":5,"set":{"count":0}}
{"ms":500,"of":0,"message":"m1","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e9"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:00:02Z","message":"m1"}}
{"answer":0,"set":{"message":"m0"}}
{"ms":2286,"of":0,"message":"m2","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:00:02Z","metadata":{"name":"renamed-20"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:00:04Z","message":"m2"}}
{"of":0,"message":"m1","set":{"message":""},"is":"create"}
{"of":0,"message":"m0","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e9"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:00:04Z","message":"m0"}}
{"ms":6966,"of":0,"message":"m0","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e9"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:00:11Z","message":"m0"}}
{"ms":473,"of":0,"message":"m2","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:00:02Z","metadata":{"name":"renamed-20"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:00:12Z","message":"m2"}}
{"ms":6410,"of":0,"message":"m1","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e9"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:00:18Z","message":"m1"}}
{"ms":500,"of":0,"message":"m0","set":{"lastTimestamp":null},"is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e9"}},"patch":{"count":6,"lastTimestamp":null,"message":"m0"}}
{"ms":500,"of":0,"message":"m0","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e9"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:00:19Z","message":"m0"}}
{"ms":4295,"of":0,"message":"m0","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e9"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:00:23Z","message":"m0"}}
{"answer":5,"set":{"metadata":{"name":"renamed-36"}}}
{"answer":17}
{"of":3,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e4"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:00:23Z","message":"m0"}}
{"answer":0,"set":{"count":7}}
{"answer":0,"set":{"metadata":{"resourceVersion":"40"}}}
{"of":2,"message":"m0","is":"create"}
{"answer":0,"set":{"count":0}}
{"ms":599999,"of":0,"message":"m1","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e9"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:10:23Z","message":"m1"}}
{"ms":4827,"of":0,"message":"m1","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e9"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:10:28Z","message":"m1"}}
{"of":0,"message":"m0","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"renamed-36"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:10:28Z","message":"m0"}}
{"ms":500,"of":0,"message":"m1","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e9"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:10:29Z","message":"m1"}}
{"of":0,"message":"m2","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e7"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:10:29Z","message":"m2"}}
{"answer":0,"set":{"metadata":{"name":"renamed-48"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"49"}}}
{"of":1,"message":"m1","is":"create"}
{"ms":500,"of":2,"message":"m1","is":"create"}
{"of":0,"message":"m2","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e7","resourceVersion":"49"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:10:29Z","message":"m2"}}
{"ms":1000,"of":0,"message":"m1","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e9"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:10:30Z","message":"m1"}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":500,"of":0,"message":"m1","is":"patch","event":{"count":9,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e9"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:10:31Z","message":"m1"}}
{"of":0,"message":"m0","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"renamed-36"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:10:31Z","message":"m0"}}
{"of":0,"message":"m0","is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"58"}}}
{"answer":0,"set":{"count":12}}
{"answer":0,"set":{"metadata":{"resourceVersion":"60"}}}
{"of":0,"message":"m1","set":{"count":2},"is":"skip"}
{"of":3,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:02Z","metadata":{"name":"renamed-16"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:10:31Z","message":"m1"}}
{"ms":500,"of":0,"message":"m1","is":"skip"}
{"answer":0,"set":{"count":7}}
{"of":0,"message":"m2","is":"skip"}
{"of":0,"message":"m0","is":"skip"}
{"of":4,"message":"m1","set":{"count":2},"is":"create"}
{"of":1,"message":"m2","is":"create"}
{"of":1,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:10:29Z","metadata":{"name":"e50"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:10:31Z","message":"m1"}}
{"of":5,"message":"m1","is":"create"}
{"of":4,"message":"m1","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"patch","event":{"count":3,"metadata":{"name":"e67"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:10:31Z","message":"m1"}}
{"answer":15,"set":{"count":11}}
{"ms":500,"of":0,"message":"m1","is":"skip"}
{"of":0,"message":"m1","is":"skip"}
{"answer":0,"set":{"count":8}}
{"of":0,"message":"m0","is":"skip"}
{"ms":500,"of":0,"message":"m0","is":"skip"}
{"answer":16,"set":{"count":10}}
{"of":0,"message":"m0","is":"skip"}
{"answer":0}
{"ms":720,"of":0,"message":"m2","is":"skip"}
{"ms":4001,"of":2,"message":"m0","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"83"}}}
{"of":0,"message":"m0","is":"skip"}
{"ms":4705,"of":0,"message":"m1","is":"skip"}
{"answer":13,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":5491,"of":4,"message":"m2","is":"create"}
{"of":0,"message":"m1","is":"skip"}
{"of":0,"message":"m1","is":"skip"}
{"ms":46,"of":0,"message":"m0","is":"skip"}
{"of":0,"message":"m1","is":"skip"}
{"ms":500,"of":0,"message":"m1","is":"skip"}
{"of":0,"message":"m2","is":"skip"}
{"answer":16,"set":{"metadata":{"name":"renamed-94"}}}
{"of":0,"message":"m2","is":"skip"}
{"answer":8}
{"ms":500,"of":0,"message":"m0","is":"skip"}
{"of":1,"message":"m1","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:10:29Z","metadata":{"name":"e50"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:10:48Z","message":"m1"}}
{"of":4,"message":"m0","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e5"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:10:48Z","message":"m0"}}
{"of":0,"message":"m2","is":"skip"}
{"of":0,"message":"m2","is":"skip"}
{"ms":8054,"of":4,"message":"m0","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e5"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:10:56Z","message":"m0"}}
{"of":2,"message":"m2","is":"create"}
{"ms":500,"of":0,"message":"m2","is":"skip"}
{"ms":1892073,"of":0,"message":"m1","is":"patch","event":{"count":16,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e9"}},"patch":{"count":16,"lastTimestamp":"2026-01-01T00:42:29Z","message":"m1"}}
{"ms":500,"of":0,"message":"m0","is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"renamed-36"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:42:29Z","message":"m0"}}
{"of":0,"message":"m1","is":"patch","event":{"count":17,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e9"}},"patch":{"count":17,"lastTimestamp":"2026-01-01T00:42:29Z","message":"m1"}}
{"ms":300000,"of":0,"message":"m0","is":"patch","event":{"count":10,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"renamed-36"}},"patch":{"count":10,"lastTimestamp":"2026-01-01T00:47:29Z","message":"m0"}}
{"ms":3996,"of":1,"message":"m1","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:10:29Z","metadata":{"name":"e50"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:47:33Z","message":"m1"}}
{"ms":500,"of":0,"message":"m2","is":"patch","event":{"count":8,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e7"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:47:34Z","message":"m2"}}
{"of":0,"message":"m0","is":"patch","event":{"count":11,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"renamed-36"}},"patch":{"count":11,"lastTimestamp":"2026-01-01T00:47:34Z","message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"112"}}}
{"of":3,"message":"m1","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T00:00:02Z","metadata":{"name":"renamed-16"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:47:34Z","message":"m1"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"114"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"115"}}}
{"of":4,"message":"m0","is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e5"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:47:34Z","message":"m0"}}
{"of":0,"message":"m1","is":"patch","event":{"count":18,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e9"}},"patch":{"count":18,"lastTimestamp":"2026-01-01T00:47:34Z","message":"m1"}}
{"of":0,"message":"m0","is":"skip"}
{"of":0,"message":"m0","is":"skip"}
{"ms":6909,"of":0,"message":"m1","is":"skip"}
{"of":0,"message":"m1","is":"skip"}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":500,"of":0,"message":"m0","is":"skip"}
{"of":0,"message":"m1","is":"skip"}
{"of":3,"message":"m2","is":"create"}
{"of":0,"message":"m1","is":"skip"}
{"ms":4660,"of":1,"message":"m1","set":{"count":3},"is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:10:29Z","metadata":{"name":"e50"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:47:46Z","message":"m1"}}
{"of":2,"message":"m2","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:10:56Z","metadata":{"name":"e103"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:47:46Z","message":"m2"}}
{"of":2,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:10:37Z","metadata":{"name":"e82","resourceVersion":"83"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:47:46Z","message":"m0"}}
{"of":0,"message":"m0","is":"skip"}
{"answer":0,"set":{"count":7}}
{"ms":1000,"of":0,"message":"m1","is":"skip"}
{"ms":500,"of":0,"message":"m1","is":"skip"}
{"of":1,"message":"m2","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:10:31Z","metadata":{"name":"e68"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:47:47Z","message":"m2"}}
{"answer":16,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":0,"message":"m1","is":"skip"}
{"ms":599999,"of":3,"message":"m1","is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T00:00:02Z","metadata":{"name":"renamed-16","resourceVersion":"115"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:57:47Z","message":"m1"}}
{"ms":500,"of":0,"message":"m1","is":"patch","event":{"count":24,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e9"}},"patch":{"count":24,"lastTimestamp":"2026-01-01T00:57:48Z","message":"m1"}}
{"of":0,"message":"m2","is":"patch","event":{"count":9,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e7"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:57:48Z","message":"m2"}}
{"answer":12,"set":{"metadata":{"resourceVersion":"140"}}}
{"of":0,"message":"m0","is":"skip"}
{"ms":500,"of":5,"message":"m0","is":"create"}
{"ms":500,"of":0,"message":"m2","is":"skip"}
{"of":0,"message":"m1","is":"skip"}
{"of":0,"message":"m0","is":"skip"}
{"of":5,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:57:48Z","metadata":{"name":"e142"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:57:49Z","message":"m0"}}
{"answer":17,"set":{"metadata":{"resourceVersion":"147"}}}
{"of":3,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e4","resourceVersion":"40"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:57:49Z","message":"m0"}}
{"of":3,"message":"m0","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e4","resourceVersion":"40"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:57:49Z","message":"m0"}}
{"of":3,"message":"m0","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e4","resourceVersion":"40"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:57:49Z","message":"m0"}}
{"of":3,"message":"m0","set":{"lastTimestamp":null},"is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e4","resourceVersion":"40"}},"patch":{"count":6,"lastTimestamp":null,"message":"m0"}}
{"of":3,"message":"m0","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e4","resourceVersion":"40"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:57:49Z","message":"m0"}}
{"ms":500,"of":3,"message":"m0","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e4","resourceVersion":"40"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:57:49Z","message":"m0"}}
{"answer":0,"set":{"message":"m0"}}
{"of":2,"message":"m0","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T00:10:37Z","metadata":{"name":"e82","resourceVersion":"83"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:57:49Z","message":"m0"}}
{"answer":0}
{"ms":1000,"of":3,"message":"m0","is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e4","resourceVersion":"40"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:57:50Z","message":"m0"}}
{"ms":9341,"of":3,"message":"m0","is":"patch","event":{"count":10,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e4","resourceVersion":"40"}},"patch":{"count":10,"lastTimestamp":"2026-01-01T00:58:00Z","message":"m0"}}
{"ms":4879,"of":3,"message":"m0","is":"patch","event":{"count":11,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e4","resourceVersion":"40"}},"patch":{"count":11,"lastTimestamp":"2026-01-01T00:58:05Z","message":"m0"}}
{"of":2,"message":"m0","is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T00:10:37Z","metadata":{"name":"e82","resourceVersion":"83"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:58:05Z","message":"m0"}}
{"ms":500,"of":3,"message":"m0","is":"patch","event":{"count":12,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e4","resourceVersion":"40"}},"patch":{"count":12,"lastTimestamp":"2026-01-01T00:58:05Z","message":"m0"}}
{"answer":0,"set":{"count":0}}
{"of":5,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:57:48Z","metadata":{"name":"e142"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:58:05Z","message":"m0"}}
{"of":3,"message":"m0","is":"create"}
{"ms":500,"of":3,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:58:05Z","metadata":{"name":"e164"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:58:06Z","message":"m0"}}
{"ms":1000,"of":0,"message":"m0","is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"167"}}}
{"of":4,"message":"m0","is":"patch","event":{"count":9,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e5"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:58:07Z","message":"m0"}}
{"of":1,"message":"m0","is":"create"}
{"of":0,"message":"m0","is":"skip"}
{"ms":6322,"of":3,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:58:05Z","metadata":{"name":"e164","resourceVersion":"167"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:58:13Z","message":"m0"}}
{"answer":0,"set":{"metadata":{"name":"renamed-172"}}}
{"ms":1000,"of":3,"message":"m0","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:58:05Z","metadata":{"name":"renamed-172","resourceVersion":"167"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:58:14Z","message":"m0"}}
{"of":3,"message":"m0","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:58:05Z","metadata":{"name":"renamed-172","resourceVersion":"167"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:58:14Z","message":"m0"}}
{"of":3,"message":"m0","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:58:05Z","metadata":{"name":"renamed-172","resourceVersion":"167"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:58:14Z","message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"176"}}}
{"answer":12,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":0,"set":{"count":11}}
{"answer":0,"set":{"metadata":{"resourceVersion":"180"}}}
{"ms":6299,"of":3,"message":"m0","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T00:58:05Z","metadata":{"name":"renamed-172","resourceVersion":"180"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:58:20Z","message":"m0"}}
{"answer":0,"set":{"message":"m0"}}
{"of":3,"message":"m0","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T00:58:05Z","metadata":{"name":"renamed-172","resourceVersion":"180"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:58:20Z","message":"m0"}}
{"of":3,"message":"m0","is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T00:58:05Z","metadata":{"name":"renamed-172","resourceVersion":"180"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:58:20Z","message":"m0"}}
{"ms":3368,"of":1,"message":"m0","set":{"message":""},"is":"create"}
{"of":3,"message":"m0","is":"patch","event":{"count":10,"firstTimestamp":"2026-01-01T00:58:05Z","metadata":{"name":"renamed-172","resourceVersion":"180"}},"patch":{"count":10,"lastTimestamp":"2026-01-01T00:58:24Z","message":"m0"}}
{"answer":7,"set":{"metadata":{"name":"renamed-187"}}}
{"answer":0}
{"answer":0,"set":{"metadata":{"resourceVersion":"189"}}}
{"ms":500,"of":3,"message":"m0","is":"patch","event":{"count":11,"firstTimestamp":"2026-01-01T00:58:05Z","metadata":{"name":"renamed-172","resourceVersion":"189"}},"patch":{"count":11,"lastTimestamp":"2026-01-01T00:58:24Z","message":"m0"}}
{"of":3,"message":"m0","is":"patch","event":{"count":12,"firstTimestamp":"2026-01-01T00:58:05Z","metadata":{"name":"renamed-172","resourceVersion":"189"}},"patch":{"count":12,"lastTimestamp":"2026-01-01T00:58:24Z","message":"m0"}}
{"ms":2460,"of":3,"message":"m0","is":"patch","event":{"count":13,"firstTimestamp":"2026-01-01T00:58:05Z","metadata":{"name":"renamed-172","resourceVersion":"189"}},"patch":{"count":13,"lastTimestamp":"2026-01-01T00:58:27Z","message":"m0"}}
{"answer":0,"set":{"count":18}}
{"ms":1745163,"of":3,"message":"m0","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"patch","event":{"count":19,"firstTimestamp":"2026-01-01T00:58:05Z","metadata":{"name":"renamed-172","resourceVersion":"189"}},"patch":{"count":19,"lastTimestamp":"2026-01-01T01:27:32Z","message":"m0"}}
{"of":5,"message":"m0","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:57:48Z","metadata":{"name":"e142"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T01:27:32Z","message":"m0"}}
{"answer":0}
{"of":1,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:58:07Z","metadata":{"name":"e169"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:27:32Z","message":"m0"}}
{"of":5,"message":"m0","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:57:48Z","metadata":{"name":"e142"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T01:27:32Z","message":"m0"}}
{"of":2,"message":"m0","is":"patch","event":{"count":10,"firstTimestamp":"2026-01-01T00:10:37Z","metadata":{"name":"e82","resourceVersion":"83"}},"patch":{"count":10,"lastTimestamp":"2026-01-01T01:27:32Z","message":"m0"}}
{"of":3,"message":"m0","is":"patch","event":{"count":20,"firstTimestamp":"2026-01-01T00:58:05Z","metadata":{"name":"renamed-172","resourceVersion":"189"}},"patch":{"count":20,"lastTimestamp":"2026-01-01T01:27:32Z","message":"m0"}}
{"answer":17}
{"answer":6,"set":{"metadata":{"resourceVersion":"202"}}}
{"answer":0,"set":{"count":25}}
{"of":1,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:58:07Z","metadata":{"name":"e169"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:27:32Z","message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"205"}}}
{"of":0,"message":"m0","is":"patch","event":{"count":20,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"renamed-36","resourceVersion":"112"}},"patch":{"count":20,"lastTimestamp":"2026-01-01T01:27:32Z","message":"m0"}}
{"of":0,"message":"m0","is":"patch","event":{"count":21,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"renamed-36","resourceVersion":"112"}},"patch":{"count":21,"lastTimestamp":"2026-01-01T01:27:32Z","message":"m0"}}
{"ms":7788,"of":1,"message":"m0","set":{"lastTimestamp":null},"is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:58:07Z","metadata":{"name":"e169","resourceVersion":"205"}},"patch":{"count":4,"lastTimestamp":null,"message":"m0"}}
{"ms":500,"of":3,"message":"m0","is":"patch","event":{"count":26,"firstTimestamp":"2026-01-01T00:58:05Z","metadata":{"name":"renamed-172","resourceVersion":"189"}},"patch":{"count":26,"lastTimestamp":"2026-01-01T01:27:40Z","message":"m0"}}
{"of":3,"message":"m0","is":"patch","event":{"count":27,"firstTimestamp":"2026-01-01T00:58:05Z","metadata":{"name":"renamed-172","resourceVersion":"189"}},"patch":{"count":27,"lastTimestamp":"2026-01-01T01:27:40Z","message":"m0"}}
{"answer":0,"set":{"count":32}}
{"ms":1000,"of":4,"message":"m0","is":"patch","event":{"count":10,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e5"}},"patch":{"count":10,"lastTimestamp":"2026-01-01T01:27:41Z","message":"m0"}}
{"answer":0}
{"of":3,"message":"m0","is":"patch","event":{"count":33,"firstTimestamp":"2026-01-01T00:58:05Z","metadata":{"name":"renamed-172","resourceVersion":"189"}},"patch":{"count":33,"lastTimestamp":"2026-01-01T01:27:41Z","message":"m0"}}
{"of":3,"message":"m0","is":"patch","event":{"count":34,"firstTimestamp":"2026-01-01T00:58:05Z","metadata":{"name":"renamed-172","resourceVersion":"189"}},"patch":{"count":34,"lastTimestamp":"2026-01-01T01:27:41Z","message":"m0"}}
{"of":1,"message":"m7","is":"create"}
{"ms":228774,"of":4,"message":"m3","is":"create"}
{"of":1,"message":"m9","is":"create"}
{"of":1,"message":"m1","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:10:29Z","metadata":{"name":"e50"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T01:31:30Z","message":"m1"}}
{"of":1,"message":"m9","is":"patch","event":{"count":2,"metadata":{"name":"e218"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:31:30Z","message":"m9"}}
{"ms":1877,"of":4,"message":"m7","is":"create"}
{"answer":14,"set":{"count":0}}
{"answer":0,"set":{"metadata":{"resourceVersion":"223"}}}
{"of":1,"message":"m4","is":"create"}
{"ms":3637,"of":1,"message":"m2","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:10:31Z","metadata":{"name":"e68"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:31:35Z","message":"m2"}}
{"of":1,"message":"m4","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:31:32Z","metadata":{"name":"e224"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:31:35Z","message":"m4"}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":1,"message":"m3","is":"create"}
{"of":5,"message":"m10","set":{"count":3},"is":"create"}
{"ms":7689,"of":3,"message":"m5","is":"create"}
{"of":1,"message":"m11","is":"create"}
{"ms":1000,"of":1,"message":"m1","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T00:10:29Z","metadata":{"name":"e50"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T01:31:44Z","message":"m1"}}
{"ms":2301,"of":5,"message":"m9","is":"create"}
{"answer":10,"set":{"metadata":{"resourceVersion":"234"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"235"}}}
{"of":1,"message":"m0","is":"create"}
{"of":1,"message":"m10","is":"create"}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":8862,"of":1,"message":"m1","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T00:10:29Z","metadata":{"name":"e50"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T01:31:55Z","message":"m1"}}
{"ms":500,"of":1,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:31:46Z","metadata":{"name":"e236"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:31:56Z","message":"m0"}}
{"ms":244,"of":1,"message":"m7","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:27:41Z","metadata":{"name":"e216"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:31:56Z","message":"m7"}}
{"answer":14,"set":{"metadata":{"resourceVersion":"242"}}}
{"ms":149999,"of":1,"message":"m7","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T01:27:41Z","metadata":{"name":"e216"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:34:26Z","message":"m7"}}
{"ms":500,"of":3,"message":"m0","is":"patch","event":{"count":35,"firstTimestamp":"2026-01-01T00:58:05Z","metadata":{"name":"renamed-172","resourceVersion":"189"}},"patch":{"count":35,"lastTimestamp":"2026-01-01T01:34:26Z","message":"m0"}}
{"answer":15,"set":{"count":0}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"247"}}}
{"ms":1000,"of":1,"message":"m8","is":"create","combined":true,"event":{"message":"(combined from similar events): m8","metadata":{"annotations":null,"labels":null,"name":"pod-0.1886777997eae440"},"reportingComponent":"","reportingInstance":""}}
{"ms":8894,"of":1,"message":"n249","is":"patch","combined":true,"event":{"count":2,"firstTimestamp":"2026-01-01T01:34:27Z","message":"(combined from similar events): n249","metadata":{"annotations":null,"labels":null,"name":"pod-0.1886777997eae440"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:34:36Z","message":"(combined from similar events): n249"}}
{"of":1,"message":"n250","is":"patch","combined":true,"event":{"count":3,"firstTimestamp":"2026-01-01T01:34:27Z","message":"(combined from similar events): n250","metadata":{"annotations":null,"labels":null,"name":"pod-0.1886777997eae440"},"reportingComponent":"","reportingInstance":""},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:34:36Z","message":"(combined from similar events): n250"}}
{"of":1,"message":"n251","is":"patch","combined":true,"event":{"count":4,"firstTimestamp":"2026-01-01T01:34:27Z","message":"(combined from similar events): n251","metadata":{"annotations":null,"labels":null,"name":"pod-0.1886777997eae440"},"reportingComponent":"","reportingInstance":""},"patch":{"count":4,"lastTimestamp":"2026-01-01T01:34:36Z","message":"(combined from similar events): n251"}}
{"answer":3,"set":{"count":6}}
{"answer":0,"set":{"metadata":{"resourceVersion":"253"}}}
{"ms":1000,"of":1,"message":"n254","is":"patch","combined":true,"event":{"count":5,"firstTimestamp":"2026-01-01T01:34:27Z","message":"(combined from similar events): n254","metadata":{"annotations":null,"labels":null,"name":"pod-0.1886777997eae440"},"reportingComponent":"","reportingInstance":""},"patch":{"count":5,"lastTimestamp":"2026-01-01T01:34:37Z","message":"(combined from similar events): n254"}}
{"of":2,"message":"m5","is":"create"}
{"ms":1000,"of":1,"message":"n256","is":"patch","combined":true,"event":{"count":6,"firstTimestamp":"2026-01-01T01:34:27Z","message":"(combined from similar events): n256","metadata":{"annotations":null,"labels":null,"name":"pod-0.1886777997eae440"},"reportingComponent":"","reportingInstance":""},"patch":{"count":6,"lastTimestamp":"2026-01-01T01:34:38Z","message":"(combined from similar events): n256"}}
{"of":1,"message":"n257","set":{"lastTimestamp":"1970-01-01T00:00:00Z"},"is":"patch","combined":true,"event":{"count":7,"firstTimestamp":"2026-01-01T01:34:27Z","lastTimestamp":"2026-01-01T01:34:38Z","message":"(combined from similar events): n257","metadata":{"annotations":null,"labels":null,"name":"pod-0.1886777997eae440"},"reportingComponent":"","reportingInstance":""},"patch":{"count":7,"lastTimestamp":"2026-01-01T01:34:38Z","message":"(combined from similar events): n257"}}
{"of":1,"message":"n258","is":"skip","combined":true}
{"of":1,"message":"n259","is":"skip","combined":true}
{"answer":0}
{"of":1,"message":"n261","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"262"}}}
{"of":5,"message":"m11","is":"create"}
{"answer":0}
{"of":1,"message":"n265","is":"skip","combined":true}
{"of":1,"message":"n266","is":"skip","combined":true}
{"of":5,"message":"m11","is":"patch","event":{"count":2,"metadata":{"name":"e263"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:34:38Z","message":"m11"}}
{"ms":7626,"of":4,"message":"m7","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:31:32Z","metadata":{"name":"e221","resourceVersion":"242"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:34:46Z","message":"m7"}}
{"of":1,"message":"n269","is":"skip","combined":true}
{"of":2,"message":"m11","is":"create"}
{"of":2,"message":"m11","is":"patch","event":{"count":2,"metadata":{"name":"e270"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:34:46Z","message":"m11"}}
{"of":1,"message":"n272","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"273"}}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":1,"message":"n275","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"276"}}}
{"ms":500,"of":4,"message":"m4","is":"create"}
{"of":1,"message":"n278","is":"skip","combined":true}
{"of":1,"message":"n279","is":"skip","combined":true}
{"of":2,"message":"m7","is":"create"}
{"answer":0,"set":{"metadata":{"name":"renamed-281"}}}
{"of":1,"message":"n282","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"name":"renamed-283"}}}
{"of":1,"message":"n284","is":"skip","combined":true}
{"ms":1000,"of":2,"message":"m0","is":"patch","event":{"count":11,"firstTimestamp":"2026-01-01T00:10:37Z","metadata":{"name":"e82","resourceVersion":"83"}},"patch":{"count":11,"lastTimestamp":"2026-01-01T01:34:47Z","message":"m0"}}
{"answer":7,"set":{"metadata":{"name":"renamed-286"}}}
{"of":1,"message":"n287","is":"skip","combined":true}
{"ms":1507,"of":1,"message":"n288","is":"skip","combined":true}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":2,"message":"m5","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:34:37Z","metadata":{"name":"e255"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:34:49Z","message":"m5"}}
{"answer":15}
{"answer":0,"set":{"count":0}}
{"of":1,"message":"n293","is":"skip","combined":true}
{"ms":500,"of":1,"message":"n294","set":{"lastTimestamp":"1970-01-01T00:00:00Z"},"is":"skip","combined":true}
{"ms":1000,"of":1,"message":"n295","is":"skip","combined":true}
{"of":4,"message":"m3","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:31:30Z","metadata":{"name":"e217"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:34:50Z","message":"m3"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"297"}}}
{"ms":7258,"of":0,"message":"m3","is":"create"}
{"of":4,"message":"m10","is":"create"}
{"of":3,"message":"m4","is":"skip"}
{"answer":0,"set":{"message":"m0"}}
{"of":3,"message":"m8","set":{"count":0},"is":"skip"}
{"answer":19,"set":{"count":0}}
{"answer":0,"set":{"count":0}}
{"ms":3409,"of":4,"message":"m10","is":"create"}
{"ms":9589,"of":3,"message":"m10","is":"skip"}
{"of":4,"message":"m8","is":"create"}
{"ms":1000,"of":2,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:10:29Z","metadata":{"name":"e51"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:35:12Z","message":"m1"}}
{"of":5,"message":"m5","is":"create"}
{"ms":500,"of":4,"message":"m2","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:10:47Z","metadata":{"name":"e87"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:35:12Z","message":"m2"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"311"}}}
{"ms":500,"of":4,"message":"m1","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:10:31Z","metadata":{"name":"e67"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T01:35:13Z","message":"m1"}}
{"of":4,"message":"m8","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:35:11Z","metadata":{"name":"e307"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:35:13Z","message":"m8"}}
{"ms":299999,"of":1,"message":"n314","is":"patch","combined":true,"event":{"count":25,"firstTimestamp":"2026-01-01T01:34:27Z","message":"(combined from similar events): n314","metadata":{"annotations":null,"labels":null,"name":"pod-0.1886777997eae440"},"reportingComponent":"","reportingInstance":""},"patch":{"count":25,"lastTimestamp":"2026-01-01T01:40:13Z","message":"(combined from similar events): n314"}}
{"ms":500,"of":4,"message":"m1","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:10:31Z","metadata":{"name":"e67"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T01:40:13Z","message":"m1"}}
{"of":4,"message":"m4","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:34:46Z","metadata":{"name":"e277"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:40:13Z","message":"m4"}}
{"ms":500,"of":4,"message":"m8","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T01:35:11Z","metadata":{"name":"e307"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:40:14Z","message":"m8"}}
{"ms":2080,"of":4,"message":"m8","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T01:35:11Z","metadata":{"name":"e307"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T01:40:16Z","message":"m8"}}
{"ms":8303,"of":4,"message":"m4","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T01:34:46Z","metadata":{"name":"e277"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:40:24Z","message":"m4"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"320"}}}
{"of":2,"message":"m0","is":"patch","event":{"count":12,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e82","resourceVersion":"83"}},"patch":{"count":12,"lastTimestamp":"2026-01-01T01:40:24Z","message":"m0"}}
{"of":2,"message":"m2","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:10:56Z","metadata":{"name":"e103"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:40:24Z","message":"m2"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"323"}}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":2,"message":"m1","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:10:29Z","metadata":{"name":"e51"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:40:24Z","message":"m1"}}
{"ms":1000,"of":2,"message":"m2","is":"patch","event":{"count":4,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e103"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T01:40:25Z","message":"m2"}}
{"of":2,"message":"m1","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:10:29Z","metadata":{"name":"e51"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T01:40:25Z","message":"m1"}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":2,"message":"m0","is":"patch","event":{"count":13,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e82","resourceVersion":"83"}},"patch":{"count":13,"lastTimestamp":"2026-01-01T01:40:25Z","message":"m0"}}
{"of":2,"message":"m2","is":"patch","event":{"count":5,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e103"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T01:40:25Z","message":"m2"}}
{"answer":0,"set":{"count":0}}
{"ms":3777,"of":1,"message":"n332","is":"skip","combined":true}
{"of":2,"message":"m2","is":"create"}
{"ms":500,"of":0,"message":"m1","is":"patch","event":{"count":18,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e9","resourceVersion":"147"}},"patch":{"count":18,"lastTimestamp":"2026-01-01T01:40:29Z","message":"m1"}}
{"answer":12,"set":{"message":"m0"}}
{"ms":1000,"of":2,"message":"m0","is":"patch","event":{"count":14,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e82","resourceVersion":"83"}},"patch":{"count":14,"lastTimestamp":"2026-01-01T01:40:30Z","message":"m0"}}
{"ms":8863,"of":4,"message":"m1","set":{"count":0},"is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:10:31Z","metadata":{"name":"e67"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T01:40:39Z","message":"m1"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"338"}}}
{"of":2,"message":"m0","is":"patch","event":{"count":15,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e82","resourceVersion":"83"}},"patch":{"count":15,"lastTimestamp":"2026-01-01T01:40:39Z","message":"m0"}}
{"ms":3795,"of":0,"message":"m0","is":"patch","event":{"count":22,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"renamed-36","resourceVersion":"112"}},"patch":{"count":22,"lastTimestamp":"2026-01-01T01:40:43Z","message":"m0"}}
{"ms":9930,"of":2,"message":"m0","is":"patch","event":{"count":16,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e82","resourceVersion":"83"}},"patch":{"count":16,"lastTimestamp":"2026-01-01T01:40:53Z","message":"m0"}}
{"of":2,"message":"m2","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:40:29Z","metadata":{"name":"e333"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:40:53Z","message":"m2"}}
{"ms":1000,"of":2,"message":"m2","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T01:40:29Z","metadata":{"name":"e333"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:40:54Z","message":"m2"}}
{"of":0,"message":"m1","is":"patch","event":{"count":19,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e9","resourceVersion":"147"}},"patch":{"count":19,"lastTimestamp":"2026-01-01T01:40:54Z","message":"m1"}}
{"of":2,"message":"m0","is":"patch","event":{"count":17,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e82","resourceVersion":"83"}},"patch":{"count":17,"lastTimestamp":"2026-01-01T01:40:54Z","message":"m0"}}
{"of":2,"message":"m0","is":"patch","event":{"count":18,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e82","resourceVersion":"83"}},"patch":{"count":18,"lastTimestamp":"2026-01-01T01:40:54Z","message":"m0"}}
{"of":2,"message":"m1","is":"patch","event":{"count":5,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e51"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T01:40:54Z","message":"m1"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"348"}}}
{"of":2,"message":"m2","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T01:40:29Z","metadata":{"name":"e333"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T01:40:54Z","message":"m2"}}
{"ms":3521,"of":2,"message":"m2","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T01:40:29Z","metadata":{"name":"e333"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T01:40:57Z","message":"m2"}}
{"answer":0,"set":{"message":"m0"}}
{"ms":500,"of":2,"message":"m0","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T01:40:29Z","metadata":{"name":"e333"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T01:40:58Z","message":"m0"}}
{"ms":1000,"of":2,"message":"m1","is":"skip"}
{"ms":500,"of":2,"message":"m0","is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"355"}}}
{"of":0,"message":"m0","is":"patch","event":{"count":23,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"renamed-36","resourceVersion":"112"}},"patch":{"count":23,"lastTimestamp":"2026-01-01T01:40:59Z","message":"m0"}}
{"of":5,"message":"m2","is":"create"}
{"ms":1982,"of":2,"message":"m0","is":"skip"}
{"of":2,"message":"m0","is":"skip"}
{"of":2,"message":"m2","is":"skip"}
{"of":2,"message":"m2","is":"skip"}
{"ms":1000,"of":2,"message":"m2","is":"skip"}
{"of":5,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:10:31Z","metadata":{"name":"e70"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:41:02Z","message":"m1"}}
{"of":2,"message":"m1","set":{"count":2},"is":"skip"}
{"of":2,"message":"m1","is":"skip"}
{"answer":0,"set":{"message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"367"}}}
{"ms":500,"of":3,"message":"m1","is":"patch","event":{"count":10,"firstTimestamp":"2026-01-01T00:00:02Z","metadata":{"name":"renamed-16","resourceVersion":"115"}},"patch":{"count":10,"lastTimestamp":"2026-01-01T01:41:03Z","message":"m1"}}
{"ms":186,"of":2,"message":"m0","is":"skip"}
{"of":2,"message":"m1","is":"skip"}
{"ms":1000,"of":2,"message":"m2","is":"skip"}
{"of":2,"message":"m2","is":"skip"}
{"answer":6,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":0,"set":{"count":15}}
{"of":2,"message":"m2","is":"skip"}
{"of":4,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T01:34:46Z","metadata":{"name":"e277"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:41:04Z","message":"m0"}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":17,"set":{"count":11}}
{"of":2,"message":"m1","is":"skip"}
{"of":2,"message":"m2","is":"skip"}
{"of":4,"message":"m2","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:10:47Z","metadata":{"name":"e87","resourceVersion":"311"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:41:04Z","message":"m2"}}
{"of":1,"message":"n382","is":"skip","combined":true}
{"of":2,"message":"m0","is":"skip"}
{"ms":500,"of":2,"message":"m1","is":"skip"}
{"of":2,"message":"m1","set":{"count":0},"is":"skip"}
{"answer":16,"set":{"metadata":{"resourceVersion":"386"}}}
{"answer":6,"set":{"metadata":{"resourceVersion":"387"}}}
{"answer":5,"set":{"metadata":{"resourceVersion":"388"}}}
{"answer":0,"set":{"message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"390"}}}
{"ms":8356,"of":2,"message":"m1","is":"skip"}
{"of":2,"message":"m1","is":"skip"}
{"ms":1000,"of":0,"message":"m1","is":"patch","event":{"count":20,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e9","resourceVersion":"147"}},"patch":{"count":20,"lastTimestamp":"2026-01-01T01:41:14Z","message":"m1"}}
{"ms":5154,"of":2,"message":"m2","is":"skip"}
{"ms":500,"of":2,"message":"m2","is":"skip"}
{"of":0,"message":"m0","is":"patch","event":{"count":24,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"renamed-36","resourceVersion":"388"}},"patch":{"count":24,"lastTimestamp":"2026-01-01T01:41:20Z","message":"m0"}}
{"of":2,"message":"m1","is":"skip"}
{"of":2,"message":"m1","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"skip"}
{"ms":4668,"of":2,"message":"m1","is":"skip"}
{"story":"the defaults, many objects","options":{},"subjects":[{"involvedObject":{"kind":"Pod","name":"pod-0","namespace":"default"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-0","namespace":"default","uid":"uid-0"},"metadata":{"annotations":{"n":"1"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-1","namespace":"default","uid":"uid-0"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-1","namespace":"default"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Normal"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{0}","kind":"Pod","name":"pod-2","uid":"uid-1"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-2","uid":"uid-1"},"metadata":{"annotations":{"n":"5"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Warning"},{"involvedObject":{"kind":"Pod","name":"pod-3"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-3","uid":"uid-1"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-4","namespace":"default","uid":"uid-2"},"reason":"Pulled","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{1}","kind":"Pod","name":"pod-4","namespace":"default"},"metadata":{"annotations":{"n":"9"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-5","namespace":"default","uid":"uid-2"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-5","namespace":"default","uid":"uid-2"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Warning"},{"involvedObject":{"kind":"Pod","name":"pod-6"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-6","uid":"uid-3"},"metadata":{"annotations":{"n":"13"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","type":"Normal"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{0}","kind":"Pod","name":"pod-7","uid":"uid-3"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-7"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-8","namespace":"default","uid":"uid-4"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-8","namespace":"default","uid":"uid-4"},"metadata":{"annotations":{"n":"17"},"labels":{"app":"web"}},"reason":"BackOff","source":{"component":"kubelet","host":"node-1"},"type":"Warning"},{"involvedObject":{"kind":"Pod","name":"pod-9","namespace":"default"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{1}","kind":"Pod","name":"pod-9","namespace":"default","uid":"uid-4"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-10","uid":"uid-5"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-10"},"metadata":{"annotations":{"n":"21"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-11","uid":"uid-5"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-11","uid":"uid-5"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Warning"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{0}","kind":"Pod","name":"pod-12","namespace":"default"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-12","namespace":"default","uid":"uid-6"},"metadata":{"annotations":{"n":"25"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-13","namespace":"default","uid":"uid-6"},"reason":"Pulled","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-13","namespace":"default"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-14","uid":"uid-7"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{1}","kind":"Pod","name":"pod-14","uid":"uid-7"},"metadata":{"annotations":{"n":"29"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Warning"},{"involvedObject":{"kind":"Pod","name":"pod-15"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-15","uid":"uid-7"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-16","namespace":"default","uid":"uid-8"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-16","namespace":"default"},"metadata":{"annotations":{"n":"33"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{0}","kind":"Pod","name":"pod-17","namespace":"default","uid":"uid-8"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-17","namespace":"default","uid":"uid-8"},"reason":"BackOff","source":{"component":"scheduler","host":"node-1"},"type":"Warning"},{"involvedObject":{"kind":"Pod","name":"pod-18"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-18","uid":"uid-9"},"metadata":{"annotations":{"n":"37"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-19","uid":"uid-9"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{1}","kind":"Pod","name":"pod-19"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Normal"}]}
{"ms":8636,"of":0,"message":"m2","is":"create"}
{"of":0,"message":"m1","is":"create"}
{"of":0,"message":"m0","is":"create"}
{"of":0,"message":"m2","is":"patch","event":{"count":2,"metadata":{"name":"e0"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:00:08Z","message":"m2"}}
{"answer":0,"set":{"message":"m0"}}
{"answer":0}
{"answer":0,"set":{"message":"m0"}}
{"of":0,"message":"m1","is":"patch","event":{"count":2,"metadata":{"name":"e1"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:00:08Z","message":"m1"}}
{"of":0,"message":"m1","is":"patch","event":{"count":3,"metadata":{"name":"e1"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:00:08Z","message":"m1"}}
{"ms":500,"of":0,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e0"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:00:09Z","message":"m0"}}
{"answer":5,"set":{"message":"m0"}}
{"of":0,"message":"m1","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e1"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:00:09Z","message":"m1"}}
{"of":25,"message":"m2","is":"create"}
{"of":28,"message":"m0","is":"create"}
{"of":0,"message":"m1","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e1"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:00:09Z","message":"m1"}}
{"of":6,"message":"m0","is":"create"}
{"ms":149999,"of":0,"message":"m2","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e0"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:02:39Z","message":"m2"}}
{"ms":299999,"of":0,"message":"m1","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e1"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:07:39Z","message":"m1"}}
{"ms":500,"of":0,"message":"m2","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e0"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:07:39Z","message":"m2"}}
{"ms":1936277,"of":0,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e1"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:39:55Z","message":"m0"}}
{"answer":0,"set":{"count":7}}
{"ms":500,"of":0,"message":"m0","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e1"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:39:56Z","message":"m0"}}
{"of":5,"message":"m0","is":"create"}
{"ms":2948,"of":0,"message":"m1","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e1"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:39:59Z","message":"m1"}}
{"answer":0,"set":{"message":"m0"}}
{"ms":1000,"of":0,"message":"m1","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e1"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:40:00Z","message":"m1"}}
{"of":31,"message":"m2","set":{"message":""},"is":"create"}
{"ms":600000,"of":31,"message":"m1","is":"create"}
{"of":15,"message":"m1","is":"create"}
{"answer":0,"set":{"count":0}}
{"of":0,"message":"m1","is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e1"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:50:00Z","message":"m1"}}
{"ms":5684,"of":17,"message":"m0","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"32"}}}
{"ms":1000,"of":36,"message":"m2","is":"create"}
{"of":0,"message":"m0","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e1"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:50:07Z","message":"m0"}}
{"of":0,"message":"m0","is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e1"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:50:07Z","message":"m0"}}
{"of":0,"message":"m1","is":"patch","event":{"count":10,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e1"}},"patch":{"count":10,"lastTimestamp":"2026-01-01T00:50:07Z","message":"m1"}}
{"of":0,"message":"m2","set":{"message":""},"is":"create"}
{"of":11,"message":"m0","is":"create"}
{"of":0,"message":"m0","is":"patch","event":{"count":10,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e1"}},"patch":{"count":10,"lastTimestamp":"2026-01-01T00:50:07Z","message":"m0"}}
{"of":38,"message":"m2","is":"create"}
{"of":0,"message":"m2","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e0"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:50:07Z","message":"m2"}}
{"answer":14,"set":{"count":13}}
{"of":0,"message":"m0","is":"patch","event":{"count":11,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e1"}},"patch":{"count":11,"lastTimestamp":"2026-01-01T00:50:07Z","message":"m0"}}
{"of":0,"message":"m1","is":"patch","event":{"count":14,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e1"}},"patch":{"count":14,"lastTimestamp":"2026-01-01T00:50:07Z","message":"m1"}}
{"of":8,"message":"m2","is":"create"}
{"of":26,"message":"m2","is":"create"}
{"ms":500,"of":22,"message":"m1","is":"create"}
{"answer":0}
{"answer":19,"set":{"count":0}}
{"answer":0,"set":{"metadata":{"resourceVersion":"50"}}}
{"answer":10,"set":{"count":15}}
{"answer":11,"set":{"metadata":{"resourceVersion":"52"}}}
{"answer":13,"set":{"metadata":{"resourceVersion":"53"}}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":5,"set":{"count":0}}
{"answer":0}
{"ms":600000,"of":34,"message":"m2","is":"create"}
{"of":0,"message":"m1","is":"patch","event":{"count":16,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e1"}},"patch":{"count":16,"lastTimestamp":"2026-01-01T01:00:07Z","message":"m1"}}
{"answer":0,"set":{"count":21}}
{"ms":8449,"of":0,"message":"m0","is":"patch","event":{"count":10,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e1","resourceVersion":"52"}},"patch":{"count":10,"lastTimestamp":"2026-01-01T01:00:15Z","message":"m0"}}
{"ms":1000,"of":0,"message":"m0","is":"patch","event":{"count":11,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e1","resourceVersion":"52"}},"patch":{"count":11,"lastTimestamp":"2026-01-01T01:00:16Z","message":"m0"}}
{"of":30,"message":"m0","is":"create"}
{"ms":500,"of":10,"message":"m1","is":"create"}
{"ms":2552,"of":0,"message":"m0","set":{"message":""},"is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:50:07Z","metadata":{"name":"e37"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:00:20Z"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"66"}}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":32,"message":"m1","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"69"}}}
{"ms":4459,"of":19,"message":"m2","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"71"}}}
{"of":9,"message":"m0","is":"create"}
{"ms":2593,"of":0,"message":"m2","is":"create"}
{"of":8,"message":"m1","is":"create"}
{"answer":16,"set":{"metadata":{"resourceVersion":"75"}}}
{"of":29,"message":"m0","is":"create"}
{"of":38,"message":"m2","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:50:07Z","metadata":{"name":"e40"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:00:27Z","message":"m2"}}
{"answer":0,"set":{"count":7}}
{"of":0,"message":"m2","is":"patch","event":{"count":2,"metadata":{"name":"e73"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:00:27Z","message":"m2"}}
{"answer":0,"set":{"metadata":{"name":"renamed-80"}}}
{"answer":0,"set":{"count":7}}
{"answer":0,"set":{"metadata":{"resourceVersion":"82"}}}
{"of":19,"message":"m0","is":"create"}
{"of":0,"message":"m0","is":"patch","event":{"count":12,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e1","resourceVersion":"75"}},"patch":{"count":12,"lastTimestamp":"2026-01-01T01:00:27Z","message":"m0"}}
{"of":0,"message":"m2","is":"patch","event":{"count":3,"metadata":{"name":"e73","resourceVersion":"82"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:00:27Z","message":"m2"}}
{"of":19,"message":"m1","is":"create"}
{"of":0,"message":"m1","set":{"lastTimestamp":null},"is":"patch","event":{"count":22,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e1"}},"patch":{"count":22,"lastTimestamp":null,"message":"m1"}}
{"ms":1000,"of":0,"message":"m2","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T01:00:27Z","metadata":{"name":"e73","resourceVersion":"82"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T01:00:28Z","message":"m2"}}
{"of":0,"message":"m2","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T01:00:27Z","metadata":{"name":"e73","resourceVersion":"82"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T01:00:28Z","message":"m2"}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":1000,"of":0,"message":"m2","is":"patch","event":{"count":6,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e73","resourceVersion":"82"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T01:00:29Z","message":"m2"}}
{"answer":0,"set":{"metadata":{"name":"renamed-92"}}}
{"ms":500,"of":0,"message":"m1","is":"skip"}
{"ms":1000,"of":22,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:50:07Z","metadata":{"name":"e47"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:00:30Z","message":"m1"}}
{"ms":150001,"of":0,"message":"m1","is":"skip"}
{"ms":1000,"of":0,"message":"m1","is":"skip"}
{"ms":1363,"of":15,"message":"m1","is":"create"}
{"of":0,"message":"m2","is":"skip"}
{"of":0,"message":"m2","is":"skip"}
{"ms":6451,"of":0,"message":"m1","is":"skip"}
{"of":0,"message":"m0","is":"skip"}
{"ms":150001,"of":29,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:00:27Z","metadata":{"name":"e76"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:05:39Z","message":"m0"}}
{"answer":0,"set":{"metadata":{"name":"renamed-103"}}}
{"answer":10,"set":{"metadata":{"resourceVersion":"104"}}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":0,"message":"m0","is":"patch","event":{"count":14,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e1","resourceVersion":"75"}},"patch":{"count":14,"lastTimestamp":"2026-01-01T01:05:39Z","message":"m0"}}
{"ms":500,"of":5,"message":"m1","set":{"message":""},"is":"create"}
{"of":0,"message":"m1","set":{"lastTimestamp":null},"is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"109"}}}
{"of":0,"message":"m0","is":"skip"}
{"ms":4715,"of":21,"message":"m1","is":"create"}
{"of":0,"message":"m0","is":"skip"}
{"of":3,"message":"m1","is":"create"}
{"of":0,"message":"m1","is":"skip"}
{"of":0,"message":"m1","is":"skip"}
{"answer":13,"set":{"count":17}}
{"answer":0,"set":{"count":6}}
{"of":23,"message":"m1","is":"create"}
{"answer":0}
{"ms":500,"of":31,"message":"m2","is":"create"}
{"of":0,"message":"m1","is":"skip"}
{"ms":1000,"of":24,"message":"m0","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"123"}}}
{"of":0,"message":"m2","is":"skip"}
{"answer":0,"set":{"count":6}}
{"ms":500,"of":22,"message":"m0","is":"create"}
{"of":22,"message":"m0","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"patch","event":{"count":2,"metadata":{"name":"e126"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:05:46Z","message":"m0"}}
{"ms":1096,"of":22,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T01:05:46Z","metadata":{"name":"e126"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:05:47Z","message":"m0"}}
{"answer":0}
{"ms":299999,"of":22,"message":"m0","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T01:05:46Z","metadata":{"name":"e126"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T01:10:47Z","message":"m0"}}
{"ms":1000,"of":1,"message":"m0","is":"create"}
{"of":22,"message":"m0","set":{"count":3},"is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T01:05:46Z","metadata":{"name":"e126"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T01:10:48Z","message":"m0"}}
{"of":22,"message":"m0","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T01:05:46Z","metadata":{"name":"e126"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T01:10:48Z","message":"m0"}}
{"of":22,"message":"m0","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T01:05:46Z","metadata":{"name":"e126"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T01:10:48Z","message":"m0"}}
{"of":31,"message":"m2","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:05:45Z","metadata":{"name":"e120"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:10:48Z","message":"m2"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"136"}}}
{"answer":0,"set":{"metadata":{"name":"renamed-137"}}}
{"ms":4770,"of":31,"message":"m0","is":"create"}
{"answer":0}
{"answer":0,"set":{"metadata":{"resourceVersion":"140"}}}
{"ms":1000,"of":31,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:10:53Z","metadata":{"name":"e138","resourceVersion":"140"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:10:54Z","message":"m0"}}
{"of":31,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:50:00Z","metadata":{"name":"e27"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:10:54Z","message":"m1"}}
{"ms":1000,"of":24,"message":"m1","is":"create"}
{"of":18,"message":"m1","is":"create"}
{"ms":2486,"of":34,"message":"m2","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:00:07Z","metadata":{"name":"e58"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:10:57Z","message":"m2"}}
{"of":31,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T01:10:53Z","metadata":{"name":"e138","resourceVersion":"140"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:10:57Z","message":"m0"}}
{"ms":1000,"of":31,"message":"m2","set":{"message":""},"is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:40:00Z","metadata":{"name":"e26"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:10:58Z"}}
{"of":31,"message":"m2","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T01:05:45Z","metadata":{"name":"renamed-137"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:10:58Z","message":"m2"}}
{"of":8,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:00:27Z","metadata":{"name":"e74"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:10:58Z","message":"m1"}}
{"of":31,"message":"m0","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T01:10:53Z","metadata":{"name":"e138","resourceVersion":"140"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T01:10:58Z","message":"m0"}}
{"ms":1000,"of":11,"message":"m2","is":"create"}
{"ms":5038,"of":31,"message":"m2","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T01:05:45Z","metadata":{"name":"renamed-137"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T01:11:05Z","message":"m2"}}
{"ms":1000,"of":31,"message":"m1","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:50:00Z","metadata":{"name":"e27"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:11:06Z","message":"m1"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"154"}}}
{"of":23,"message":"m2","is":"create"}
{"ms":3492,"of":31,"message":"m2","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T01:05:45Z","metadata":{"name":"renamed-137"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T01:11:09Z","message":"m2"}}
{"of":31,"message":"m2","set":{"lastTimestamp":null},"is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T01:05:45Z","metadata":{"name":"renamed-137"}},"patch":{"count":6,"lastTimestamp":null,"message":"m2"}}
{"of":31,"message":"m1","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:50:00Z","metadata":{"name":"e27","resourceVersion":"154"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T01:11:09Z","message":"m1"}}
{"of":31,"message":"m2","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T01:05:45Z","metadata":{"name":"renamed-137"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T01:11:09Z","message":"m2"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"160"}}}
{"ms":500,"of":10,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:00:17Z","metadata":{"name":"e64"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:11:10Z","message":"m1"}}
{"of":31,"message":"m0","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T01:10:53Z","metadata":{"name":"e138","resourceVersion":"140"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T01:11:10Z","message":"m0"}}
{"ms":500,"of":31,"message":"m1","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:50:00Z","metadata":{"name":"e27","resourceVersion":"154"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T01:11:10Z","message":"m1"}}
{"of":31,"message":"m2","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T01:05:45Z","metadata":{"name":"renamed-137","resourceVersion":"160"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T01:11:10Z","message":"m2"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"165"}}}
{"ms":350516,"of":31,"message":"m2","is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T01:05:45Z","metadata":{"name":"renamed-137","resourceVersion":"165"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T01:17:01Z","message":"m2"}}
{"of":10,"message":"m1","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T01:00:17Z","metadata":{"name":"e64"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:17:01Z","message":"m1"}}
{"of":31,"message":"m1","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:50:00Z","metadata":{"name":"e27","resourceVersion":"154"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T01:17:01Z","message":"m1"}}
{"of":35,"message":"m2","is":"create"}
{"ms":6086,"of":31,"message":"m2","is":"patch","event":{"count":10,"firstTimestamp":"2026-01-01T01:05:45Z","metadata":{"name":"renamed-137","resourceVersion":"165"}},"patch":{"count":10,"lastTimestamp":"2026-01-01T01:17:07Z","message":"m2"}}
{"ms":1000,"of":16,"message":"m1","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"create"}
{"ms":827084,"of":2,"message":"m2","is":"create"}
{"of":38,"message":"m1","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"create"}
{"ms":500,"of":31,"message":"m1","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T00:50:00Z","metadata":{"name":"e27","resourceVersion":"154"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T01:30:55Z","message":"m1"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"175"}}}
{"ms":1000,"of":31,"message":"m0","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T01:10:53Z","metadata":{"name":"e138","resourceVersion":"140"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T01:30:56Z","message":"m0"}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":31,"message":"m0","is":"patch","event":{"count":7,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e138","resourceVersion":"140"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T01:30:56Z","message":"m0"}}
{"of":31,"message":"m1","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T00:50:00Z","metadata":{"name":"e27","resourceVersion":"175"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T01:30:56Z","message":"m1"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"180"}}}
{"answer":0,"set":{"message":"m0"}}
{"answer":0,"set":{"metadata":{"name":"renamed-182"}}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":39,"message":"m1","is":"create"}
{"of":31,"message":"m2","is":"patch","event":{"count":11,"firstTimestamp":"2026-01-01T01:05:45Z","metadata":{"name":"renamed-137","resourceVersion":"165"}},"patch":{"count":11,"lastTimestamp":"2026-01-01T01:30:56Z","message":"m2"}}
{"ms":10000,"of":31,"message":"m0","is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T00:50:00Z","metadata":{"name":"e27","resourceVersion":"175"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T01:31:06Z","message":"m0"}}
{"answer":15,"set":{"metadata":{"resourceVersion":"187"}}}
{"ms":500,"of":31,"message":"m1","is":"patch","event":{"count":9,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e27","resourceVersion":"175"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T01:31:07Z","message":"m1"}}
{"of":31,"message":"m2","set":{"lastTimestamp":null},"is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T01:05:45Z","metadata":{"name":"renamed-137","resourceVersion":"187"}},"patch":{"count":9,"lastTimestamp":null,"message":"m2"}}
{"of":31,"message":"m1","is":"patch","event":{"count":10,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e27","resourceVersion":"175"}},"patch":{"count":10,"lastTimestamp":"2026-01-01T01:31:07Z","message":"m1"}}
{"ms":1000,"of":31,"message":"m0","is":"skip"}
{"of":31,"message":"m1","is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"193"}}}
{"of":31,"message":"m0","is":"skip"}
{"of":38,"message":"m0","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"create"}
{"of":31,"message":"m1","is":"skip"}
{"of":31,"message":"m1","set":{"count":3},"is":"skip"}
{"ms":1000,"of":28,"message":"m1","is":"create"}
{"ms":500,"of":16,"message":"m2","is":"create"}
{"of":31,"message":"m0","is":"skip"}
{"answer":0}
{"answer":0,"set":{"count":0}}
{"of":31,"message":"m1","is":"skip"}
{"of":31,"message":"m0","is":"skip"}
{"of":15,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:03:02Z","metadata":{"name":"e97"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:31:09Z","message":"m1"}}
{"of":31,"message":"m1","is":"skip"}
{"answer":0,"set":{"metadata":{"name":"renamed-207"}}}
{"answer":0}
{"ms":600000,"of":31,"message":"m0","is":"patch","event":{"count":14,"firstTimestamp":"2026-01-01T00:50:00Z","metadata":{"name":"e27","resourceVersion":"175"}},"patch":{"count":14,"lastTimestamp":"2026-01-01T01:41:09Z","message":"m0"}}
{"ms":8279,"of":31,"message":"m0","is":"patch","event":{"count":15,"firstTimestamp":"2026-01-01T00:50:00Z","metadata":{"name":"e27","resourceVersion":"175"}},"patch":{"count":15,"lastTimestamp":"2026-01-01T01:41:17Z","message":"m0"}}
{"of":31,"message":"m0","is":"skip"}
{"of":31,"message":"m1","is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"213"}}}
{"of":37,"message":"m1","is":"create"}
{"answer":0,"set":{"count":0}}
{"of":6,"message":"m2","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"217"}}}
{"of":31,"message":"m2","is":"skip"}
{"answer":11,"set":{"metadata":{"resourceVersion":"219"}}}
{"ms":7967,"of":2,"message":"m1","is":"create"}
{"ms":5752,"of":31,"message":"m2","is":"skip"}
{"of":29,"message":"m2","is":"create"}
{"ms":1000,"of":5,"message":"m1","is":"create"}
{"of":31,"message":"m0","is":"skip"}
{"of":32,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:00:20Z","metadata":{"name":"e68","resourceVersion":"69"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:41:32Z","message":"m1"}}
{"ms":9046,"of":31,"message":"m1","is":"skip"}
{"answer":0,"set":{"metadata":{"name":"renamed-227"}}}
{"ms":8218,"of":5,"message":"m2","is":"create"}
{"of":31,"message":"m1","is":"skip"}
{"answer":0,"set":{"count":0}}
{"answer":0,"set":{"count":0}}
{"of":31,"message":"m1","is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"233"}}}
{"of":31,"message":"m0","is":"skip"}
{"of":31,"message":"m2","is":"skip"}
{"answer":6,"set":{"metadata":{"resourceVersion":"236"}}}
{"ms":7786,"of":30,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:00:16Z","metadata":{"name":"e63"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:41:57Z","message":"m0"}}
{"of":23,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:05:44Z","metadata":{"name":"e118"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:41:57Z","message":"m1"}}
{"ms":838,"of":31,"message":"m0","is":"skip"}
{"answer":1,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"241"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"242"}}}
{"of":31,"message":"m2","is":"skip"}
{"ms":2190,"of":5,"message":"m2","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:41:49Z","metadata":{"name":"e228","resourceVersion":"233"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:42:00Z","message":"m2"}}
{"ms":2684,"of":31,"message":"m2","is":"skip"}
{"of":31,"message":"m2","is":"skip"}
{"answer":0,"set":{"message":"m0"}}
{"of":39,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:30:56Z","metadata":{"name":"e184"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:42:03Z","message":"m1"}}
{"ms":6161,"of":31,"message":"m0","is":"skip"}
{"of":31,"message":"m2","is":"skip"}
{"ms":1000,"of":31,"message":"m0","is":"skip"}
{"answer":10,"set":{"metadata":{"name":"renamed-252"}}}
{"of":13,"message":"m1","is":"create"}
{"answer":0,"set":{"message":"m0"}}
{"of":16,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:17:08Z","metadata":{"name":"e171"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:42:10Z","message":"m1"}}
{"ms":1000,"of":5,"message":"m2","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T01:41:49Z","metadata":{"name":"e228","resourceVersion":"233"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:42:11Z","message":"m2"}}
{"ms":500,"of":20,"message":"m0","is":"create"}
{"of":31,"message":"m2","is":"skip"}
{"ms":1000,"of":31,"message":"m2","is":"skip"}
{"of":31,"message":"m0","is":"skip"}
{"answer":0,"set":{"count":0}}
{"answer":0,"set":{"metadata":{"resourceVersion":"262"}}}
{"of":21,"message":"m2","is":"create"}
{"answer":0}
{"of":30,"message":"m1","is":"create"}
{"of":31,"message":"m1","is":"skip"}
{"of":31,"message":"m0","is":"skip"}
{"of":22,"message":"m2","is":"create"}
{"of":31,"message":"m1","is":"skip"}
{"of":31,"message":"m1","is":"skip"}
{"answer":5,"set":{"metadata":{"resourceVersion":"271"}}}
{"answer":0,"set":{"count":6}}
{"of":31,"message":"m1","is":"skip"}
{"ms":1000,"of":31,"message":"m2","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"skip"}
{"answer":15,"set":{"metadata":{"resourceVersion":"275"}}}
{"answer":16,"set":{"metadata":{"resourceVersion":"276"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"277"}}}
{"of":31,"message":"m2","is":"skip"}
{"of":31,"message":"m0","is":"skip"}
{"of":31,"message":"m1","is":"skip"}
{"ms":300001,"of":31,"message":"m1","is":"patch","event":{"count":24,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e27","resourceVersion":"193"}},"patch":{"count":24,"lastTimestamp":"2026-01-01T01:47:14Z","message":"m1"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"282"}}}
{"ms":2835,"of":10,"message":"m0","set":{"lastTimestamp":null},"is":"create"}
{"ms":919744,"of":31,"message":"m0","is":"patch","event":{"count":18,"firstTimestamp":"2026-01-01T00:50:00Z","metadata":{"name":"e27","resourceVersion":"219"}},"patch":{"count":18,"lastTimestamp":"2026-01-01T02:02:36Z","message":"m0"}}
{"of":31,"message":"m0","is":"patch","event":{"count":19,"firstTimestamp":"2026-01-01T00:50:00Z","metadata":{"name":"e27","resourceVersion":"219"}},"patch":{"count":19,"lastTimestamp":"2026-01-01T02:02:36Z","message":"m0"}}
{"answer":6,"set":{"metadata":{"resourceVersion":"286"}}}
{"of":32,"message":"m1","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T01:00:20Z","metadata":{"name":"renamed-227","resourceVersion":"69"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T02:02:36Z","message":"m1"}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":1000,"of":31,"message":"m1","set":{"count":3},"is":"patch","event":{"count":25,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e27","resourceVersion":"282"}},"patch":{"count":25,"lastTimestamp":"2026-01-01T02:02:37Z","message":"m1"}}
{"of":10,"message":"m2","is":"create"}
{"ms":1011,"of":11,"message":"m1","is":"create"}
{"of":19,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:00:27Z","metadata":{"name":"e83","resourceVersion":"104"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T02:02:38Z","message":"m0"}}
{"answer":0}
{"of":31,"message":"m0","set":{"lastTimestamp":null},"is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"295"}}}
{"ms":1000,"of":15,"message":"m1","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T01:03:02Z","metadata":{"name":"e97"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T02:02:39Z","message":"m1"}}
{"ms":599999,"of":1,"message":"m2","is":"create"}
{"ms":9693,"of":31,"message":"m0","is":"patch","event":{"count":21,"firstTimestamp":"2026-01-01T00:50:00Z","metadata":{"name":"e27","resourceVersion":"219"}},"patch":{"count":21,"lastTimestamp":"2026-01-01T02:12:49Z","message":"m0"}}
{"of":31,"message":"m2","is":"patch","event":{"count":21,"firstTimestamp":"2026-01-01T01:05:45Z","metadata":{"name":"renamed-137","resourceVersion":"187"}},"patch":{"count":21,"lastTimestamp":"2026-01-01T02:12:49Z","message":"m2"}}
{"answer":0,"set":{"metadata":{"name":"renamed-300"}}}
{"answer":0,"set":{"metadata":{"name":"renamed-301"}}}
{"ms":1000,"of":6,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:09Z","metadata":{"name":"e15"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T02:12:50Z","message":"m0"}}
{"of":31,"message":"m1","is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"304"}}}
{"ms":1000,"of":31,"message":"m0","is":"skip"}
{"ms":150001,"of":31,"message":"m0","is":"skip"}
{"of":31,"message":"m1","is":"skip"}
{"of":31,"message":"m0","is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"309"}}}
{"of":31,"message":"m1","is":"skip"}
{"of":31,"message":"m2","is":"skip"}
{"ms":1000,"of":31,"message":"m2","set":{"message":""},"is":"skip"}
{"of":31,"message":"m1","is":"skip"}
{"answer":2,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":19,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T01:00:27Z","metadata":{"name":"e83","resourceVersion":"295"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T02:15:22Z","message":"m0"}}
{"ms":1000,"of":12,"message":"m0","is":"create"}
{"of":19,"message":"m0","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T01:00:27Z","metadata":{"name":"e83","resourceVersion":"295"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T02:15:23Z","message":"m0"}}
{"of":19,"message":"m0","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T01:00:27Z","metadata":{"name":"e83","resourceVersion":"295"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T02:15:23Z","message":"m0"}}
{"of":19,"message":"m0","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T01:00:27Z","metadata":{"name":"e83","resourceVersion":"295"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T02:15:23Z","message":"m0"}}
{"of":11,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:50:07Z","metadata":{"name":"e38"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T02:15:23Z","message":"m0"}}
{"answer":0,"set":{"count":7}}
{"answer":0,"set":{"message":"m0"}}
{"ms":500,"of":19,"message":"m0","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T01:00:27Z","metadata":{"name":"e83","resourceVersion":"295"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T02:15:23Z","message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"324"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"325"}}}
{"answer":0,"set":{"count":12}}
{"answer":0,"set":{"metadata":{"resourceVersion":"327"}}}
{"of":19,"message":"m0","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T01:00:27Z","metadata":{"name":"e83","resourceVersion":"327"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T02:15:23Z","message":"m0"}}
{"of":1,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:10:48Z","metadata":{"name":"e131"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T02:15:23Z","message":"m0"}}
{"of":35,"message":"m0","is":"create"}
{"ms":7669,"of":28,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:09Z","metadata":{"name":"e13"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T02:15:31Z","message":"m0"}}
{"ms":500,"of":19,"message":"m0","is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T01:00:27Z","metadata":{"name":"e83","resourceVersion":"327"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T02:15:32Z","message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"333"}}}
{"ms":1000,"of":19,"message":"m0","is":"patch","event":{"count":10,"firstTimestamp":"2026-01-01T01:00:27Z","metadata":{"name":"e83","resourceVersion":"333"}},"patch":{"count":10,"lastTimestamp":"2026-01-01T02:15:33Z","message":"m0"}}
{"of":19,"message":"m0","is":"patch","event":{"count":11,"firstTimestamp":"2026-01-01T01:00:27Z","metadata":{"name":"e83","resourceVersion":"333"}},"patch":{"count":11,"lastTimestamp":"2026-01-01T02:15:33Z","message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"336"}}}
{"of":22,"message":"m0","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T01:05:46Z","metadata":{"name":"e126"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T02:15:33Z","message":"m0"}}
{"ms":500,"of":0,"message":"m0","is":"patch","event":{"count":18,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e1","resourceVersion":"75"}},"patch":{"count":18,"lastTimestamp":"2026-01-01T02:15:33Z","message":"m0"}}
{"ms":500,"of":15,"message":"m0","is":"create"}
{"ms":3684,"of":28,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:00:09Z","metadata":{"name":"e13"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T02:15:37Z","message":"m0"}}
{"of":5,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T01:41:49Z","metadata":{"name":"e228","resourceVersion":"233"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T02:15:37Z","message":"m0"}}
{"of":19,"message":"m0","is":"patch","event":{"count":12,"firstTimestamp":"2026-01-01T01:00:27Z","metadata":{"name":"e83","resourceVersion":"336"}},"patch":{"count":12,"lastTimestamp":"2026-01-01T02:15:37Z","message":"m0"}}
{"of":19,"message":"m0","is":"patch","event":{"count":13,"firstTimestamp":"2026-01-01T01:00:27Z","metadata":{"name":"e83","resourceVersion":"336"}},"patch":{"count":13,"lastTimestamp":"2026-01-01T02:15:37Z","message":"m0"}}
{"ms":1000,"of":19,"message":"m0","is":"patch","event":{"count":14,"firstTimestamp":"2026-01-01T01:00:27Z","metadata":{"name":"e83","resourceVersion":"336"}},"patch":{"count":14,"lastTimestamp":"2026-01-01T02:15:38Z","message":"m0"}}
{"ms":1556,"of":25,"message":"m0","is":"create"}
{"answer":0}
{"of":19,"message":"m0","is":"patch","event":{"count":15,"firstTimestamp":"2026-01-01T01:00:27Z","metadata":{"name":"e83","resourceVersion":"336"}},"patch":{"count":15,"lastTimestamp":"2026-01-01T02:15:40Z","message":"m0"}}
{"of":25,"message":"m0","is":"patch","event":{"count":2,"metadata":{"name":"e345"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T02:15:40Z","message":"m0"}}
{"of":14,"message":"m0","is":"create"}
{"answer":7,"set":{"metadata":{"resourceVersion":"350"}}}
{"ms":9398,"of":19,"message":"m0","is":"patch","event":{"count":16,"firstTimestamp":"2026-01-01T01:00:27Z","metadata":{"name":"e83","resourceVersion":"336"}},"patch":{"count":16,"lastTimestamp":"2026-01-01T02:15:49Z","message":"m0"}}
{"ms":1000,"of":19,"message":"m0","is":"patch","event":{"count":17,"firstTimestamp":"2026-01-01T01:00:27Z","metadata":{"name":"e83","resourceVersion":"336"}},"patch":{"count":17,"lastTimestamp":"2026-01-01T02:15:50Z","message":"m0"}}
{"ms":4729,"of":31,"message":"m0","is":"patch","event":{"count":22,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e27","resourceVersion":"219"}},"patch":{"count":22,"lastTimestamp":"2026-01-01T02:15:55Z","message":"m0"}}
{"ms":500,"of":29,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e76"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T02:15:55Z","message":"m0"}}
{"ms":600001,"of":21,"message":"m0","is":"create"}
{"answer":8,"set":{"count":0}}
{"of":10,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:47:16Z","metadata":{"name":"e283"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T02:25:55Z","message":"m0"}}
{"of":21,"message":"m0","is":"patch","event":{"count":2,"metadata":{"name":"e355"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T02:25:55Z","message":"m0"}}
{"of":21,"message":"m0","is":"patch","event":{"count":3,"metadata":{"name":"e355"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T02:25:55Z","message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"360"}}}
{"of":21,"message":"m0","is":"patch","event":{"count":4,"metadata":{"name":"e355","resourceVersion":"360"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T02:25:55Z","message":"m0"}}
{"answer":0}
{"answer":0,"set":{"metadata":{"name":"renamed-363"}}}
{"of":21,"message":"m0","is":"patch","event":{"count":5,"metadata":{"name":"renamed-363","resourceVersion":"360"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T02:25:55Z","message":"m0"}}
{"of":21,"message":"m0","is":"patch","event":{"count":6,"metadata":{"name":"renamed-363","resourceVersion":"360"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T02:25:55Z","message":"m0"}}
{"answer":0,"set":{"metadata":{"name":"renamed-366"}}}
{"answer":13}
{"of":21,"message":"m0","is":"patch","event":{"count":7,"metadata":{"name":"renamed-366","resourceVersion":"360"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T02:25:55Z","message":"m0"}}
{"ms":150000,"of":21,"message":"m0","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T02:25:55Z","metadata":{"name":"renamed-366","resourceVersion":"360"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T02:28:25Z","message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"370"}}}
{"of":18,"message":"m0","set":{"lastTimestamp":"1970-01-01T00:00:00Z"},"is":"create"}
{"of":12,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T02:15:23Z","metadata":{"name":"e316"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T02:28:25Z","message":"m0"}}
{"ms":500,"of":21,"message":"m0","is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T02:25:55Z","metadata":{"name":"renamed-366","resourceVersion":"370"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T02:28:26Z","message":"m0"}}
{"ms":500,"of":21,"message":"m0","is":"patch","event":{"count":10,"firstTimestamp":"2026-01-01T02:25:55Z","metadata":{"name":"renamed-366","resourceVersion":"370"}},"patch":{"count":10,"lastTimestamp":"2026-01-01T02:28:26Z","message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"375"}}}
{"ms":500,"of":21,"message":"m0","is":"patch","event":{"count":11,"firstTimestamp":"2026-01-01T02:25:55Z","metadata":{"name":"renamed-366","resourceVersion":"375"}},"patch":{"count":11,"lastTimestamp":"2026-01-01T02:28:27Z","message":"m0"}}
{"answer":17,"set":{"metadata":{"resourceVersion":"377"}}}
{"answer":0,"set":{"count":0}}
{"of":21,"message":"m0","set":{"lastTimestamp":null},"is":"create"}
{"of":21,"message":"m0","is":"patch","event":{"count":2,"metadata":{"name":"e379"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T02:28:27Z","message":"m0"}}
{"answer":0,"set":{"message":"m0"}}
{"answer":0,"set":{"metadata":{"name":"renamed-382"}}}
{"of":32,"message":"m0","is":"create"}
{"answer":0,"set":{"count":0}}
{"ms":5889,"of":21,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T02:28:27Z","metadata":{"name":"renamed-382"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T02:28:33Z","message":"m0"}}
{"of":0,"message":"m0","is":"patch","event":{"count":19,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e1","resourceVersion":"75"}},"patch":{"count":19,"lastTimestamp":"2026-01-01T02:28:33Z","message":"m0"}}
{"of":35,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T02:15:23Z","metadata":{"name":"e330"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T02:28:33Z","message":"m0"}}
{"ms":4098,"of":27,"message":"m0","is":"create"}
{"of":21,"message":"m0","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T02:28:27Z","metadata":{"name":"renamed-382"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T02:28:37Z","message":"m0"}}
{"answer":12,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":16,"set":{"metadata":{"name":"renamed-391"}}}
{"of":3,"message":"m0","is":"create"}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":-346979,"of":21,"message":"m0","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T02:25:55Z","metadata":{"name":"renamed-391","resourceVersion":"360"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T02:22:50Z","message":"m0"}}
{"of":9,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:00:24Z","metadata":{"name":"e72"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T02:22:50Z","message":"m0"}}
{"answer":0,"set":{"metadata":{"name":"renamed-396"}}}
{"of":21,"message":"m0","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T02:25:55Z","metadata":{"name":"renamed-391","resourceVersion":"360"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T02:22:50Z","message":"m0"}}
{"of":21,"message":"m0","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T02:25:55Z","metadata":{"name":"renamed-391","resourceVersion":"360"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T02:22:50Z","message":"m0"}}
{"ms":4265,"of":21,"message":"m0","is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T02:25:55Z","metadata":{"name":"renamed-391","resourceVersion":"360"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T02:22:54Z","message":"m0"}}
{"story":"caches of seven records","options":{"cacheSize":7},"subjects":[{"involvedObject":{"kind":"Pod","name":"pod-0","namespace":"default"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-0","namespace":"default","uid":"uid-0"},"metadata":{"annotations":{"n":"1"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-1","namespace":"default","uid":"uid-0"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-1","namespace":"default"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Normal"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{0}","kind":"Pod","name":"pod-2","uid":"uid-1"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-2","uid":"uid-1"},"metadata":{"annotations":{"n":"5"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Warning"},{"involvedObject":{"kind":"Pod","name":"pod-3"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-3","uid":"uid-1"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-4","namespace":"default","uid":"uid-2"},"reason":"Pulled","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{1}","kind":"Pod","name":"pod-4","namespace":"default"},"metadata":{"annotations":{"n":"9"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-5","namespace":"default","uid":"uid-2"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-5","namespace":"default","uid":"uid-2"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Warning"},{"involvedObject":{"kind":"Pod","name":"pod-6"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-6","uid":"uid-3"},"metadata":{"annotations":{"n":"13"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","type":"Normal"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{0}","kind":"Pod","name":"pod-7","uid":"uid-3"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-7"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-8","namespace":"default","uid":"uid-4"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-8","namespace":"default","uid":"uid-4"},"metadata":{"annotations":{"n":"17"},"labels":{"app":"web"}},"reason":"BackOff","source":{"component":"kubelet","host":"node-1"},"type":"Warning"},{"involvedObject":{"kind":"Pod","name":"pod-9","namespace":"default"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{1}","kind":"Pod","name":"pod-9","namespace":"default","uid":"uid-4"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-10","uid":"uid-5"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-10"},"metadata":{"annotations":{"n":"21"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-11","uid":"uid-5"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-11","uid":"uid-5"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Warning"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{0}","kind":"Pod","name":"pod-12","namespace":"default"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-12","namespace":"default","uid":"uid-6"},"metadata":{"annotations":{"n":"25"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-13","namespace":"default","uid":"uid-6"},"reason":"Pulled","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-13","namespace":"default"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-14","uid":"uid-7"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{1}","kind":"Pod","name":"pod-14","uid":"uid-7"},"metadata":{"annotations":{"n":"29"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Warning"},{"involvedObject":{"kind":"Pod","name":"pod-15"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-15","uid":"uid-7"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-16","namespace":"default","uid":"uid-8"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-16","namespace":"default"},"metadata":{"annotations":{"n":"33"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{0}","kind":"Pod","name":"pod-17","namespace":"default","uid":"uid-8"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-17","namespace":"default","uid":"uid-8"},"reason":"BackOff","source":{"component":"scheduler","host":"node-1"},"type":"Warning"},{"involvedObject":{"kind":"Pod","name":"pod-18"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-18","uid":"uid-9"},"metadata":{"annotations":{"n":"37"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-19","uid":"uid-9"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{1}","kind":"Pod","name":"pod-19"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Normal"}]}
{"of":0,"message":"m0","is":"create"}
{"of":26,"message":"m1","set":{"message":""},"is":"create"}
{"answer":0,"set":{"metadata":{"name":"renamed-2"}}}
{"of":0,"message":"m1","is":"create"}
{"ms":1000,"of":0,"message":"m2","is":"create"}
{"ms":5020,"of":37,"message":"m2","is":"create"}
{"of":0,"message":"m2","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e4"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:00:06Z","message":"m2"}}
{"ms":1000,"of":32,"message":"m2","is":"create"}
{"answer":0,"set":{"count":0}}
{"answer":0,"set":{"metadata":{"resourceVersion":"9"}}}
{"ms":5482,"of":0,"message":"m2","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e4"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:00:12Z","message":"m2"}}
{"ms":500,"of":31,"message":"m2","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"create"}
{"ms":500,"of":0,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:00Z","metadata":{"name":"e0"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:00:13Z","message":"m0"}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":500,"of":0,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e0"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:00:14Z","message":"m0"}}
{"of":12,"message":"m1","is":"create"}
{"ms":9047,"of":0,"message":"m0","is":"patch","event":{"count":4,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e0"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:00:23Z","message":"m0"}}
{"answer":0,"set":{"count":9}}
{"answer":11,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":500,"of":0,"message":"m0","is":"patch","event":{"count":10,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e0"}},"patch":{"count":10,"lastTimestamp":"2026-01-01T00:00:23Z","message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"20"}}}
{"answer":0}
{"of":0,"message":"m2","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e4"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:00:23Z","message":"m2"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"23"}}}
{"ms":5392,"of":0,"message":"m1","is":"create"}
{"of":30,"message":"m2","is":"create"}
{"ms":7537,"of":0,"message":"m2","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e4","resourceVersion":"23"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:00:36Z","message":"m2"}}
{"answer":0,"set":{"count":10}}
{"of":5,"message":"m1","is":"create"}
{"of":0,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:28Z","metadata":{"name":"e24"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:00:36Z","message":"m1"}}
{"ms":5234,"of":31,"message":"m0","is":"create"}
{"of":0,"message":"m1","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:00:28Z","metadata":{"name":"e24"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:00:41Z","message":"m1"}}
{"of":0,"message":"m1","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:00:28Z","metadata":{"name":"e24"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:00:41Z","message":"m1"}}
{"of":25,"message":"m0","is":"create"}
{"ms":1013,"of":0,"message":"m0","is":"patch","event":{"count":11,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e0"}},"patch":{"count":11,"lastTimestamp":"2026-01-01T00:00:42Z","message":"m0"}}
{"ms":500,"of":6,"message":"m2","is":"create"}
{"of":32,"message":"m0","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"create"}
{"of":0,"message":"m0","is":"patch","event":{"count":12,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e0"}},"patch":{"count":12,"lastTimestamp":"2026-01-01T00:00:43Z","message":"m0"}}
{"of":3,"message":"m2","is":"create"}
{"of":6,"message":"m1","is":"create"}
{"ms":425,"of":23,"message":"m0","is":"create"}
{"of":16,"message":"m1","is":"create"}
{"answer":0,"set":{"count":0}}
{"answer":17,"set":{"metadata":{"resourceVersion":"43"}}}
{"of":0,"message":"m0","is":"patch","event":{"count":13,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e0"}},"patch":{"count":13,"lastTimestamp":"2026-01-01T00:00:43Z","message":"m0"}}
{"of":0,"message":"m2","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e4","resourceVersion":"43"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:00:43Z","message":"m2"}}
{"of":19,"message":"m2","is":"create"}
{"of":0,"message":"m2","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e4","resourceVersion":"43"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:00:43Z","message":"m2"}}
{"of":0,"message":"m0","is":"patch","event":{"count":14,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e0"}},"patch":{"count":14,"lastTimestamp":"2026-01-01T00:00:43Z","message":"m0"}}
{"of":0,"message":"m2","set":{"count":3},"is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T00:00:01Z","metadata":{"name":"e4","resourceVersion":"43"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:00:43Z","message":"m2"}}
{"of":0,"message":"m1","is":"create"}
{"ms":1000,"of":0,"message":"m0","is":"patch","event":{"count":15,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e0"}},"patch":{"count":15,"lastTimestamp":"2026-01-01T00:00:44Z","message":"m0"}}
{"ms":500,"of":0,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:43Z","metadata":{"name":"e50"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:00:45Z","message":"m1"}}
{"ms":500,"of":0,"message":"m1","is":"skip"}
{"of":13,"message":"m2","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"55"}}}
{"answer":7,"set":{"metadata":{"resourceVersion":"56"}}}
{"ms":500,"of":33,"message":"m0","is":"create"}
{"ms":8474,"of":4,"message":"m2","is":"create"}
{"of":29,"message":"m1","is":"create"}
{"of":1,"message":"m1","is":"create"}
{"ms":500,"of":6,"message":"m0","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"create"}
{"ms":500,"of":0,"message":"m2","is":"skip"}
{"answer":8,"set":{"metadata":{"resourceVersion":"63"}}}
{"of":0,"message":"m1","is":"skip"}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":9,"message":"m0","is":"create"}
{"of":13,"message":"m1","is":"create"}
{"answer":0,"set":{"count":0}}
{"ms":7400,"of":0,"message":"m0","is":"skip"}
{"ms":1000,"of":0,"message":"m0","is":"skip"}
{"ms":3400,"of":0,"message":"m0","is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"72"}}}
{"of":2,"message":"m2","is":"create"}
{"ms":494,"of":0,"message":"m1","is":"skip"}
{"ms":6914,"of":39,"message":"m0","is":"create"}
{"of":22,"message":"m1","is":"create"}
{"of":3,"message":"m2","is":"create"}
{"ms":6322,"of":19,"message":"m1","set":{"count":3},"is":"create"}
{"answer":0}
{"of":0,"message":"m1","is":"skip"}
{"answer":0,"set":{"count":0}}
{"of":0,"message":"m1","is":"skip"}
{"ms":4100,"of":0,"message":"m0","is":"skip"}
{"of":19,"message":"m0","is":"create"}
{"ms":500,"of":5,"message":"m0","is":"create"}
{"ms":599999,"of":14,"message":"m0","is":"create"}
{"ms":500,"of":5,"message":"m1","is":"create"}
{"of":5,"message":"m1","is":"patch","event":{"count":2,"metadata":{"name":"e87"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:11:26Z","message":"m1"}}
{"answer":0,"set":{"count":7}}
{"answer":0,"set":{"message":"m0"}}
{"answer":7}
{"of":5,"message":"m1","is":"patch","event":{"count":8,"metadata":{"name":"e87"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:11:26Z","message":"m1"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"93"}}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"95"}}}
{"ms":500,"of":30,"message":"m2","is":"create"}
{"of":14,"message":"m1","is":"create"}
{"of":19,"message":"m2","set":{"count":2},"is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"99"}}}
{"of":0,"message":"m2","is":"create"}
{"ms":1000,"of":37,"message":"m1","is":"create"}
{"of":37,"message":"m2","is":"create"}
{"ms":1000,"of":5,"message":"m1","is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T00:11:26Z","metadata":{"name":"e87","resourceVersion":"95"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:11:28Z","message":"m1"}}
{"ms":500,"of":27,"message":"m1","is":"create"}
{"of":18,"message":"m1","is":"create"}
{"of":7,"message":"m1","is":"create"}
{"of":30,"message":"m1","is":"create"}
{"ms":299999,"of":3,"message":"m2","is":"create"}
{"of":5,"message":"m0","is":"create"}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":5,"message":"m1","is":"patch","event":{"count":10,"firstTimestamp":"2026-01-01T00:11:26Z","metadata":{"name":"e87","resourceVersion":"95"}},"patch":{"count":10,"lastTimestamp":"2026-01-01T00:16:29Z","message":"m1"}}
{"ms":1000,"of":5,"message":"m1","is":"patch","event":{"count":11,"firstTimestamp":"2026-01-01T00:11:26Z","metadata":{"name":"e87","resourceVersion":"95"}},"patch":{"count":11,"lastTimestamp":"2026-01-01T00:16:30Z","message":"m1"}}
{"of":12,"message":"m1","is":"create"}
{"answer":0,"set":{"count":6}}
{"answer":3,"set":{"metadata":{"name":"renamed-115"}}}
{"of":5,"message":"m2","is":"create"}
{"of":16,"message":"m0","is":"create"}
{"ms":4664,"of":12,"message":"m1","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T00:16:30Z","metadata":{"name":"e113"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:16:34Z","message":"m1"}}
{"of":29,"message":"m2","is":"create"}
{"of":5,"message":"m1","is":"patch","event":{"count":12,"firstTimestamp":"2026-01-01T00:11:26Z","metadata":{"name":"e87","resourceVersion":"95"}},"patch":{"count":12,"lastTimestamp":"2026-01-01T00:16:34Z","message":"m1"}}
{"of":2,"message":"m0","is":"create"}
{"ms":8453,"of":5,"message":"m2","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:16:30Z","metadata":{"name":"e116"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:16:43Z","message":"m2"}}
{"of":5,"message":"m1","is":"patch","event":{"count":13,"firstTimestamp":"2026-01-01T00:11:26Z","metadata":{"name":"e87","resourceVersion":"95"}},"patch":{"count":13,"lastTimestamp":"2026-01-01T00:16:43Z","message":"m1"}}
{"of":5,"message":"m2","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:16:30Z","metadata":{"name":"e116"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:16:43Z","message":"m2"}}
{"ms":500,"of":5,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:16:29Z","metadata":{"name":"renamed-115"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:16:43Z","message":"m0"}}
{"ms":3573,"of":20,"message":"m2","is":"create"}
{"ms":7385,"of":12,"message":"m1","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T00:16:30Z","metadata":{"name":"e113"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:16:54Z","message":"m1"}}
{"of":32,"message":"m1","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"129"}}}
{"answer":0,"set":{"count":0}}
{"of":5,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:16:29Z","metadata":{"name":"renamed-115"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:16:54Z","message":"m0"}}
{"of":5,"message":"m1","is":"patch","event":{"count":14,"firstTimestamp":"2026-01-01T00:11:26Z","metadata":{"name":"e87","resourceVersion":"95"}},"patch":{"count":14,"lastTimestamp":"2026-01-01T00:16:54Z","message":"m1"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"133"}}}
{"of":5,"message":"m1","is":"patch","event":{"count":15,"firstTimestamp":"2026-01-01T00:11:26Z","metadata":{"name":"e87","resourceVersion":"133"}},"patch":{"count":15,"lastTimestamp":"2026-01-01T00:16:54Z","message":"m1"}}
{"ms":9628,"of":5,"message":"m0","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:16:29Z","metadata":{"name":"renamed-115"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:17:04Z","message":"m0"}}
{"of":9,"message":"m1","is":"create"}
{"answer":0,"set":{"count":6}}
{"of":5,"message":"m2","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:16:30Z","metadata":{"name":"e116"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:17:04Z","message":"m2"}}
{"of":7,"message":"m1","is":"create"}
{"of":2,"message":"m0","is":"create"}
{"of":14,"message":"m2","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"142"}}}
{"answer":0,"set":{"count":0}}
{"ms":9065,"of":36,"message":"m2","set":{"message":""},"is":"create"}
{"of":5,"message":"m0","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:16:29Z","metadata":{"name":"renamed-115"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:17:13Z","message":"m0"}}
{"of":5,"message":"m2","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:16:30Z","metadata":{"name":"e116"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:17:13Z","message":"m2"}}
{"of":5,"message":"m1","is":"create"}
{"of":18,"message":"m0","is":"create"}
{"answer":17,"set":{"metadata":{"resourceVersion":"149"}}}
{"ms":7699,"of":17,"message":"m1","is":"create"}
{"answer":0,"set":{"count":6}}
{"of":5,"message":"m2","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:16:30Z","metadata":{"name":"e116"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:17:21Z","message":"m2"}}
{"of":5,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:16:29Z","metadata":{"name":"renamed-115","resourceVersion":"149"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:17:21Z","message":"m0"}}
{"ms":300001,"of":3,"message":"m0","is":"create"}
{"of":5,"message":"m2","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T00:16:30Z","metadata":{"name":"e116"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:22:21Z","message":"m2"}}
{"answer":4,"set":{"metadata":{"resourceVersion":"156"}}}
{"answer":19,"set":{"message":"m0"}}
{"of":5,"message":"m1","set":{"lastTimestamp":"1970-01-01T00:00:00Z"},"is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:17:13Z","metadata":{"name":"e147"}},"patch":{"count":2,"message":"m1"}}
{"of":15,"message":"m1","is":"create"}
{"ms":9849,"of":5,"message":"m2","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T00:16:30Z","metadata":{"name":"e116"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:22:31Z","message":"m2"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"161"}}}
{"answer":0,"set":{"count":13}}
{"of":5,"message":"m2","is":"patch","event":{"count":14,"firstTimestamp":"2026-01-01T00:16:30Z","metadata":{"name":"e116"}},"patch":{"count":14,"lastTimestamp":"2026-01-01T00:22:31Z","message":"m2"}}
{"of":5,"message":"m2","is":"skip"}
{"ms":1000,"of":39,"message":"m1","is":"create"}
{"answer":16,"set":{"count":0}}
{"answer":0,"set":{"metadata":{"name":"renamed-167"}}}
{"of":18,"message":"m0","is":"create"}
{"answer":19,"set":{"count":9}}
{"of":5,"message":"m2","is":"skip"}
{"of":5,"message":"m2","is":"skip"}
{"of":5,"message":"m2","is":"skip"}
{"answer":0,"set":{"count":6}}
{"answer":0,"set":{"metadata":{"resourceVersion":"174"}}}
{"ms":500,"of":5,"message":"m2","is":"skip"}
{"of":0,"message":"m0","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"177"}}}
{"answer":0,"set":{"metadata":{"name":"renamed-178"}}}
{"of":12,"message":"m1","is":"create"}
{"of":5,"message":"m0","is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"181"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"182"}}}
{"ms":1334459,"of":5,"message":"m2","is":"patch","event":{"count":14,"firstTimestamp":"2026-01-01T00:16:30Z","metadata":{"name":"e116"}},"patch":{"count":14,"lastTimestamp":"2026-01-01T00:44:47Z","message":"m2"}}
{"ms":600000,"of":25,"message":"m0","is":"create"}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":0,"set":{"count":6}}
{"of":36,"message":"m1","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"create"}
{"ms":1000,"of":34,"message":"m1","is":"create"}
{"ms":5047,"of":5,"message":"m2","is":"patch","event":{"count":15,"firstTimestamp":"2026-01-01T00:16:30Z","metadata":{"name":"e116"}},"patch":{"count":15,"lastTimestamp":"2026-01-01T00:54:53Z","message":"m2"}}
{"of":5,"message":"m1","is":"create"}
{"ms":1000,"of":5,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:54:53Z","metadata":{"name":"e190"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:54:54Z","message":"m1"}}
{"of":5,"message":"m1","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:54:53Z","metadata":{"name":"e190"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:54:54Z","message":"m1"}}
{"answer":14}
{"of":5,"message":"m0","is":"create"}
{"of":32,"message":"m1","is":"create"}
{"ms":1000,"of":5,"message":"m1","is":"skip"}
{"of":10,"message":"m1","is":"create"}
{"of":14,"message":"m2","is":"create"}
{"of":6,"message":"m0","is":"create"}
{"answer":18,"set":{"metadata":{"resourceVersion":"200"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"201"}}}
{"ms":7057,"of":5,"message":"m2","is":"skip"}
{"of":5,"message":"m1","is":"skip"}
{"of":18,"message":"m1","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"create"}
{"answer":0,"set":{"count":0}}
{"answer":0,"set":{"metadata":{"resourceVersion":"206"}}}
{"of":5,"message":"m1","is":"skip"}
{"of":5,"message":"m1","is":"skip"}
{"of":13,"message":"m1","is":"create"}
{"of":5,"message":"m1","is":"skip"}
{"ms":500,"of":12,"message":"m0","is":"create"}
{"answer":15,"set":{"count":19}}
{"of":5,"message":"m1","is":"skip"}
{"answer":16,"set":{"message":"m0"}}
{"ms":1000,"of":5,"message":"m1","is":"skip"}
{"ms":1000,"of":5,"message":"m2","is":"skip"}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":6106,"of":17,"message":"m1","is":"create"}
{"of":5,"message":"m0","is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"220"}}}
{"ms":458,"of":13,"message":"m0","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"create"}
{"ms":500,"of":4,"message":"m2","is":"create"}
{"ms":1000,"of":5,"message":"m1","is":"skip"}
{"of":5,"message":"m2","is":"skip"}
{"of":5,"message":"m1","set":{"lastTimestamp":null},"is":"skip"}
{"of":5,"message":"m2","is":"skip"}
{"ms":8444,"of":5,"message":"m1","is":"skip"}
{"of":10,"message":"m1","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"229"}}}
{"ms":500,"of":39,"message":"m1","is":"create"}
{"of":5,"message":"m1","is":"skip"}
{"of":5,"message":"m2","is":"skip"}
{"of":12,"message":"m0","is":"create"}
{"answer":0,"set":{"count":6}}
{"ms":500,"of":5,"message":"m1","is":"skip"}
{"of":5,"message":"m1","is":"skip"}
{"of":33,"message":"m2","is":"create"}
{"of":5,"message":"m2","is":"skip"}
{"ms":254115,"of":5,"message":"m2","is":"patch","event":{"count":25,"firstTimestamp":"2026-01-01T00:16:30Z","metadata":{"name":"e116"}},"patch":{"count":25,"lastTimestamp":"2026-01-01T00:59:36Z","message":"m2"}}
{"ms":1000,"of":5,"message":"m0","is":"skip"}
{"of":5,"message":"m2","is":"skip"}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":0,"set":{"metadata":{"name":"renamed-243"}}}
{"ms":1000,"of":5,"message":"m0","is":"skip"}
{"of":35,"message":"m1","is":"create"}
{"of":12,"message":"m0","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T00:55:21Z","metadata":{"name":"e233"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:59:38Z","message":"m0"}}
{"answer":0,"set":{"message":"m0"}}
{"answer":0,"set":{"message":"m0"}}
{"ms":1000,"of":19,"message":"m0","is":"create"}
{"answer":0,"set":{"count":0}}
{"of":20,"message":"m1","is":"create"}
{"of":5,"message":"m0","is":"skip"}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":24,"message":"m2","is":"create"}
{"ms":1205,"of":20,"message":"m0","is":"create"}
{"of":15,"message":"m2","is":"create"}
{"ms":5564,"of":34,"message":"m2","is":"create"}
{"answer":0,"set":{"metadata":{"name":"renamed-258"}}}
{"ms":1000,"of":5,"message":"m0","is":"skip"}
{"of":5,"message":"m0","is":"skip"}
{"of":21,"message":"m0","is":"create"}
{"answer":0,"set":{"count":6}}
{"of":5,"message":"m2","is":"skip"}
{"of":5,"message":"m1","is":"skip"}
{"of":26,"message":"m0","is":"create"}
{"of":10,"message":"m2","is":"create"}
{"answer":14,"set":{"count":6}}
{"answer":9,"set":{"metadata":{"resourceVersion":"268"}}}
{"of":30,"message":"m0","is":"create"}
{"of":5,"message":"m1","is":"skip"}
{"of":3,"message":"m2","is":"create"}
{"answer":0,"set":{"count":6}}
{"ms":500,"of":18,"message":"m1","is":"create"}
{"ms":5877,"of":5,"message":"m2","is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"275"}}}
{"of":5,"message":"m0","is":"skip"}
{"of":37,"message":"m0","set":{"message":""},"is":"create"}
{"of":27,"message":"m0","set":{"count":0},"is":"create"}
{"of":2,"message":"m0","is":"create"}
{"answer":0,"set":{"count":6}}
{"ms":1000,"of":2,"message":"m1","is":"create"}
{"of":2,"message":"m0","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T00:59:53Z","metadata":{"name":"e279"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:59:54Z","message":"m0"}}
{"ms":1000,"of":2,"message":"m0","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T00:59:53Z","metadata":{"name":"e279"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:59:55Z","message":"m0"}}
{"of":2,"message":"m0","is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T00:59:53Z","metadata":{"name":"e279"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:59:55Z","message":"m0"}}
{"of":5,"message":"m1","is":"skip"}
{"ms":500,"of":7,"message":"m2","is":"create"}
{"ms":6425,"of":10,"message":"m2","is":"create"}
{"of":29,"message":"m2","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"create"}
{"of":17,"message":"m0","set":{"count":3},"is":"create"}
{"ms":3379,"of":12,"message":"m2","is":"create"}
{"of":2,"message":"m1","is":"create"}
{"answer":5,"set":{"metadata":{"resourceVersion":"292"}}}
{"ms":1000,"of":9,"message":"m2","set":{"lastTimestamp":"1970-01-01T00:00:00Z"},"is":"create"}
{"answer":0,"set":{"count":0}}
{"answer":10,"set":{"count":6}}
{"of":2,"message":"m1","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T00:59:54Z","metadata":{"name":"e281"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T01:00:06Z","message":"m1"}}
{"ms":1000,"of":2,"message":"m0","is":"create"}
{"ms":1000,"of":2,"message":"m2","is":"create"}
{"ms":553,"of":2,"message":"m1","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T00:59:54Z","metadata":{"name":"e281"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T01:00:09Z","message":"m1"}}
{"of":2,"message":"m2","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:00:08Z","metadata":{"name":"e298"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:00:09Z","message":"m2"}}
{"of":16,"message":"m2","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"302"}}}
{"of":38,"message":"m1","is":"create"}
{"ms":2174,"of":2,"message":"m1","is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T00:59:54Z","metadata":{"name":"e281"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T01:00:11Z","message":"m1"}}
{"ms":500,"of":23,"message":"m1","is":"create"}
{"ms":6009,"of":2,"message":"m1","is":"patch","event":{"count":10,"firstTimestamp":"2026-01-01T00:59:54Z","metadata":{"name":"e281"}},"patch":{"count":10,"lastTimestamp":"2026-01-01T01:00:17Z","message":"m1"}}
{"ms":6247,"of":2,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:00:07Z","metadata":{"name":"e297"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:00:24Z","message":"m0"}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":500,"of":8,"message":"m2","is":"create"}
{"of":2,"message":"m1","is":"patch","event":{"count":11,"firstTimestamp":"2026-01-01T00:59:54Z","metadata":{"name":"e281"}},"patch":{"count":11,"lastTimestamp":"2026-01-01T01:00:24Z","message":"m1"}}
{"ms":314,"of":2,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e297"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:00:25Z","message":"m0"}}
{"of":2,"message":"m0","is":"patch","event":{"count":4,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e297"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T01:00:25Z","message":"m0"}}
{"of":2,"message":"m1","is":"patch","event":{"count":12,"firstTimestamp":"2026-01-01T00:59:54Z","metadata":{"name":"e281"}},"patch":{"count":12,"lastTimestamp":"2026-01-01T01:00:25Z","message":"m1"}}
{"of":2,"message":"m1","set":{"lastTimestamp":"1970-01-01T00:00:00Z"},"is":"patch","event":{"count":13,"firstTimestamp":"2026-01-01T00:59:54Z","metadata":{"name":"e281"}},"patch":{"count":13,"message":"m1"}}
{"ms":500,"of":2,"message":"m2","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T01:00:08Z","metadata":{"name":"e298"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:00:25Z","message":"m2"}}
{"ms":1000,"of":25,"message":"m1","is":"create"}
{"ms":500,"of":2,"message":"m0","is":"patch","event":{"count":5,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e297"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T01:00:27Z","message":"m0"}}
{"of":2,"message":"m2","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T01:00:08Z","metadata":{"name":"e298"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T01:00:27Z","message":"m2"}}
{"of":2,"message":"m0","is":"patch","event":{"count":6,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e297"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T01:00:27Z","message":"m0"}}
{"of":2,"message":"m1","is":"patch","event":{"count":14,"firstTimestamp":"2026-01-01T00:59:54Z","metadata":{"name":"e281"}},"patch":{"count":14,"lastTimestamp":"2026-01-01T01:00:27Z","message":"m1"}}
{"of":22,"message":"m2","set":{"lastTimestamp":null},"is":"create"}
{"of":2,"message":"m1","is":"patch","event":{"count":15,"firstTimestamp":"2026-01-01T00:59:54Z","metadata":{"name":"e281"}},"patch":{"count":15,"lastTimestamp":"2026-01-01T01:00:27Z","message":"m1"}}
{"of":2,"message":"m1","is":"skip"}
{"of":2,"message":"m2","is":"skip"}
{"ms":5028,"of":2,"message":"m2","is":"skip"}
{"ms":1000,"of":6,"message":"m2","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"create"}
{"ms":689912,"of":2,"message":"m1","is":"patch","event":{"count":17,"firstTimestamp":"2026-01-01T00:59:54Z","metadata":{"name":"e281"}},"patch":{"count":17,"lastTimestamp":"2026-01-01T01:12:02Z","message":"m1"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"328"}}}
{"ms":500,"of":2,"message":"m2","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T01:00:08Z","metadata":{"name":"e298"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T01:12:03Z","message":"m2"}}
{"answer":0,"set":{"message":"m0"}}
{"ms":1000,"of":2,"message":"m1","is":"skip"}
{"ms":1655,"of":2,"message":"m0","is":"skip"}
{"ms":329,"of":2,"message":"m1","is":"skip"}
{"of":37,"message":"m1","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"335"}}}
{"ms":3064,"of":2,"message":"m0","is":"skip"}
{"ms":9014,"of":2,"message":"m1","is":"skip"}
{"answer":13,"set":{"metadata":{"resourceVersion":"338"}}}
{"of":2,"message":"m0","is":"skip"}
{"of":2,"message":"m1","is":"skip"}
{"ms":1000,"of":8,"message":"m0","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"342"}}}
{"ms":1000,"of":18,"message":"m0","is":"create"}
{"of":5,"message":"m1","is":"create"}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":1000,"of":23,"message":"m2","is":"create"}
{"of":17,"message":"m2","is":"create"}
{"of":24,"message":"m0","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"349"}}}
{"of":23,"message":"m1","set":{"message":""},"is":"create"}
{"of":5,"message":"m2","is":"create"}
{"ms":9712,"of":28,"message":"m2","is":"create"}
{"ms":500,"of":2,"message":"m0","is":"create"}
{"answer":0,"set":{"metadata":{"name":"renamed-354"}}}
{"answer":0,"set":{"message":"m0"}}
{"answer":0,"set":{"count":0}}
{"of":23,"message":"m2","set":{"count":3},"is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:12:21Z","metadata":{"name":"e346"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:12:31Z","message":"m2"}}
{"of":2,"message":"m0","is":"create"}
{"answer":10,"set":{"metadata":{"resourceVersion":"359"}}}
{"of":2,"message":"m2","is":"create"}
{"ms":500,"of":2,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:12:31Z","metadata":{"name":"e358"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:12:32Z","message":"m0"}}
{"of":37,"message":"m0","is":"create"}
{"ms":1000,"of":2,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T01:12:31Z","metadata":{"name":"e358"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:12:33Z","message":"m0"}}
{"ms":1000,"of":2,"message":"m1","is":"create"}
{"ms":1000,"of":18,"message":"m2","is":"create"}
{"of":2,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:12:34Z","metadata":{"name":"e364"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:12:35Z","message":"m1"}}
{"ms":-290053,"of":26,"message":"m1","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"368"}}}
{"answer":0}
{"of":2,"message":"m2","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:12:31Z","metadata":{"name":"e360"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:07:45Z","message":"m2"}}
{"answer":7,"set":{"metadata":{"name":"renamed-371"}}}
{"answer":17,"set":{"metadata":{"resourceVersion":"372"}}}
{"of":2,"message":"m1","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T01:12:34Z","metadata":{"name":"e364"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:07:45Z","message":"m1"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"374"}}}
{"answer":0}
{"of":2,"message":"m2","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T01:12:31Z","metadata":{"name":"e360"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:07:45Z","message":"m2"}}
{"ms":1000,"of":7,"message":"m1","is":"create"}
{"of":2,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T01:12:31Z","metadata":{"name":"renamed-371"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:07:46Z","message":"m0"}}
{"answer":0,"set":{"count":8}}
{"answer":18}
{"answer":0,"set":{"metadata":{"name":"renamed-381"}}}
{"of":2,"message":"m2","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T01:12:31Z","metadata":{"name":"e360"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T01:07:46Z","message":"m2"}}
{"ms":3089,"of":2,"message":"m2","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T01:12:31Z","metadata":{"name":"e360"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T01:07:49Z","message":"m2"}}
{"answer":0,"set":{"count":0}}
{"of":1,"message":"m1","is":"create"}
{"answer":5,"set":{"metadata":{"resourceVersion":"386"}}}
{"answer":0,"set":{"count":6}}
{"of":2,"message":"m0","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T01:12:31Z","metadata":{"name":"renamed-381"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T01:07:49Z","message":"m0"}}
{"of":2,"message":"m0","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T01:12:31Z","metadata":{"name":"renamed-381"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T01:07:49Z","message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"390"}}}
{"of":2,"message":"m2","set":{"message":""},"is":"create"}
{"of":2,"message":"m0","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T01:12:31Z","metadata":{"name":"renamed-381","resourceVersion":"390"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T01:07:49Z","message":"m0"}}
{"of":2,"message":"m1","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T01:12:34Z","metadata":{"name":"e364"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T01:07:49Z","message":"m1"}}
{"ms":1000,"of":2,"message":"m0","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T01:12:31Z","metadata":{"name":"renamed-381","resourceVersion":"390"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T01:07:50Z","message":"m0"}}
{"of":7,"message":"m0","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"396"}}}
{"answer":3,"set":{"count":11}}
{"of":2,"message":"m0","is":"patch","event":{"count":12,"firstTimestamp":"2026-01-01T01:12:31Z","metadata":{"name":"renamed-381","resourceVersion":"390"}},"patch":{"count":12,"lastTimestamp":"2026-01-01T01:07:50Z","message":"m0"}}
{"of":2,"message":"m1","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T01:12:34Z","metadata":{"name":"e364"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T01:07:50Z","message":"m1"}}
{"story":"caches of one record","options":{"cacheSize":1,"burst":1,"maxEvents":2},"subjects":[{"involvedObject":{"kind":"Pod","name":"pod-0","namespace":"default"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-0","namespace":"default","uid":"uid-0"},"metadata":{"annotations":{"n":"1"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-1","namespace":"default","uid":"uid-0"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"}]}
{"of":1,"message":"m0","is":"create"}
{"of":2,"message":"m0","is":"create"}
{"ms":1000,"of":0,"message":"m1","is":"create"}
{"of":0,"message":"m1","is":"skip"}
{"of":0,"message":"m2","is":"skip","combined":true}
{"of":1,"message":"m1","is":"create"}
{"of":0,"message":"n6","is":"create"}
{"ms":500,"of":2,"message":"m1","is":"create"}
{"of":0,"message":"n8","is":"create"}
{"of":1,"message":"m2","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"10"}}}
{"of":0,"message":"n11","is":"create"}
{"of":0,"message":"n12","is":"skip","combined":true}
{"ms":500,"of":0,"message":"n13","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"14"}}}
{"answer":0}
{"ms":500,"of":0,"message":"n16","is":"skip","combined":true}
{"of":0,"message":"n17","is":"skip","combined":true}
{"of":0,"message":"n18","is":"skip","combined":true}
{"of":0,"message":"n19","is":"skip","combined":true}
{"of":2,"message":"m0","is":"create"}
{"of":1,"message":"m1","is":"create"}
{"answer":2,"set":{"message":"m0"}}
{"ms":6219,"of":0,"message":"n23","is":"create"}
{"ms":500,"of":2,"message":"m0","set":{"count":0},"is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"25"}}}
{"ms":1000,"of":0,"message":"n26","is":"create"}
{"answer":0}
{"ms":500,"of":0,"message":"n28","is":"skip","combined":true}
{"of":2,"message":"m0","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"30"}}}
{"ms":500,"of":0,"message":"n31","is":"create"}
{"of":1,"message":"m2","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"33"}}}
{"answer":14,"set":{"metadata":{"resourceVersion":"34"}}}
{"answer":0}
{"of":0,"message":"n36","set":{"count":1},"is":"create"}
{"ms":299999,"of":0,"message":"n37","is":"skip","combined":true}
{"ms":500,"of":0,"message":"n38","is":"patch","combined":true,"event":{"count":2,"message":"(combined from similar events): n38","metadata":{"name":"pod-0.1886729a6403d080"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:05:11Z","message":"(combined from similar events): n38"}}
{"ms":1000,"of":0,"message":"n39","is":"skip","combined":true}
{"of":0,"message":"n40","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"41"}}}
{"of":0,"message":"n42","is":"skip","combined":true}
{"answer":0,"set":{"count":0}}
{"of":0,"message":"n44","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"45"}}}
{"answer":0,"set":{"count":7}}
{"answer":0,"set":{"metadata":{"resourceVersion":"47"}}}
{"ms":500,"of":0,"message":"n48","is":"skip","combined":true}
{"of":0,"message":"n49","is":"skip","combined":true}
{"of":0,"message":"n50","is":"skip","combined":true}
{"of":0,"message":"n51","set":{"lastTimestamp":null},"is":"skip","combined":true}
{"ms":3779,"of":2,"message":"m0","is":"create"}
{"ms":6418,"of":0,"message":"n53","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"54"}}}
{"answer":0}
{"ms":500,"of":2,"message":"m2","set":{"count":2},"is":"create"}
{"of":0,"message":"n57","is":"create"}
{"of":0,"message":"n58","is":"skip","combined":true}
{"of":2,"message":"m0","is":"create"}
{"ms":781,"of":0,"message":"n60","is":"create"}
{"of":1,"message":"m0","is":"create"}
{"of":0,"message":"n62","is":"create"}
{"of":0,"message":"n63","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"64"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"65"}}}
{"answer":0,"set":{"count":6}}
{"of":0,"message":"n67","is":"skip","combined":true}
{"of":0,"message":"n68","is":"skip","combined":true}
{"of":0,"message":"n69","is":"skip","combined":true}
{"of":0,"message":"n70","is":"skip","combined":true}
{"ms":1000,"of":0,"message":"n71","is":"skip","combined":true}
{"answer":12,"set":{"metadata":{"resourceVersion":"72"}}}
{"answer":2,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":5570,"of":0,"message":"n74","is":"skip","combined":true}
{"of":0,"message":"n75","is":"skip","combined":true}
{"of":0,"message":"n76","is":"skip","combined":true}
{"of":0,"message":"n77","is":"skip","combined":true}
{"ms":8379,"of":2,"message":"m2","is":"create"}
{"ms":150001,"of":0,"message":"n79","is":"create"}
{"ms":6225,"of":0,"message":"n80","is":"skip","combined":true}
{"ms":8840,"of":2,"message":"m1","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"82"}}}
{"ms":2025,"of":0,"message":"n83","is":"create"}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":600000,"of":1,"message":"m1","is":"create"}
{"of":0,"message":"n86","set":{"lastTimestamp":null},"is":"create"}
{"of":0,"message":"n87","is":"skip","combined":true}
{"answer":17,"set":{"metadata":{"resourceVersion":"88"}}}
{"answer":0,"set":{"message":"m0"}}
{"of":0,"message":"n90","is":"skip","combined":true}
{"of":0,"message":"n91","is":"skip","combined":true}
{"of":0,"message":"n92","is":"skip","combined":true}
{"ms":9999,"of":0,"message":"n93","is":"skip","combined":true}
{"of":0,"message":"n94","is":"skip","combined":true}
{"of":0,"message":"n95","is":"skip","combined":true}
{"answer":0,"set":{"count":6}}
{"ms":1000,"of":0,"message":"n97","set":{"lastTimestamp":null},"is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"98"}}}
{"of":1,"message":"m0","is":"create"}
{"of":2,"message":"m2","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"101"}}}
{"of":0,"message":"n102","is":"create"}
{"of":0,"message":"n103","is":"skip","combined":true}
{"ms":600001,"of":0,"message":"m2","is":"create"}
{"ms":1000,"of":1,"message":"m10","is":"create"}
{"ms":500,"of":0,"message":"m7","is":"create"}
{"of":0,"message":"m4","is":"skip","combined":true}
{"ms":1000,"of":1,"message":"m10","is":"create"}
{"answer":4,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":500,"of":1,"message":"m5","is":"skip","combined":true}
{"answer":0,"set":{"count":0}}
{"of":1,"message":"n112","is":"skip","combined":true}
{"answer":0,"set":{"count":6}}
{"ms":500,"of":1,"message":"n114","is":"skip","combined":true}
{"ms":299999,"of":1,"message":"n115","is":"patch","combined":true,"event":{"count":2,"firstTimestamp":"2026-01-01T00:28:41Z","message":"(combined from similar events): n115","metadata":{"annotations":null,"labels":null,"name":"pod-0.188673e2afa30d00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:33:41Z","message":"(combined from similar events): n115"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"116"}}}
{"of":1,"message":"n117","is":"skip","combined":true}
{"of":1,"message":"n118","set":{"count":2},"is":"skip","combined":true}
{"answer":2,"set":{"metadata":{"resourceVersion":"119"}}}
{"ms":1000,"of":1,"message":"n120","is":"skip","combined":true}
{"of":1,"message":"n121","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"name":"renamed-122"}}}
{"ms":3042,"of":1,"message":"n123","is":"skip","combined":true}
{"of":2,"message":"m1","is":"create"}
{"of":1,"message":"n125","is":"create"}
{"of":1,"message":"n126","is":"skip","combined":true}
{"answer":0,"set":{"message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"128"}}}
{"answer":0,"set":{"count":0}}
{"answer":0,"set":{"metadata":{"resourceVersion":"130"}}}
{"ms":1000,"of":1,"message":"n131","is":"skip","combined":true}
{"ms":500,"of":2,"message":"m2","is":"create"}
{"of":2,"message":"m8","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"134"}}}
{"answer":0,"set":{"count":6}}
{"ms":1000,"of":1,"message":"n136","is":"create"}
{"answer":0,"set":{"message":"m0"}}
{"ms":500,"of":1,"message":"n138","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"skip","combined":true}
{"ms":1000,"of":1,"message":"n139","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"140"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"141"}}}
{"ms":1283812,"of":1,"message":"m9","is":"create"}
{"of":1,"message":"m5","is":"skip","combined":true}
{"of":1,"message":"n144","is":"skip","combined":true}
{"answer":8,"set":{"message":"m0"}}
{"of":1,"message":"n146","is":"skip","combined":true}
{"answer":0}
{"answer":0,"set":{"count":0}}
{"of":1,"message":"n149","is":"skip","combined":true}
{"ms":1000,"of":1,"message":"n150","is":"skip","combined":true}
{"of":2,"message":"m5","is":"create"}
{"of":1,"message":"n152","is":"create"}
{"ms":500,"of":2,"message":"m4","set":{"count":2},"is":"create"}
{"of":1,"message":"n154","is":"create"}
{"answer":0,"set":{"metadata":{"name":"renamed-155"}}}
{"of":1,"message":"n156","is":"skip","combined":true}
{"ms":149999,"of":1,"message":"n157","is":"skip","combined":true}
{"ms":10001,"of":1,"message":"n158","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"159"}}}
{"ms":1000,"of":1,"message":"n160","is":"skip","combined":true}
{"of":1,"message":"n161","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"162"}}}
{"ms":7774,"of":0,"message":"m4","is":"create"}
{"ms":500,"of":1,"message":"n164","is":"create"}
{"of":0,"message":"m9","is":"create"}
{"answer":0,"set":{"count":0}}
{"answer":0,"set":{"metadata":{"resourceVersion":"167"}}}
{"ms":429,"of":0,"message":"m3","is":"skip","combined":true}
{"of":1,"message":"n169","is":"create"}
{"of":1,"message":"n170","is":"skip","combined":true}
{"of":0,"message":"n171","is":"create"}
{"of":1,"message":"n172","is":"create"}
{"of":1,"message":"n173","is":"skip","combined":true}
{"ms":2030,"of":1,"message":"n174","is":"skip","combined":true}
{"ms":1000,"of":0,"message":"n175","is":"create"}
{"of":2,"message":"m6","is":"create"}
{"answer":0,"set":{"metadata":{"name":"renamed-177"}}}
{"ms":1000,"of":1,"message":"n178","is":"create"}
{"ms":500,"of":1,"message":"n179","is":"skip","combined":true}
{"ms":500,"of":1,"message":"n180","is":"skip","combined":true}
{"answer":1,"set":{"metadata":{"resourceVersion":"181"}}}
{"ms":150000,"of":2,"message":"m4","is":"create"}
{"ms":500,"of":1,"message":"n183","is":"create"}
{"answer":0}
{"ms":2821,"of":1,"message":"n185","is":"skip","combined":true}
{"ms":500,"of":1,"message":"n186","is":"skip","combined":true}
{"of":1,"message":"n187","is":"skip","combined":true}
{"answer":0}
{"of":1,"message":"n189","is":"skip","combined":true}
{"answer":8,"set":{"message":"m0"}}
{"answer":0}
{"ms":1000,"of":1,"message":"n192","is":"skip","combined":true}
{"ms":6637,"of":1,"message":"n193","is":"skip","combined":true}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":1000,"of":1,"message":"n195","is":"skip","combined":true}
{"ms":8358,"of":1,"message":"n196","is":"skip","combined":true}
{"of":1,"message":"n197","is":"skip","combined":true}
{"of":1,"message":"n198","is":"skip","combined":true}
{"of":1,"message":"n199","is":"skip","combined":true}
{"answer":0}
{"ms":1000,"of":0,"message":"n201","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"create"}
{"ms":500,"of":1,"message":"n202","is":"create"}
{"of":2,"message":"m0","is":"create"}
{"of":1,"message":"n204","is":"create"}
{"ms":500,"of":0,"message":"n205","is":"create"}
{"of":1,"message":"n206","is":"create"}
{"answer":12,"set":{"metadata":{"resourceVersion":"207"}}}
{"of":1,"message":"n208","is":"skip","combined":true}
{"of":1,"message":"n209","is":"skip","combined":true}
{"of":1,"message":"n210","is":"skip","combined":true}
{"answer":11}
{"ms":1000,"of":1,"message":"n212","is":"skip","combined":true}
{"ms":150001,"of":1,"message":"n213","is":"skip","combined":true}
{"ms":150001,"of":0,"message":"n214","is":"create"}
{"ms":536,"of":1,"message":"n215","is":"create"}
{"of":1,"message":"n216","is":"skip","combined":true}
{"of":1,"message":"n217","is":"skip","combined":true}
{"of":1,"message":"n218","is":"skip","combined":true}
{"answer":0}
{"of":1,"message":"n220","is":"skip","combined":true}
{"ms":5825,"of":1,"message":"n221","is":"skip","combined":true}
{"of":1,"message":"n222","set":{"lastTimestamp":"1970-01-01T00:00:00Z"},"is":"skip","combined":true}
{"answer":0,"set":{"message":"m0"}}
{"of":1,"message":"n224","is":"skip","combined":true}
{"ms":1000,"of":1,"message":"n225","is":"skip","combined":true}
{"of":2,"message":"m0","is":"create"}
{"answer":0,"set":{"message":"m0"}}
{"answer":0,"set":{"message":"m0"}}
{"answer":0,"set":{"message":"m0"}}
{"of":1,"message":"n230","is":"create"}
{"ms":5575,"of":1,"message":"n231","is":"skip","combined":true}
{"ms":1000,"of":2,"message":"m0","is":"create"}
{"of":1,"message":"n233","is":"create"}
{"ms":6563,"of":1,"message":"n234","is":"skip","combined":true}
{"answer":12,"set":{"metadata":{"resourceVersion":"235"}}}
{"ms":1000,"of":2,"message":"m0","is":"create"}
{"of":2,"message":"m0","is":"skip"}
{"ms":4106,"of":2,"message":"m0","is":"skip"}
{"ms":2297,"of":1,"message":"n239","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"240"}}}
{"of":1,"message":"n241","is":"skip","combined":true}
{"of":1,"message":"n242","is":"skip","combined":true}
{"ms":5281,"of":2,"message":"m0","is":"create"}
{"of":0,"message":"n244","is":"create"}
{"answer":0,"set":{"count":0}}
{"answer":14,"set":{"message":"m0"}}
{"of":1,"message":"n247","is":"create"}
{"answer":0}
{"of":1,"message":"n249","is":"skip","combined":true}
{"of":0,"message":"n250","is":"create"}
{"ms":7592,"of":0,"message":"n251","set":{"lastTimestamp":null},"is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"252"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"253"}}}
{"answer":0,"set":{"message":"m0"}}
{"of":0,"message":"n255","set":{"lastTimestamp":"1970-01-01T00:00:00Z"},"is":"skip","combined":true}
{"ms":500,"of":0,"message":"n256","is":"skip","combined":true}
{"ms":500,"of":0,"message":"n257","is":"skip","combined":true}
{"ms":500,"of":0,"message":"n258","is":"skip","combined":true}
{"ms":4008,"of":0,"message":"n259","is":"skip","combined":true}
{"ms":1000,"of":1,"message":"n260","is":"create"}
{"ms":7298,"of":2,"message":"m1","is":"create"}
{"answer":0,"set":{"metadata":{"name":"renamed-262"}}}
{"of":1,"message":"n263","is":"create"}
{"of":0,"message":"n264","is":"create"}
{"answer":0,"set":{"message":"m0"}}
{"of":0,"message":"n266","is":"skip","combined":true}
{"answer":0,"set":{"message":"m0"}}
{"ms":5262,"of":1,"message":"n268","is":"create"}
{"of":0,"message":"n269","is":"create"}
{"ms":8263,"of":0,"message":"n270","is":"skip","combined":true}
{"answer":0,"set":{"count":6}}
{"answer":0,"set":{"message":"m0"}}
{"ms":1000,"of":0,"message":"n273","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"name":"renamed-274"}}}
{"of":1,"message":"n275","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"create"}
{"answer":3,"set":{"count":0}}
{"ms":824,"of":1,"message":"n277","is":"skip","combined":true}
{"ms":1000,"of":0,"message":"n278","is":"create"}
{"of":0,"message":"n279","is":"skip","combined":true}
{"of":0,"message":"n280","is":"skip","combined":true}
{"of":0,"message":"n281","is":"skip","combined":true}
{"answer":16,"set":{"metadata":{"resourceVersion":"282"}}}
{"answer":0}
{"of":0,"message":"n284","is":"skip","combined":true}
{"ms":7383,"of":0,"message":"n285","is":"skip","combined":true}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":6,"set":{"message":"m0"}}
{"of":1,"message":"n288","is":"create"}
{"answer":0,"set":{"message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"290"}}}
{"of":1,"message":"n291","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"292"}}}
{"ms":500,"of":2,"message":"m0","is":"create"}
{"of":0,"message":"n294","is":"create"}
{"of":0,"message":"n295","is":"skip","combined":true}
{"ms":500,"of":1,"message":"n296","is":"create"}
{"answer":15,"set":{"metadata":{"resourceVersion":"297"}}}
{"of":2,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:06:36Z","metadata":{"name":"e243","resourceVersion":"297"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:07:22Z","message":"m0"}}
{"ms":500,"of":0,"message":"n299","is":"create"}
{"ms":500,"of":0,"message":"n300","is":"skip","combined":true}
{"ms":549,"of":0,"message":"n301","is":"skip","combined":true}
{"of":2,"message":"m0","is":"create"}
{"of":0,"message":"n303","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"create"}
{"answer":7}
{"ms":9404,"of":0,"message":"n305","is":"skip","combined":true}
{"of":0,"message":"n306","is":"skip","combined":true}
{"answer":2,"set":{"metadata":{"resourceVersion":"307"}}}
{"of":0,"message":"n308","is":"skip","combined":true}
{"of":0,"message":"n309","is":"skip","combined":true}
{"of":0,"message":"n310","is":"skip","combined":true}
{"of":0,"message":"n311","is":"skip","combined":true}
{"answer":7,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"313"}}}
{"of":0,"message":"n314","is":"skip","combined":true}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":2,"message":"m2","is":"create"}
{"of":2,"message":"m0","is":"skip","combined":true}
{"of":1,"message":"n318","is":"create"}
{"of":2,"message":"n319","is":"create"}
{"answer":13,"set":{"count":6}}
{"ms":4183,"of":0,"message":"n321","is":"create"}
{"of":2,"message":"n322","is":"create"}
{"of":0,"message":"n323","is":"create"}
{"of":0,"message":"n324","set":{"count":1},"is":"skip","combined":true}
{"of":2,"message":"n325","is":"create"}
{"of":2,"message":"n326","is":"skip","combined":true}
{"of":2,"message":"n327","is":"skip","combined":true}
{"of":2,"message":"n328","is":"skip","combined":true}
{"answer":4,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":500,"of":2,"message":"n330","is":"skip","combined":true}
{"of":2,"message":"n331","is":"skip","combined":true}
{"ms":904,"of":1,"message":"n332","set":{"lastTimestamp":null},"is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"333"}}}
{"ms":2309,"of":2,"message":"n334","is":"create"}
{"of":2,"message":"n335","is":"skip","combined":true}
{"ms":8558,"of":2,"message":"n336","is":"skip","combined":true}
{"ms":4240,"of":2,"message":"n337","is":"skip","combined":true}
{"ms":500,"of":1,"message":"n338","is":"create"}
{"answer":0,"set":{"message":"m0"}}
{"of":2,"message":"n340","is":"create"}
{"of":2,"message":"n341","is":"skip","combined":true}
{"of":2,"message":"n342","is":"skip","combined":true}
{"ms":24,"of":1,"message":"n343","is":"create"}
{"of":0,"message":"n344","is":"create"}
{"of":2,"message":"n345","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"346"}}}
{"answer":10,"set":{"count":6}}
{"ms":150001,"of":1,"message":"n348","is":"create"}
{"of":0,"message":"n349","is":"create"}
{"ms":1000,"of":2,"message":"n350","is":"create"}
{"of":2,"message":"n351","set":{"count":2},"is":"skip","combined":true}
{"of":1,"message":"n352","is":"create"}
{"of":2,"message":"n353","is":"create"}
{"answer":4,"set":{"metadata":{"name":"renamed-354"}}}
{"of":2,"message":"n355","is":"skip","combined":true}
{"of":2,"message":"n356","is":"skip","combined":true}
{"of":2,"message":"n357","is":"skip","combined":true}
{"of":2,"message":"n358","is":"skip","combined":true}
{"ms":1170,"of":2,"message":"n359","is":"skip","combined":true}
{"ms":1000,"of":1,"message":"n360","is":"create"}
{"of":2,"message":"n361","is":"create"}
{"of":1,"message":"n362","is":"create"}
{"of":2,"message":"n363","is":"create"}
{"ms":500,"of":0,"message":"n364","is":"create"}
{"of":0,"message":"n365","set":{"lastTimestamp":null},"is":"skip","combined":true}
{"answer":14,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":500,"of":2,"message":"n367","is":"create"}
{"of":0,"message":"n368","is":"create"}
{"answer":0,"set":{"count":6}}
{"ms":500,"of":1,"message":"n370","is":"create"}
{"answer":0,"set":{"count":0}}
{"answer":10,"set":{"count":0}}
{"answer":0,"set":{"count":0}}
{"of":2,"message":"n374","is":"create"}
{"of":2,"message":"n375","is":"skip","combined":true}
{"of":0,"message":"n376","is":"create"}
{"of":2,"message":"n377","is":"create"}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":0,"set":{"count":6}}
{"of":0,"message":"n380","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"create"}
{"of":0,"message":"n381","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"382"}}}
{"ms":299999,"of":2,"message":"n383","is":"create"}
{"of":1,"message":"n384","is":"create"}
{"answer":0,"set":{"count":0}}
{"of":0,"message":"n386","is":"create"}
{"of":2,"message":"n387","is":"create"}
{"ms":1000,"of":2,"message":"n388","is":"skip","combined":true}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":6,"set":{"message":"m0"}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":13,"set":{"metadata":{"resourceVersion":"392"}}}
{"answer":6,"set":{"message":"m0"}}
{"answer":0}
{"ms":9782,"of":2,"message":"n395","is":"skip","combined":true}
{"of":1,"message":"n396","is":"create"}
{"ms":6487,"of":2,"message":"n397","is":"create"}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":5,"set":{"metadata":{"resourceVersion":"399"}}}
{"story":"groups of three","options":{"cacheSize":30,"burst":30,"maxEvents":3,"maxIntervalMs":150000},"subjects":[{"involvedObject":{"kind":"Pod","name":"pod-0","namespace":"default"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-0","namespace":"default","uid":"uid-0"},"metadata":{"annotations":{"n":"1"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-1","namespace":"default","uid":"uid-0"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-1","namespace":"default"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Normal"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{0}","kind":"Pod","name":"pod-2","uid":"uid-1"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-2","uid":"uid-1"},"metadata":{"annotations":{"n":"5"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Warning"},{"involvedObject":{"kind":"Pod","name":"pod-3"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-3","uid":"uid-1"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-4","namespace":"default","uid":"uid-2"},"reason":"Pulled","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{1}","kind":"Pod","name":"pod-4","namespace":"default"},"metadata":{"annotations":{"n":"9"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-5","namespace":"default","uid":"uid-2"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-5","namespace":"default","uid":"uid-2"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Warning"},{"involvedObject":{"kind":"Pod","name":"pod-6"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-6","uid":"uid-3"},"metadata":{"annotations":{"n":"13"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","type":"Normal"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{0}","kind":"Pod","name":"pod-7","uid":"uid-3"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-7"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-8","namespace":"default","uid":"uid-4"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-8","namespace":"default","uid":"uid-4"},"metadata":{"annotations":{"n":"17"},"labels":{"app":"web"}},"reason":"BackOff","source":{"component":"kubelet","host":"node-1"},"type":"Warning"},{"involvedObject":{"kind":"Pod","name":"pod-9","namespace":"default"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{1}","kind":"Pod","name":"pod-9","namespace":"default","uid":"uid-4"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-10","uid":"uid-5"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-10"},"metadata":{"annotations":{"n":"21"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-11","uid":"uid-5"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-11","uid":"uid-5"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Warning"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{0}","kind":"Pod","name":"pod-12","namespace":"default"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-12","namespace":"default","uid":"uid-6"},"metadata":{"annotations":{"n":"25"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-13","namespace":"default","uid":"uid-6"},"reason":"Pulled","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-13","namespace":"default"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-14","uid":"uid-7"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{1}","kind":"Pod","name":"pod-14","uid":"uid-7"},"metadata":{"annotations":{"n":"29"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Warning"},{"involvedObject":{"kind":"Pod","name":"pod-15"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-15","uid":"uid-7"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-16","namespace":"default","uid":"uid-8"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-16","namespace":"default"},"metadata":{"annotations":{"n":"33"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{0}","kind":"Pod","name":"pod-17","namespace":"default","uid":"uid-8"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-17","namespace":"default","uid":"uid-8"},"reason":"BackOff","source":{"component":"scheduler","host":"node-1"},"type":"Warning"},{"involvedObject":{"kind":"Pod","name":"pod-18"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-18","uid":"uid-9"},"metadata":{"annotations":{"n":"37"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-19","uid":"uid-9"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{1}","kind":"Pod","name":"pod-19"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Normal"}]}
{"of":0,"message":"m2","is":"create"}
{"of":0,"message":"m1","is":"create"}
{"of":39,"message":"m0","is":"create"}
{"of":0,"message":"m2","is":"patch","event":{"count":2,"metadata":{"name":"e0"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:00:00Z","message":"m2"}}
{"answer":0,"set":{"metadata":{"name":"renamed-4"}}}
{"ms":2184,"of":27,"message":"m1","is":"create"}
{"of":0,"message":"m2","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:00:00Z","metadata":{"name":"renamed-4"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:00:02Z","message":"m2"}}
{"of":0,"message":"m2","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:00:00Z","metadata":{"name":"renamed-4"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:00:02Z","message":"m2"}}
{"ms":-221109,"of":23,"message":"m0","is":"create"}
{"answer":0,"set":{"message":"m0"}}
{"of":0,"message":"m2","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:00:00Z","metadata":{"name":"renamed-4"}},"patch":{"count":5,"lastTimestamp":"2025-12-31T23:56:21Z","message":"m2"}}
{"ms":1000,"of":36,"message":"m0","is":"create"}
{"of":0,"message":"m2","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:00:00Z","metadata":{"name":"renamed-4"}},"patch":{"count":6,"lastTimestamp":"2025-12-31T23:56:22Z","message":"m2"}}
{"of":20,"message":"m0","is":"create"}
{"of":0,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-0.1886721f30a264c0"},"reportingComponent":"","reportingInstance":""}}
{"answer":0,"set":{"metadata":{"resourceVersion":"15"}}}
{"ms":1000,"of":2,"message":"m1","is":"create"}
{"ms":500,"of":28,"message":"m1","is":"create"}
{"of":0,"message":"n18","is":"patch","combined":true,"event":{"count":2,"firstTimestamp":"2025-12-31T23:56:22Z","message":"(combined from similar events): n18","metadata":{"name":"pod-0.1886721f30a264c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2025-12-31T23:56:23Z","message":"(combined from similar events): n18"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"19"}}}
{"of":0,"message":"n20","is":"patch","combined":true,"event":{"count":3,"firstTimestamp":"2025-12-31T23:56:22Z","message":"(combined from similar events): n20","metadata":{"name":"pod-0.1886721f30a264c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":3,"lastTimestamp":"2025-12-31T23:56:23Z","message":"(combined from similar events): n20"}}
{"of":28,"message":"m1","is":"patch","event":{"count":2,"metadata":{"name":"e17"}},"patch":{"count":2,"lastTimestamp":"2025-12-31T23:56:23Z","message":"m1"}}
{"answer":0}
{"answer":0}
{"ms":1000,"of":0,"message":"n24","is":"patch","combined":true,"event":{"count":4,"firstTimestamp":"2025-12-31T23:56:22Z","message":"(combined from similar events): n24","metadata":{"name":"pod-0.1886721f30a264c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":4,"lastTimestamp":"2025-12-31T23:56:24Z","message":"(combined from similar events): n24"}}
{"ms":153,"of":0,"message":"n25","is":"patch","combined":true,"event":{"count":5,"firstTimestamp":"2025-12-31T23:56:22Z","message":"(combined from similar events): n25","metadata":{"name":"pod-0.1886721f30a264c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":5,"lastTimestamp":"2025-12-31T23:56:24Z","message":"(combined from similar events): n25"}}
{"of":0,"message":"n26","is":"patch","combined":true,"event":{"count":6,"firstTimestamp":"2025-12-31T23:56:22Z","message":"(combined from similar events): n26","metadata":{"name":"pod-0.1886721f30a264c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":6,"lastTimestamp":"2025-12-31T23:56:24Z","message":"(combined from similar events): n26"}}
{"of":0,"message":"n27","is":"patch","combined":true,"event":{"count":7,"firstTimestamp":"2025-12-31T23:56:22Z","message":"(combined from similar events): n27","metadata":{"name":"pod-0.1886721f30a264c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":7,"lastTimestamp":"2025-12-31T23:56:24Z","message":"(combined from similar events): n27"}}
{"ms":10001,"of":0,"message":"n28","is":"patch","combined":true,"event":{"count":8,"firstTimestamp":"2025-12-31T23:56:22Z","message":"(combined from similar events): n28","metadata":{"name":"pod-0.1886721f30a264c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":8,"lastTimestamp":"2025-12-31T23:56:34Z","message":"(combined from similar events): n28"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"29"}}}
{"answer":0,"set":{"metadata":{"name":"renamed-30"}}}
{"ms":9105,"of":27,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:02Z","metadata":{"name":"e5"}},"patch":{"count":2,"lastTimestamp":"2025-12-31T23:56:43Z","message":"m1"}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":20,"message":"m1","is":"create"}
{"of":0,"message":"n34","is":"patch","combined":true,"event":{"count":9,"firstTimestamp":"2025-12-31T23:56:22Z","message":"(combined from similar events): n34","metadata":{"name":"pod-0.1886721f30a264c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":9,"lastTimestamp":"2025-12-31T23:56:43Z","message":"(combined from similar events): n34"}}
{"answer":0,"set":{"count":14}}
{"of":0,"message":"n36","is":"patch","combined":true,"event":{"count":10,"firstTimestamp":"2025-12-31T23:56:22Z","message":"(combined from similar events): n36","metadata":{"name":"pod-0.1886721f30a264c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":10,"lastTimestamp":"2025-12-31T23:56:43Z","message":"(combined from similar events): n36"}}
{"ms":6866,"of":9,"message":"m0","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"38"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"39"}}}
{"ms":2892,"of":0,"message":"n40","is":"patch","combined":true,"event":{"count":11,"firstTimestamp":"2025-12-31T23:56:22Z","message":"(combined from similar events): n40","metadata":{"name":"pod-0.1886721f30a264c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":11,"lastTimestamp":"2025-12-31T23:56:53Z","message":"(combined from similar events): n40"}}
{"ms":500,"of":0,"message":"n41","set":{"lastTimestamp":null},"is":"patch","combined":true,"event":{"count":12,"firstTimestamp":"2025-12-31T23:56:22Z","lastTimestamp":"2025-12-31T23:56:54Z","message":"(combined from similar events): n41","metadata":{"name":"pod-0.1886721f30a264c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":12,"lastTimestamp":"2025-12-31T23:56:54Z","message":"(combined from similar events): n41"}}
{"of":22,"message":"m1","is":"create"}
{"of":39,"message":"m2","is":"create"}
{"of":30,"message":"m0","is":"create"}
{"answer":10,"set":{"metadata":{"name":"renamed-45"}}}
{"of":30,"message":"m1","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"47"}}}
{"ms":500,"of":30,"message":"m2","is":"create","combined":true,"event":{"message":"(combined from similar events): m2","metadata":{"name":"pod-15.18867226c2cc7000"},"reportingComponent":"","reportingInstance":""}}
{"answer":19,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":6}
{"of":30,"message":"n51","is":"patch","combined":true,"event":{"count":2,"message":"(combined from similar events): n51","metadata":{"name":"pod-15.18867226c2cc7000"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2025-12-31T23:56:54Z","message":"(combined from similar events): n51"}}
{"of":30,"message":"n52","is":"patch","combined":true,"event":{"count":3,"message":"(combined from similar events): n52","metadata":{"name":"pod-15.18867226c2cc7000"},"reportingComponent":"","reportingInstance":""},"patch":{"count":3,"lastTimestamp":"2025-12-31T23:56:54Z","message":"(combined from similar events): n52"}}
{"of":30,"message":"n53","is":"patch","combined":true,"event":{"count":4,"message":"(combined from similar events): n53","metadata":{"name":"pod-15.18867226c2cc7000"},"reportingComponent":"","reportingInstance":""},"patch":{"count":4,"lastTimestamp":"2025-12-31T23:56:54Z","message":"(combined from similar events): n53"}}
{"answer":0,"set":{"metadata":{"name":"renamed-54"}}}
{"ms":8330,"of":30,"message":"n55","is":"patch","combined":true,"event":{"count":5,"firstTimestamp":"2025-12-31T23:56:54Z","message":"(combined from similar events): n55","metadata":{"name":"pod-15.18867226c2cc7000"},"reportingComponent":"","reportingInstance":""},"patch":{"count":5,"lastTimestamp":"2025-12-31T23:57:02Z","message":"(combined from similar events): n55"}}
{"of":9,"message":"m2","is":"create"}
{"of":30,"message":"n57","is":"patch","combined":true,"event":{"count":6,"firstTimestamp":"2025-12-31T23:56:54Z","message":"(combined from similar events): n57","metadata":{"name":"pod-15.18867226c2cc7000"},"reportingComponent":"","reportingInstance":""},"patch":{"count":6,"lastTimestamp":"2025-12-31T23:57:02Z","message":"(combined from similar events): n57"}}
{"of":30,"message":"n58","is":"patch","combined":true,"event":{"count":7,"firstTimestamp":"2025-12-31T23:56:54Z","message":"(combined from similar events): n58","metadata":{"name":"pod-15.18867226c2cc7000"},"reportingComponent":"","reportingInstance":""},"patch":{"count":7,"lastTimestamp":"2025-12-31T23:57:02Z","message":"(combined from similar events): n58"}}
{"ms":7911,"of":16,"message":"m0","is":"create"}
{"of":30,"message":"n60","is":"patch","combined":true,"event":{"count":8,"firstTimestamp":"2025-12-31T23:56:54Z","message":"(combined from similar events): n60","metadata":{"name":"pod-15.18867226c2cc7000"},"reportingComponent":"","reportingInstance":""},"patch":{"count":8,"lastTimestamp":"2025-12-31T23:57:10Z","message":"(combined from similar events): n60"}}
{"answer":0,"set":{"count":13}}
{"answer":17}
{"of":37,"message":"m2","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"64"}}}
{"ms":991,"of":35,"message":"m1","is":"create"}
{"ms":1000,"of":37,"message":"m0","is":"create"}
{"of":37,"message":"m1","is":"create","combined":true,"event":{"message":"(combined from similar events): m1","metadata":{"annotations":null,"labels":null,"name":"pod-18.1886722b0182ae00"},"reportingComponent":"","reportingInstance":""}}
{"of":37,"message":"n68","is":"patch","combined":true,"event":{"count":2,"message":"(combined from similar events): n68","metadata":{"annotations":null,"labels":null,"name":"pod-18.1886722b0182ae00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2025-12-31T23:57:12Z","message":"(combined from similar events): n68"}}
{"of":37,"message":"n69","is":"patch","combined":true,"event":{"count":3,"message":"(combined from similar events): n69","metadata":{"annotations":null,"labels":null,"name":"pod-18.1886722b0182ae00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":3,"lastTimestamp":"2025-12-31T23:57:12Z","message":"(combined from similar events): n69"}}
{"answer":3,"set":{"metadata":{"name":"renamed-70"}}}
{"of":37,"message":"n71","is":"patch","combined":true,"event":{"count":4,"message":"(combined from similar events): n71","metadata":{"annotations":null,"labels":null,"name":"pod-18.1886722b0182ae00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":4,"lastTimestamp":"2025-12-31T23:57:12Z","message":"(combined from similar events): n71"}}
{"of":37,"message":"n72","is":"patch","combined":true,"event":{"count":5,"message":"(combined from similar events): n72","metadata":{"annotations":null,"labels":null,"name":"pod-18.1886722b0182ae00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":5,"lastTimestamp":"2025-12-31T23:57:12Z","message":"(combined from similar events): n72"}}
{"ms":500,"of":37,"message":"n73","is":"patch","combined":true,"event":{"count":6,"firstTimestamp":"2025-12-31T23:57:12Z","message":"(combined from similar events): n73","metadata":{"annotations":null,"labels":null,"name":"pod-18.1886722b0182ae00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":6,"lastTimestamp":"2025-12-31T23:57:13Z","message":"(combined from similar events): n73"}}
{"answer":0,"set":{"message":"m0"}}
{"answer":16}
{"of":32,"message":"m1","is":"create"}
{"of":22,"message":"m2","is":"create"}
{"of":37,"message":"n78","is":"patch","combined":true,"event":{"count":7,"firstTimestamp":"2025-12-31T23:57:12Z","message":"(combined from similar events): n78","metadata":{"annotations":null,"labels":null,"name":"pod-18.1886722b0182ae00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":7,"lastTimestamp":"2025-12-31T23:57:13Z","message":"(combined from similar events): n78"}}
{"ms":500,"of":34,"message":"m2","is":"create"}
{"ms":500,"of":37,"message":"n80","is":"patch","combined":true,"event":{"count":8,"firstTimestamp":"2025-12-31T23:57:12Z","message":"(combined from similar events): n80","metadata":{"annotations":null,"labels":null,"name":"pod-18.1886722b0182ae00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":8,"lastTimestamp":"2025-12-31T23:57:14Z","message":"(combined from similar events): n80"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"81"}}}
{"ms":500,"of":12,"message":"m2","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"83"}}}
{"answer":17,"set":{"message":"m0"}}
{"ms":299999,"of":37,"message":"m1","is":"create"}
{"of":37,"message":"m1","is":"patch","event":{"count":2,"metadata":{"name":"e85"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:02:14Z","message":"m1"}}
{"answer":0,"set":{"metadata":{"name":"renamed-87"}}}
{"of":16,"message":"m1","is":"create"}
{"answer":5}
{"answer":1,"set":{"metadata":{"resourceVersion":"90"}}}
{"ms":6037,"of":37,"message":"m1","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:02:14Z","metadata":{"name":"e85","resourceVersion":"90"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:02:20Z","message":"m1"}}
{"of":37,"message":"m0","is":"patch","event":{"count":7,"firstTimestamp":"2025-12-31T23:57:12Z","metadata":{"name":"pod-18.1886722b0182ae00"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:02:20Z","message":"m0"}}
{"ms":500,"of":37,"message":"m0","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"patch","event":{"count":8,"firstTimestamp":"2025-12-31T23:57:12Z","metadata":{"name":"pod-18.1886722b0182ae00"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:02:21Z","message":"m0"}}
{"of":37,"message":"m0","is":"patch","event":{"count":9,"firstTimestamp":"2025-12-31T23:57:12Z","metadata":{"name":"pod-18.1886722b0182ae00"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:02:21Z","message":"m0"}}
{"answer":5,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":37,"message":"m2","is":"patch","combined":true,"event":{"count":9,"firstTimestamp":"2025-12-31T23:57:12Z","message":"(combined from similar events): m2","metadata":{"annotations":null,"labels":null,"name":"pod-18.1886722b0182ae00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:02:21Z","message":"(combined from similar events): m2"}}
{"ms":5910,"of":37,"message":"n97","is":"patch","combined":true,"event":{"count":10,"firstTimestamp":"2025-12-31T23:57:12Z","message":"(combined from similar events): n97","metadata":{"annotations":null,"labels":null,"name":"pod-18.1886722b0182ae00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":10,"lastTimestamp":"2026-01-01T00:02:27Z","message":"(combined from similar events): n97"}}
{"answer":0}
{"answer":13,"set":{"message":"m0"}}
{"ms":1000,"of":15,"message":"m1","is":"create"}
{"ms":1000,"of":37,"message":"n101","is":"patch","combined":true,"event":{"count":11,"firstTimestamp":"2025-12-31T23:57:12Z","message":"(combined from similar events): n101","metadata":{"annotations":null,"labels":null,"name":"pod-18.1886722b0182ae00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":11,"lastTimestamp":"2026-01-01T00:02:29Z","message":"(combined from similar events): n101"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"102"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"103"}}}
{"ms":149999,"of":37,"message":"n104","is":"patch","combined":true,"event":{"count":12,"firstTimestamp":"2025-12-31T23:57:12Z","message":"(combined from similar events): n104","metadata":{"annotations":null,"labels":null,"name":"pod-18.1886722b0182ae00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":12,"lastTimestamp":"2026-01-01T00:04:59Z","message":"(combined from similar events): n104"}}
{"of":37,"message":"n105","is":"patch","combined":true,"event":{"count":13,"firstTimestamp":"2025-12-31T23:57:12Z","message":"(combined from similar events): n105","metadata":{"annotations":null,"labels":null,"name":"pod-18.1886722b0182ae00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":13,"lastTimestamp":"2026-01-01T00:04:59Z","message":"(combined from similar events): n105"}}
{"of":3,"message":"m0","is":"create"}
{"of":23,"message":"m1","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"create"}
{"of":29,"message":"m1","is":"create"}
{"of":1,"message":"m0","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"110"}}}
{"ms":500,"of":37,"message":"n111","is":"patch","combined":true,"event":{"count":14,"firstTimestamp":"2025-12-31T23:57:12Z","message":"(combined from similar events): n111","metadata":{"annotations":null,"labels":null,"name":"pod-18.1886722b0182ae00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":14,"lastTimestamp":"2026-01-01T00:04:59Z","message":"(combined from similar events): n111"}}
{"of":37,"message":"n112","is":"patch","combined":true,"event":{"count":15,"firstTimestamp":"2025-12-31T23:57:12Z","message":"(combined from similar events): n112","metadata":{"annotations":null,"labels":null,"name":"pod-18.1886722b0182ae00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":15,"lastTimestamp":"2026-01-01T00:04:59Z","message":"(combined from similar events): n112"}}
{"ms":168,"of":11,"message":"m2","is":"create"}
{"answer":14,"set":{"metadata":{"resourceVersion":"114"}}}
{"answer":0,"set":{"message":"m0"}}
{"ms":500,"of":37,"message":"n116","is":"patch","combined":true,"event":{"count":16,"firstTimestamp":"2025-12-31T23:57:12Z","message":"(combined from similar events): n116","metadata":{"annotations":null,"labels":null,"name":"pod-18.1886722b0182ae00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":16,"lastTimestamp":"2026-01-01T00:05:00Z","message":"(combined from similar events): n116"}}
{"ms":2078,"of":8,"message":"m1","is":"create"}
{"answer":0,"set":{"message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"119"}}}
{"ms":9720,"of":37,"message":"n120","is":"patch","combined":true,"event":{"count":17,"firstTimestamp":"2025-12-31T23:57:12Z","message":"(combined from similar events): n120","metadata":{"annotations":null,"labels":null,"name":"pod-18.1886722b0182ae00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":17,"lastTimestamp":"2026-01-01T00:05:12Z","message":"(combined from similar events): n120"}}
{"of":37,"message":"n121","is":"patch","combined":true,"event":{"count":18,"firstTimestamp":"2025-12-31T23:57:12Z","message":"(combined from similar events): n121","metadata":{"annotations":null,"labels":null,"name":"pod-18.1886722b0182ae00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":18,"lastTimestamp":"2026-01-01T00:05:12Z","message":"(combined from similar events): n121"}}
{"answer":0,"set":{"metadata":{"name":"renamed-122"}}}
{"of":37,"message":"n123","is":"patch","combined":true,"event":{"count":19,"firstTimestamp":"2025-12-31T23:57:12Z","message":"(combined from similar events): n123","metadata":{"annotations":null,"labels":null,"name":"pod-18.1886722b0182ae00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":19,"lastTimestamp":"2026-01-01T00:05:12Z","message":"(combined from similar events): n123"}}
{"answer":10,"set":{"metadata":{"resourceVersion":"124"}}}
{"of":13,"message":"m1","is":"create"}
{"of":37,"message":"n126","is":"patch","combined":true,"event":{"count":20,"firstTimestamp":"2025-12-31T23:57:12Z","message":"(combined from similar events): n126","metadata":{"annotations":null,"labels":null,"name":"pod-18.1886722b0182ae00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":20,"lastTimestamp":"2026-01-01T00:05:12Z","message":"(combined from similar events): n126"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"127"}}}
{"of":24,"message":"m0","is":"create"}
{"of":33,"message":"m2","is":"create"}
{"of":13,"message":"m2","is":"create"}
{"of":13,"message":"m2","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"patch","event":{"count":2,"metadata":{"name":"e130"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:05:12Z","message":"m2"}}
{"answer":7}
{"of":13,"message":"m1","is":"patch","event":{"count":2,"metadata":{"name":"e125"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:05:12Z","message":"m1"}}
{"ms":1000,"of":4,"message":"m2","is":"create"}
{"of":21,"message":"m2","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"136"}}}
{"ms":1000,"of":13,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"annotations":null,"labels":null,"name":"pod-6.1886729b17d794c0"},"reportingComponent":"","reportingInstance":""}}
{"of":13,"message":"n138","is":"patch","combined":true,"event":{"count":2,"message":"(combined from similar events): n138","metadata":{"annotations":null,"labels":null,"name":"pod-6.1886729b17d794c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:05:14Z","message":"(combined from similar events): n138"}}
{"of":1,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:04:59Z","metadata":{"name":"e109","resourceVersion":"110"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:05:14Z","message":"m0"}}
{"ms":1000,"of":13,"message":"n140","is":"patch","combined":true,"event":{"count":3,"firstTimestamp":"2026-01-01T00:05:14Z","message":"(combined from similar events): n140","metadata":{"annotations":null,"labels":null,"name":"pod-6.1886729b17d794c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:05:15Z","message":"(combined from similar events): n140"}}
{"ms":1016072,"of":13,"message":"m2","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:05:12Z","metadata":{"name":"e130"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:22:11Z","message":"m2"}}
{"of":14,"message":"m1","is":"create"}
{"answer":0,"set":{"count":6}}
{"ms":6187,"of":6,"message":"m0","is":"create"}
{"of":13,"message":"m1","set":{"count":2},"is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:05:12Z","metadata":{"name":"e125"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:22:17Z","message":"m1"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"146"}}}
{"ms":500,"of":13,"message":"m2","set":{"count":0},"is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:05:12Z","metadata":{"name":"e130"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:22:17Z","message":"m2"}}
{"of":32,"message":"m1","is":"create"}
{"answer":17,"set":{"metadata":{"resourceVersion":"149"}}}
{"ms":500,"of":13,"message":"m2","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:05:12Z","metadata":{"name":"e130"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:22:18Z","message":"m2"}}
{"of":13,"message":"m2","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:05:12Z","metadata":{"name":"e130"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:22:18Z","message":"m2"}}
{"ms":600001,"of":13,"message":"m2","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T00:05:12Z","metadata":{"name":"e130"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:32:18Z","message":"m2"}}
{"of":13,"message":"m0","is":"create"}
{"of":13,"message":"m1","is":"patch","combined":true,"event":{"count":4,"firstTimestamp":"2026-01-01T00:05:14Z","message":"(combined from similar events): m1","metadata":{"annotations":null,"labels":null,"name":"pod-6.1886729b17d794c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:32:18Z","message":"(combined from similar events): m1"}}
{"of":13,"message":"n155","set":{"lastTimestamp":null},"is":"patch","combined":true,"event":{"count":5,"firstTimestamp":"2026-01-01T00:05:14Z","lastTimestamp":"2026-01-01T00:32:18Z","message":"(combined from similar events): n155","metadata":{"annotations":null,"labels":null,"name":"pod-6.1886729b17d794c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:32:18Z","message":"(combined from similar events): n155"}}
{"answer":14,"set":{"message":"m0"}}
{"of":13,"message":"n157","is":"patch","combined":true,"event":{"count":6,"firstTimestamp":"2026-01-01T00:05:14Z","message":"(combined from similar events): n157","metadata":{"annotations":null,"labels":null,"name":"pod-6.1886729b17d794c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:32:18Z","message":"(combined from similar events): n157"}}
{"of":22,"message":"m2","is":"create"}
{"answer":0,"set":{"message":"m0"}}
{"of":13,"message":"n160","is":"patch","combined":true,"event":{"count":7,"firstTimestamp":"2026-01-01T00:05:14Z","message":"(combined from similar events): n160","metadata":{"annotations":null,"labels":null,"name":"pod-6.1886729b17d794c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:32:18Z","message":"(combined from similar events): n160"}}
{"answer":0,"set":{"metadata":{"name":"renamed-161"}}}
{"of":13,"message":"n162","is":"patch","combined":true,"event":{"count":8,"firstTimestamp":"2026-01-01T00:05:14Z","message":"(combined from similar events): n162","metadata":{"annotations":null,"labels":null,"name":"pod-6.1886729b17d794c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:32:18Z","message":"(combined from similar events): n162"}}
{"answer":0,"set":{"count":13}}
{"answer":0,"set":{"metadata":{"resourceVersion":"164"}}}
{"ms":1778,"of":13,"message":"n165","is":"patch","combined":true,"event":{"count":9,"firstTimestamp":"2026-01-01T00:05:14Z","message":"(combined from similar events): n165","metadata":{"annotations":null,"labels":null,"name":"pod-6.1886729b17d794c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:32:20Z","message":"(combined from similar events): n165"}}
{"of":13,"message":"n166","is":"patch","combined":true,"event":{"count":10,"firstTimestamp":"2026-01-01T00:05:14Z","message":"(combined from similar events): n166","metadata":{"annotations":null,"labels":null,"name":"pod-6.1886729b17d794c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":10,"lastTimestamp":"2026-01-01T00:32:20Z","message":"(combined from similar events): n166"}}
{"answer":0,"set":{"count":15}}
{"answer":0,"set":{"count":15}}
{"ms":1000,"of":10,"message":"m1","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"170"}}}
{"answer":13}
{"ms":299999,"of":19,"message":"m2","set":{"message":""},"is":"create"}
{"of":7,"message":"m2","is":"create"}
{"answer":0,"set":{"metadata":{"name":"renamed-174"}}}
{"ms":500,"of":13,"message":"m1","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:05:12Z","metadata":{"name":"e125","resourceVersion":"146"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:37:21Z","message":"m1"}}
{"ms":3879,"of":33,"message":"m0","is":"create"}
{"answer":16,"set":{"message":"m0"}}
{"ms":7223,"of":13,"message":"m2","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T00:05:12Z","metadata":{"name":"e130"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:37:32Z","message":"m2"}}
{"of":29,"message":"m0","is":"create"}
{"of":10,"message":"m2","is":"create"}
{"ms":9986,"of":7,"message":"m2","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:37:21Z","metadata":{"name":"renamed-174"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:37:42Z","message":"m2"}}
{"of":13,"message":"m0","is":"patch","combined":true,"event":{"count":11,"firstTimestamp":"2026-01-01T00:05:14Z","message":"(combined from similar events): m0","metadata":{"annotations":null,"labels":null,"name":"pod-6.1886729b17d794c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":11,"lastTimestamp":"2026-01-01T00:37:42Z","message":"(combined from similar events): m0"}}
{"ms":6643,"of":25,"message":"m1","is":"create"}
{"of":13,"message":"n184","is":"patch","combined":true,"event":{"count":12,"firstTimestamp":"2026-01-01T00:05:14Z","message":"(combined from similar events): n184","metadata":{"annotations":null,"labels":null,"name":"pod-6.1886729b17d794c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":12,"lastTimestamp":"2026-01-01T00:37:49Z","message":"(combined from similar events): n184"}}
{"ms":500,"of":13,"message":"n185","set":{"lastTimestamp":null},"is":"patch","combined":true,"event":{"count":13,"firstTimestamp":"2026-01-01T00:05:14Z","lastTimestamp":"2026-01-01T00:37:50Z","message":"(combined from similar events): n185","metadata":{"annotations":null,"labels":null,"name":"pod-6.1886729b17d794c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":13,"lastTimestamp":"2026-01-01T00:37:50Z","message":"(combined from similar events): n185"}}
{"of":13,"message":"n186","is":"patch","combined":true,"event":{"count":14,"firstTimestamp":"2026-01-01T00:05:14Z","message":"(combined from similar events): n186","metadata":{"annotations":null,"labels":null,"name":"pod-6.1886729b17d794c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":14,"lastTimestamp":"2026-01-01T00:37:50Z","message":"(combined from similar events): n186"}}
{"ms":2235,"of":8,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:05:02Z","metadata":{"name":"e117","resourceVersion":"119"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:37:52Z","message":"m1"}}
{"of":13,"message":"n188","is":"patch","combined":true,"event":{"count":15,"firstTimestamp":"2026-01-01T00:05:14Z","message":"(combined from similar events): n188","metadata":{"annotations":null,"labels":null,"name":"pod-6.1886729b17d794c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":15,"lastTimestamp":"2026-01-01T00:37:52Z","message":"(combined from similar events): n188"}}
{"answer":0,"set":{"count":20}}
{"answer":12,"set":{"metadata":{"resourceVersion":"190"}}}
{"of":21,"message":"m1","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"192"}}}
{"ms":1000,"of":21,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:37:52Z","metadata":{"name":"e191","resourceVersion":"192"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:37:53Z","message":"m1"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"194"}}}
{"of":13,"message":"n195","is":"patch","combined":true,"event":{"count":16,"firstTimestamp":"2026-01-01T00:05:14Z","message":"(combined from similar events): n195","metadata":{"annotations":null,"labels":null,"name":"pod-6.1886729b17d794c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":16,"lastTimestamp":"2026-01-01T00:37:53Z","message":"(combined from similar events): n195"}}
{"ms":4992,"of":12,"message":"m0","is":"create"}
{"of":25,"message":"m0","is":"create"}
{"of":25,"message":"m0","is":"patch","event":{"count":2,"metadata":{"name":"e197"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:37:58Z","message":"m0"}}
{"answer":5,"set":{"message":"m0"}}
{"ms":150000,"of":10,"message":"m0","is":"create"}
{"of":25,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:37:58Z","metadata":{"name":"e197"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:40:28Z","message":"m0"}}
{"answer":5,"set":{"metadata":{"resourceVersion":"202"}}}
{"answer":0}
{"of":2,"message":"m0","is":"create"}
{"ms":5541,"of":25,"message":"m0","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:37:58Z","metadata":{"name":"e197"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:40:33Z","message":"m0"}}
{"of":25,"message":"m0","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:37:58Z","metadata":{"name":"e197"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:40:33Z","message":"m0"}}
{"ms":141,"of":21,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:37:52Z","metadata":{"name":"e191"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:40:33Z","message":"m0"}}
{"answer":0}
{"of":25,"message":"m0","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:37:58Z","metadata":{"name":"e197"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:40:33Z","message":"m0"}}
{"of":25,"message":"m0","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T00:37:58Z","metadata":{"name":"e197"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:40:33Z","message":"m0"}}
{"ms":500,"of":12,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:37:58Z","metadata":{"name":"e196"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:40:34Z","message":"m0"}}
{"answer":0,"set":{"message":"m0"}}
{"of":25,"message":"m0","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T00:37:58Z","metadata":{"name":"e197"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:40:34Z","message":"m0"}}
{"answer":0}
{"of":25,"message":"m0","is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T00:37:58Z","metadata":{"name":"e197"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:40:34Z","message":"m0"}}
{"answer":0,"set":{"count":14}}
{"of":25,"message":"m0","is":"patch","event":{"count":15,"firstTimestamp":"2026-01-01T00:37:58Z","metadata":{"name":"e197"}},"patch":{"count":15,"lastTimestamp":"2026-01-01T00:40:34Z","message":"m0"}}
{"of":25,"message":"m0","is":"patch","event":{"count":16,"firstTimestamp":"2026-01-01T00:37:58Z","metadata":{"name":"e197"}},"patch":{"count":16,"lastTimestamp":"2026-01-01T00:40:34Z","message":"m0"}}
{"of":39,"message":"m0","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"220"}}}
{"of":14,"message":"m0","is":"create"}
{"of":25,"message":"m0","is":"patch","event":{"count":17,"firstTimestamp":"2026-01-01T00:37:58Z","metadata":{"name":"e197"}},"patch":{"count":17,"lastTimestamp":"2026-01-01T00:40:34Z","message":"m0"}}
{"answer":4,"set":{"count":20}}
{"answer":0,"set":{"metadata":{"resourceVersion":"224"}}}
{"of":15,"message":"m0","is":"create"}
{"ms":500,"of":25,"message":"m0","is":"patch","event":{"count":18,"firstTimestamp":"2026-01-01T00:37:58Z","metadata":{"name":"e197","resourceVersion":"224"}},"patch":{"count":18,"lastTimestamp":"2026-01-01T00:40:34Z","message":"m0"}}
{"ms":1000,"of":25,"message":"m0","is":"patch","event":{"count":19,"firstTimestamp":"2026-01-01T00:37:58Z","metadata":{"name":"e197","resourceVersion":"224"}},"patch":{"count":19,"lastTimestamp":"2026-01-01T00:40:35Z","message":"m0"}}
{"of":25,"message":"m0","set":{"lastTimestamp":null},"is":"patch","event":{"count":20,"firstTimestamp":"2026-01-01T00:37:58Z","metadata":{"name":"e197","resourceVersion":"224"}},"patch":{"count":20,"lastTimestamp":null,"message":"m0"}}
{"of":25,"message":"m0","set":{"count":2},"is":"patch","event":{"count":21,"firstTimestamp":"2026-01-01T00:37:58Z","metadata":{"name":"e197","resourceVersion":"224"}},"patch":{"count":21,"lastTimestamp":"2026-01-01T00:40:35Z","message":"m0"}}
{"ms":1264560,"of":25,"message":"m0","is":"patch","event":{"count":22,"firstTimestamp":"2026-01-01T00:37:58Z","metadata":{"name":"e197","resourceVersion":"224"}},"patch":{"count":22,"lastTimestamp":"2026-01-01T01:01:40Z","message":"m0"}}
{"of":25,"message":"m0","is":"patch","event":{"count":23,"firstTimestamp":"2026-01-01T00:37:58Z","metadata":{"name":"e197","resourceVersion":"224"}},"patch":{"count":23,"lastTimestamp":"2026-01-01T01:01:40Z","message":"m0"}}
{"ms":10000,"of":25,"message":"m0","is":"patch","event":{"count":24,"firstTimestamp":"2026-01-01T00:37:58Z","metadata":{"name":"e197","resourceVersion":"224"}},"patch":{"count":24,"lastTimestamp":"2026-01-01T01:01:50Z","message":"m0"}}
{"answer":0,"set":{"count":29}}
{"of":25,"message":"m0","is":"patch","event":{"count":30,"firstTimestamp":"2026-01-01T00:37:58Z","metadata":{"name":"e197","resourceVersion":"224"}},"patch":{"count":30,"lastTimestamp":"2026-01-01T01:01:50Z","message":"m0"}}
{"ms":500,"of":25,"message":"m0","is":"patch","event":{"count":31,"firstTimestamp":"2026-01-01T00:37:58Z","metadata":{"name":"e197","resourceVersion":"224"}},"patch":{"count":31,"lastTimestamp":"2026-01-01T01:01:50Z","message":"m0"}}
{"ms":7281,"of":25,"message":"m0","is":"patch","event":{"count":32,"firstTimestamp":"2026-01-01T00:37:58Z","metadata":{"name":"e197","resourceVersion":"224"}},"patch":{"count":32,"lastTimestamp":"2026-01-01T01:01:58Z","message":"m0"}}
{"answer":0,"set":{"message":"m0"}}
{"of":25,"message":"m0","set":{"count":2},"is":"patch","event":{"count":33,"firstTimestamp":"2026-01-01T00:37:58Z","metadata":{"name":"e197","resourceVersion":"224"}},"patch":{"count":33,"lastTimestamp":"2026-01-01T01:01:58Z","message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"239"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"240"}}}
{"of":12,"message":"m0","set":{"message":""},"is":"create"}
{"ms":500,"of":23,"message":"m0","is":"create"}
{"answer":0,"set":{"count":6}}
{"of":25,"message":"m0","set":{"count":1},"is":"patch","event":{"count":34,"firstTimestamp":"2026-01-01T00:37:58Z","metadata":{"name":"e197","resourceVersion":"240"}},"patch":{"count":34,"lastTimestamp":"2026-01-01T01:01:58Z","message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"245"}}}
{"ms":500,"of":24,"message":"m0","is":"create"}
{"of":25,"message":"m0","is":"patch","event":{"count":35,"firstTimestamp":"2026-01-01T00:37:58Z","metadata":{"name":"e197","resourceVersion":"245"}},"patch":{"count":35,"lastTimestamp":"2026-01-01T01:01:59Z","message":"m0"}}
{"answer":0}
{"answer":17,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":25,"message":"m0","is":"patch","event":{"count":18,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e197"}},"patch":{"count":18,"lastTimestamp":"2026-01-01T01:01:59Z","message":"m0"}}
{"of":9,"message":"m0","is":"create"}
{"of":25,"message":"m0","is":"patch","event":{"count":19,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e197"}},"patch":{"count":19,"lastTimestamp":"2026-01-01T01:01:59Z","message":"m0"}}
{"answer":10,"set":{"metadata":{"resourceVersion":"253"}}}
{"answer":0}
{"answer":19,"set":{"metadata":{"resourceVersion":"255"}}}
{"ms":1000,"of":6,"message":"m0","is":"create"}
{"of":21,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:37:52Z","metadata":{"name":"e191"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:02:00Z","message":"m0"}}
{"answer":2,"set":{"metadata":{"resourceVersion":"258"}}}
{"answer":0,"set":{"message":"m0"}}
{"of":25,"message":"m0","set":{"message":""},"is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"261"}}}
{"answer":0,"set":{"message":"m0"}}
{"of":10,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:40:28Z","metadata":{"name":"e200"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:02:00Z","message":"m0"}}
{"of":32,"message":"m0","is":"create"}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":25,"message":"m0","is":"patch","event":{"count":2,"metadata":{"name":"e260"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:02:00Z","message":"m0"}}
{"answer":0,"set":{"message":"m0"}}
{"of":25,"message":"m0","is":"patch","event":{"count":3,"metadata":{"name":"e260"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:02:00Z","message":"m0"}}
{"ms":1000,"of":10,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:40:28Z","metadata":{"name":"e200"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:02:01Z","message":"m0"}}
{"answer":0,"set":{"count":0}}
{"answer":0,"set":{"metadata":{"resourceVersion":"271"}}}
{"answer":3,"set":{"metadata":{"resourceVersion":"272"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"273"}}}
{"of":13,"message":"m0","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:05:12Z","metadata":{"name":"e130"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T01:02:01Z","message":"m0"}}
{"answer":12,"set":{"metadata":{"resourceVersion":"275"}}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":22,"message":"m0","is":"create"}
{"answer":10,"set":{"metadata":{"resourceVersion":"278"}}}
{"of":25,"message":"m0","is":"patch","event":{"count":20,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e197","resourceVersion":"278"}},"patch":{"count":20,"lastTimestamp":"2026-01-01T01:02:01Z","message":"m0"}}
{"ms":1000,"of":25,"message":"m0","is":"patch","event":{"count":21,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e197","resourceVersion":"278"}},"patch":{"count":21,"lastTimestamp":"2026-01-01T01:02:02Z","message":"m0"}}
{"answer":0,"set":{"count":26}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":1000,"of":25,"message":"m0","is":"patch","event":{"count":22,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e197","resourceVersion":"278"}},"patch":{"count":22,"lastTimestamp":"2026-01-01T01:02:03Z","message":"m0"}}
{"of":25,"message":"m0","is":"skip"}
{"ms":1000,"of":22,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:02:01Z","metadata":{"name":"e277"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:02:04Z","message":"m0"}}
{"ms":500,"of":1,"message":"m0","is":"create"}
{"ms":500,"of":8,"message":"m0","is":"create"}
{"of":18,"message":"m0","is":"create"}
{"of":24,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:01:59Z","metadata":{"name":"e246"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:02:05Z","message":"m0"}}
{"of":18,"message":"m0","is":"patch","event":{"count":2,"metadata":{"name":"e288"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:02:05Z","message":"m0"}}
{"answer":12,"set":{"metadata":{"resourceVersion":"291"}}}
{"of":25,"message":"m0","is":"skip"}
{"of":13,"message":"m0","is":"patch","event":{"count":7,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e130"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T01:02:05Z","message":"m0"}}
{"ms":8692,"of":12,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:37:58Z","metadata":{"name":"e196"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:02:13Z","message":"m0"}}
{"answer":6,"set":{"count":6}}
{"of":34,"message":"m2","set":{"count":3},"is":"create"}
{"of":34,"message":"m0","is":"create"}
{"ms":500,"of":34,"message":"m1","is":"create","combined":true,"event":{"message":"(combined from similar events): m1","metadata":{"name":"pod-17.188675b76c3e8540"},"reportingComponent":"","reportingInstance":""}}
{"of":13,"message":"m2","is":"create"}
{"of":13,"message":"m2","is":"patch","event":{"count":2,"metadata":{"name":"e299"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:02:14Z","message":"m2"}}
{"of":4,"message":"m0","is":"create"}
{"ms":1000,"of":34,"message":"n302","is":"patch","combined":true,"event":{"count":2,"firstTimestamp":"2026-01-01T01:02:14Z","message":"(combined from similar events): n302","metadata":{"name":"pod-17.188675b76c3e8540"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:02:15Z","message":"(combined from similar events): n302"}}
{"of":34,"message":"n303","is":"patch","combined":true,"event":{"count":3,"firstTimestamp":"2026-01-01T01:02:14Z","message":"(combined from similar events): n303","metadata":{"name":"pod-17.188675b76c3e8540"},"reportingComponent":"","reportingInstance":""},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:02:15Z","message":"(combined from similar events): n303"}}
{"answer":0}
{"answer":0,"set":{"message":"m0"}}
{"answer":8,"set":{"message":"m0"}}
{"of":34,"message":"n307","is":"patch","combined":true,"event":{"count":4,"firstTimestamp":"2026-01-01T01:02:14Z","message":"(combined from similar events): n307","metadata":{"name":"pod-17.188675b76c3e8540"},"reportingComponent":"","reportingInstance":""},"patch":{"count":4,"lastTimestamp":"2026-01-01T01:02:15Z","message":"(combined from similar events): n307"}}
{"ms":500,"of":25,"message":"m2","is":"skip","combined":true}
{"ms":497,"of":34,"message":"n309","is":"patch","combined":true,"event":{"count":5,"firstTimestamp":"2026-01-01T01:02:14Z","message":"(combined from similar events): n309","metadata":{"name":"pod-17.188675b76c3e8540"},"reportingComponent":"","reportingInstance":""},"patch":{"count":5,"lastTimestamp":"2026-01-01T01:02:16Z","message":"(combined from similar events): n309"}}
{"answer":15}
{"of":34,"message":"n311","is":"patch","combined":true,"event":{"count":6,"firstTimestamp":"2026-01-01T01:02:14Z","message":"(combined from similar events): n311","metadata":{"name":"pod-17.188675b76c3e8540"},"reportingComponent":"","reportingInstance":""},"patch":{"count":6,"lastTimestamp":"2026-01-01T01:02:16Z","message":"(combined from similar events): n311"}}
{"ms":3265,"of":0,"message":"m0","is":"create"}
{"answer":1,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":34,"message":"n314","is":"patch","combined":true,"event":{"count":7,"firstTimestamp":"2026-01-01T01:02:14Z","message":"(combined from similar events): n314","metadata":{"name":"pod-17.188675b76c3e8540"},"reportingComponent":"","reportingInstance":""},"patch":{"count":7,"lastTimestamp":"2026-01-01T01:02:19Z","message":"(combined from similar events): n314"}}
{"of":34,"message":"n315","is":"patch","combined":true,"event":{"count":8,"firstTimestamp":"2026-01-01T01:02:14Z","message":"(combined from similar events): n315","metadata":{"name":"pod-17.188675b76c3e8540"},"reportingComponent":"","reportingInstance":""},"patch":{"count":8,"lastTimestamp":"2026-01-01T01:02:19Z","message":"(combined from similar events): n315"}}
{"answer":14,"set":{"metadata":{"resourceVersion":"316"}}}
{"of":34,"message":"n317","is":"patch","combined":true,"event":{"count":9,"firstTimestamp":"2026-01-01T01:02:14Z","message":"(combined from similar events): n317","metadata":{"name":"pod-17.188675b76c3e8540"},"reportingComponent":"","reportingInstance":""},"patch":{"count":9,"lastTimestamp":"2026-01-01T01:02:19Z","message":"(combined from similar events): n317"}}
{"answer":18,"set":{"metadata":{"resourceVersion":"318"}}}
{"answer":0,"set":{"count":0}}
{"of":17,"message":"m2","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"create"}
{"of":36,"message":"m1","is":"create"}
{"ms":1637,"of":1,"message":"m2","is":"create"}
{"of":34,"message":"n323","is":"patch","combined":true,"event":{"count":10,"firstTimestamp":"2026-01-01T01:02:14Z","message":"(combined from similar events): n323","metadata":{"name":"pod-17.188675b76c3e8540"},"reportingComponent":"","reportingInstance":""},"patch":{"count":10,"lastTimestamp":"2026-01-01T01:02:21Z","message":"(combined from similar events): n323"}}
{"of":34,"message":"n324","is":"patch","combined":true,"event":{"count":11,"firstTimestamp":"2026-01-01T01:02:14Z","message":"(combined from similar events): n324","metadata":{"name":"pod-17.188675b76c3e8540"},"reportingComponent":"","reportingInstance":""},"patch":{"count":11,"lastTimestamp":"2026-01-01T01:02:21Z","message":"(combined from similar events): n324"}}
{"of":34,"message":"n325","is":"patch","combined":true,"event":{"count":12,"firstTimestamp":"2026-01-01T01:02:14Z","message":"(combined from similar events): n325","metadata":{"name":"pod-17.188675b76c3e8540"},"reportingComponent":"","reportingInstance":""},"patch":{"count":12,"lastTimestamp":"2026-01-01T01:02:21Z","message":"(combined from similar events): n325"}}
{"of":34,"message":"n326","is":"patch","combined":true,"event":{"count":13,"firstTimestamp":"2026-01-01T01:02:14Z","message":"(combined from similar events): n326","metadata":{"name":"pod-17.188675b76c3e8540"},"reportingComponent":"","reportingInstance":""},"patch":{"count":13,"lastTimestamp":"2026-01-01T01:02:21Z","message":"(combined from similar events): n326"}}
{"answer":1,"set":{"message":"m0"}}
{"of":34,"message":"n328","is":"patch","combined":true,"event":{"count":14,"firstTimestamp":"2026-01-01T01:02:14Z","message":"(combined from similar events): n328","metadata":{"name":"pod-17.188675b76c3e8540"},"reportingComponent":"","reportingInstance":""},"patch":{"count":14,"lastTimestamp":"2026-01-01T01:02:21Z","message":"(combined from similar events): n328"}}
{"answer":0}
{"of":34,"message":"n330","is":"patch","combined":true,"event":{"count":15,"firstTimestamp":"2026-01-01T01:02:14Z","message":"(combined from similar events): n330","metadata":{"name":"pod-17.188675b76c3e8540"},"reportingComponent":"","reportingInstance":""},"patch":{"count":15,"lastTimestamp":"2026-01-01T01:02:21Z","message":"(combined from similar events): n330"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"331"}}}
{"of":34,"message":"n332","is":"patch","combined":true,"event":{"count":16,"firstTimestamp":"2026-01-01T01:02:14Z","message":"(combined from similar events): n332","metadata":{"name":"pod-17.188675b76c3e8540"},"reportingComponent":"","reportingInstance":""},"patch":{"count":16,"lastTimestamp":"2026-01-01T01:02:21Z","message":"(combined from similar events): n332"}}
{"of":34,"message":"n333","is":"patch","combined":true,"event":{"count":17,"firstTimestamp":"2026-01-01T01:02:14Z","message":"(combined from similar events): n333","metadata":{"name":"pod-17.188675b76c3e8540"},"reportingComponent":"","reportingInstance":""},"patch":{"count":17,"lastTimestamp":"2026-01-01T01:02:21Z","message":"(combined from similar events): n333"}}
{"answer":0,"set":{"message":"m0"}}
{"of":25,"message":"n335","is":"skip","combined":true}
{"answer":0,"set":{"count":0}}
{"of":34,"message":"n337","is":"patch","combined":true,"event":{"count":18,"firstTimestamp":"2026-01-01T01:02:14Z","message":"(combined from similar events): n337","metadata":{"name":"pod-17.188675b76c3e8540"},"reportingComponent":"","reportingInstance":""},"patch":{"count":18,"lastTimestamp":"2026-01-01T01:02:21Z","message":"(combined from similar events): n337"}}
{"ms":150001,"of":34,"message":"m0","is":"patch","event":{"count":18,"firstTimestamp":"2026-01-01T01:02:14Z","metadata":{"name":"pod-17.188675b76c3e8540"}},"patch":{"count":18,"lastTimestamp":"2026-01-01T01:04:51Z","message":"m0"}}
{"of":24,"message":"m2","is":"create"}
{"of":0,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:02:19Z","metadata":{"name":"e312"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:04:51Z","message":"m0"}}
{"of":34,"message":"m2","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T01:02:13Z","metadata":{"name":"e296"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T01:04:51Z","message":"m2"}}
{"ms":500,"of":34,"message":"m2","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T01:02:13Z","metadata":{"name":"e296"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T01:04:51Z","message":"m2"}}
{"ms":500,"of":34,"message":"m2","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T01:02:13Z","metadata":{"name":"e296"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T01:04:52Z","message":"m2"}}
{"of":34,"message":"m1","is":"patch","combined":true,"event":{"count":19,"firstTimestamp":"2026-01-01T01:02:14Z","message":"(combined from similar events): m1","metadata":{"name":"pod-17.188675b76c3e8540"},"reportingComponent":"","reportingInstance":""},"patch":{"count":19,"lastTimestamp":"2026-01-01T01:04:52Z","message":"(combined from similar events): m1"}}
{"of":34,"message":"n345","is":"patch","combined":true,"event":{"count":20,"firstTimestamp":"2026-01-01T01:02:14Z","message":"(combined from similar events): n345","metadata":{"name":"pod-17.188675b76c3e8540"},"reportingComponent":"","reportingInstance":""},"patch":{"count":20,"lastTimestamp":"2026-01-01T01:04:52Z","message":"(combined from similar events): n345"}}
{"of":34,"message":"n346","is":"patch","combined":true,"event":{"count":21,"firstTimestamp":"2026-01-01T01:02:14Z","message":"(combined from similar events): n346","metadata":{"name":"pod-17.188675b76c3e8540"},"reportingComponent":"","reportingInstance":""},"patch":{"count":21,"lastTimestamp":"2026-01-01T01:04:52Z","message":"(combined from similar events): n346"}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":15,"message":"m1","is":"create"}
{"ms":2504,"of":34,"message":"n349","is":"patch","combined":true,"event":{"count":22,"firstTimestamp":"2026-01-01T01:02:14Z","message":"(combined from similar events): n349","metadata":{"name":"pod-17.188675b76c3e8540"},"reportingComponent":"","reportingInstance":""},"patch":{"count":22,"lastTimestamp":"2026-01-01T01:04:54Z","message":"(combined from similar events): n349"}}
{"of":34,"message":"n350","is":"patch","combined":true,"event":{"count":23,"firstTimestamp":"2026-01-01T01:02:14Z","message":"(combined from similar events): n350","metadata":{"name":"pod-17.188675b76c3e8540"},"reportingComponent":"","reportingInstance":""},"patch":{"count":23,"lastTimestamp":"2026-01-01T01:04:54Z","message":"(combined from similar events): n350"}}
{"of":21,"message":"m2","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"352"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"353"}}}
{"of":12,"message":"m2","is":"create"}
{"of":17,"message":"m2","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:02:19Z","metadata":{"name":"e320"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:04:54Z","message":"m2"}}
{"ms":1000,"of":34,"message":"n356","is":"patch","combined":true,"event":{"count":24,"firstTimestamp":"2026-01-01T01:02:14Z","message":"(combined from similar events): n356","metadata":{"name":"pod-17.188675b76c3e8540"},"reportingComponent":"","reportingInstance":""},"patch":{"count":24,"lastTimestamp":"2026-01-01T01:04:55Z","message":"(combined from similar events): n356"}}
{"of":35,"message":"m0","is":"create"}
{"of":29,"message":"m0","is":"create"}
{"of":8,"message":"m2","is":"create"}
{"of":34,"message":"n360","is":"skip","combined":true}
{"of":12,"message":"m1","is":"create"}
{"of":38,"message":"m1","is":"create"}
{"ms":1616,"of":34,"message":"n363","is":"skip","combined":true}
{"of":34,"message":"n364","is":"skip","combined":true}
{"ms":500,"of":34,"message":"n365","is":"skip","combined":true}
{"ms":1000,"of":34,"message":"n366","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"skip","combined":true}
{"of":37,"message":"m1","is":"create"}
{"ms":1000,"of":21,"message":"m0","is":"create"}
{"of":3,"message":"m2","is":"create"}
{"of":1,"message":"m2","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:02:21Z","metadata":{"name":"e322"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:04:59Z","message":"m2"}}
{"ms":1000,"of":23,"message":"m2","is":"create"}
{"ms":3989,"of":12,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:04:55Z","metadata":{"name":"e361"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:05:04Z","message":"m1"}}
{"of":15,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:04:52Z","metadata":{"name":"e348"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:05:04Z","message":"m1"}}
{"of":34,"message":"n374","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"375"}}}
{"answer":0,"set":{"metadata":{"name":"renamed-376"}}}
{"of":34,"message":"n377","is":"skip","combined":true}
{"answer":0,"set":{"count":7}}
{"ms":9194,"of":34,"message":"n379","set":{"count":0},"is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"380"}}}
{"of":29,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:04:55Z","metadata":{"name":"e358"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:05:14Z","message":"m0"}}
{"of":14,"message":"m2","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"383"}}}
{"ms":7902,"of":34,"message":"n384","is":"skip","combined":true}
{"ms":1000,"of":34,"message":"n385","is":"skip","combined":true}
{"answer":0}
{"answer":7,"set":{"count":0}}
{"of":34,"message":"n388","is":"skip","combined":true}
{"ms":1000,"of":34,"message":"n389","set":{"count":2},"is":"skip","combined":true}
{"ms":7877,"of":26,"message":"m0","is":"create"}
{"ms":6567,"of":30,"message":"m2","is":"create"}
{"of":10,"message":"m0","set":{"message":""},"is":"create"}
{"of":34,"message":"n393","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"name":"renamed-394"}}}
{"of":34,"message":"n395","is":"skip","combined":true}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":34,"message":"n397","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"398"}}}
{"of":11,"message":"m1","set":{"message":""},"is":"create"}
{"story":"every event combined","options":{"cacheSize":20,"burst":5,"qps":0.1,"maxEvents":1},"subjects":[{"involvedObject":{"kind":"Pod","name":"pod-0","namespace":"default"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-0","namespace":"default","uid":"uid-0"},"metadata":{"annotations":{"n":"1"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-1","namespace":"default","uid":"uid-0"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-1","namespace":"default"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Normal"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{0}","kind":"Pod","name":"pod-2","uid":"uid-1"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-2","uid":"uid-1"},"metadata":{"annotations":{"n":"5"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Warning"},{"involvedObject":{"kind":"Pod","name":"pod-3"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-3","uid":"uid-1"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-4","namespace":"default","uid":"uid-2"},"reason":"Pulled","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{1}","kind":"Pod","name":"pod-4","namespace":"default"},"metadata":{"annotations":{"n":"9"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-5","namespace":"default","uid":"uid-2"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-5","namespace":"default","uid":"uid-2"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Warning"},{"involvedObject":{"kind":"Pod","name":"pod-6"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-6","uid":"uid-3"},"metadata":{"annotations":{"n":"13"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","type":"Normal"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{0}","kind":"Pod","name":"pod-7","uid":"uid-3"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-7"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-8","namespace":"default","uid":"uid-4"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-8","namespace":"default","uid":"uid-4"},"metadata":{"annotations":{"n":"17"},"labels":{"app":"web"}},"reason":"BackOff","source":{"component":"kubelet","host":"node-1"},"type":"Warning"},{"involvedObject":{"kind":"Pod","name":"pod-9","namespace":"default"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{1}","kind":"Pod","name":"pod-9","namespace":"default","uid":"uid-4"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-10","uid":"uid-5"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-10"},"metadata":{"annotations":{"n":"21"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-11","uid":"uid-5"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-11","uid":"uid-5"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Warning"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{0}","kind":"Pod","name":"pod-12","namespace":"default"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-12","namespace":"default","uid":"uid-6"},"metadata":{"annotations":{"n":"25"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-13","namespace":"default","uid":"uid-6"},"reason":"Pulled","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-13","namespace":"default"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-14","uid":"uid-7"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{1}","kind":"Pod","name":"pod-14","uid":"uid-7"},"metadata":{"annotations":{"n":"29"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Warning"},{"involvedObject":{"kind":"Pod","name":"pod-15"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-15","uid":"uid-7"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-16","namespace":"default","uid":"uid-8"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-16","namespace":"default"},"metadata":{"annotations":{"n":"33"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{0}","kind":"Pod","name":"pod-17","namespace":"default","uid":"uid-8"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-17","namespace":"default","uid":"uid-8"},"reason":"BackOff","source":{"component":"scheduler","host":"node-1"},"type":"Warning"},{"involvedObject":{"kind":"Pod","name":"pod-18"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-18","uid":"uid-9"},"metadata":{"annotations":{"n":"37"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-19","uid":"uid-9"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{1}","kind":"Pod","name":"pod-19"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Normal"}]}
{"ms":1000,"of":0,"message":"m2","is":"create","combined":true,"event":{"message":"(combined from similar events): m2","metadata":{"name":"pod-0.188672522994ca00"},"reportingComponent":"","reportingInstance":""}}
{"of":11,"message":"m2","is":"create","combined":true,"event":{"message":"(combined from similar events): m2","metadata":{"name":"pod-5.188672522994ca00"},"reportingComponent":"","reportingInstance":""}}
{"of":19,"message":"m1","is":"create","combined":true,"event":{"message":"(combined from similar events): m1","metadata":{"name":"pod-9.188672522994ca00"},"reportingComponent":"","reportingInstance":""}}
{"of":0,"message":"n3","is":"patch","combined":true,"event":{"count":2,"message":"(combined from similar events): n3","metadata":{"name":"pod-0.188672522994ca00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:00:01Z","message":"(combined from similar events): n3"}}
{"ms":1000,"of":2,"message":"m2","is":"create","combined":true,"event":{"message":"(combined from similar events): m2","metadata":{"name":"pod-1.18867252652f9400"},"reportingComponent":"","reportingInstance":""}}
{"answer":3,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":500,"of":0,"message":"n6","is":"patch","combined":true,"event":{"count":3,"firstTimestamp":"2026-01-01T00:00:01Z","message":"(combined from similar events): n6","metadata":{"name":"pod-0.188672522994ca00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:00:02Z","message":"(combined from similar events): n6"}}
{"ms":5332,"of":25,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"annotations":null,"labels":null,"name":"pod-12.18867253c0ccd600"},"reportingComponent":"","reportingInstance":""}}
{"of":0,"message":"n8","is":"patch","combined":true,"event":{"count":4,"firstTimestamp":"2026-01-01T00:00:01Z","message":"(combined from similar events): n8","metadata":{"name":"pod-0.188672522994ca00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:00:07Z","message":"(combined from similar events): n8"}}
{"of":7,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-3.18867253c0ccd600"},"reportingComponent":"","reportingInstance":""}}
{"of":0,"message":"n10","is":"patch","combined":true,"event":{"count":5,"firstTimestamp":"2026-01-01T00:00:01Z","message":"(combined from similar events): n10","metadata":{"name":"pod-0.188672522994ca00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:00:07Z","message":"(combined from similar events): n10"}}
{"of":17,"message":"m1","is":"create","combined":true,"event":{"message":"(combined from similar events): m1","metadata":{"annotations":null,"labels":null,"name":"pod-8.18867253c0ccd600"}}}
{"ms":7279,"of":0,"message":"n12","is":"patch","combined":true,"event":{"count":6,"firstTimestamp":"2026-01-01T00:00:01Z","message":"(combined from similar events): n12","metadata":{"name":"pod-0.188672522994ca00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:00:15Z","message":"(combined from similar events): n12"}}
{"answer":0,"set":{"count":0}}
{"ms":500,"of":31,"message":"m0","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"annotations":null,"labels":null,"name":"pod-15.188672559076f4c0"},"reportingComponent":"","reportingInstance":""}}
{"ms":5754,"of":26,"message":"m2","is":"create","combined":true,"event":{"message":"(combined from similar events): m2","metadata":{"name":"pod-13.18867256e76e0740"}}}
{"answer":1}
{"ms":4947,"of":0,"message":"n17","is":"patch","combined":true,"event":{"count":7,"firstTimestamp":"2026-01-01T00:00:01Z","message":"(combined from similar events): n17","metadata":{"name":"pod-0.188672522994ca00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:00:26Z","message":"(combined from similar events): n17"}}
{"answer":0,"set":{"count":12}}
{"of":23,"message":"m1","is":"create","combined":true,"event":{"message":"(combined from similar events): m1","metadata":{"name":"pod-11.188672580e4b4200"},"reportingComponent":"","reportingInstance":""}}
{"ms":1000,"of":0,"message":"n20","is":"skip","combined":true}
{"answer":0,"set":{"count":0}}
{"of":0,"message":"n22","is":"skip","combined":true}
{"of":0,"message":"n23","is":"skip","combined":true}
{"of":0,"message":"n24","is":"skip","combined":true}
{"ms":8895,"of":0,"message":"n25","is":"patch","combined":true,"event":{"count":12,"firstTimestamp":"2026-01-01T00:00:01Z","message":"(combined from similar events): n25","metadata":{"name":"pod-0.188672522994ca00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":12,"lastTimestamp":"2026-01-01T00:00:36Z","message":"(combined from similar events): n25"}}
{"answer":0,"set":{"message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"27"}}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":5083,"of":0,"message":"n29","is":"patch","combined":true,"event":{"count":13,"firstTimestamp":"2026-01-01T00:00:01Z","message":"(combined from similar events): n29","metadata":{"name":"pod-0.188672522994ca00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":13,"lastTimestamp":"2026-01-01T00:00:41Z","message":"(combined from similar events): n29"}}
{"of":39,"message":"m1","is":"create","combined":true,"event":{"message":"(combined from similar events): m1","metadata":{"name":"pod-19.1886725b8b0d6680"},"reportingComponent":"","reportingInstance":""}}
{"ms":500,"of":30,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-15.1886725ba8dacb80"},"reportingComponent":"","reportingInstance":""}}
{"ms":5508,"of":0,"message":"n32","is":"skip","combined":true}
{"answer":3,"set":{"metadata":{"resourceVersion":"33"}}}
{"answer":19,"set":{"count":6}}
{"of":9,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"annotations":null,"labels":null,"name":"pod-4.1886725cf1283480"},"reportingComponent":"","reportingInstance":""}}
{"of":0,"message":"n36","is":"skip","combined":true}
{"of":24,"message":"m1","is":"create","combined":true,"event":{"message":"(combined from similar events): m1","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""}}
{"of":0,"message":"n38","is":"skip","combined":true}
{"answer":0}
{"answer":15,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":6126,"of":0,"message":"n41","is":"patch","combined":true,"event":{"count":17,"firstTimestamp":"2026-01-01T00:00:01Z","message":"(combined from similar events): n41","metadata":{"name":"pod-0.188672522994ca00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":17,"lastTimestamp":"2026-01-01T00:00:53Z","message":"(combined from similar events): n41"}}
{"of":0,"message":"n42","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"43"}}}
{"of":29,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"annotations":null,"labels":null,"name":"pod-14.1886725e5e4b8c00"},"reportingComponent":"","reportingInstance":""}}
{"answer":0,"set":{"metadata":{"resourceVersion":"45"}}}
{"ms":1000,"of":0,"message":"n46","is":"skip","combined":true}
{"ms":500,"of":13,"message":"m1","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"create","combined":true,"event":{"message":"(combined from similar events): m1","metadata":{"annotations":null,"labels":null,"name":"pod-6.1886725eb7b3bb00"},"reportingComponent":"","reportingInstance":""}}
{"of":0,"message":"n48","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"name":"renamed-49"}}}
{"of":21,"message":"m1","is":"create","combined":true,"event":{"message":"(combined from similar events): m1","metadata":{"annotations":null,"labels":null,"name":"pod-10.1886725eb7b3bb00"},"reportingComponent":"","reportingInstance":""}}
{"ms":500,"of":18,"message":"m0","set":{"count":0},"is":"create","combined":true,"event":{"count":1,"message":"(combined from similar events): m0","metadata":{"name":"pod-9.1886725ed5812000"},"reportingComponent":"","reportingInstance":""}}
{"answer":0,"set":{"metadata":{"resourceVersion":"52"}}}
{"of":33,"message":"m2","is":"create","combined":true,"event":{"message":"(combined from similar events): m2","metadata":{"annotations":null,"labels":null,"name":"pod-16.1886725ed5812000"},"reportingComponent":"","reportingInstance":""}}
{"of":27,"message":"m1","is":"create","combined":true,"event":{"message":"(combined from similar events): m1","metadata":{"name":"pod-13.1886725ed5812000"},"reportingComponent":"","reportingInstance":""}}
{"ms":500,"of":0,"message":"n55","is":"skip","combined":true}
{"ms":1000,"of":13,"message":"n56","is":"patch","combined":true,"event":{"count":2,"firstTimestamp":"2026-01-01T00:00:54Z","message":"(combined from similar events): n56","metadata":{"annotations":null,"labels":null,"name":"pod-6.1886725eb7b3bb00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:00:56Z","message":"(combined from similar events): n56"}}
{"answer":0,"set":{"metadata":{"name":"renamed-57"}}}
{"answer":11,"set":{"metadata":{"resourceVersion":"58"}}}
{"ms":3741,"of":0,"message":"n59","is":"skip","combined":true}
{"ms":500,"of":39,"message":"n60","is":"create","combined":true,"event":{"message":"(combined from similar events): n60","metadata":{"name":"pod-19.188672602bb1d540"},"reportingComponent":"","reportingInstance":""}}
{"of":6,"message":"m0","set":{"count":3},"is":"create","combined":true,"event":{"count":1,"message":"(combined from similar events): m0","metadata":{"name":"pod-3.188672602bb1d540"},"reportingComponent":"","reportingInstance":""}}
{"of":0,"message":"n62","is":"patch","combined":true,"event":{"count":23,"firstTimestamp":"2026-01-01T00:00:01Z","message":"(combined from similar events): n62","metadata":{"name":"pod-0.188672522994ca00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":23,"lastTimestamp":"2026-01-01T00:01:01Z","message":"(combined from similar events): n62"}}
{"of":27,"message":"n63","is":"patch","combined":true,"event":{"count":2,"firstTimestamp":"2026-01-01T00:00:55Z","message":"(combined from similar events): n63","metadata":{"name":"pod-13.1886725ed5812000"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:01:01Z","message":"(combined from similar events): n63"}}
{"ms":1000,"of":27,"message":"n64","is":"patch","combined":true,"event":{"count":3,"firstTimestamp":"2026-01-01T00:00:55Z","message":"(combined from similar events): n64","metadata":{"name":"pod-13.1886725ed5812000"},"reportingComponent":"","reportingInstance":""},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:01:02Z","message":"(combined from similar events): n64"}}
{"ms":500,"of":30,"message":"n65","is":"create","combined":true,"event":{"message":"(combined from similar events): n65","metadata":{"name":"pod-15.18867260851a0440"},"reportingComponent":"","reportingInstance":""}}
{"of":25,"message":"n66","is":"create","combined":true,"event":{"message":"(combined from similar events): n66","metadata":{"annotations":null,"labels":null,"name":"pod-12.18867260851a0440"},"reportingComponent":"","reportingInstance":""}}
{"of":25,"message":"n67","is":"patch","combined":true,"event":{"count":2,"message":"(combined from similar events): n67","metadata":{"annotations":null,"labels":null,"name":"pod-12.18867260851a0440"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:01:02Z","message":"(combined from similar events): n67"}}
{"ms":500,"of":24,"message":"n68","is":"patch","combined":true,"event":{"count":2,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n68","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:01:03Z","message":"(combined from similar events): n68"}}
{"of":33,"message":"n69","is":"patch","combined":true,"event":{"count":2,"firstTimestamp":"2026-01-01T00:00:55Z","message":"(combined from similar events): n69","metadata":{"annotations":null,"labels":null,"name":"pod-16.1886725ed5812000"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:01:03Z","message":"(combined from similar events): n69"}}
{"of":0,"message":"n70","is":"skip","combined":true}
{"answer":0}
{"ms":7088,"of":14,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-7.188672624961b540"},"reportingComponent":"","reportingInstance":""}}
{"ms":551229,"of":24,"message":"n73","is":"patch","combined":true,"event":{"count":3,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n73","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:10:21Z","message":"(combined from similar events): n73"}}
{"answer":0}
{"answer":19,"set":{"metadata":{"name":"renamed-75"}}}
{"of":24,"message":"n76","is":"patch","combined":true,"event":{"count":4,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n76","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:10:21Z","message":"(combined from similar events): n76"}}
{"of":20,"message":"m0","set":{"count":1},"is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-10.188672e2a130be80"},"reportingComponent":"","reportingInstance":""}}
{"ms":500,"of":24,"message":"n78","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"patch","combined":true,"event":{"count":5,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n78","metadata":{"annotations":null,"labels":null,"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:10:21Z","message":"(combined from similar events): n78"}}
{"answer":18,"set":{"message":"m0"}}
{"ms":1000,"of":26,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-13.188672e2fa98ed80"}}}
{"ms":1000,"of":24,"message":"n81","is":"patch","combined":true,"event":{"count":6,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n81","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:10:23Z","message":"(combined from similar events): n81"}}
{"ms":1000,"of":24,"message":"n82","is":"patch","combined":true,"event":{"count":7,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n82","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:10:24Z","message":"(combined from similar events): n82"}}
{"ms":500,"of":22,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-11.188672e38f9be680"},"reportingComponent":"","reportingInstance":""}}
{"answer":6,"set":{"metadata":{"name":"renamed-84"}}}
{"ms":741916,"of":5,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"annotations":null,"labels":null,"name":"pod-2.188673904d3fa580"},"reportingComponent":"","reportingInstance":""}}
{"answer":0,"set":{"count":6}}
{"answer":0}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":12,"set":{"metadata":{"resourceVersion":"89"}}}
{"ms":8022,"of":3,"message":"m0","set":{"message":""},"is":"create","combined":true,"event":{"message":"(combined from similar events): ","metadata":{"name":"pod-1.188673922b65a700"},"reportingComponent":"","reportingInstance":""}}
{"ms":500,"of":24,"message":"m0","is":"patch","combined":true,"event":{"count":8,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): m0","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:22:55Z","message":"(combined from similar events): m0"}}
{"of":1,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"annotations":null,"labels":null,"name":"pod-0.1886739249330c00"},"reportingComponent":"","reportingInstance":""}}
{"answer":0,"set":{"count":0}}
{"of":24,"message":"n94","is":"patch","combined":true,"event":{"count":9,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n94","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:22:55Z","message":"(combined from similar events): n94"}}
{"ms":500,"of":24,"message":"n95","is":"patch","combined":true,"event":{"count":10,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n95","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":10,"lastTimestamp":"2026-01-01T00:22:56Z","message":"(combined from similar events): n95"}}
{"of":20,"message":"m0","is":"patch","combined":true,"event":{"count":2,"firstTimestamp":"2026-01-01T00:10:21Z","message":"(combined from similar events): m0","metadata":{"name":"pod-10.188672e2a130be80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:22:56Z","message":"(combined from similar events): m0"}}
{"answer":0,"set":{"count":0}}
{"ms":1000,"of":24,"message":"n98","is":"patch","combined":true,"event":{"count":11,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n98","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":11,"lastTimestamp":"2026-01-01T00:22:57Z","message":"(combined from similar events): n98"}}
{"of":24,"message":"n99","is":"patch","combined":true,"event":{"count":12,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n99","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":12,"lastTimestamp":"2026-01-01T00:22:57Z","message":"(combined from similar events): n99"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"100"}}}
{"ms":600000,"of":15,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-7.1886741e5564ab00"},"reportingComponent":"","reportingInstance":""}}
{"of":18,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-9.1886741e5564ab00"},"reportingComponent":"","reportingInstance":""}}
{"answer":0,"set":{"count":6}}
{"of":18,"message":"n104","set":{"lastTimestamp":"1970-01-01T00:00:00Z"},"is":"patch","combined":true,"event":{"count":2,"lastTimestamp":"2026-01-01T00:32:57Z","message":"(combined from similar events): n104","metadata":{"name":"pod-9.1886741e5564ab00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:32:57Z","message":"(combined from similar events): n104"}}
{"ms":1000,"of":33,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"annotations":null,"labels":null,"name":"pod-16.1886741e90ff7500"},"reportingComponent":"","reportingInstance":""}}
{"of":24,"message":"m0","is":"patch","combined":true,"event":{"count":13,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): m0","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":13,"lastTimestamp":"2026-01-01T00:32:58Z","message":"(combined from similar events): m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"107"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"108"}}}
{"ms":1000,"of":24,"message":"n109","is":"patch","combined":true,"event":{"count":14,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n109","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":14,"lastTimestamp":"2026-01-01T00:32:59Z","message":"(combined from similar events): n109"}}
{"ms":8609,"of":24,"message":"n110","is":"patch","combined":true,"event":{"count":15,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n110","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":15,"lastTimestamp":"2026-01-01T00:33:08Z","message":"(combined from similar events): n110"}}
{"answer":0}
{"answer":0,"set":{"count":20}}
{"answer":0,"set":{"metadata":{"name":"renamed-113"}}}
{"of":32,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-16.18867420cdbd2940"},"reportingComponent":"","reportingInstance":""}}
{"ms":500,"of":24,"message":"n115","is":"patch","combined":true,"event":{"count":16,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n115","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":16,"lastTimestamp":"2026-01-01T00:33:08Z","message":"(combined from similar events): n115"}}
{"ms":387,"of":24,"message":"n116","is":"patch","combined":true,"event":{"count":17,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n116","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":17,"lastTimestamp":"2026-01-01T00:33:08Z","message":"(combined from similar events): n116"}}
{"ms":2608,"of":10,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-5.188674219e0ea100"},"reportingComponent":"","reportingInstance":""}}
{"of":24,"message":"n118","is":"patch","combined":true,"event":{"count":18,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n118","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":18,"lastTimestamp":"2026-01-01T00:33:11Z","message":"(combined from similar events): n118"}}
{"of":24,"message":"n119","is":"skip","combined":true}
{"ms":500,"of":24,"message":"n120","is":"skip","combined":true}
{"answer":0,"set":{"count":23}}
{"of":12,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-6.18867421bbdc0600"},"reportingComponent":"","reportingInstance":""}}
{"ms":4382,"of":26,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-13.18867422c10c0980"}}}
{"of":24,"message":"n124","is":"skip","combined":true}
{"of":34,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-17.18867422c10c0980"},"reportingComponent":"","reportingInstance":""}}
{"ms":600001,"of":24,"message":"m0","is":"patch","combined":true,"event":{"count":22,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): m0","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":22,"lastTimestamp":"2026-01-01T00:43:16Z","message":"(combined from similar events): m0"}}
{"of":31,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-15.188674ae73e4bbc0"},"reportingComponent":"","reportingInstance":""}}
{"answer":2}
{"answer":0,"set":{"count":0}}
{"of":24,"message":"n130","is":"patch","combined":true,"event":{"count":23,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n130","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":23,"lastTimestamp":"2026-01-01T00:43:16Z","message":"(combined from similar events): n130"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"131"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"132"}}}
{"ms":9658,"of":24,"message":"n133","is":"patch","combined":true,"event":{"count":24,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n133","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":24,"lastTimestamp":"2026-01-01T00:43:26Z","message":"(combined from similar events): n133"}}
{"ms":1000,"of":24,"message":"n134","is":"patch","combined":true,"event":{"count":25,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n134","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":25,"lastTimestamp":"2026-01-01T00:43:27Z","message":"(combined from similar events): n134"}}
{"answer":0,"set":{"count":30}}
{"of":24,"message":"n136","is":"patch","combined":true,"event":{"count":26,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n136","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":26,"lastTimestamp":"2026-01-01T00:43:27Z","message":"(combined from similar events): n136"}}
{"of":24,"message":"n137","is":"patch","combined":true,"event":{"count":27,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n137","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":27,"lastTimestamp":"2026-01-01T00:43:27Z","message":"(combined from similar events): n137"}}
{"of":6,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-3.188674b0ef28e840"},"reportingComponent":"","reportingInstance":""}}
{"of":25,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"annotations":null,"labels":null,"name":"pod-12.188674b0ef28e840"},"reportingComponent":"","reportingInstance":""}}
{"ms":1000,"of":0,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-0.188674b12ac3b240"},"reportingComponent":"","reportingInstance":""}}
{"ms":500,"of":24,"message":"n141","is":"skip","combined":true}
{"of":21,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"annotations":null,"labels":null,"name":"pod-10.188674b148911740"},"reportingComponent":"","reportingInstance":""}}
{"of":16,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-8.188674b148911740"},"reportingComponent":"","reportingInstance":""}}
{"ms":9936,"of":24,"message":"n144","is":"patch","combined":true,"event":{"count":29,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n144","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":29,"lastTimestamp":"2026-01-01T00:43:38Z","message":"(combined from similar events): n144"}}
{"of":24,"message":"n145","set":{"count":3},"is":"skip","combined":true}
{"answer":0,"set":{"message":"m0"}}
{"of":24,"message":"n147","is":"skip","combined":true}
{"of":24,"message":"n148","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"149"}}}
{"of":29,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"annotations":null,"labels":null,"name":"pod-14.188674b398cc6b40"},"reportingComponent":"","reportingInstance":""}}
{"answer":0,"set":{"metadata":{"resourceVersion":"151"}}}
{"of":24,"message":"n152","is":"skip","combined":true}
{"of":24,"message":"n153","is":"skip","combined":true}
{"ms":500,"of":24,"message":"n154","is":"skip","combined":true}
{"of":6,"message":"n155","is":"patch","combined":true,"event":{"count":2,"firstTimestamp":"2026-01-01T00:43:27Z","message":"(combined from similar events): n155","metadata":{"name":"pod-3.188674b0ef28e840"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:43:39Z","message":"(combined from similar events): n155"}}
{"answer":0,"set":{"count":7}}
{"ms":1000,"of":24,"message":"n157","is":"skip","combined":true}
{"of":24,"message":"n158","is":"skip","combined":true}
{"of":24,"message":"n159","is":"skip","combined":true}
{"of":13,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"annotations":null,"labels":null,"name":"pod-6.188674b3f2349a40"},"reportingComponent":"","reportingInstance":""}}
{"ms":1158,"of":36,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-18.188674b4373a47c0"},"reportingComponent":"","reportingInstance":""}}
{"ms":1000,"of":24,"message":"n162","is":"skip","combined":true}
{"of":19,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-9.188674b472d511c0"},"reportingComponent":"","reportingInstance":""}}
{"answer":1,"set":{"count":0}}
{"ms":500,"of":12,"message":"m0","set":{"lastTimestamp":"1970-01-01T00:00:00Z"},"is":"create","combined":true,"event":{"lastTimestamp":"2026-01-01T00:43:42Z","message":"(combined from similar events): m0","metadata":{"name":"pod-6.188674b490a276c0"},"reportingComponent":"","reportingInstance":""}}
{"ms":500,"of":15,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-7.188674b4ae6fdbc0"},"reportingComponent":"","reportingInstance":""}}
{"answer":7,"set":{"metadata":{"name":"renamed-167"}}}
{"answer":10,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":24,"message":"n169","is":"skip","combined":true}
{"of":24,"message":"n170","is":"skip","combined":true}
{"answer":0,"set":{"message":"m0"}}
{"ms":1811926,"of":24,"message":"m0","is":"patch","combined":true,"event":{"count":42,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): m0","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":42,"lastTimestamp":"2026-01-01T01:13:55Z","message":"(combined from similar events): m0"}}
{"answer":13,"set":{"message":"m0"}}
{"of":24,"message":"n174","is":"patch","combined":true,"event":{"count":43,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n174","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":43,"lastTimestamp":"2026-01-01T01:13:55Z","message":"(combined from similar events): n174"}}
{"answer":9,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":0,"set":{"message":"m0"}}
{"answer":1,"set":{"metadata":{"resourceVersion":"177"}}}
{"ms":3740,"of":27,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-13.1886765b6c905c40"},"reportingComponent":"","reportingInstance":""}}
{"answer":2,"set":{"metadata":{"resourceVersion":"179"}}}
{"of":34,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-17.1886765b6c905c40"},"reportingComponent":"","reportingInstance":""}}
{"answer":0,"set":{"metadata":{"resourceVersion":"181"}}}
{"of":24,"message":"n182","is":"patch","combined":true,"event":{"count":44,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n182","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":44,"lastTimestamp":"2026-01-01T01:13:58Z","message":"(combined from similar events): n182"}}
{"of":24,"message":"n183","set":{"count":1},"is":"patch","combined":true,"event":{"count":45,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n183","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":45,"lastTimestamp":"2026-01-01T01:13:58Z","message":"(combined from similar events): n183"}}
{"ms":4894,"of":33,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"annotations":null,"labels":null,"name":"pod-16.1886765c9044dfc0"},"reportingComponent":"","reportingInstance":""}}
{"ms":7788,"of":24,"message":"n185","is":"patch","combined":true,"event":{"count":46,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n185","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":46,"lastTimestamp":"2026-01-01T01:14:11Z","message":"(combined from similar events): n185"}}
{"ms":1000,"of":32,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-16.1886765e9c131cc0"},"reportingComponent":"","reportingInstance":""}}
{"answer":16,"set":{"metadata":{"name":"renamed-187"}}}
{"of":9,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"annotations":null,"labels":null,"name":"pod-4.1886765e9c131cc0"},"reportingComponent":"","reportingInstance":""}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":24,"message":"n190","is":"patch","combined":true,"event":{"count":47,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n190","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":47,"lastTimestamp":"2026-01-01T01:14:12Z","message":"(combined from similar events): n190"}}
{"of":1,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"annotations":null,"labels":null,"name":"pod-0.1886765e9c131cc0"},"reportingComponent":"","reportingInstance":""}}
{"of":24,"message":"n192","is":"skip","combined":true}
{"of":24,"message":"n193","is":"skip","combined":true}
{"of":24,"message":"n194","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"195"}}}
{"ms":106,"of":11,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-5.1886765ea2648b40"},"reportingComponent":"","reportingInstance":""}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":0,"set":{"count":0}}
{"answer":0,"set":{"message":"m0"}}
{"of":24,"message":"n200","is":"skip","combined":true}
{"of":24,"message":"n201","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"name":"renamed-202"}}}
{"of":17,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"annotations":null,"labels":null,"name":"pod-8.1886765ea2648b40"}}}
{"ms":500,"of":24,"message":"n204","is":"skip","combined":true}
{"of":24,"message":"n205","is":"skip","combined":true}
{"ms":500,"of":32,"message":"n206","is":"patch","combined":true,"event":{"count":2,"firstTimestamp":"2026-01-01T01:14:12Z","message":"(combined from similar events): n206","metadata":{"name":"pod-16.1886765e9c131cc0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:14:13Z","message":"(combined from similar events): n206"}}
{"of":24,"message":"n207","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"208"}}}
{"ms":500,"of":24,"message":"n209","is":"skip","combined":true}
{"of":24,"message":"n210","is":"skip","combined":true}
{"ms":9751,"of":27,"message":"n211","set":{"lastTimestamp":"1970-01-01T00:00:00Z"},"is":"patch","combined":true,"event":{"count":2,"firstTimestamp":"2026-01-01T01:13:58Z","lastTimestamp":"2026-01-01T01:14:23Z","message":"(combined from similar events): n211","metadata":{"name":"pod-13.1886765b6c905c40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:14:23Z","message":"(combined from similar events): n211"}}
{"ms":1000,"of":24,"message":"n212","is":"patch","combined":true,"event":{"count":58,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n212","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":58,"lastTimestamp":"2026-01-01T01:14:24Z","message":"(combined from similar events): n212"}}
{"answer":8,"set":{"message":"m0"}}
{"of":24,"message":"n214","is":"skip","combined":true}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":500,"of":30,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-15.188676619a695d00"},"reportingComponent":"","reportingInstance":""}}
{"answer":0,"set":{"metadata":{"resourceVersion":"217"}}}
{"ms":1000,"of":24,"message":"n218","is":"patch","combined":true,"event":{"count":60,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n218","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":60,"lastTimestamp":"2026-01-01T01:14:26Z","message":"(combined from similar events): n218"}}
{"of":24,"message":"n219","is":"skip","combined":true}
{"of":24,"message":"n220","is":"skip","combined":true}
{"answer":0}
{"answer":18,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":29,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"annotations":null,"labels":null,"name":"pod-14.18867661d6042700"},"reportingComponent":"","reportingInstance":""}}
{"answer":0,"set":{"count":6}}
{"ms":6741,"of":24,"message":"n225","is":"skip","combined":true}
{"ms":9162,"of":34,"message":"n226","is":"create","combined":true,"event":{"message":"(combined from similar events): n226","metadata":{"name":"pod-17.1886766589e8acc0"},"reportingComponent":"","reportingInstance":""}}
{"of":24,"message":"n227","is":"patch","combined":true,"event":{"count":64,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n227","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":64,"lastTimestamp":"2026-01-01T01:14:42Z","message":"(combined from similar events): n227"}}
{"ms":10000,"of":29,"message":"n228","is":"patch","combined":true,"event":{"count":2,"firstTimestamp":"2026-01-01T01:14:26Z","message":"(combined from similar events): n228","metadata":{"annotations":null,"labels":null,"name":"pod-14.18867661d6042700"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:14:52Z","message":"(combined from similar events): n228"}}
{"of":14,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-7.18867667ddf490c0"},"reportingComponent":"","reportingInstance":""}}
{"of":2,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-1.18867667ddf490c0"},"reportingComponent":"","reportingInstance":""}}
{"answer":0,"set":{"count":0}}
{"ms":9122,"of":24,"message":"n232","is":"patch","combined":true,"event":{"count":65,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n232","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":65,"lastTimestamp":"2026-01-01T01:15:01Z","message":"(combined from similar events): n232"}}
{"of":24,"message":"n233","is":"patch","combined":true,"event":{"count":66,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n233","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":66,"lastTimestamp":"2026-01-01T01:15:01Z","message":"(combined from similar events): n233"}}
{"of":24,"message":"n234","is":"skip","combined":true}
{"ms":4384,"of":24,"message":"n235","set":{"count":3},"is":"patch","combined":true,"event":{"count":68,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n235","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":68,"lastTimestamp":"2026-01-01T01:15:05Z","message":"(combined from similar events): n235"}}
{"ms":1000,"of":24,"message":"n236","is":"skip","combined":true}
{"answer":0}
{"of":24,"message":"n238","is":"skip","combined":true}
{"answer":0,"set":{"count":0}}
{"ms":1000,"of":24,"message":"n240","is":"skip","combined":true}
{"of":24,"message":"n241","is":"skip","combined":true}
{"of":24,"message":"n242","is":"skip","combined":true}
{"of":24,"message":"n243","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"244"}}}
{"answer":0,"set":{"message":"m0"}}
{"ms":4910,"of":24,"message":"n246","is":"skip","combined":true}
{"of":39,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-19.1886766c9ed800c0"},"reportingComponent":"","reportingInstance":""}}
{"of":34,"message":"n248","is":"patch","combined":true,"event":{"count":2,"firstTimestamp":"2026-01-01T01:14:42Z","message":"(combined from similar events): n248","metadata":{"name":"pod-17.1886766589e8acc0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:15:12Z","message":"(combined from similar events): n248"}}
{"of":35,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-17.1886766c9ed800c0"}}}
{"answer":2,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":0,"set":{"metadata":{"name":"renamed-252"}}}
{"ms":1000,"of":24,"message":"n253","set":{"count":1},"is":"skip","combined":true}
{"answer":5,"set":{"count":70}}
{"of":24,"message":"n255","is":"skip","combined":true}
{"of":24,"message":"n256","is":"skip","combined":true}
{"ms":500,"of":31,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-15.1886766cf8402fc0"},"reportingComponent":"","reportingInstance":""}}
{"answer":0,"set":{"metadata":{"resourceVersion":"258"}}}
{"ms":150001,"of":24,"message":"n259","is":"patch","combined":true,"event":{"count":79,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n259","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":79,"lastTimestamp":"2026-01-01T01:17:44Z","message":"(combined from similar events): n259"}}
{"ms":1000,"of":6,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-3.18867690209c9800"},"reportingComponent":"","reportingInstance":""}}
{"of":23,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-11.18867690209c9800"},"reportingComponent":"","reportingInstance":""}}
{"answer":6}
{"of":24,"message":"n263","is":"patch","combined":true,"event":{"count":80,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n263","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":80,"lastTimestamp":"2026-01-01T01:17:45Z","message":"(combined from similar events): n263"}}
{"of":9,"message":"n264","is":"create","combined":true,"event":{"message":"(combined from similar events): n264","metadata":{"annotations":null,"labels":null,"name":"pod-4.18867690209c9800"},"reportingComponent":"","reportingInstance":""}}
{"of":21,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"annotations":null,"labels":null,"name":"pod-10.18867690209c9800"},"reportingComponent":"","reportingInstance":""}}
{"of":24,"message":"n266","is":"patch","combined":true,"event":{"count":81,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n266","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":81,"lastTimestamp":"2026-01-01T01:17:45Z","message":"(combined from similar events): n266"}}
{"of":24,"message":"n267","is":"patch","combined":true,"event":{"count":82,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n267","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":82,"lastTimestamp":"2026-01-01T01:17:45Z","message":"(combined from similar events): n267"}}
{"of":24,"message":"n268","is":"patch","combined":true,"event":{"count":83,"firstTimestamp":"2026-01-01T00:00:47Z","message":"(combined from similar events): n268","metadata":{"name":"pod-12.1886725cf1283480"},"reportingComponent":"","reportingInstance":""},"patch":{"count":83,"lastTimestamp":"2026-01-01T01:17:45Z","message":"(combined from similar events): n268"}}
{"ms":1000,"of":10,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-5.188676905c376200"},"reportingComponent":"","reportingInstance":""}}
{"answer":6,"set":{"metadata":{"resourceVersion":"270"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"271"}}}
{"of":24,"message":"n272","is":"skip","combined":true}
{"of":24,"message":"n273","is":"skip","combined":true}
{"ms":1000,"of":18,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-9.1886769097d22c00"},"reportingComponent":"","reportingInstance":""}}
{"answer":19,"set":{"count":0}}
{"answer":7,"set":{"metadata":{"resourceVersion":"276"}}}
{"of":24,"message":"n277","is":"skip","combined":true}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"279"}}}
{"of":9,"message":"n280","is":"patch","combined":true,"event":{"count":2,"firstTimestamp":"2026-01-01T01:17:45Z","message":"(combined from similar events): n280","metadata":{"annotations":null,"labels":null,"name":"pod-4.18867690209c9800"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:17:47Z","message":"(combined from similar events): n280"}}
{"of":13,"message":"m8","is":"create","combined":true,"event":{"message":"(combined from similar events): m8","metadata":{"annotations":null,"labels":null,"name":"pod-6.1886769097d22c00"},"reportingComponent":"","reportingInstance":""}}
{"ms":1085366,"of":13,"message":"m3","is":"patch","combined":true,"event":{"count":2,"firstTimestamp":"2026-01-01T01:17:47Z","message":"(combined from similar events): m3","metadata":{"annotations":null,"labels":null,"name":"pod-6.1886769097d22c00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:35:52Z","message":"(combined from similar events): m3"}}
{"ms":4649,"of":13,"message":"n283","is":"patch","combined":true,"event":{"count":3,"firstTimestamp":"2026-01-01T01:17:47Z","message":"(combined from similar events): n283","metadata":{"annotations":null,"labels":null,"name":"pod-6.1886769097d22c00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:35:57Z","message":"(combined from similar events): n283"}}
{"ms":7008,"of":13,"message":"n284","is":"patch","combined":true,"event":{"count":4,"firstTimestamp":"2026-01-01T01:17:47Z","message":"(combined from similar events): n284","metadata":{"annotations":null,"labels":null,"name":"pod-6.1886769097d22c00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":4,"lastTimestamp":"2026-01-01T01:36:04Z","message":"(combined from similar events): n284"}}
{"of":36,"message":"m6","set":{"lastTimestamp":null},"is":"create","combined":true,"event":{"lastTimestamp":"2026-01-01T01:36:04Z","message":"(combined from similar events): m6","metadata":{"name":"pod-18.18867790037cb9c0"},"reportingComponent":"","reportingInstance":""}}
{"answer":0,"set":{"count":0}}
{"answer":18,"set":{"metadata":{"resourceVersion":"287"}}}
{"answer":0}
{"answer":0,"set":{"count":0}}
{"of":13,"message":"n290","is":"patch","combined":true,"event":{"count":5,"firstTimestamp":"2026-01-01T01:17:47Z","message":"(combined from similar events): n290","metadata":{"annotations":null,"labels":null,"name":"pod-6.1886769097d22c00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":5,"lastTimestamp":"2026-01-01T01:36:04Z","message":"(combined from similar events): n290"}}
{"of":37,"message":"m1","set":{"message":""},"is":"create","combined":true,"event":{"message":"(combined from similar events): ","metadata":{"annotations":null,"labels":null,"name":"pod-18.18867790037cb9c0"},"reportingComponent":"","reportingInstance":""}}
{"of":13,"message":"n292","is":"patch","combined":true,"event":{"count":6,"firstTimestamp":"2026-01-01T01:17:47Z","message":"(combined from similar events): n292","metadata":{"annotations":null,"labels":null,"name":"pod-6.1886769097d22c00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":6,"lastTimestamp":"2026-01-01T01:36:04Z","message":"(combined from similar events): n292"}}
{"answer":0,"set":{"count":11}}
{"answer":0,"set":{"metadata":{"resourceVersion":"294"}}}
{"of":13,"message":"n295","is":"patch","combined":true,"event":{"count":7,"firstTimestamp":"2026-01-01T01:17:47Z","message":"(combined from similar events): n295","metadata":{"annotations":null,"labels":null,"name":"pod-6.1886769097d22c00"},"reportingComponent":"","reportingInstance":""},"patch":{"count":7,"lastTimestamp":"2026-01-01T01:36:04Z","message":"(combined from similar events): n295"}}
{"of":13,"message":"n296","is":"skip","combined":true}
{"of":13,"message":"n297","is":"skip","combined":true}
{"of":8,"message":"m3","set":{"message":""},"is":"create","combined":true,"event":{"message":"(combined from similar events): ","metadata":{"name":"pod-4.18867790037cb9c0"}}}
{"ms":6195,"of":19,"message":"m1","is":"create","combined":true,"event":{"message":"(combined from similar events): m1","metadata":{"name":"pod-9.1886779174bcec80"},"reportingComponent":"","reportingInstance":""}}
{"answer":0,"set":{"message":"m0"}}
{"of":19,"message":"n301","is":"patch","combined":true,"event":{"count":2,"message":"(combined from similar events): n301","metadata":{"name":"pod-9.1886779174bcec80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:36:10Z","message":"(combined from similar events): n301"}}
{"ms":500,"of":9,"message":"m2","is":"patch","combined":true,"event":{"count":3,"firstTimestamp":"2026-01-01T01:17:45Z","message":"(combined from similar events): m2","metadata":{"annotations":null,"labels":null,"name":"pod-4.18867690209c9800"},"reportingComponent":"","reportingInstance":""},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:36:10Z","message":"(combined from similar events): m2"}}
{"answer":0,"set":{"message":"m0"}}
{"ms":2162,"of":12,"message":"m2","is":"create","combined":true,"event":{"message":"(combined from similar events): m2","metadata":{"name":"pod-6.188677921367d200"},"reportingComponent":"","reportingInstance":""}}
{"of":16,"message":"m1","is":"create","combined":true,"event":{"message":"(combined from similar events): m1","metadata":{"name":"pod-8.188677921367d200"},"reportingComponent":"","reportingInstance":""}}
{"answer":0,"set":{"message":"m0"}}
{"of":16,"message":"n307","is":"patch","combined":true,"event":{"count":2,"message":"(combined from similar events): n307","metadata":{"name":"pod-8.188677921367d200"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:36:13Z","message":"(combined from similar events): n307"}}
{"ms":5521,"of":37,"message":"n308","is":"patch","combined":true,"event":{"count":2,"firstTimestamp":"2026-01-01T01:36:04Z","message":"(combined from similar events): n308","metadata":{"annotations":null,"labels":null,"name":"pod-18.18867790037cb9c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:36:18Z","message":"(combined from similar events): n308"}}
{"answer":5}
{"ms":1239,"of":19,"message":"n310","set":{"lastTimestamp":null},"is":"patch","combined":true,"event":{"count":3,"firstTimestamp":"2026-01-01T01:36:10Z","lastTimestamp":"2026-01-01T01:36:19Z","message":"(combined from similar events): n310","metadata":{"name":"pod-9.1886779174bcec80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:36:19Z","message":"(combined from similar events): n310"}}
{"of":19,"message":"n311","is":"patch","combined":true,"event":{"count":4,"firstTimestamp":"2026-01-01T01:36:10Z","message":"(combined from similar events): n311","metadata":{"name":"pod-9.1886779174bcec80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":4,"lastTimestamp":"2026-01-01T01:36:19Z","message":"(combined from similar events): n311"}}
{"of":36,"message":"n312","is":"patch","combined":true,"event":{"count":2,"firstTimestamp":"2026-01-01T01:36:04Z","message":"(combined from similar events): n312","metadata":{"name":"pod-18.18867790037cb9c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:36:19Z","message":"(combined from similar events): n312"}}
{"answer":13,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":7125,"of":19,"message":"n314","is":"patch","combined":true,"event":{"count":5,"firstTimestamp":"2026-01-01T01:36:10Z","message":"(combined from similar events): n314","metadata":{"name":"pod-9.1886779174bcec80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":5,"lastTimestamp":"2026-01-01T01:36:26Z","message":"(combined from similar events): n314"}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":2,"set":{"metadata":{"resourceVersion":"316"}}}
{"ms":5038,"of":18,"message":"m1","is":"create","combined":true,"event":{"message":"(combined from similar events): m1","metadata":{"name":"pod-9.188677967b4de2c0"},"reportingComponent":"","reportingInstance":""}}
{"of":21,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"annotations":null,"labels":null,"name":"pod-10.188677967b4de2c0"},"reportingComponent":"","reportingInstance":""}}
{"answer":0,"set":{"metadata":{"resourceVersion":"319"}}}
{"ms":1000,"of":38,"message":"m2","is":"create","combined":true,"event":{"message":"(combined from similar events): m2","metadata":{"name":"pod-19.18867796b6e8acc0"},"reportingComponent":"","reportingInstance":""}}
{"of":38,"message":"n321","is":"patch","combined":true,"event":{"count":2,"message":"(combined from similar events): n321","metadata":{"name":"pod-19.18867796b6e8acc0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:36:32Z","message":"(combined from similar events): n321"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"322"}}}
{"of":38,"message":"n323","set":{"count":2},"is":"patch","combined":true,"event":{"count":3,"message":"(combined from similar events): n323","metadata":{"name":"pod-19.18867796b6e8acc0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:36:32Z","message":"(combined from similar events): n323"}}
{"of":16,"message":"n324","is":"patch","combined":true,"event":{"count":3,"firstTimestamp":"2026-01-01T01:36:13Z","message":"(combined from similar events): n324","metadata":{"name":"pod-8.188677921367d200"},"reportingComponent":"","reportingInstance":""},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:36:32Z","message":"(combined from similar events): n324"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"325"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"326"}}}
{"answer":0,"set":{"count":8}}
{"ms":3782,"of":0,"message":"m2","is":"create","combined":true,"event":{"message":"(combined from similar events): m2","metadata":{"name":"pod-0.1886779798556a40"},"reportingComponent":"","reportingInstance":""}}
{"answer":0,"set":{"metadata":{"resourceVersion":"329"}}}
{"answer":0}
{"answer":0,"set":{"metadata":{"resourceVersion":"331"}}}
{"of":27,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-13.1886779798556a40"},"reportingComponent":"","reportingInstance":""}}
{"of":38,"message":"n333","is":"patch","combined":true,"event":{"count":4,"firstTimestamp":"2026-01-01T01:36:32Z","message":"(combined from similar events): n333","metadata":{"name":"pod-19.18867796b6e8acc0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":4,"lastTimestamp":"2026-01-01T01:36:36Z","message":"(combined from similar events): n333"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"334"}}}
{"ms":1000,"of":32,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-16.18867797d3f03440"},"reportingComponent":"","reportingInstance":""}}
{"ms":500,"of":38,"message":"n336","is":"patch","combined":true,"event":{"count":5,"firstTimestamp":"2026-01-01T01:36:32Z","message":"(combined from similar events): n336","metadata":{"name":"pod-19.18867796b6e8acc0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":5,"lastTimestamp":"2026-01-01T01:36:38Z","message":"(combined from similar events): n336"}}
{"ms":500,"of":38,"message":"n337","is":"skip","combined":true}
{"of":11,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-5.188677980f8afe40"},"reportingComponent":"","reportingInstance":""}}
{"ms":7232,"of":18,"message":"n339","is":"patch","combined":true,"event":{"count":2,"firstTimestamp":"2026-01-01T01:36:31Z","message":"(combined from similar events): n339","metadata":{"name":"pod-9.188677967b4de2c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:36:46Z","message":"(combined from similar events): n339"}}
{"of":20,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-10.18867799be9a8e40"},"reportingComponent":"","reportingInstance":""}}
{"answer":3,"set":{"count":0}}
{"of":18,"message":"n342","is":"patch","combined":true,"event":{"count":3,"firstTimestamp":"2026-01-01T01:36:31Z","message":"(combined from similar events): n342","metadata":{"name":"pod-9.188677967b4de2c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:36:46Z","message":"(combined from similar events): n342"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"343"}}}
{"ms":1000,"of":30,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-15.18867799fa355840"},"reportingComponent":"","reportingInstance":""}}
{"answer":0,"set":{"metadata":{"name":"renamed-345"}}}
{"ms":4325,"of":18,"message":"n346","is":"patch","combined":true,"event":{"count":4,"firstTimestamp":"2026-01-01T01:36:31Z","message":"(combined from similar events): n346","metadata":{"name":"pod-9.188677967b4de2c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":4,"lastTimestamp":"2026-01-01T01:36:51Z","message":"(combined from similar events): n346"}}
{"of":23,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-11.1886779afbff9b80"},"reportingComponent":"","reportingInstance":""}}
{"of":18,"message":"n348","is":"patch","combined":true,"event":{"count":5,"firstTimestamp":"2026-01-01T01:36:31Z","message":"(combined from similar events): n348","metadata":{"name":"pod-9.188677967b4de2c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":5,"lastTimestamp":"2026-01-01T01:36:51Z","message":"(combined from similar events): n348"}}
{"of":19,"message":"n349","is":"create","combined":true,"event":{"message":"(combined from similar events): n349","metadata":{"name":"pod-9.1886779afbff9b80"},"reportingComponent":"","reportingInstance":""}}
{"answer":18,"set":{"metadata":{"resourceVersion":"350"}}}
{"ms":500,"of":18,"message":"n351","is":"patch","combined":true,"event":{"count":6,"firstTimestamp":"2026-01-01T01:36:31Z","message":"(combined from similar events): n351","metadata":{"name":"pod-9.188677967b4de2c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":6,"lastTimestamp":"2026-01-01T01:36:51Z","message":"(combined from similar events): n351"}}
{"of":18,"message":"n352","is":"skip","combined":true}
{"of":18,"message":"n353","is":"skip","combined":true}
{"answer":0}
{"of":18,"message":"n355","is":"skip","combined":true}
{"of":18,"message":"n356","is":"skip","combined":true}
{"ms":1000,"of":18,"message":"n357","is":"skip","combined":true}
{"ms":2343,"of":32,"message":"n358","is":"patch","combined":true,"event":{"count":2,"firstTimestamp":"2026-01-01T01:36:37Z","message":"(combined from similar events): n358","metadata":{"name":"pod-16.18867797d3f03440"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:36:55Z","message":"(combined from similar events): n358"}}
{"ms":5074,"of":18,"message":"n359","is":"patch","combined":true,"event":{"count":12,"firstTimestamp":"2026-01-01T01:36:31Z","message":"(combined from similar events): n359","metadata":{"name":"pod-9.188677967b4de2c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":12,"lastTimestamp":"2026-01-01T01:37:00Z","message":"(combined from similar events): n359"}}
{"of":18,"message":"n360","is":"skip","combined":true}
{"ms":500,"of":18,"message":"n361","is":"skip","combined":true}
{"of":18,"message":"n362","is":"skip","combined":true}
{"answer":0,"set":{"count":0}}
{"ms":1000,"of":36,"message":"n364","is":"create","combined":true,"event":{"message":"(combined from similar events): n364","metadata":{"name":"pod-18.1886779d68e669c0"},"reportingComponent":"","reportingInstance":""}}
{"of":18,"message":"n365","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"name":"renamed-366"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"367"}}}
{"ms":599999,"of":18,"message":"n368","is":"patch","combined":true,"event":{"count":17,"firstTimestamp":"2026-01-01T01:36:31Z","message":"(combined from similar events): n368","metadata":{"name":"pod-9.188677967b4de2c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":17,"lastTimestamp":"2026-01-01T01:47:01Z","message":"(combined from similar events): n368"}}
{"of":18,"message":"n369","is":"patch","combined":true,"event":{"count":18,"firstTimestamp":"2026-01-01T01:36:31Z","message":"(combined from similar events): n369","metadata":{"name":"pod-9.188677967b4de2c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":18,"lastTimestamp":"2026-01-01T01:47:01Z","message":"(combined from similar events): n369"}}
{"answer":14,"set":{"metadata":{"resourceVersion":"370"}}}
{"answer":17,"set":{"count":9}}
{"of":18,"message":"n372","is":"patch","combined":true,"event":{"count":19,"firstTimestamp":"2026-01-01T01:36:31Z","message":"(combined from similar events): n372","metadata":{"name":"pod-9.188677967b4de2c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":19,"lastTimestamp":"2026-01-01T01:47:01Z","message":"(combined from similar events): n372"}}
{"of":18,"message":"n373","is":"patch","combined":true,"event":{"count":20,"firstTimestamp":"2026-01-01T01:36:31Z","message":"(combined from similar events): n373","metadata":{"name":"pod-9.188677967b4de2c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":20,"lastTimestamp":"2026-01-01T01:47:01Z","message":"(combined from similar events): n373"}}
{"ms":500,"of":18,"message":"n374","is":"patch","combined":true,"event":{"count":21,"firstTimestamp":"2026-01-01T01:36:31Z","message":"(combined from similar events): n374","metadata":{"name":"pod-9.188677967b4de2c0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":21,"lastTimestamp":"2026-01-01T01:47:02Z","message":"(combined from similar events): n374"}}
{"answer":16,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":18,"message":"n376","is":"skip","combined":true}
{"of":31,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-15.18867829396dfc80"},"reportingComponent":"","reportingInstance":""}}
{"ms":8915,"of":18,"message":"n378","is":"skip","combined":true}
{"ms":500,"of":26,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-13.1886782b6a9b7c40"}}}
{"of":5,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"annotations":null,"labels":null,"name":"pod-2.1886782b6a9b7c40"},"reportingComponent":"","reportingInstance":""}}
{"of":0,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-0.1886782b6a9b7c40"},"reportingComponent":"","reportingInstance":""}}
{"answer":10,"set":{"count":0}}
{"answer":0,"set":{"metadata":{"resourceVersion":"383"}}}
{"of":18,"message":"n384","is":"skip","combined":true}
{"answer":0,"set":{"count":6}}
{"of":29,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"annotations":null,"labels":null,"name":"pod-14.1886782b6a9b7c40"},"reportingComponent":"","reportingInstance":""}}
{"answer":0,"set":{"count":0}}
{"of":29,"message":"n388","is":"patch","combined":true,"event":{"count":2,"message":"(combined from similar events): n388","metadata":{"annotations":null,"labels":null,"name":"pod-14.1886782b6a9b7c40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:47:11Z","message":"(combined from similar events): n388"}}
{"ms":500,"of":28,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-14.1886782b8868e140"},"reportingComponent":"","reportingInstance":""}}
{"answer":12,"set":{"message":"m0"}}
{"of":28,"message":"n391","is":"patch","combined":true,"event":{"count":2,"message":"(combined from similar events): n391","metadata":{"name":"pod-14.1886782b8868e140"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:47:12Z","message":"(combined from similar events): n391"}}
{"ms":500,"of":35,"message":"m0","is":"create","combined":true,"event":{"message":"(combined from similar events): m0","metadata":{"name":"pod-17.1886782ba6364640"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"393"}}}
{"of":28,"message":"n394","is":"patch","combined":true,"event":{"count":3,"message":"(combined from similar events): n394","metadata":{"name":"pod-14.1886782b8868e140"},"reportingComponent":"","reportingInstance":""},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:47:12Z","message":"(combined from similar events): n394"}}
{"ms":4783,"of":28,"message":"n395","is":"patch","combined":true,"event":{"count":4,"firstTimestamp":"2026-01-01T01:47:12Z","message":"(combined from similar events): n395","metadata":{"name":"pod-14.1886782b8868e140"},"reportingComponent":"","reportingInstance":""},"patch":{"count":4,"lastTimestamp":"2026-01-01T01:47:17Z","message":"(combined from similar events): n395"}}
{"ms":500,"of":35,"message":"n396","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"patch","combined":true,"event":{"count":2,"firstTimestamp":"2026-01-01T01:47:12Z","message":"(combined from similar events): n396","metadata":{"annotations":null,"labels":null,"name":"pod-17.1886782ba6364640"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:47:17Z","message":"(combined from similar events): n396"}}
{"ms":1000,"of":28,"message":"n397","is":"patch","combined":true,"event":{"count":5,"firstTimestamp":"2026-01-01T01:47:12Z","message":"(combined from similar events): n397","metadata":{"name":"pod-14.1886782b8868e140"},"reportingComponent":"","reportingInstance":""},"patch":{"count":5,"lastTimestamp":"2026-01-01T01:47:18Z","message":"(combined from similar events): n397"}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"399"}}}
{"story":"a budget for each reason","options":{"burst":2,"qps":0.05,"spamKey":"reason"},"subjects":[{"involvedObject":{"kind":"Pod","name":"pod-0","namespace":"default"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-0","namespace":"default","uid":"uid-0"},"metadata":{"annotations":{"n":"1"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-1","namespace":"default","uid":"uid-0"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-1","namespace":"default"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Normal"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{0}","kind":"Pod","name":"pod-2","uid":"uid-1"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-2","uid":"uid-1"},"metadata":{"annotations":{"n":"5"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Warning"},{"involvedObject":{"kind":"Pod","name":"pod-3"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-3","uid":"uid-1"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-4","namespace":"default","uid":"uid-2"},"reason":"Pulled","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"apiVersion":"v1","fieldPath":"spec.containers{1}","kind":"Pod","name":"pod-4","namespace":"default"},"metadata":{"annotations":{"n":"9"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Normal"}]}
{"ms":7727,"of":0,"message":"m0","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"1"}}}
{"of":0,"message":"m0","is":"patch","event":{"count":2,"metadata":{"name":"e0","resourceVersion":"1"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:00:07Z","message":"m0"}}
{"of":0,"message":"m0","is":"skip"}
{"of":0,"message":"m1","is":"skip"}
{"of":0,"message":"m2","is":"skip"}
{"of":0,"message":"m1","is":"skip"}
{"of":0,"message":"m1","is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"8"}}}
{"ms":500,"of":0,"message":"m0","set":{"lastTimestamp":null},"is":"skip"}
{"of":0,"message":"m1","is":"skip"}
{"of":0,"message":"m1","is":"skip"}
{"of":7,"message":"m1","is":"create"}
{"ms":1976,"of":0,"message":"m2","is":"skip"}
{"of":0,"message":"m2","is":"skip"}
{"of":0,"message":"m0","is":"skip"}
{"ms":3037,"of":0,"message":"m1","is":"skip"}
{"answer":0}
{"of":0,"message":"m0","is":"skip"}
{"answer":0}
{"ms":9146,"of":1,"message":"m2","is":"create"}
{"of":0,"message":"m1","is":"skip"}
{"of":1,"message":"m1","is":"create"}
{"answer":0,"set":{"count":6}}
{"answer":0,"set":{"metadata":{"resourceVersion":"24"}}}
{"answer":1}
{"of":3,"message":"m0","is":"create"}
{"ms":6698,"of":0,"message":"m0","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:00:07Z","metadata":{"name":"e0","resourceVersion":"8"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:00:29Z","message":"m0"}}
{"of":0,"message":"m1","is":"skip"}
{"ms":7231,"of":8,"message":"m2","is":"create"}
{"ms":-543306,"of":0,"message":"m1","is":"skip"}
{"ms":4113,"of":0,"message":"m1","is":"skip"}
{"answer":0,"set":{"metadata":{"name":"renamed-32"}}}
{"ms":7434,"of":9,"message":"m2","is":"create"}
{"of":0,"message":"m0","is":"skip"}
{"of":3,"message":"m1","is":"create"}
{"ms":9507,"of":0,"message":"m2","is":"skip"}
{"answer":0}
{"of":0,"message":"m0","is":"skip"}
{"ms":9487,"of":0,"message":"m1","is":"skip"}
{"ms":8116,"of":8,"message":"m0","is":"create"}
{"of":8,"message":"m1","is":"skip"}
{"of":4,"message":"m1","is":"create"}
{"ms":-932611,"of":0,"message":"m0","is":"skip"}
{"answer":0,"set":{"message":"m0"}}
{"of":0,"message":"m2","is":"skip"}
{"of":0,"message":"m1","is":"skip"}
{"of":0,"message":"m1","is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"48"}}}
{"ms":1000,"of":9,"message":"m2","is":"patch","event":{"count":2,"firstTimestamp":"2025-12-31T23:51:44Z","metadata":{"name":"e33"}},"patch":{"count":2,"lastTimestamp":"2025-12-31T23:36:40Z","message":"m2"}}
{"ms":500,"of":0,"message":"m0","is":"skip"}
{"of":0,"message":"m1","is":"skip"}
{"ms":1000,"of":0,"message":"m0","is":"skip"}
{"answer":5,"set":{"count":6}}
{"ms":10001,"of":7,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e12"}},"patch":{"count":2,"lastTimestamp":"2025-12-31T23:36:51Z","message":"m1"}}
{"ms":500,"of":0,"message":"m1","is":"skip"}
{"answer":1,"set":{"metadata":{"resourceVersion":"56"}}}
{"of":0,"message":"m0","is":"skip"}
{"answer":5,"set":{"metadata":{"resourceVersion":"58"}}}
{"of":5,"message":"m2","is":"create"}
{"answer":10,"set":{"message":"m0"}}
{"of":0,"message":"m2","is":"skip"}
{"ms":4111,"of":0,"message":"m0","is":"skip"}
{"ms":500,"of":3,"message":"m2","is":"skip"}
{"of":7,"message":"m1","is":"skip"}
{"answer":0,"set":{"metadata":{"name":"renamed-65"}}}
{"answer":0,"set":{"message":"m0"}}
{"ms":1000,"of":0,"message":"m2","is":"skip"}
{"ms":500,"of":6,"message":"m0","is":"create"}
{"of":0,"message":"m1","is":"skip"}
{"ms":1000,"of":0,"message":"m2","is":"skip"}
{"of":0,"message":"m2","is":"skip"}
{"answer":0,"set":{"count":0}}
{"answer":0,"set":{"count":6}}
{"ms":1000,"of":0,"message":"m2","set":{"count":3},"is":"skip"}
{"ms":1000,"of":0,"message":"m2","is":"skip"}
{"ms":9799,"of":0,"message":"m0","is":"skip"}
{"of":8,"message":"m1","is":"skip"}
{"ms":5658,"of":0,"message":"m2","is":"skip"}
{"answer":0,"set":{"count":0}}
{"answer":0,"set":{"metadata":{"resourceVersion":"80"}}}
{"of":0,"message":"m1","is":"skip"}
{"ms":1000,"of":0,"message":"m1","is":"skip"}
{"answer":0,"set":{"count":0}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":9,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":0,"message":"m1","is":"skip"}
{"answer":15,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":10000,"of":0,"message":"m0","is":"skip"}
{"of":0,"message":"m1","is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"90"}}}
{"of":4,"message":"m2","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"92"}}}
{"of":0,"message":"m2","is":"skip"}
{"ms":500,"of":9,"message":"m2","is":"patch","event":{"count":2,"firstTimestamp":"2025-12-31T23:51:44Z","metadata":{"name":"e33","resourceVersion":"58"}},"patch":{"count":2,"lastTimestamp":"2025-12-31T23:37:28Z","message":"m2"}}
{"of":0,"message":"m1","is":"skip"}
{"of":1,"message":"m10","is":"skip"}
{"of":4,"message":"m11","is":"skip"}
{"of":4,"message":"m8","is":"skip"}
{"of":6,"message":"m6","is":"create"}
{"answer":0,"set":{"metadata":{"name":"renamed-100"}}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":0,"set":{"message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"103"}}}
{"ms":500,"of":4,"message":"m2","is":"skip"}
{"answer":0,"set":{"message":"m0"}}
{"of":1,"message":"m6","is":"skip"}
{"ms":150000,"of":8,"message":"m11","is":"skip"}
{"answer":10,"set":{"metadata":{"resourceVersion":"108"}}}
{"answer":0,"set":{"count":6}}
{"ms":1000,"of":9,"message":"m0","is":"create"}
{"answer":7}
{"of":9,"message":"m0","is":"patch","event":{"count":2,"metadata":{"name":"e110"}},"patch":{"count":2,"lastTimestamp":"2025-12-31T23:39:59Z","message":"m0"}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":4,"message":"m5","is":"create"}
{"answer":0,"set":{"metadata":{"name":"renamed-115"}}}
{"ms":4624,"of":4,"message":"m4","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"117"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"118"}}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":0,"set":{"count":6}}
{"answer":0,"set":{"metadata":{"resourceVersion":"121"}}}
{"ms":3940,"of":7,"message":"m4","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"123"}}}
{"of":4,"message":"m10","is":"skip"}
{"of":5,"message":"m1","is":"create"}
{"of":9,"message":"m1","set":{"count":1},"is":"skip"}
{"of":4,"message":"m10","is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"128"}}}
{"of":4,"message":"m4","is":"skip"}
{"of":4,"message":"m9","is":"skip"}
{"of":0,"message":"m1","is":"skip"}
{"ms":7543,"of":4,"message":"m6","is":"skip"}
{"of":3,"message":"m11","is":"skip"}
{"of":4,"message":"m6","is":"skip"}
{"ms":1000,"of":4,"message":"m7","is":"skip","combined":true}
{"ms":5731,"of":4,"message":"n136","is":"patch","combined":true,"event":{"count":2,"firstTimestamp":"2025-12-31T23:40:16Z","message":"(combined from similar events): n136","metadata":{"name":"pod-2.1886713e6da5ecc0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2025-12-31T23:40:22Z","message":"(combined from similar events): n136"}}
{"ms":500,"of":4,"message":"n137","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"138"}}}
{"answer":4,"set":{"count":0}}
{"answer":0,"set":{"metadata":{"resourceVersion":"140"}}}
{"answer":0,"set":{"message":"m0"}}
{"ms":8132,"of":4,"message":"n142","is":"skip","combined":true}
{"ms":500,"of":6,"message":"m4","is":"create"}
{"answer":0}
{"answer":0,"set":{"count":6}}
{"ms":1000,"of":4,"message":"n146","is":"skip","combined":true}
{"answer":17,"set":{"message":"m0"}}
{"ms":1000,"of":4,"message":"n148","is":"skip","combined":true}
{"answer":14,"set":{"message":"m0"}}
{"of":4,"message":"n150","is":"skip","combined":true}
{"of":4,"message":"n151","is":"skip","combined":true}
{"ms":500,"of":8,"message":"m8","is":"skip"}
{"ms":219068,"of":4,"message":"n153","is":"patch","combined":true,"event":{"count":9,"firstTimestamp":"2025-12-31T23:40:16Z","message":"(combined from similar events): n153","metadata":{"name":"pod-2.1886713e6da5ecc0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":9,"lastTimestamp":"2025-12-31T23:44:13Z","message":"(combined from similar events): n153"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"154"}}}
{"of":4,"message":"n155","is":"patch","combined":true,"event":{"count":10,"firstTimestamp":"2025-12-31T23:40:16Z","message":"(combined from similar events): n155","metadata":{"name":"pod-2.1886713e6da5ecc0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":10,"lastTimestamp":"2025-12-31T23:44:13Z","message":"(combined from similar events): n155"}}
{"of":8,"message":"m5","is":"skip"}
{"of":7,"message":"m3","is":"create"}
{"of":2,"message":"m9","set":{"message":""},"is":"create"}
{"of":4,"message":"n159","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"160"}}}
{"of":4,"message":"n161","is":"skip","combined":true}
{"of":4,"message":"n162","is":"skip","combined":true}
{"of":4,"message":"n163","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"164"}}}
{"answer":0,"set":{"count":6}}
{"of":4,"message":"n166","is":"skip","combined":true}
{"ms":3844,"of":4,"message":"n167","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"168"}}}
{"of":4,"message":"n169","is":"skip","combined":true}
{"of":4,"message":"n170","is":"skip","combined":true}
{"ms":500,"of":4,"message":"n171","is":"skip","combined":true}
{"ms":1000,"of":4,"message":"n172","is":"skip","combined":true}
{"of":3,"message":"m2","is":"skip"}
{"of":4,"message":"n174","is":"skip","combined":true}
{"of":0,"message":"m6","is":"skip"}
{"answer":0,"set":{"metadata":{"name":"renamed-176"}}}
{"ms":2838,"of":4,"message":"n177","is":"skip","combined":true}
{"of":4,"message":"n178","is":"skip","combined":true}
{"ms":5245,"of":4,"message":"n179","is":"skip","combined":true}
{"answer":7,"set":{"metadata":{"resourceVersion":"180"}}}
{"ms":1669667,"of":4,"message":"m4","is":"patch","event":{"count":3,"firstTimestamp":"2025-12-31T23:40:04Z","metadata":{"name":"e116","resourceVersion":"121"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:12:16Z","message":"m4"}}
{"of":9,"message":"m11","is":"create"}
{"answer":0,"set":{"metadata":{"name":"renamed-183"}}}
{"of":6,"message":"m8","is":"create"}
{"of":4,"message":"m4","is":"patch","event":{"count":4,"firstTimestamp":"2025-12-31T23:40:04Z","metadata":{"name":"e116","resourceVersion":"121"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:12:16Z","message":"m4"}}
{"answer":7,"set":{"count":0}}
{"ms":500,"of":8,"message":"m5","is":"patch","event":{"count":2,"firstTimestamp":"2025-12-31T23:44:13Z","metadata":{"name":"e156"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:12:16Z","message":"m5"}}
{"of":4,"message":"m4","is":"skip"}
{"of":4,"message":"m8","is":"skip"}
{"answer":0}
{"of":4,"message":"m10","is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"192"}}}
{"of":4,"message":"m6","is":"skip"}
{"answer":0,"set":{"message":"m0"}}
{"ms":500,"of":2,"message":"m1","is":"create"}
{"of":4,"message":"m3","is":"skip"}
{"answer":8,"set":{"count":15}}
{"of":2,"message":"m0","is":"create"}
{"of":9,"message":"m6","is":"create"}
{"ms":3411,"of":4,"message":"m4","is":"skip"}
{"of":4,"message":"m0","set":{"lastTimestamp":null},"is":"skip"}
{"answer":0,"set":{"count":0}}
{"answer":15,"set":{"metadata":{"resourceVersion":"203"}}}
{"ms":500,"of":9,"message":"m7","is":"skip"}
{"of":4,"message":"m10","is":"skip"}
{"of":4,"message":"m8","is":"skip"}
{"of":4,"message":"m3","is":"skip"}
{"answer":14,"set":{"message":"m0"}}
{"of":4,"message":"m7","is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"210"}}}
{"ms":1000,"of":4,"message":"m6","is":"skip"}
{"of":4,"message":"m2","is":"skip"}
{"of":4,"message":"m9","is":"skip"}
{"ms":4155,"of":1,"message":"m10","is":"patch","event":{"count":2,"firstTimestamp":"2025-12-31T23:37:28Z","metadata":{"name":"e96"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:12:26Z","message":"m10"}}
{"of":1,"message":"m2","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:22Z","metadata":{"name":"e20"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:12:26Z","message":"m2"}}
{"answer":0}
{"answer":19,"set":{"message":"m0"}}
{"of":4,"message":"m0","is":"skip"}
{"ms":1000,"of":4,"message":"m7","is":"skip"}
{"of":4,"message":"m8","is":"skip"}
{"answer":0}
{"of":4,"message":"m0","is":"skip"}
{"answer":0,"set":{"count":0}}
{"ms":6867,"of":9,"message":"m8","is":"skip"}
{"of":4,"message":"m8","is":"skip"}
{"ms":1000,"of":4,"message":"m7","is":"skip"}
{"answer":0,"set":{"count":7}}
{"answer":0,"set":{"count":7}}
{"answer":0,"set":{"metadata":{"resourceVersion":"229"}}}
{"of":4,"message":"m5","is":"skip","combined":true}
{"of":4,"message":"n231","is":"skip","combined":true}
{"ms":1000,"of":9,"message":"m8","is":"skip"}
{"of":4,"message":"n233","is":"skip","combined":true}
{"answer":0,"set":{"message":"m0"}}
{"of":4,"message":"n235","is":"skip","combined":true}
{"of":4,"message":"n236","is":"skip","combined":true}
{"answer":0}
{"ms":135,"of":4,"message":"n238","is":"patch","combined":true,"event":{"count":30,"firstTimestamp":"2025-12-31T23:40:16Z","message":"(combined from similar events): n238","metadata":{"name":"pod-2.1886713e6da5ecc0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":30,"lastTimestamp":"2026-01-01T00:12:36Z","message":"(combined from similar events): n238"}}
{"answer":0}
{"answer":0,"set":{"message":"m0"}}
{"of":4,"message":"n241","is":"skip","combined":true}
{"of":3,"message":"m2","is":"patch","event":{"count":3,"firstTimestamp":"2025-12-31T23:36:56Z","metadata":{"name":"e63"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:12:36Z","message":"m2"}}
{"of":4,"message":"n243","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"skip","combined":true}
{"ms":2077,"of":4,"message":"n244","is":"skip","combined":true}
{"answer":3,"set":{"metadata":{"name":"renamed-245"}}}
{"of":0,"message":"m5","set":{"count":3},"is":"create"}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":5124,"of":5,"message":"m3","is":"create"}
{"of":4,"message":"n249","is":"skip","combined":true}
{"of":9,"message":"m8","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:12:34Z","metadata":{"name":"e224"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:12:43Z","message":"m8"}}
{"of":4,"message":"n251","is":"skip","combined":true}
{"of":2,"message":"m9","is":"create"}
{"ms":1000,"of":4,"message":"n253","is":"skip","combined":true}
{"of":4,"message":"n254","is":"skip","combined":true}
{"ms":3978,"of":0,"message":"m8","is":"create"}
{"of":4,"message":"n256","is":"skip","combined":true}
{"of":5,"message":"m5","is":"create"}
{"of":1,"message":"m8","is":"create"}
{"ms":1000,"of":4,"message":"n259","is":"skip","combined":true}
{"ms":500,"of":4,"message":"n260","set":{"count":1},"is":"skip","combined":true}
{"of":8,"message":"m11","is":"patch","event":{"count":2,"firstTimestamp":"2025-12-31T23:39:58Z","metadata":{"name":"e107"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:12:50Z","message":"m11"}}
{"of":0,"message":"m6","is":"skip"}
{"of":4,"message":"n263","is":"skip","combined":true}
{"of":4,"message":"n264","is":"skip","combined":true}
{"of":4,"message":"n265","is":"skip","combined":true}
{"answer":19,"set":{"count":0}}
{"answer":0,"set":{"metadata":{"resourceVersion":"267"}}}
{"of":2,"message":"m1","is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"269"}}}
{"of":7,"message":"m2","is":"create"}
{"ms":600001,"of":4,"message":"m2","is":"patch","event":{"count":4,"firstTimestamp":"2025-12-31T23:37:27Z","metadata":{"name":"e91","resourceVersion":"92"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:22:50Z","message":"m2"}}
{"of":4,"message":"m2","set":{"message":""},"is":"create"}
{"of":4,"message":"m4","is":"skip"}
{"of":4,"message":"m7","is":"skip"}
{"ms":-331698,"of":4,"message":"m10","is":"skip"}
{"of":4,"message":"m5","is":"skip"}
{"ms":1000,"of":9,"message":"m6","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:12:17Z","metadata":{"name":"e199","resourceVersion":"210"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:17:19Z","message":"m6"}}
{"ms":500,"of":5,"message":"m9","is":"create"}
{"of":4,"message":"m4","is":"skip"}
{"ms":1000,"of":9,"message":"m3","is":"create"}
{"ms":500,"of":5,"message":"m8","is":"create"}
{"answer":8,"set":{"metadata":{"resourceVersion":"282"}}}
{"ms":4096,"of":6,"message":"m3","is":"create"}
{"answer":0,"set":{"count":0}}
{"of":4,"message":"m3","is":"skip"}
{"ms":1000,"of":4,"message":"m4","is":"skip"}
{"of":3,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2025-12-31T23:51:44Z","metadata":{"name":"e35"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:17:26Z","message":"m1"}}
{"of":4,"message":"m4","is":"skip"}
{"of":4,"message":"m1","is":"skip"}
{"ms":1000,"of":9,"message":"m7","is":"skip"}
{"of":4,"message":"m0","is":"skip"}
{"of":4,"message":"m0","is":"skip"}
{"ms":9434,"of":4,"message":"m1","is":"skip"}
{"ms":1000,"of":0,"message":"m4","is":"create"}
{"answer":0}
{"ms":1000,"of":2,"message":"m6","is":"create"}
{"of":3,"message":"m2","is":"patch","event":{"count":4,"firstTimestamp":"2025-12-31T23:36:56Z","metadata":{"name":"e63"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:17:38Z","message":"m2"}}
{"of":3,"message":"m6","is":"skip"}
{"ms":500,"of":4,"message":"m4","set":{"lastTimestamp":"1970-01-01T00:00:00Z"},"is":"skip"}
{"of":4,"message":"m8","is":"skip","combined":true}
{"of":4,"message":"n301","is":"skip","combined":true}
{"ms":1000,"of":9,"message":"m8","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:12:34Z","metadata":{"name":"e224"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:17:40Z","message":"m8"}}
{"of":4,"message":"n303","is":"skip","combined":true}
{"of":0,"message":"m5","is":"patch","event":{"count":4,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e246"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:17:40Z","message":"m5"}}
{"ms":500,"of":9,"message":"m0","is":"skip"}
{"answer":0,"set":{"message":"m0"}}
{"ms":1000,"of":4,"message":"n307","is":"skip","combined":true}
{"of":4,"message":"n308","is":"skip","combined":true}
{"of":7,"message":"m1","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e12"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:17:41Z","message":"m1"}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"311"}}}
{"of":1,"message":"m8","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:12:48Z","metadata":{"name":"e258","resourceVersion":"282"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:17:41Z","message":"m8"}}
{"ms":2950,"of":4,"message":"n313","is":"skip","combined":true}
{"of":4,"message":"n314","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"315"}}}
{"answer":1,"set":{"metadata":{"resourceVersion":"316"}}}
{"ms":500,"of":4,"message":"n317","is":"skip","combined":true}
{"of":4,"message":"n318","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"319"}}}
{"ms":5656,"of":4,"message":"n320","is":"skip","combined":true}
{"of":9,"message":"m11","is":"skip"}
{"of":4,"message":"n322","is":"skip","combined":true}
{"ms":500,"of":1,"message":"m11","is":"create"}
{"ms":1000,"of":4,"message":"n324","is":"skip","combined":true}
{"answer":0,"set":{"count":0}}
{"of":4,"message":"n326","is":"skip","combined":true}
{"of":4,"message":"n327","is":"skip","combined":true}
{"ms":5451,"of":2,"message":"m6","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:17:38Z","metadata":{"name":"e296"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:17:57Z","message":"m6"}}
{"ms":2514,"of":2,"message":"m6","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:17:38Z","metadata":{"name":"e296"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:18:00Z","message":"m6"}}
{"of":4,"message":"n330","is":"skip","combined":true}
{"ms":500,"of":4,"message":"n331","is":"skip","combined":true}
{"of":0,"message":"m0","is":"patch","event":{"count":5,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e246"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:18:00Z","message":"m0"}}
{"ms":1760221,"of":4,"message":"m2","is":"patch","event":{"count":5,"firstTimestamp":"2025-12-31T23:37:27Z","metadata":{"name":"e91","resourceVersion":"92"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:47:21Z","message":"m2"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"334"}}}
{"of":2,"message":"m1","set":{"message":""},"is":"patch","event":{"count":2,"firstTimestamp":"2025-12-31T23:44:13Z","metadata":{"name":"renamed-176"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:47:21Z"}}
{"ms":1000,"of":3,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2025-12-31T23:51:44Z","metadata":{"name":"e35"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:47:22Z","message":"m0"}}
{"answer":19,"set":{"metadata":{"resourceVersion":"337"}}}
{"ms":1000,"of":2,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:12:17Z","metadata":{"name":"e198"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:47:23Z","message":"m0"}}
{"of":3,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2025-12-31T23:51:44Z","metadata":{"name":"e35"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:47:23Z","message":"m0"}}
{"of":3,"message":"m0","is":"skip"}
{"ms":500,"of":3,"message":"m0","is":"skip"}
{"of":6,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2025-12-31T23:37:28Z","metadata":{"name":"e99"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:47:23Z","message":"m0"}}
{"ms":5081,"of":9,"message":"m0","is":"patch","event":{"count":4,"firstTimestamp":"2025-12-31T23:51:44Z","metadata":{"name":"e33"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:47:28Z","message":"m0"}}
{"of":8,"message":"m0","set":{"count":3},"is":"patch","event":{"firstTimestamp":"2025-12-31T23:44:13Z","metadata":{"name":"e156"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:47:28Z","message":"m0"}}
{"ms":5358,"of":8,"message":"m0","is":"patch","event":{"count":4,"firstTimestamp":"2025-12-31T23:44:13Z","metadata":{"name":"e156"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:47:34Z","message":"m0"}}
{"of":8,"message":"m0","is":"skip"}
{"ms":500,"of":8,"message":"m0","is":"skip"}
{"of":0,"message":"m0","is":"patch","event":{"count":6,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e246"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:47:34Z","message":"m0"}}
{"of":3,"message":"m0","is":"skip"}
{"answer":0,"set":{"message":"m0"}}
{"ms":5690,"of":3,"message":"m0","is":"skip"}
{"ms":8585,"of":3,"message":"m0","is":"patch","event":{"count":8,"firstTimestamp":"2025-12-31T23:51:44Z","metadata":{"name":"e35"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:47:48Z","message":"m0"}}
{"of":4,"message":"m0","is":"patch","event":{"count":33,"firstTimestamp":"2025-12-31T23:40:16Z","metadata":{"name":"pod-2.1886713e6da5ecc0"}},"patch":{"count":33,"lastTimestamp":"2026-01-01T00:47:48Z","message":"m0"}}
{"answer":0,"set":{"count":0}}
{"ms":3935,"of":3,"message":"m0","is":"skip"}
{"ms":1000,"of":5,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2025-12-31T23:40:08Z","metadata":{"name":"e125"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:47:53Z","message":"m0"}}
{"answer":5}
{"ms":1000,"of":3,"message":"m0","is":"skip"}
{"of":3,"message":"m0","is":"skip"}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":0,"set":{"message":"m0"}}
{"of":2,"message":"m4","is":"create"}
{"answer":0}
{"ms":1000,"of":2,"message":"m0","is":"skip"}
{"answer":0,"set":{"metadata":{"name":"renamed-365"}}}
{"of":6,"message":"m4","is":"patch","event":{"count":7,"firstTimestamp":"2025-12-31T23:40:31Z","metadata":{"name":"e143"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:47:55Z","message":"m4"}}
{"ms":10001,"of":2,"message":"m4","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:47:54Z","metadata":{"name":"renamed-365"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:48:05Z","message":"m4"}}
{"ms":1000,"of":2,"message":"m11","is":"skip"}
{"of":2,"message":"m6","set":{"lastTimestamp":null},"is":"skip"}
{"of":4,"message":"m1","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"patch","event":{"count":4,"firstTimestamp":"2025-12-31T23:52:11Z","metadata":{"name":"e42","resourceVersion":"48"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:48:06Z","message":"m1"}}
{"ms":10001,"of":2,"message":"m6","is":"skip"}
{"ms":-268102,"of":4,"message":"m9","is":"skip"}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":4,"message":"m0","is":"skip"}
{"answer":0,"set":{"count":9}}
{"of":4,"message":"m0","is":"skip"}
{"of":4,"message":"m0","is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"378"}}}
{"ms":1000,"of":4,"message":"m0","is":"skip"}
{"answer":18,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":3,"set":{"metadata":{"resourceVersion":"381"}}}
{"of":6,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2025-12-31T23:37:28Z","metadata":{"name":"e99"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:43:49Z","message":"m0"}}
{"answer":0,"set":{"message":"m0"}}
{"ms":1089,"of":4,"message":"m0","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"385"}}}
{"answer":1,"set":{"count":0}}
{"answer":19,"set":{"count":8}}
{"answer":0,"set":{"metadata":{"name":"renamed-388"}}}
{"ms":-653103,"of":8,"message":"m0","is":"skip"}
{"of":1,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:00:22Z","metadata":{"name":"e20"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:32:57Z","message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"391"}}}
{"ms":1000,"of":8,"message":"m0","is":"skip"}
{"of":8,"message":"m0","is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"394"}}}
{"of":5,"message":"m0","set":{"count":2},"is":"patch","event":{"count":3,"firstTimestamp":"2025-12-31T23:40:08Z","metadata":{"name":"e125"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:32:58Z","message":"m0"}}
{"answer":0,"set":{"count":0}}
{"answer":0,"set":{"count":0}}
{"of":7,"message":"m0","is":"create"}
{"of":1,"message":"m0","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:00:22Z","metadata":{"name":"e20","resourceVersion":"394"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:32:58Z","message":"m0"}}
{"story":"one message for all","options":{"burst":40,"qps":2,"maxEvents":4,"message":"again"},"subjects":[{"involvedObject":{"kind":"Pod","name":"pod-0","namespace":"default"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-0","namespace":"default","uid":"uid-0"},"metadata":{"annotations":{"n":"1"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-1","namespace":"default","uid":"uid-0"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-1","namespace":"default"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Normal"}]}
{"of":0,"message":"m0","is":"create"}
{"of":0,"message":"m0","is":"patch","event":{"count":2,"metadata":{"name":"e0"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:00:00Z","message":"m0"}}
{"of":3,"message":"m1","is":"create"}
{"answer":1,"set":{"metadata":{"name":"renamed-3"}}}
{"answer":2}
{"ms":2910,"of":0,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:00Z","metadata":{"name":"e0"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:00:02Z","message":"m0"}}
{"answer":0,"set":{"count":7}}
{"ms":1000,"of":3,"message":"m0","is":"create"}
{"of":2,"message":"m2","is":"create"}
{"ms":500,"of":0,"message":"m0","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T00:00:00Z","metadata":{"name":"e0"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:00:04Z","message":"m0"}}
{"of":0,"message":"m0","is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T00:00:00Z","metadata":{"name":"e0"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:00:04Z","message":"m0"}}
{"of":0,"message":"m0","is":"patch","event":{"count":10,"firstTimestamp":"2026-01-01T00:00:00Z","metadata":{"name":"e0"}},"patch":{"count":10,"lastTimestamp":"2026-01-01T00:00:04Z","message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"12"}}}
{"of":0,"message":"m1","is":"create"}
{"answer":0,"set":{"count":0}}
{"of":0,"message":"m2","is":"create"}
{"of":2,"message":"m1","set":{"count":0},"is":"create"}
{"of":3,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:00Z","metadata":{"name":"e2"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:00:04Z","message":"m1"}}
{"of":0,"message":"m1","is":"create"}
{"ms":600000,"of":2,"message":"m1","is":"create"}
{"answer":0,"set":{"metadata":{"name":"renamed-20"}}}
{"ms":1000,"of":2,"message":"m1","set":{"count":3},"is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:10:04Z","metadata":{"name":"renamed-20"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:10:05Z","message":"m1"}}
{"of":0,"message":"m2","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:04Z","metadata":{"name":"e15"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:10:05Z","message":"m2"}}
{"ms":1000,"of":3,"message":"m2","is":"create"}
{"answer":2,"set":{"metadata":{"resourceVersion":"24"}}}
{"of":0,"message":"m0","is":"patch","event":{"count":11,"firstTimestamp":"2026-01-01T00:00:00Z","metadata":{"name":"e0","resourceVersion":"12"}},"patch":{"count":11,"lastTimestamp":"2026-01-01T00:10:06Z","message":"m0"}}
{"answer":6,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":0,"message":"m0","is":"patch","event":{"count":12,"firstTimestamp":"2026-01-01T00:00:00Z","metadata":{"name":"e0","resourceVersion":"12"}},"patch":{"count":12,"lastTimestamp":"2026-01-01T00:10:06Z","message":"m0"}}
{"answer":0,"set":{"metadata":{"name":"renamed-28"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"29"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"30"}}}
{"ms":500,"of":0,"message":"m2","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:00:04Z","metadata":{"name":"e15"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:10:06Z","message":"m2"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"32"}}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":0,"message":"m0","is":"patch","event":{"count":13,"firstTimestamp":"2026-01-01T00:00:00Z","metadata":{"name":"e0","resourceVersion":"30"}},"patch":{"count":13,"lastTimestamp":"2026-01-01T00:10:06Z","message":"m0"}}
{"ms":8971,"of":1,"message":"m2","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"36"}}}
{"of":0,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:04Z","metadata":{"name":"e18"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:10:15Z","message":"m1"}}
{"answer":0,"set":{"count":7}}
{"ms":1000,"of":3,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:03Z","metadata":{"name":"e7"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:10:16Z","message":"m0"}}
{"of":0,"message":"m0","is":"patch","event":{"count":14,"firstTimestamp":"2026-01-01T00:00:00Z","metadata":{"name":"e0","resourceVersion":"30"}},"patch":{"count":14,"lastTimestamp":"2026-01-01T00:10:16Z","message":"m0"}}
{"ms":299999,"of":0,"message":"m0","is":"patch","event":{"count":15,"firstTimestamp":"2026-01-01T00:00:00Z","metadata":{"name":"e0","resourceVersion":"30"}},"patch":{"count":15,"lastTimestamp":"2026-01-01T00:15:16Z","message":"m0"}}
{"ms":4609,"of":0,"message":"m1","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T00:00:04Z","metadata":{"name":"e18"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:15:21Z","message":"m1"}}
{"of":0,"message":"m2","set":{"lastTimestamp":null},"is":"patch","event":{"count":4,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e15"}},"patch":{"count":4,"lastTimestamp":null,"message":"m2"}}
{"ms":1324,"of":0,"message":"m1","is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T00:00:04Z","metadata":{"name":"e18"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:15:22Z","message":"m1"}}
{"of":0,"message":"m0","is":"patch","event":{"count":16,"firstTimestamp":"2026-01-01T00:00:00Z","metadata":{"name":"e0","resourceVersion":"30"}},"patch":{"count":16,"lastTimestamp":"2026-01-01T00:15:22Z","message":"m0"}}
{"ms":1000,"of":1,"message":"m2","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:10:15Z","metadata":{"name":"e35","resourceVersion":"36"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:15:23Z","message":"m2"}}
{"of":0,"message":"m1","is":"patch","event":{"count":10,"firstTimestamp":"2026-01-01T00:00:04Z","metadata":{"name":"e18"}},"patch":{"count":10,"lastTimestamp":"2026-01-01T00:15:23Z","message":"m1"}}
{"ms":5828,"of":0,"message":"m1","is":"patch","event":{"count":11,"firstTimestamp":"2026-01-01T00:00:04Z","metadata":{"name":"e18"}},"patch":{"count":11,"lastTimestamp":"2026-01-01T00:15:29Z","message":"m1"}}
{"of":2,"message":"m0","set":{"lastTimestamp":"1970-01-01T00:00:00Z"},"is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"50"}}}
{"answer":4,"set":{"count":0}}
{"ms":500,"of":3,"message":"m0","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:00:03Z","metadata":{"name":"e7"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:15:30Z","message":"m0"}}
{"of":0,"message":"m2","is":"patch","event":{"count":5,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e15"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:15:30Z","message":"m2"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"54"}}}
{"of":3,"message":"m0","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:00:03Z","metadata":{"name":"e7"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:15:30Z","message":"m0"}}
{"of":0,"message":"m0","is":"create"}
{"ms":1000,"of":2,"message":"m1","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:10:04Z","metadata":{"name":"renamed-20","resourceVersion":"24"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:15:31Z","message":"m1"}}
{"ms":3852,"of":0,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:15:30Z","metadata":{"name":"e56"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:15:34Z","message":"m0"}}
{"of":0,"message":"m2","is":"patch","event":{"count":6,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e15","resourceVersion":"54"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:15:34Z","message":"m2"}}
{"of":1,"message":"m2","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:10:15Z","metadata":{"name":"e35","resourceVersion":"36"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:15:34Z","message":"m2"}}
{"of":0,"message":"m0","set":{"lastTimestamp":"1970-01-01T00:00:00Z"},"is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:15:30Z","metadata":{"name":"e56"}},"patch":{"count":3,"message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"62"}}}
{"of":3,"message":"m1","is":"patch","event":{"count":3,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e2"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:15:34Z","message":"m1"}}
{"answer":0}
{"of":0,"message":"m2","is":"patch","event":{"count":7,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e15","resourceVersion":"54"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:15:34Z","message":"m2"}}
{"answer":0,"set":{"count":0}}
{"of":0,"message":"m0","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:15:30Z","metadata":{"name":"e56","resourceVersion":"62"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:15:34Z","message":"m0"}}
{"of":0,"message":"m2","is":"create"}
{"answer":0,"set":{"message":"m0"}}
{"answer":0,"set":{"count":0}}
{"of":0,"message":"m1","is":"patch","event":{"count":12,"firstTimestamp":"2026-01-01T00:00:04Z","metadata":{"name":"e18"}},"patch":{"count":12,"lastTimestamp":"2026-01-01T00:15:34Z","message":"m1"}}
{"of":0,"message":"m0","is":"patch","event":{"count":2,"metadata":{"name":"e68"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:15:34Z","message":"m0"}}
{"ms":1000,"of":3,"message":"m1","is":"patch","event":{"count":4,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e2"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:15:35Z","message":"m1"}}
{"of":3,"message":"m1","is":"patch","event":{"count":5,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e2"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:15:35Z","message":"m1"}}
{"ms":500,"of":3,"message":"m0","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:00:03Z","metadata":{"name":"e7"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:15:36Z","message":"m0"}}
{"answer":0,"set":{"message":"m0"}}
{"ms":500,"of":3,"message":"m2","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:10:06Z","metadata":{"name":"e23"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:15:36Z","message":"m2"}}
{"of":3,"message":"m2","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:10:06Z","metadata":{"name":"e23"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:15:36Z","message":"m2"}}
{"of":1,"message":"m0","is":"create"}
{"ms":500,"of":3,"message":"m0","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:00:03Z","metadata":{"name":"e7"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:15:37Z","message":"m0"}}
{"ms":35,"of":3,"message":"m0","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T00:00:03Z","metadata":{"name":"e7"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:15:37Z","message":"m0"}}
{"ms":1000,"of":3,"message":"m0","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T00:00:03Z","metadata":{"name":"e7"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:15:38Z","message":"m0"}}
{"ms":418,"of":0,"message":"m1","set":{"lastTimestamp":null},"is":"patch","event":{"count":13,"firstTimestamp":"2026-01-01T00:00:04Z","metadata":{"name":"e18"}},"patch":{"count":13,"lastTimestamp":null,"message":"m1"}}
{"of":2,"message":"m2","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:03Z","metadata":{"name":"e8"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:15:38Z","message":"m2"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"85"}}}
{"of":1,"message":"m2","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:10:15Z","metadata":{"name":"e35","resourceVersion":"36"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:15:38Z","message":"m2"}}
{"ms":7612,"of":3,"message":"m2","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:10:06Z","metadata":{"name":"e23"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:15:46Z","message":"m2"}}
{"of":3,"message":"m1","is":"patch","event":{"count":6,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e2"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:15:46Z","message":"m1"}}
{"answer":9,"set":{"count":0}}
{"answer":0,"set":{"metadata":{"resourceVersion":"90"}}}
{"ms":1000,"of":1,"message":"m2","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:10:15Z","metadata":{"name":"e35","resourceVersion":"36"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:15:47Z","message":"m2"}}
{"of":3,"message":"m2","is":"create"}
{"ms":150001,"of":3,"message":"m2","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:15:47Z","metadata":{"name":"e92"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:18:17Z","message":"m2"}}
{"of":3,"message":"m1","is":"patch","event":{"count":7,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e2","resourceVersion":"90"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:18:17Z","message":"m1"}}
{"ms":5056,"of":3,"message":"m2","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:15:47Z","metadata":{"name":"e92"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:18:22Z","message":"m2"}}
{"of":3,"message":"m1","is":"patch","event":{"count":8,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e2","resourceVersion":"90"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:18:22Z","message":"m1"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"97"}}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":1000,"of":3,"message":"m2","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:15:47Z","metadata":{"name":"e92"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:18:23Z","message":"m2"}}
{"answer":0,"set":{"message":"m0"}}
{"ms":4002,"of":3,"message":"m1","is":"patch","event":{"count":9,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e2","resourceVersion":"90"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:18:27Z","message":"m1"}}
{"of":3,"message":"m0","set":{"message":""},"is":"create","combined":true,"event":{"message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""}}
{"of":3,"message":"n103","is":"patch","combined":true,"event":{"count":2,"message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:18:27Z","message":"again"}}
{"of":1,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:15:36Z","metadata":{"name":"e79"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:18:27Z","message":"m0"}}
{"of":0,"message":"m2","is":"create"}
{"of":3,"message":"n106","is":"patch","combined":true,"event":{"count":3,"message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:18:27Z","message":"again"}}
{"ms":761,"of":2,"message":"m1","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:10:04Z","metadata":{"name":"renamed-20","resourceVersion":"24"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:18:28Z","message":"m1"}}
{"answer":0,"set":{"count":0}}
{"of":3,"message":"n109","is":"patch","combined":true,"event":{"count":4,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:18:28Z","message":"again"}}
{"ms":1000,"of":0,"message":"m2","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:18:27Z","metadata":{"name":"e105"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:18:29Z","message":"m2"}}
{"of":3,"message":"n111","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"patch","combined":true,"event":{"count":5,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"annotations":null,"labels":null,"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:18:29Z","message":"again"}}
{"answer":0}
{"ms":1000,"of":3,"message":"n113","is":"patch","combined":true,"event":{"count":6,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:18:30Z","message":"again"}}
{"ms":-303249,"of":3,"message":"n114","is":"patch","combined":true,"event":{"count":7,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:13:27Z","message":"again"}}
{"of":2,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:15:29Z","metadata":{"name":"e49","resourceVersion":"50"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:13:27Z","message":"m0"}}
{"ms":5655,"of":3,"message":"n116","is":"patch","combined":true,"event":{"count":8,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:13:32Z","message":"again"}}
{"of":3,"message":"n117","is":"patch","combined":true,"event":{"count":9,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:13:32Z","message":"again"}}
{"of":2,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:15:29Z","metadata":{"name":"e49","resourceVersion":"50"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:13:32Z","message":"m0"}}
{"answer":1,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":45,"of":3,"message":"n120","is":"patch","combined":true,"event":{"count":10,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":10,"lastTimestamp":"2026-01-01T00:13:32Z","message":"again"}}
{"of":3,"message":"n121","is":"patch","combined":true,"event":{"count":11,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":11,"lastTimestamp":"2026-01-01T00:13:32Z","message":"again"}}
{"of":3,"message":"n122","is":"patch","combined":true,"event":{"count":12,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":12,"lastTimestamp":"2026-01-01T00:13:32Z","message":"again"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"123"}}}
{"ms":600001,"of":0,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:15:34Z","metadata":{"name":"e68"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:23:32Z","message":"m0"}}
{"ms":1000,"of":0,"message":"m0","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:15:34Z","metadata":{"name":"e68"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:23:33Z","message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"126"}}}
{"of":3,"message":"m0","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:15:47Z","metadata":{"name":"e92"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:23:33Z","message":"m0"}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":3,"message":"m2","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:15:47Z","metadata":{"name":"e92"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:23:33Z","message":"m2"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"130"}}}
{"ms":500,"of":1,"message":"m2","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:10:15Z","metadata":{"name":"e35","resourceVersion":"36"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:23:34Z","message":"m2"}}
{"ms":1000,"of":0,"message":"m1","is":"patch","event":{"count":14,"firstTimestamp":"2026-01-01T00:00:04Z","metadata":{"name":"e18"}},"patch":{"count":14,"lastTimestamp":"2026-01-01T00:23:35Z","message":"m1"}}
{"of":3,"message":"m2","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:15:47Z","metadata":{"name":"e92","resourceVersion":"130"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:23:35Z","message":"m2"}}
{"of":2,"message":"m2","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:00:03Z","metadata":{"name":"e8","resourceVersion":"85"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:23:35Z","message":"m2"}}
{"ms":9586,"of":3,"message":"m0","is":"patch","event":{"count":6,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e92"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:23:44Z","message":"m0"}}
{"of":3,"message":"m0","set":{"lastTimestamp":null},"is":"patch","event":{"count":7,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e92"}},"patch":{"count":7,"lastTimestamp":null,"message":"m0"}}
{"of":2,"message":"m0","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:15:29Z","metadata":{"name":"e49","resourceVersion":"50"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:23:44Z","message":"m0"}}
{"of":3,"message":"m2","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T00:15:47Z","metadata":{"name":"e92","resourceVersion":"130"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:23:44Z","message":"m2"}}
{"of":3,"message":"m2","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T00:15:47Z","metadata":{"name":"e92","resourceVersion":"130"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:23:44Z","message":"m2"}}
{"of":3,"message":"m1","is":"patch","event":{"count":10,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e2","resourceVersion":"90"}},"patch":{"count":10,"lastTimestamp":"2026-01-01T00:23:44Z","message":"m1"}}
{"answer":0,"set":{"message":"m0"}}
{"ms":500,"of":0,"message":"m1","is":"patch","event":{"count":15,"firstTimestamp":"2026-01-01T00:00:04Z","metadata":{"name":"e18"}},"patch":{"count":15,"lastTimestamp":"2026-01-01T00:23:45Z","message":"m1"}}
{"of":2,"message":"m1","is":"create"}
{"ms":500,"of":3,"message":"m2","is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T00:15:47Z","metadata":{"name":"e92","resourceVersion":"130"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:23:45Z","message":"m2"}}
{"of":3,"message":"m1","is":"patch","event":{"count":11,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e2","resourceVersion":"90"}},"patch":{"count":11,"lastTimestamp":"2026-01-01T00:23:45Z","message":"m1"}}
{"answer":0,"set":{"count":0}}
{"ms":1000,"of":3,"message":"m2","is":"patch","event":{"count":10,"firstTimestamp":"2026-01-01T00:15:47Z","metadata":{"name":"e92","resourceVersion":"130"}},"patch":{"count":10,"lastTimestamp":"2026-01-01T00:23:46Z","message":"m2"}}
{"answer":0,"set":{"message":"m0"}}
{"of":3,"message":"m2","is":"patch","event":{"count":11,"firstTimestamp":"2026-01-01T00:15:47Z","metadata":{"name":"e92","resourceVersion":"130"}},"patch":{"count":11,"lastTimestamp":"2026-01-01T00:23:46Z","message":"m2"}}
{"of":3,"message":"m2","is":"patch","event":{"count":12,"firstTimestamp":"2026-01-01T00:15:47Z","metadata":{"name":"e92","resourceVersion":"130"}},"patch":{"count":12,"lastTimestamp":"2026-01-01T00:23:46Z","message":"m2"}}
{"ms":1000,"of":3,"message":"m2","is":"patch","event":{"count":13,"firstTimestamp":"2026-01-01T00:15:47Z","metadata":{"name":"e92","resourceVersion":"130"}},"patch":{"count":13,"lastTimestamp":"2026-01-01T00:23:47Z","message":"m2"}}
{"answer":14,"set":{"metadata":{"resourceVersion":"152"}}}
{"ms":3622,"of":2,"message":"m2","set":{"count":1},"is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:00:03Z","metadata":{"name":"e8","resourceVersion":"152"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:23:51Z","message":"m2"}}
{"answer":12,"set":{"metadata":{"resourceVersion":"154"}}}
{"of":3,"message":"m2","is":"patch","event":{"count":14,"firstTimestamp":"2026-01-01T00:15:47Z","metadata":{"name":"e92","resourceVersion":"130"}},"patch":{"count":14,"lastTimestamp":"2026-01-01T00:23:51Z","message":"m2"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"156"}}}
{"ms":2144,"of":0,"message":"m0","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:15:34Z","metadata":{"name":"e68","resourceVersion":"126"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:23:53Z","message":"m0"}}
{"of":1,"message":"m1","is":"create"}
{"of":3,"message":"m1","is":"create"}
{"ms":500,"of":2,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:23:45Z","metadata":{"name":"e143"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:23:54Z","message":"m1"}}
{"of":2,"message":"m0","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:15:29Z","metadata":{"name":"e49","resourceVersion":"154"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:23:54Z","message":"m0"}}
{"of":3,"message":"m2","is":"patch","event":{"count":15,"firstTimestamp":"2026-01-01T00:15:47Z","metadata":{"name":"e92","resourceVersion":"156"}},"patch":{"count":15,"lastTimestamp":"2026-01-01T00:23:54Z","message":"m2"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"163"}}}
{"of":2,"message":"m0","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:15:29Z","metadata":{"name":"e49","resourceVersion":"154"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:23:54Z","message":"m0"}}
{"of":3,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:23:53Z","metadata":{"name":"e159"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:23:54Z","message":"m1"}}
{"of":3,"message":"m0","set":{"lastTimestamp":"1970-01-01T00:00:00Z"},"is":"patch","event":{"count":11,"firstTimestamp":"2026-01-01T00:15:47Z","metadata":{"name":"e92","resourceVersion":"130"}},"patch":{"count":11,"message":"m0"}}
{"answer":18,"set":{"count":20}}
{"ms":1000,"of":3,"message":"m1","set":{"message":""},"is":"patch","combined":true,"event":{"count":13,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":13,"lastTimestamp":"2026-01-01T00:23:55Z","message":"again"}}
{"answer":0,"set":{"count":18}}
{"of":3,"message":"n170","is":"patch","combined":true,"event":{"count":14,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":14,"lastTimestamp":"2026-01-01T00:23:55Z","message":"again"}}
{"answer":15,"set":{"count":0}}
{"answer":4,"set":{"count":11}}
{"ms":1000,"of":3,"message":"n173","is":"patch","combined":true,"event":{"count":15,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":15,"lastTimestamp":"2026-01-01T00:23:56Z","message":"again"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"174"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"175"}}}
{"ms":1000,"of":3,"message":"n176","is":"patch","combined":true,"event":{"count":16,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":16,"lastTimestamp":"2026-01-01T00:23:57Z","message":"again"}}
{"answer":0,"set":{"message":"m0"}}
{"of":3,"message":"n178","is":"patch","combined":true,"event":{"count":17,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":17,"lastTimestamp":"2026-01-01T00:23:57Z","message":"again"}}
{"ms":1000,"of":3,"message":"n179","is":"patch","combined":true,"event":{"count":18,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":18,"lastTimestamp":"2026-01-01T00:23:58Z","message":"again"}}
{"ms":500,"of":2,"message":"m0","is":"patch","event":{"count":12,"firstTimestamp":"2026-01-01T00:15:29Z","metadata":{"name":"e49","resourceVersion":"154"}},"patch":{"count":12,"lastTimestamp":"2026-01-01T00:23:58Z","message":"m0"}}
{"answer":0,"set":{"count":0}}
{"of":2,"message":"m2","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:00:03Z","metadata":{"name":"e8","resourceVersion":"152"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:23:58Z","message":"m2"}}
{"ms":420,"of":3,"message":"n183","is":"patch","combined":true,"event":{"count":19,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":19,"lastTimestamp":"2026-01-01T00:23:59Z","message":"again"}}
{"ms":500,"of":1,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:23:53Z","metadata":{"name":"e158"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:23:59Z","message":"m1"}}
{"of":3,"message":"n185","is":"patch","combined":true,"event":{"count":20,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":20,"lastTimestamp":"2026-01-01T00:23:59Z","message":"again"}}
{"ms":6095,"of":3,"message":"n186","is":"patch","combined":true,"event":{"count":21,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":21,"lastTimestamp":"2026-01-01T00:24:05Z","message":"again"}}
{"of":3,"message":"n187","is":"patch","combined":true,"event":{"count":22,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":22,"lastTimestamp":"2026-01-01T00:24:05Z","message":"again"}}
{"of":3,"message":"n188","is":"patch","combined":true,"event":{"count":23,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":23,"lastTimestamp":"2026-01-01T00:24:05Z","message":"again"}}
{"of":2,"message":"m0","set":{"lastTimestamp":"1970-01-01T00:00:00Z"},"is":"create"}
{"ms":3165,"of":3,"message":"n190","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"patch","combined":true,"event":{"count":24,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"annotations":null,"labels":null,"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":24,"lastTimestamp":"2026-01-01T00:24:08Z","message":"again"}}
{"of":0,"message":"m1","is":"patch","event":{"count":21,"firstTimestamp":"2026-01-01T00:00:04Z","metadata":{"name":"e18"}},"patch":{"count":21,"lastTimestamp":"2026-01-01T00:24:08Z","message":"m1"}}
{"of":3,"message":"n192","is":"patch","combined":true,"event":{"count":25,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":25,"lastTimestamp":"2026-01-01T00:24:08Z","message":"again"}}
{"ms":500,"of":1,"message":"m1","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:23:53Z","metadata":{"name":"e158"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:24:09Z","message":"m1"}}
{"ms":300000,"of":3,"message":"n194","is":"patch","combined":true,"event":{"count":26,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":26,"lastTimestamp":"2026-01-01T00:29:09Z","message":"again"}}
{"answer":0,"set":{"metadata":{"name":"renamed-195"}}}
{"ms":2367,"of":3,"message":"n196","is":"patch","combined":true,"event":{"count":27,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":27,"lastTimestamp":"2026-01-01T00:29:11Z","message":"again"}}
{"ms":150000,"of":3,"message":"n197","is":"patch","combined":true,"event":{"count":28,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":28,"lastTimestamp":"2026-01-01T00:31:41Z","message":"again"}}
{"of":3,"message":"n198","is":"patch","combined":true,"event":{"count":29,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":29,"lastTimestamp":"2026-01-01T00:31:41Z","message":"again"}}
{"of":1,"message":"m2","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T00:10:15Z","metadata":{"name":"e35","resourceVersion":"36"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:31:41Z","message":"m2"}}
{"ms":1000,"of":3,"message":"n200","is":"patch","combined":true,"event":{"count":30,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":30,"lastTimestamp":"2026-01-01T00:31:42Z","message":"again"}}
{"of":3,"message":"n201","is":"patch","combined":true,"event":{"count":31,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":31,"lastTimestamp":"2026-01-01T00:31:42Z","message":"again"}}
{"of":3,"message":"n202","is":"patch","combined":true,"event":{"count":32,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":32,"lastTimestamp":"2026-01-01T00:31:42Z","message":"again"}}
{"ms":1000,"of":3,"message":"n203","is":"patch","combined":true,"event":{"count":33,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":33,"lastTimestamp":"2026-01-01T00:31:43Z","message":"again"}}
{"ms":500,"of":3,"message":"n204","set":{"lastTimestamp":null},"is":"patch","combined":true,"event":{"count":34,"firstTimestamp":"2026-01-01T00:18:27Z","lastTimestamp":"2026-01-01T00:31:44Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":34,"lastTimestamp":"2026-01-01T00:31:44Z","message":"again"}}
{"of":3,"message":"n205","is":"patch","combined":true,"event":{"count":35,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":35,"lastTimestamp":"2026-01-01T00:31:44Z","message":"again"}}
{"of":3,"message":"n206","is":"patch","combined":true,"event":{"count":36,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":36,"lastTimestamp":"2026-01-01T00:31:44Z","message":"again"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"207"}}}
{"ms":10000,"of":3,"message":"n208","is":"patch","combined":true,"event":{"count":37,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":37,"lastTimestamp":"2026-01-01T00:31:54Z","message":"again"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"209"}}}
{"answer":0,"set":{"metadata":{"name":"renamed-210"}}}
{"ms":5811,"of":3,"message":"n211","is":"patch","combined":true,"event":{"count":38,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":38,"lastTimestamp":"2026-01-01T00:32:00Z","message":"again"}}
{"ms":647,"of":1,"message":"m1","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:23:53Z","metadata":{"name":"e158"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:32:00Z","message":"m1"}}
{"of":1,"message":"m2","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T00:10:15Z","metadata":{"name":"e35","resourceVersion":"36"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:32:00Z","message":"m2"}}
{"ms":500,"of":2,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:24:05Z","metadata":{"name":"e189"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:32:01Z","message":"m0"}}
{"of":3,"message":"n215","is":"patch","combined":true,"event":{"count":39,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":39,"lastTimestamp":"2026-01-01T00:32:01Z","message":"again"}}
{"of":2,"message":"m1","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:23:45Z","metadata":{"name":"e143"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:32:01Z","message":"m1"}}
{"answer":0,"set":{"count":8}}
{"ms":500,"of":1,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:15:36Z","metadata":{"name":"e79"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:32:01Z","message":"m0"}}
{"answer":0,"set":{"count":8}}
{"answer":0,"set":{"metadata":{"resourceVersion":"220"}}}
{"of":2,"message":"m1","is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T00:23:45Z","metadata":{"name":"e143"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:32:01Z","message":"m1"}}
{"ms":1000,"of":1,"message":"m0","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:15:36Z","metadata":{"name":"e79","resourceVersion":"220"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:32:02Z","message":"m0"}}
{"answer":0,"set":{"count":9}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"225"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"226"}}}
{"of":3,"message":"n227","is":"patch","combined":true,"event":{"count":40,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":40,"lastTimestamp":"2026-01-01T00:32:02Z","message":"again"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"228"}}}
{"ms":1000,"of":3,"message":"n229","is":"patch","combined":true,"event":{"count":41,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":41,"lastTimestamp":"2026-01-01T00:32:03Z","message":"again"}}
{"answer":0}
{"answer":0,"set":{"metadata":{"name":"renamed-231"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"232"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"233"}}}
{"of":3,"message":"n234","is":"patch","combined":true,"event":{"count":42,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":42,"lastTimestamp":"2026-01-01T00:32:03Z","message":"again"}}
{"ms":1000,"of":3,"message":"n235","is":"patch","combined":true,"event":{"count":43,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":43,"lastTimestamp":"2026-01-01T00:32:04Z","message":"again"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"236"}}}
{"of":1,"message":"m2","is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T00:10:15Z","metadata":{"name":"e35","resourceVersion":"36"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:32:04Z","message":"m2"}}
{"of":3,"message":"n238","is":"patch","combined":true,"event":{"count":44,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":44,"lastTimestamp":"2026-01-01T00:32:04Z","message":"again"}}
{"answer":11,"set":{"metadata":{"resourceVersion":"239"}}}
{"ms":2987,"of":3,"message":"n240","is":"patch","combined":true,"event":{"count":45,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":45,"lastTimestamp":"2026-01-01T00:32:07Z","message":"again"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"241"}}}
{"ms":6530,"of":2,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:24:05Z","metadata":{"name":"e189","resourceVersion":"239"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:32:14Z","message":"m0"}}
{"answer":0,"set":{"count":0}}
{"ms":2602,"of":3,"message":"n244","is":"patch","combined":true,"event":{"count":46,"firstTimestamp":"2026-01-01T00:18:27Z","message":"again","metadata":{"name":"pod-1.18867353d1182a40"},"reportingComponent":"","reportingInstance":""},"patch":{"count":46,"lastTimestamp":"2026-01-01T00:32:16Z","message":"again"}}
{"ms":1111082,"of":0,"message":"m5","is":"create"}
{"of":3,"message":"m2","is":"create"}
{"answer":11,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":1000,"of":3,"message":"m7","is":"create"}
{"of":0,"message":"m7","is":"create"}
{"of":1,"message":"m3","is":"create"}
{"answer":0,"set":{"message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"252"}}}
{"of":1,"message":"m5","is":"create"}
{"answer":0}
{"of":2,"message":"m1","is":"patch","event":{"count":10,"firstTimestamp":"2026-01-01T00:23:45Z","metadata":{"name":"e143"}},"patch":{"count":10,"lastTimestamp":"2026-01-01T00:50:48Z","message":"m1"}}
{"ms":2582,"of":0,"message":"m9","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"257"}}}
{"answer":0,"set":{"metadata":{"name":"renamed-258"}}}
{"of":1,"message":"m11","is":"create"}
{"of":0,"message":"m6","is":"create","combined":true,"event":{"message":"again","metadata":{"name":"pod-0.1886751867c30f80"},"reportingComponent":"","reportingInstance":""}}
{"of":0,"message":"n261","is":"patch","combined":true,"event":{"count":2,"message":"again","metadata":{"name":"pod-0.1886751867c30f80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:50:51Z","message":"again"}}
{"ms":599999,"of":0,"message":"n262","is":"patch","combined":true,"event":{"count":3,"firstTimestamp":"2026-01-01T00:50:51Z","message":"again","metadata":{"name":"pod-0.1886751867c30f80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:00:51Z","message":"again"}}
{"of":3,"message":"m0","is":"patch","event":{"count":17,"firstTimestamp":"2026-01-01T00:18:27Z","metadata":{"name":"pod-1.18867353d1182a40"}},"patch":{"count":17,"lastTimestamp":"2026-01-01T01:00:51Z","message":"m0"}}
{"of":0,"message":"n264","is":"patch","combined":true,"event":{"count":4,"firstTimestamp":"2026-01-01T00:50:51Z","message":"again","metadata":{"name":"pod-0.1886751867c30f80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":4,"lastTimestamp":"2026-01-01T01:00:51Z","message":"again"}}
{"ms":500,"of":0,"message":"n265","is":"patch","combined":true,"event":{"count":5,"firstTimestamp":"2026-01-01T00:50:51Z","message":"again","metadata":{"name":"pod-0.1886751867c30f80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":5,"lastTimestamp":"2026-01-01T01:00:51Z","message":"again"}}
{"ms":300001,"of":2,"message":"m1","is":"patch","event":{"count":11,"firstTimestamp":"2026-01-01T00:23:45Z","metadata":{"name":"e143"}},"patch":{"count":11,"lastTimestamp":"2026-01-01T01:05:51Z","message":"m1"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"267"}}}
{"of":2,"message":"m9","is":"create"}
{"of":0,"message":"n269","is":"patch","combined":true,"event":{"count":6,"firstTimestamp":"2026-01-01T00:50:51Z","message":"again","metadata":{"name":"pod-0.1886751867c30f80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":6,"lastTimestamp":"2026-01-01T01:05:51Z","message":"again"}}
{"answer":0,"set":{"message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"271"}}}
{"of":0,"message":"n272","is":"patch","combined":true,"event":{"count":7,"firstTimestamp":"2026-01-01T00:50:51Z","message":"again","metadata":{"name":"pod-0.1886751867c30f80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":7,"lastTimestamp":"2026-01-01T01:05:51Z","message":"again"}}
{"answer":0,"set":{"metadata":{"name":"renamed-273"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"274"}}}
{"answer":0,"set":{"message":"m0"}}
{"of":0,"message":"n276","is":"patch","combined":true,"event":{"count":8,"firstTimestamp":"2026-01-01T00:50:51Z","message":"again","metadata":{"name":"pod-0.1886751867c30f80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":8,"lastTimestamp":"2026-01-01T01:05:51Z","message":"again"}}
{"ms":1000,"of":0,"message":"n277","is":"patch","combined":true,"event":{"count":9,"firstTimestamp":"2026-01-01T00:50:51Z","message":"again","metadata":{"name":"pod-0.1886751867c30f80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":9,"lastTimestamp":"2026-01-01T01:05:52Z","message":"again"}}
{"ms":7932,"of":0,"message":"n278","is":"patch","combined":true,"event":{"count":10,"firstTimestamp":"2026-01-01T00:50:51Z","message":"again","metadata":{"name":"pod-0.1886751867c30f80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":10,"lastTimestamp":"2026-01-01T01:06:00Z","message":"again"}}
{"of":3,"message":"m2","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:50:47Z","metadata":{"name":"e246"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:06:00Z","message":"m2"}}
{"of":0,"message":"n280","is":"patch","combined":true,"event":{"count":11,"firstTimestamp":"2026-01-01T00:50:51Z","message":"again","metadata":{"name":"pod-0.1886751867c30f80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":11,"lastTimestamp":"2026-01-01T01:06:00Z","message":"again"}}
{"answer":7,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":0,"message":"n282","is":"patch","combined":true,"event":{"count":12,"firstTimestamp":"2026-01-01T00:50:51Z","message":"again","metadata":{"name":"pod-0.1886751867c30f80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":12,"lastTimestamp":"2026-01-01T01:06:00Z","message":"again"}}
{"answer":3,"set":{"metadata":{"resourceVersion":"283"}}}
{"of":0,"message":"n284","is":"patch","combined":true,"event":{"count":13,"firstTimestamp":"2026-01-01T00:50:51Z","message":"again","metadata":{"name":"pod-0.1886751867c30f80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":13,"lastTimestamp":"2026-01-01T01:06:00Z","message":"again"}}
{"ms":300000,"of":3,"message":"m1","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:23:53Z","metadata":{"name":"e159"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:11:00Z","message":"m1"}}
{"answer":0,"set":{"message":"m0"}}
{"answer":7,"set":{"metadata":{"resourceVersion":"287"}}}
{"of":0,"message":"n288","is":"patch","combined":true,"event":{"count":14,"firstTimestamp":"2026-01-01T00:50:51Z","message":"again","metadata":{"name":"pod-0.1886751867c30f80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":14,"lastTimestamp":"2026-01-01T01:11:00Z","message":"again"}}
{"ms":2857,"of":0,"message":"n289","is":"patch","combined":true,"event":{"count":15,"firstTimestamp":"2026-01-01T00:50:51Z","message":"again","metadata":{"name":"pod-0.1886751867c30f80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":15,"lastTimestamp":"2026-01-01T01:11:03Z","message":"again"}}
{"of":0,"message":"n290","is":"patch","combined":true,"event":{"count":16,"firstTimestamp":"2026-01-01T00:50:51Z","message":"again","metadata":{"name":"pod-0.1886751867c30f80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":16,"lastTimestamp":"2026-01-01T01:11:03Z","message":"again"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"291"}}}
{"of":2,"message":"m8","is":"create"}
{"of":0,"message":"n293","is":"patch","combined":true,"event":{"count":17,"firstTimestamp":"2026-01-01T00:50:51Z","message":"again","metadata":{"name":"pod-0.1886751867c30f80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":17,"lastTimestamp":"2026-01-01T01:11:03Z","message":"again"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"294"}}}
{"answer":0,"set":{"message":"m0"}}
{"ms":1000,"of":1,"message":"m2","set":{"lastTimestamp":"1970-01-01T00:00:00Z"},"is":"patch","event":{"count":10,"firstTimestamp":"2026-01-01T00:10:15Z","metadata":{"name":"e35","resourceVersion":"36"}},"patch":{"count":10,"message":"m2"}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":3,"message":"m0","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:23:53Z","metadata":{"name":"e159"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T01:11:04Z","message":"m0"}}
{"of":3,"message":"m2","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:50:47Z","metadata":{"name":"e246"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:11:04Z","message":"m2"}}
{"ms":1891650,"of":0,"message":"m1","is":"patch","event":{"count":22,"firstTimestamp":"2026-01-01T00:00:04Z","metadata":{"name":"e18"}},"patch":{"count":22,"lastTimestamp":"2026-01-01T01:42:36Z","message":"m1"}}
{"answer":0,"set":{"count":0}}
{"answer":4}
{"ms":4982,"of":2,"message":"m1","is":"patch","event":{"count":12,"firstTimestamp":"2026-01-01T00:23:45Z","metadata":{"name":"e143","resourceVersion":"267"}},"patch":{"count":12,"lastTimestamp":"2026-01-01T01:42:41Z","message":"m1"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"304"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"305"}}}
{"of":2,"message":"m0","is":"create"}
{"of":2,"message":"m2","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:00:03Z","metadata":{"name":"e8","resourceVersion":"152"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T01:42:41Z","message":"m2"}}
{"ms":1000,"of":2,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:42:41Z","metadata":{"name":"e306"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:42:42Z","message":"m0"}}
{"ms":1000,"of":1,"message":"m2","is":"patch","event":{"count":11,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e35","resourceVersion":"36"}},"patch":{"count":11,"lastTimestamp":"2026-01-01T01:42:43Z","message":"m2"}}
{"of":2,"message":"m1","is":"patch","event":{"count":13,"firstTimestamp":"2026-01-01T00:23:45Z","metadata":{"name":"e143","resourceVersion":"305"}},"patch":{"count":13,"lastTimestamp":"2026-01-01T01:42:43Z","message":"m1"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"311"}}}
{"answer":0}
{"answer":0,"set":{"metadata":{"resourceVersion":"313"}}}
{"of":2,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T01:42:41Z","metadata":{"name":"e306"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:42:43Z","message":"m0"}}
{"of":2,"message":"m2","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T00:00:03Z","metadata":{"name":"e8","resourceVersion":"152"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T01:42:43Z","message":"m2"}}
{"of":2,"message":"m0","set":{"count":2},"is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T01:42:41Z","metadata":{"name":"e306"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T01:42:43Z","message":"m0"}}
{"ms":1000,"of":2,"message":"m2","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T00:00:03Z","metadata":{"name":"e8","resourceVersion":"152"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T01:42:44Z","message":"m2"}}
{"answer":16,"set":{"metadata":{"resourceVersion":"318"}}}
{"of":2,"message":"m2","is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T00:00:03Z","metadata":{"name":"e8","resourceVersion":"152"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T01:42:44Z","message":"m2"}}
{"ms":1000,"of":2,"message":"m2","is":"patch","event":{"count":10,"firstTimestamp":"2026-01-01T00:00:03Z","metadata":{"name":"e8","resourceVersion":"152"}},"patch":{"count":10,"lastTimestamp":"2026-01-01T01:42:45Z","message":"m2"}}
{"ms":1000,"of":3,"message":"m0","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:23:53Z","metadata":{"name":"e159"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T01:42:46Z","message":"m0"}}
{"of":3,"message":"m1","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:23:53Z","metadata":{"name":"e159"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T01:42:46Z","message":"m1"}}
{"of":2,"message":"m0","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T01:42:41Z","metadata":{"name":"e306"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T01:42:46Z","message":"m0"}}
{"of":2,"message":"m0","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T01:42:41Z","metadata":{"name":"e306"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T01:42:46Z","message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"325"}}}
{"of":1,"message":"m0","set":{"count":1},"is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:50:48Z","metadata":{"name":"e250"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:42:46Z","message":"m0"}}
{"ms":9031,"of":1,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:50:48Z","metadata":{"name":"e250"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:42:55Z","message":"m0"}}
{"of":1,"message":"m1","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:23:53Z","metadata":{"name":"e158"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T01:42:55Z","message":"m1"}}
{"of":2,"message":"m0","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T01:42:41Z","metadata":{"name":"e306","resourceVersion":"325"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T01:42:55Z","message":"m0"}}
{"of":2,"message":"m2","is":"patch","event":{"count":11,"firstTimestamp":"2026-01-01T00:00:03Z","metadata":{"name":"e8","resourceVersion":"152"}},"patch":{"count":11,"lastTimestamp":"2026-01-01T01:42:55Z","message":"m2"}}
{"of":2,"message":"m1","is":"patch","event":{"count":14,"firstTimestamp":"2026-01-01T00:23:45Z","metadata":{"name":"e143","resourceVersion":"313"}},"patch":{"count":14,"lastTimestamp":"2026-01-01T01:42:55Z","message":"m1"}}
{"of":2,"message":"m2","is":"patch","event":{"count":12,"firstTimestamp":"2026-01-01T00:00:03Z","metadata":{"name":"e8","resourceVersion":"152"}},"patch":{"count":12,"lastTimestamp":"2026-01-01T01:42:55Z","message":"m2"}}
{"of":2,"message":"m0","set":{"count":1},"is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T01:42:41Z","metadata":{"name":"e306","resourceVersion":"325"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T01:42:55Z","message":"m0"}}
{"ms":8582,"of":0,"message":"m1","is":"create"}
{"answer":7,"set":{"message":"m0"}}
{"answer":15,"set":{"count":13}}
{"answer":18,"set":{"metadata":{"resourceVersion":"337"}}}
{"answer":15,"set":{"metadata":{"resourceVersion":"338"}}}
{"answer":0,"set":{"metadata":{"name":"renamed-339"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"340"}}}
{"of":0,"message":"m0","is":"patch","event":{"count":18,"firstTimestamp":"2026-01-01T00:50:51Z","metadata":{"name":"pod-0.1886751867c30f80"}},"patch":{"count":18,"lastTimestamp":"2026-01-01T01:43:04Z","message":"m0"}}
{"ms":500,"of":1,"message":"m0","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:50:48Z","metadata":{"name":"e250"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T01:43:04Z","message":"m0"}}
{"of":2,"message":"m0","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T01:42:41Z","metadata":{"name":"e306","resourceVersion":"337"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T01:43:04Z","message":"m0"}}
{"ms":3504,"of":2,"message":"m0","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T01:42:41Z","metadata":{"name":"e306","resourceVersion":"337"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T01:43:08Z","message":"m0"}}
{"of":2,"message":"m0","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T01:42:41Z","metadata":{"name":"e306","resourceVersion":"337"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T01:43:08Z","message":"m0"}}
{"of":2,"message":"m0","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T01:42:41Z","metadata":{"name":"e306","resourceVersion":"337"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T01:43:08Z","message":"m0"}}
{"of":0,"message":"m2","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:18:27Z","metadata":{"name":"e105"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:43:08Z","message":"m2"}}
{"of":2,"message":"m0","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T01:42:41Z","metadata":{"name":"e306","resourceVersion":"337"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T01:43:08Z","message":"m0"}}
{"ms":1000,"of":2,"message":"m2","is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T00:00:03Z","metadata":{"name":"e8","resourceVersion":"338"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T01:43:09Z","message":"m2"}}
{"of":0,"message":"m0","is":"patch","event":{"count":19,"firstTimestamp":"2026-01-01T00:50:51Z","metadata":{"name":"pod-0.1886751867c30f80"}},"patch":{"count":19,"lastTimestamp":"2026-01-01T01:43:09Z","message":"m0"}}
{"of":2,"message":"m0","is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T01:42:41Z","metadata":{"name":"e306","resourceVersion":"337"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T01:43:09Z","message":"m0"}}
{"answer":0,"set":{"message":"m0"}}
{"of":1,"message":"m0","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:50:48Z","metadata":{"name":"e250"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T01:43:09Z","message":"m0"}}
{"of":0,"message":"m0","is":"patch","event":{"count":20,"firstTimestamp":"2026-01-01T00:50:51Z","metadata":{"name":"pod-0.1886751867c30f80"}},"patch":{"count":20,"lastTimestamp":"2026-01-01T01:43:09Z","message":"m0"}}
{"of":1,"message":"m0","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:50:48Z","metadata":{"name":"e250"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T01:43:09Z","message":"m0"}}
{"of":2,"message":"m0","is":"patch","event":{"count":10,"firstTimestamp":"2026-01-01T01:42:41Z","metadata":{"name":"e306","resourceVersion":"337"}},"patch":{"count":10,"lastTimestamp":"2026-01-01T01:43:09Z","message":"m0"}}
{"ms":1000,"of":2,"message":"m0","is":"patch","event":{"count":11,"firstTimestamp":"2026-01-01T01:42:41Z","metadata":{"name":"e306","resourceVersion":"337"}},"patch":{"count":11,"lastTimestamp":"2026-01-01T01:43:10Z","message":"m0"}}
{"ms":868,"of":2,"message":"m0","is":"patch","event":{"count":12,"firstTimestamp":"2026-01-01T01:42:41Z","metadata":{"name":"e306","resourceVersion":"337"}},"patch":{"count":12,"lastTimestamp":"2026-01-01T01:43:10Z","message":"m0"}}
{"of":1,"message":"m0","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T00:50:48Z","metadata":{"name":"e250"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T01:43:10Z","message":"m0"}}
{"answer":0,"set":{"message":"m0"}}
{"answer":15,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":6072,"of":2,"message":"m0","is":"patch","event":{"count":5,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e306","resourceVersion":"337"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T01:43:16Z","message":"m0"}}
{"ms":500,"of":2,"message":"m0","is":"patch","event":{"count":6,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e306","resourceVersion":"337"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T01:43:17Z","message":"m0"}}
{"of":3,"message":"m0","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:23:53Z","metadata":{"name":"e159"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T01:43:17Z","message":"m0"}}
{"of":2,"message":"m0","is":"patch","event":{"count":7,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e306","resourceVersion":"337"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T01:43:17Z","message":"m0"}}
{"of":0,"message":"m0","is":"patch","event":{"count":21,"firstTimestamp":"2026-01-01T00:50:51Z","metadata":{"name":"pod-0.1886751867c30f80"}},"patch":{"count":21,"lastTimestamp":"2026-01-01T01:43:17Z","message":"m0"}}
{"of":3,"message":"m0","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T00:23:53Z","metadata":{"name":"e159"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T01:43:17Z","message":"m0"}}
{"ms":9994,"of":2,"message":"m0","is":"patch","event":{"count":8,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e306","resourceVersion":"337"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T01:43:27Z","message":"m0"}}
{"of":2,"message":"m0","is":"patch","event":{"count":9,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e306","resourceVersion":"337"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T01:43:27Z","message":"m0"}}
{"ms":299999,"of":2,"message":"m0","is":"patch","event":{"count":10,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e306","resourceVersion":"337"}},"patch":{"count":10,"lastTimestamp":"2026-01-01T01:48:27Z","message":"m0"}}
{"of":3,"message":"m0","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T00:23:53Z","metadata":{"name":"e159"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T01:48:27Z","message":"m0"}}
{"of":2,"message":"m0","is":"patch","event":{"count":11,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e306","resourceVersion":"337"}},"patch":{"count":11,"lastTimestamp":"2026-01-01T01:48:27Z","message":"m0"}}
{"answer":0,"set":{"count":0}}
{"ms":500,"of":2,"message":"m0","is":"create"}
{"ms":721,"of":1,"message":"m0","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T00:50:48Z","metadata":{"name":"e250"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T01:48:28Z","message":"m0"}}
{"of":2,"message":"m0","set":{"lastTimestamp":null},"is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T01:48:27Z","metadata":{"name":"e374"}},"patch":{"count":2,"lastTimestamp":null,"message":"m0"}}
{"ms":1000,"of":3,"message":"m0","set":{"count":0},"is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T00:23:53Z","metadata":{"name":"e159"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T01:48:29Z","message":"m0"}}
{"ms":500,"of":2,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T01:48:27Z","metadata":{"name":"e374"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T01:48:30Z","message":"m0"}}
{"ms":500,"of":1,"message":"m0","is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T00:50:48Z","metadata":{"name":"e250"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T01:48:30Z","message":"m0"}}
{"answer":8,"set":{"metadata":{"name":"renamed-380"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"381"}}}
{"of":0,"message":"m0","is":"patch","event":{"count":22,"firstTimestamp":"2026-01-01T00:50:51Z","metadata":{"name":"pod-0.1886751867c30f80"}},"patch":{"count":22,"lastTimestamp":"2026-01-01T01:48:30Z","message":"m0"}}
{"ms":1000,"of":2,"message":"m0","is":"patch","event":{"count":11,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"renamed-380","resourceVersion":"337"}},"patch":{"count":11,"lastTimestamp":"2026-01-01T01:48:31Z","message":"m0"}}
{"answer":6,"set":{"metadata":{"resourceVersion":"384"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"385"}}}
{"answer":0,"set":{"count":0}}
{"answer":12}
{"answer":0,"set":{"metadata":{"resourceVersion":"388"}}}
{"answer":0,"set":{"message":"m0"}}
{"ms":500,"of":3,"message":"m0","is":"patch","event":{"count":10,"firstTimestamp":"2026-01-01T00:23:53Z","metadata":{"name":"e159"}},"patch":{"count":10,"lastTimestamp":"2026-01-01T01:48:32Z","message":"m0"}}
{"ms":500,"of":2,"message":"m0","is":"patch","event":{"count":12,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"renamed-380","resourceVersion":"337"}},"patch":{"count":12,"lastTimestamp":"2026-01-01T01:48:32Z","message":"m0"}}
{"of":2,"message":"m0","is":"patch","event":{"count":13,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"renamed-380","resourceVersion":"337"}},"patch":{"count":13,"lastTimestamp":"2026-01-01T01:48:32Z","message":"m0"}}
{"of":2,"message":"m0","is":"patch","event":{"count":14,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"renamed-380","resourceVersion":"337"}},"patch":{"count":14,"lastTimestamp":"2026-01-01T01:48:32Z","message":"m0"}}
{"of":2,"message":"m0","is":"patch","event":{"count":15,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"renamed-380","resourceVersion":"337"}},"patch":{"count":15,"lastTimestamp":"2026-01-01T01:48:32Z","message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"395"}}}
{"of":2,"message":"m0","is":"patch","event":{"count":16,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"renamed-380","resourceVersion":"395"}},"patch":{"count":16,"lastTimestamp":"2026-01-01T01:48:32Z","message":"m0"}}
{"answer":0}
{"answer":0,"set":{"metadata":{"resourceVersion":"398"}}}
{"of":2,"message":"m0","is":"patch","event":{"count":17,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"renamed-380","resourceVersion":"398"}},"patch":{"count":17,"lastTimestamp":"2026-01-01T01:48:32Z","message":"m0"}}
{"story":"messages that come back","options":{"burst":200,"maxEvents":4},"subjects":[{"involvedObject":{"kind":"Pod","name":"pod-0","namespace":"default"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-0","namespace":"default","uid":"uid-0"},"metadata":{"annotations":{"n":"1"},"labels":{"app":"web"}},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-1","namespace":"default","uid":"uid-0"},"reason":"Pulled","reportingComponent":"kubelet","reportingInstance":"node-0","source":{"component":"kubelet","host":"node-1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"pod-1","namespace":"default"},"reason":"BackOff","reportingComponent":"kubelet","reportingInstance":"node-1","source":{"component":"scheduler","host":"node-1"},"type":"Normal"}]}
{"of":0,"message":"m0","is":"create"}
{"answer":0,"set":{"metadata":{"name":"renamed-1"}}}
{"ms":10001,"of":0,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:00Z","metadata":{"name":"renamed-1"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:00:10Z","message":"m0"}}
{"of":1,"message":"m0","is":"create"}
{"answer":0,"set":{"count":0}}
{"answer":0,"set":{"message":"m0"}}
{"ms":500,"of":0,"message":"m1","is":"create"}
{"answer":0,"set":{"metadata":{"name":"renamed-7"}}}
{"of":0,"message":"m1","is":"patch","event":{"count":2,"metadata":{"name":"renamed-7"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:00:10Z","message":"m1"}}
{"ms":679,"of":0,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:00:00Z","metadata":{"name":"renamed-1"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:00:11Z","message":"m0"}}
{"of":0,"message":"m0","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:00:00Z","metadata":{"name":"renamed-1"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:00:11Z","message":"m0"}}
{"answer":0,"set":{"count":0}}
{"of":0,"message":"m0","is":"create"}
{"of":2,"message":"m1","is":"create"}
{"answer":0,"set":{"count":6}}
{"answer":0,"set":{"metadata":{"resourceVersion":"15"}}}
{"ms":1000,"of":0,"message":"m1","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:00:10Z","metadata":{"name":"renamed-7"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:00:12Z","message":"m1"}}
{"ms":7136,"of":1,"message":"m1","set":{"message":""},"is":"create"}
{"of":0,"message":"m2","set":{"count":1},"is":"create"}
{"of":0,"message":"m1","set":{"lastTimestamp":null},"is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:00:10Z","metadata":{"name":"renamed-7"}},"patch":{"count":4,"lastTimestamp":null,"message":"m1"}}
{"of":0,"message":"m1","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:00:10Z","metadata":{"name":"renamed-7"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:00:19Z","message":"m1"}}
{"of":2,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:11Z","metadata":{"name":"e13","resourceVersion":"15"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:00:19Z","message":"m1"}}
{"of":0,"message":"m1","set":{"lastTimestamp":"1970-01-01T00:00:00Z"},"is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:00:10Z","metadata":{"name":"renamed-7"}},"patch":{"count":6,"message":"m1"}}
{"ms":2536,"of":0,"message":"m2","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:19Z","metadata":{"name":"e18"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:00:21Z","message":"m2"}}
{"answer":0}
{"ms":5941,"of":0,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:11Z","metadata":{"name":"e12"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:00:27Z","message":"m0"}}
{"answer":13,"set":{"metadata":{"name":"renamed-26"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"27"}}}
{"ms":500,"of":0,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:00:11Z","metadata":{"name":"e12","resourceVersion":"27"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:00:28Z","message":"m0"}}
{"of":2,"message":"m2","is":"create"}
{"of":0,"message":"m2","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:00:19Z","metadata":{"name":"e18"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:00:28Z","message":"m2"}}
{"ms":292300,"of":0,"message":"m2","set":{"message":""},"is":"create","combined":true,"event":{"message":"(combined from similar events): ","metadata":{"name":"pod-0.1886729c92cef640"},"reportingComponent":"","reportingInstance":""}}
{"ms":500,"of":0,"message":"m1","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:00:10Z","metadata":{"name":"renamed-26"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:05:21Z","message":"m1"}}
{"of":0,"message":"m1","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:00:10Z","metadata":{"name":"renamed-26"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:05:21Z","message":"m1"}}
{"of":0,"message":"m0","is":"patch","combined":true,"event":{"count":2,"firstTimestamp":"2026-01-01T00:05:20Z","message":"(combined from similar events): m0","metadata":{"name":"pod-0.1886729c92cef640"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:05:21Z","message":"(combined from similar events): m0"}}
{"ms":91,"of":1,"message":"m1","is":"create"}
{"ms":1501,"of":3,"message":"m0","is":"create"}
{"ms":1000,"of":0,"message":"m1","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:00:10Z","metadata":{"name":"renamed-26"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:05:23Z","message":"m1"}}
{"answer":0,"set":{"count":10}}
{"of":3,"message":"m1","is":"create"}
{"answer":0}
{"ms":9973,"of":0,"message":"m0","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:00:11Z","metadata":{"name":"e12","resourceVersion":"27"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:05:33Z","message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"42"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"43"}}}
{"of":3,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:05:22Z","metadata":{"name":"e36"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:05:33Z","message":"m0"}}
{"answer":0,"set":{"message":"m0"}}
{"of":2,"message":"m0","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"47"}}}
{"ms":2513,"of":3,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:05:22Z","metadata":{"name":"e36"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:05:36Z","message":"m0"}}
{"answer":15,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"50"}}}
{"of":1,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:05:21Z","metadata":{"name":"e35"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:05:36Z","message":"m1"}}
{"ms":500,"of":0,"message":"m1","is":"patch","event":{"count":11,"firstTimestamp":"2026-01-01T00:00:10Z","metadata":{"name":"renamed-26"}},"patch":{"count":11,"lastTimestamp":"2026-01-01T00:05:36Z","message":"m1"}}
{"answer":14,"set":{"metadata":{"name":"renamed-53"}}}
{"of":1,"message":"m0","set":{"lastTimestamp":null},"is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:10Z","metadata":{"name":"e3"}},"patch":{"count":2,"lastTimestamp":null,"message":"m0"}}
{"answer":0,"set":{"count":0}}
{"of":1,"message":"m0","is":"create"}
{"ms":500,"of":3,"message":"m2","is":"create"}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":0,"set":{"message":"m0"}}
{"of":0,"message":"m1","is":"patch","event":{"count":12,"firstTimestamp":"2026-01-01T00:00:10Z","metadata":{"name":"renamed-26"}},"patch":{"count":12,"lastTimestamp":"2026-01-01T00:05:37Z","message":"m1"}}
{"of":0,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e12"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:05:37Z","message":"m0"}}
{"of":0,"message":"m2","is":"patch","combined":true,"event":{"count":3,"firstTimestamp":"2026-01-01T00:05:20Z","message":"(combined from similar events): m2","metadata":{"name":"pod-0.1886729c92cef640"},"reportingComponent":"","reportingInstance":""},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:05:37Z","message":"(combined from similar events): m2"}}
{"of":3,"message":"m2","is":"patch","event":{"count":2,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e57"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:05:37Z","message":"m2"}}
{"of":0,"message":"m2","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:00:19Z","metadata":{"name":"renamed-53"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:05:37Z","message":"m2"}}
{"answer":0,"set":{"count":9}}
{"of":0,"message":"m2","is":"patch","event":{"count":10,"firstTimestamp":"2026-01-01T00:00:19Z","metadata":{"name":"renamed-53"}},"patch":{"count":10,"lastTimestamp":"2026-01-01T00:05:37Z","message":"m2"}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":0,"message":"m1","is":"patch","event":{"count":13,"firstTimestamp":"2026-01-01T00:00:10Z","metadata":{"name":"renamed-26"}},"patch":{"count":13,"lastTimestamp":"2026-01-01T00:05:37Z","message":"m1"}}
{"of":1,"message":"m2","is":"create","combined":true,"event":{"message":"(combined from similar events): m2","metadata":{"annotations":null,"labels":null,"name":"pod-0.188672a06eef2ac0"},"reportingComponent":"","reportingInstance":""}}
{"answer":9,"set":{"metadata":{"name":"renamed-70"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"71"}}}
{"answer":0}
{"ms":1000,"of":0,"message":"m0","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"patch","combined":true,"event":{"count":4,"firstTimestamp":"2026-01-01T00:05:20Z","message":"(combined from similar events): m0","metadata":{"annotations":null,"labels":null,"name":"pod-0.1886729c92cef640"},"reportingComponent":"","reportingInstance":""},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:05:38Z","message":"(combined from similar events): m0"}}
{"of":0,"message":"m0","is":"patch","combined":true,"event":{"count":5,"firstTimestamp":"2026-01-01T00:05:20Z","message":"(combined from similar events): m0","metadata":{"name":"pod-0.1886729c92cef640"},"reportingComponent":"","reportingInstance":""},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:05:38Z","message":"(combined from similar events): m0"}}
{"of":0,"message":"m0","is":"patch","event":{"count":4,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e12"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:05:38Z","message":"m0"}}
{"of":3,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:05:23Z","metadata":{"name":"e39"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:05:38Z","message":"m1"}}
{"answer":0,"set":{"metadata":{"name":"renamed-77"}}}
{"answer":7,"set":{"metadata":{"name":"renamed-78"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"79"}}}
{"ms":9476,"of":0,"message":"m2","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:00:19Z","metadata":{"name":"renamed-78"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:05:47Z","message":"m2"}}
{"of":0,"message":"m0","is":"patch","event":{"count":5,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e12"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:05:47Z","message":"m0"}}
{"ms":500,"of":0,"message":"m2","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:00:19Z","metadata":{"name":"renamed-78"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:05:48Z","message":"m2"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"83"}}}
{"ms":3371,"of":0,"message":"m1","set":{"message":""},"is":"create"}
{"ms":6415,"of":0,"message":"m1","is":"patch","combined":true,"event":{"count":6,"firstTimestamp":"2026-01-01T00:05:20Z","message":"(combined from similar events): m1","metadata":{"name":"pod-0.1886729c92cef640"},"reportingComponent":"","reportingInstance":""},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:05:57Z","message":"(combined from similar events): m1"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"86"}}}
{"answer":0,"set":{"count":11}}
{"answer":17,"set":{"metadata":{"name":"renamed-88"}}}
{"ms":1000,"of":3,"message":"m2","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:05:37Z","metadata":{"name":"renamed-88"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:05:58Z","message":"m2"}}
{"of":2,"message":"m1","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:00:11Z","metadata":{"name":"e13","resourceVersion":"15"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:05:58Z","message":"m1"}}
{"of":0,"message":"m1","is":"patch","event":{"count":14,"firstTimestamp":"2026-01-01T00:00:10Z","metadata":{"name":"renamed-26"}},"patch":{"count":14,"lastTimestamp":"2026-01-01T00:05:58Z","message":"m1"}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":0,"message":"m2","set":{"message":""},"is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:05:51Z","metadata":{"name":"e84"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:05:58Z"}}
{"of":0,"message":"m2","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T00:00:19Z","metadata":{"name":"renamed-78","resourceVersion":"83"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:05:58Z","message":"m2"}}
{"of":0,"message":"m0","is":"patch","combined":true,"event":{"count":7,"firstTimestamp":"2026-01-01T00:05:20Z","message":"(combined from similar events): m0","metadata":{"name":"pod-0.1886729c92cef640"},"reportingComponent":"","reportingInstance":""},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:05:58Z","message":"(combined from similar events): m0"}}
{"ms":500,"of":0,"message":"m0","is":"patch","combined":true,"event":{"count":8,"firstTimestamp":"2026-01-01T00:05:20Z","message":"(combined from similar events): m0","metadata":{"name":"pod-0.1886729c92cef640"},"reportingComponent":"","reportingInstance":""},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:05:59Z","message":"(combined from similar events): m0"}}
{"ms":154,"of":3,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:05:37Z","metadata":{"name":"e57"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:05:59Z","message":"m0"}}
{"of":0,"message":"m2","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T00:00:19Z","metadata":{"name":"renamed-78","resourceVersion":"83"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:05:59Z","message":"m2"}}
{"of":0,"message":"m2","is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T00:00:19Z","metadata":{"name":"renamed-78","resourceVersion":"83"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:05:59Z","message":"m2"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"100"}}}
{"answer":0,"set":{"metadata":{"name":"renamed-101"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"102"}}}
{"answer":0,"set":{"message":"m0"}}
{"answer":0,"set":{"count":0}}
{"answer":11,"set":{"count":6}}
{"answer":0}
{"ms":1000,"of":3,"message":"m1","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:05:23Z","metadata":{"name":"e39","resourceVersion":"79"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:06:00Z","message":"m1"}}
{"answer":16,"set":{"count":0}}
{"answer":0,"set":{"metadata":{"resourceVersion":"109"}}}
{"of":2,"message":"m1","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:00:11Z","metadata":{"name":"e13","resourceVersion":"15"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:06:00Z","message":"m1"}}
{"of":0,"message":"m0","is":"patch","event":{"count":10,"firstTimestamp":"2026-01-01T00:00:19Z","metadata":{"name":"renamed-78","resourceVersion":"83"}},"patch":{"count":10,"lastTimestamp":"2026-01-01T00:06:00Z","message":"m0"}}
{"of":1,"message":"m0","is":"patch","combined":true,"event":{"count":2,"firstTimestamp":"2026-01-01T00:05:37Z","message":"(combined from similar events): m0","metadata":{"annotations":null,"labels":null,"name":"pod-0.188672a06eef2ac0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:06:00Z","message":"(combined from similar events): m0"}}
{"answer":18,"set":{"metadata":{"name":"renamed-113"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"114"}}}
{"answer":0,"set":{"metadata":{"name":"renamed-115"}}}
{"answer":0,"set":{"message":"m0"}}
{"of":2,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:05:33Z","metadata":{"name":"e46","resourceVersion":"47"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:06:00Z","message":"m0"}}
{"answer":17,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":2,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:05:33Z","metadata":{"name":"e46","resourceVersion":"47"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:06:00Z","message":"m0"}}
{"answer":0,"set":{"metadata":{"name":"renamed-120"}}}
{"ms":1000,"of":1,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:05:37Z","metadata":{"name":"pod-0.188672a06eef2ac0"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:06:01Z","message":"m0"}}
{"of":2,"message":"m2","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:28Z","metadata":{"name":"e29"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:06:01Z","message":"m2"}}
{"of":2,"message":"m2","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:00:28Z","metadata":{"name":"e29"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:06:01Z","message":"m2"}}
{"of":2,"message":"m2","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:00:28Z","metadata":{"name":"e29"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:06:01Z","message":"m2"}}
{"of":2,"message":"m1","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:00:11Z","metadata":{"name":"e13","resourceVersion":"15"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:06:01Z","message":"m1"}}
{"ms":500,"of":2,"message":"m1","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:00:11Z","metadata":{"name":"e13","resourceVersion":"15"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:06:02Z","message":"m1"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"127"}}}
{"of":0,"message":"m0","is":"patch","event":{"count":11,"firstTimestamp":"2026-01-01T00:00:19Z","metadata":{"name":"renamed-78","resourceVersion":"83"}},"patch":{"count":11,"lastTimestamp":"2026-01-01T00:06:02Z","message":"m0"}}
{"answer":8,"set":{"metadata":{"resourceVersion":"129"}}}
{"answer":0}
{"answer":0,"set":{"message":"m0"}}
{"ms":1121,"of":3,"message":"m2","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:05:37Z","metadata":{"name":"renamed-88"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:06:03Z","message":"m2"}}
{"answer":0,"set":{"metadata":{"name":"renamed-133"}}}
{"ms":3342,"of":3,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:05:37Z","metadata":{"name":"e57"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:06:06Z","message":"m0"}}
{"of":2,"message":"m2","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:00:28Z","metadata":{"name":"e29"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:06:06Z","message":"m2"}}
{"ms":1000,"of":2,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:05:33Z","metadata":{"name":"e46","resourceVersion":"129"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:06:07Z","message":"m0"}}
{"answer":0}
{"of":2,"message":"m1","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T00:00:11Z","metadata":{"name":"e13","resourceVersion":"127"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:06:07Z","message":"m1"}}
{"of":3,"message":"m2","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:05:37Z","metadata":{"name":"renamed-133"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:06:07Z","message":"m2"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"140"}}}
{"answer":0,"set":{"count":9}}
{"answer":0,"set":{"message":"m0"}}
{"answer":7,"set":{"metadata":{"resourceVersion":"143"}}}
{"of":2,"message":"m7","is":"create","combined":true,"event":{"message":"(combined from similar events): m7","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""}}
{"answer":0,"set":{"count":0}}
{"ms":300001,"of":2,"message":"m1","is":"patch","combined":true,"event":{"count":2,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m1","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:11:07Z","message":"(combined from similar events): m1"}}
{"ms":500,"of":2,"message":"m11","is":"patch","combined":true,"event":{"count":3,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m11","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:11:08Z","message":"(combined from similar events): m11"}}
{"ms":9654,"of":3,"message":"m9","is":"create","combined":true,"event":{"message":"(combined from similar events): m9","metadata":{"name":"pod-1.188672efb857a440"},"reportingComponent":"","reportingInstance":""}}
{"answer":0,"set":{"metadata":{"resourceVersion":"149"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"150"}}}
{"of":2,"message":"m1","is":"patch","combined":true,"event":{"count":4,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m1","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:11:17Z","message":"(combined from similar events): m1"}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":500,"of":2,"message":"m5","is":"patch","combined":true,"event":{"count":5,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m5","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:11:18Z","message":"(combined from similar events): m5"}}
{"of":2,"message":"m1","set":{"count":3},"is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T00:00:11Z","metadata":{"name":"e13","resourceVersion":"143"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:11:18Z","message":"m1"}}
{"of":2,"message":"m6","is":"patch","combined":true,"event":{"count":6,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m6","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:11:18Z","message":"(combined from similar events): m6"}}
{"of":2,"message":"m6","is":"create"}
{"of":2,"message":"m0","is":"patch","combined":true,"event":{"count":7,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m0","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:11:18Z","message":"(combined from similar events): m0"}}
{"answer":0,"set":{"count":0}}
{"ms":1951610,"of":2,"message":"m0","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:05:33Z","metadata":{"name":"e46","resourceVersion":"129"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:43:49Z","message":"m0"}}
{"of":2,"message":"m4","set":{"lastTimestamp":"1970-01-01T00:00:00Z"},"is":"create"}
{"ms":1000,"of":2,"message":"m1","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T00:00:11Z","metadata":{"name":"e13","resourceVersion":"143"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:43:50Z","message":"m1"}}
{"answer":17,"set":{"metadata":{"resourceVersion":"162"}}}
{"ms":5903,"of":3,"message":"m3","is":"create"}
{"of":0,"message":"m5","is":"create"}
{"of":2,"message":"m9","is":"patch","combined":true,"event":{"count":8,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m9","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:43:56Z","message":"(combined from similar events): m9"}}
{"of":2,"message":"m4","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:43:49Z","metadata":{"name":"e160"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:43:56Z","message":"m4"}}
{"answer":0,"set":{"count":0}}
{"ms":4485,"of":2,"message":"m3","is":"patch","combined":true,"event":{"count":9,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m3","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:44:01Z","message":"(combined from similar events): m3"}}
{"of":3,"message":"m3","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:43:56Z","metadata":{"name":"e163"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:44:01Z","message":"m3"}}
{"ms":500,"of":2,"message":"m3","is":"create"}
{"of":2,"message":"m10","is":"patch","combined":true,"event":{"count":10,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m10","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":10,"lastTimestamp":"2026-01-01T00:44:01Z","message":"(combined from similar events): m10"}}
{"of":3,"message":"m3","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:43:56Z","metadata":{"name":"e163"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:44:01Z","message":"m3"}}
{"of":2,"message":"m6","is":"patch","combined":true,"event":{"count":11,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m6","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":11,"lastTimestamp":"2026-01-01T00:44:01Z","message":"(combined from similar events): m6"}}
{"of":2,"message":"m1","is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T00:00:11Z","metadata":{"name":"e13","resourceVersion":"143"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:44:01Z","message":"m1"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"175"}}}
{"ms":9072,"of":1,"message":"m7","is":"create"}
{"ms":2488,"of":2,"message":"m7","is":"patch","combined":true,"event":{"count":12,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m7","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":12,"lastTimestamp":"2026-01-01T00:44:13Z","message":"(combined from similar events): m7"}}
{"of":0,"message":"m1","is":"patch","event":{"count":15,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"renamed-26"}},"patch":{"count":15,"lastTimestamp":"2026-01-01T00:44:13Z","message":"m1"}}
{"of":2,"message":"m3","is":"patch","combined":true,"event":{"count":13,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m3","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":13,"lastTimestamp":"2026-01-01T00:44:13Z","message":"(combined from similar events): m3"}}
{"answer":0}
{"of":2,"message":"m2","is":"patch","combined":true,"event":{"count":14,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m2","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":14,"lastTimestamp":"2026-01-01T00:44:13Z","message":"(combined from similar events): m2"}}
{"ms":1000,"of":2,"message":"m6","set":{"count":0},"is":"patch","combined":true,"event":{"count":15,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m6","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":15,"lastTimestamp":"2026-01-01T00:44:14Z","message":"(combined from similar events): m6"}}
{"ms":500,"of":2,"message":"m6","is":"patch","combined":true,"event":{"count":16,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m6","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":16,"lastTimestamp":"2026-01-01T00:44:14Z","message":"(combined from similar events): m6"}}
{"of":2,"message":"m2","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:00:28Z","metadata":{"name":"e29"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:44:14Z","message":"m2"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"185"}}}
{"of":2,"message":"m11","is":"patch","combined":true,"event":{"count":17,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m11","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":17,"lastTimestamp":"2026-01-01T00:44:14Z","message":"(combined from similar events): m11"}}
{"of":2,"message":"m1","is":"patch","event":{"count":10,"firstTimestamp":"2026-01-01T00:00:11Z","metadata":{"name":"e13","resourceVersion":"175"}},"patch":{"count":10,"lastTimestamp":"2026-01-01T00:44:14Z","message":"m1"}}
{"of":2,"message":"m8","is":"patch","combined":true,"event":{"count":18,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m8","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":18,"lastTimestamp":"2026-01-01T00:44:14Z","message":"(combined from similar events): m8"}}
{"of":1,"message":"m7","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:44:10Z","metadata":{"name":"e176"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:44:14Z","message":"m7"}}
{"ms":5784,"of":2,"message":"m6","set":{"lastTimestamp":null},"is":"patch","combined":true,"event":{"count":19,"firstTimestamp":"2026-01-01T00:06:07Z","lastTimestamp":"2026-01-01T00:44:20Z","message":"(combined from similar events): m6","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":19,"lastTimestamp":"2026-01-01T00:44:20Z","message":"(combined from similar events): m6"}}
{"of":2,"message":"m9","set":{"message":""},"is":"patch","combined":true,"event":{"count":20,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): ","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":20,"lastTimestamp":"2026-01-01T00:44:20Z","message":"(combined from similar events): "}}
{"of":1,"message":"m7","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:44:10Z","metadata":{"name":"e176"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:44:20Z","message":"m7"}}
{"of":3,"message":"m9","is":"create"}
{"of":0,"message":"m9","is":"create"}
{"ms":500,"of":1,"message":"m2","is":"create"}
{"answer":0,"set":{"message":"m0"}}
{"of":2,"message":"m8","is":"patch","combined":true,"event":{"count":21,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m8","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":21,"lastTimestamp":"2026-01-01T00:44:21Z","message":"(combined from similar events): m8"}}
{"ms":1000,"of":2,"message":"m10","is":"patch","combined":true,"event":{"count":22,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m10","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":22,"lastTimestamp":"2026-01-01T00:44:22Z","message":"(combined from similar events): m10"}}
{"of":1,"message":"m8","is":"create"}
{"ms":1000,"of":2,"message":"m9","is":"patch","combined":true,"event":{"count":23,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m9","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":23,"lastTimestamp":"2026-01-01T00:44:23Z","message":"(combined from similar events): m9"}}
{"ms":8196,"of":2,"message":"m7","is":"patch","combined":true,"event":{"count":24,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m7","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":24,"lastTimestamp":"2026-01-01T00:44:31Z","message":"(combined from similar events): m7"}}
{"of":2,"message":"m9","is":"create"}
{"of":0,"message":"m6","is":"patch","combined":true,"event":{"count":9,"firstTimestamp":"2026-01-01T00:05:20Z","message":"(combined from similar events): m6","metadata":{"name":"pod-0.1886729c92cef640"},"reportingComponent":"","reportingInstance":""},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:44:31Z","message":"(combined from similar events): m6"}}
{"of":2,"message":"m3","is":"patch","combined":true,"event":{"count":25,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m3","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":25,"lastTimestamp":"2026-01-01T00:44:31Z","message":"(combined from similar events): m3"}}
{"answer":0,"set":{"message":"m0"}}
{"of":2,"message":"m11","is":"patch","combined":true,"event":{"count":26,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m11","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":26,"lastTimestamp":"2026-01-01T00:44:31Z","message":"(combined from similar events): m11"}}
{"ms":500,"of":2,"message":"m3","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:44:01Z","metadata":{"name":"e170"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:44:31Z","message":"m3"}}
{"answer":16}
{"ms":8398,"of":2,"message":"m6","is":"patch","combined":true,"event":{"count":27,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m6","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":27,"lastTimestamp":"2026-01-01T00:44:40Z","message":"(combined from similar events): m6"}}
{"answer":0,"set":{"count":0}}
{"answer":0,"set":{"metadata":{"name":"renamed-211"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"212"}}}
{"answer":12,"set":{"count":6}}
{"ms":500,"of":2,"message":"m8","is":"patch","combined":true,"event":{"count":28,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m8","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":28,"lastTimestamp":"2026-01-01T00:44:40Z","message":"(combined from similar events): m8"}}
{"of":2,"message":"m9","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:44:31Z","metadata":{"name":"e202"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:44:40Z","message":"m9"}}
{"answer":0,"set":{"message":"m0"}}
{"ms":1000,"of":2,"message":"m1","is":"patch","combined":true,"event":{"count":29,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m1","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":29,"lastTimestamp":"2026-01-01T00:44:41Z","message":"(combined from similar events): m1"}}
{"ms":500,"of":2,"message":"m0","is":"patch","combined":true,"event":{"count":30,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m0","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":30,"lastTimestamp":"2026-01-01T00:44:42Z","message":"(combined from similar events): m0"}}
{"ms":1000,"of":2,"message":"m0","is":"patch","combined":true,"event":{"count":31,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m0","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":31,"lastTimestamp":"2026-01-01T00:44:43Z","message":"(combined from similar events): m0"}}
{"answer":17,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":2,"message":"m4","is":"patch","combined":true,"event":{"count":32,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m4","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":32,"lastTimestamp":"2026-01-01T00:44:43Z","message":"(combined from similar events): m4"}}
{"ms":500,"of":0,"message":"m6","is":"create"}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":2,"message":"m6","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:11:18Z","metadata":{"name":"e156"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:44:43Z","message":"m6"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"225"}}}
{"of":2,"message":"m5","is":"patch","combined":true,"event":{"count":33,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m5","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":33,"lastTimestamp":"2026-01-01T00:44:43Z","message":"(combined from similar events): m5"}}
{"answer":7,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":3,"message":"m6","set":{"lastTimestamp":null},"is":"create"}
{"of":3,"message":"m9","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:44:20Z","metadata":{"name":"e193"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:44:43Z","message":"m9"}}
{"answer":0,"set":{"message":"m0"}}
{"of":2,"message":"m10","is":"patch","combined":true,"event":{"count":34,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m10","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":34,"lastTimestamp":"2026-01-01T00:44:43Z","message":"(combined from similar events): m10"}}
{"answer":0,"set":{"metadata":{"name":"renamed-232"}}}
{"of":2,"message":"m6","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:11:18Z","metadata":{"name":"e156","resourceVersion":"225"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:44:43Z","message":"m6"}}
{"ms":8603,"of":2,"message":"m7","is":"patch","combined":true,"event":{"count":35,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m7","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":35,"lastTimestamp":"2026-01-01T00:44:52Z","message":"(combined from similar events): m7"}}
{"of":2,"message":"m5","is":"patch","combined":true,"event":{"count":36,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m5","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":36,"lastTimestamp":"2026-01-01T00:44:52Z","message":"(combined from similar events): m5"}}
{"of":2,"message":"m10","is":"patch","combined":true,"event":{"count":37,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m10","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":37,"lastTimestamp":"2026-01-01T00:44:52Z","message":"(combined from similar events): m10"}}
{"of":2,"message":"m7","is":"patch","combined":true,"event":{"count":38,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m7","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":38,"lastTimestamp":"2026-01-01T00:44:52Z","message":"(combined from similar events): m7"}}
{"ms":150000,"of":2,"message":"m3","is":"patch","combined":true,"event":{"count":39,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m3","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":39,"lastTimestamp":"2026-01-01T00:47:22Z","message":"(combined from similar events): m3"}}
{"ms":1000,"of":1,"message":"m0","set":{"message":""},"is":"patch","combined":true,"event":{"count":3,"firstTimestamp":"2026-01-01T00:05:37Z","message":"(combined from similar events): ","metadata":{"annotations":null,"labels":null,"name":"pod-0.188672a06eef2ac0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:47:23Z","message":"(combined from similar events): "}}
{"ms":2837,"of":2,"message":"m3","is":"patch","combined":true,"event":{"count":40,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m3","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":40,"lastTimestamp":"2026-01-01T00:47:26Z","message":"(combined from similar events): m3"}}
{"of":2,"message":"m1","is":"patch","combined":true,"event":{"count":41,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m1","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":41,"lastTimestamp":"2026-01-01T00:47:26Z","message":"(combined from similar events): m1"}}
{"ms":500,"of":0,"message":"m9","is":"patch","event":{"count":2,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e194"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:47:26Z","message":"m9"}}
{"answer":0,"set":{"metadata":{"name":"renamed-243"}}}
{"ms":1000,"of":2,"message":"m11","is":"patch","combined":true,"event":{"count":42,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m11","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":42,"lastTimestamp":"2026-01-01T00:47:27Z","message":"(combined from similar events): m11"}}
{"of":2,"message":"m11","is":"patch","combined":true,"event":{"count":43,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m11","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":43,"lastTimestamp":"2026-01-01T00:47:27Z","message":"(combined from similar events): m11"}}
{"of":2,"message":"m8","is":"patch","combined":true,"event":{"count":44,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m8","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":44,"lastTimestamp":"2026-01-01T00:47:27Z","message":"(combined from similar events): m8"}}
{"ms":6211,"of":1,"message":"m5","is":"patch","combined":true,"event":{"count":4,"firstTimestamp":"2026-01-01T00:05:37Z","message":"(combined from similar events): m5","metadata":{"annotations":null,"labels":null,"name":"pod-0.188672a06eef2ac0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:47:33Z","message":"(combined from similar events): m5"}}
{"answer":19,"set":{"message":"m0"}}
{"ms":4090,"of":2,"message":"m9","is":"patch","event":{"count":3,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e202"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:47:37Z","message":"m9"}}
{"ms":675,"of":2,"message":"m10","is":"patch","combined":true,"event":{"count":45,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m10","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":45,"lastTimestamp":"2026-01-01T00:47:38Z","message":"(combined from similar events): m10"}}
{"of":2,"message":"m1","is":"patch","combined":true,"event":{"count":46,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m1","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":46,"lastTimestamp":"2026-01-01T00:47:38Z","message":"(combined from similar events): m1"}}
{"answer":15,"set":{"message":"m0"}}
{"of":3,"message":"m6","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:44:43Z","metadata":{"name":"e228"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:47:38Z","message":"m6"}}
{"ms":1078,"of":3,"message":"m7","is":"patch","combined":true,"event":{"count":2,"firstTimestamp":"2026-01-01T00:11:17Z","message":"(combined from similar events): m7","metadata":{"name":"pod-1.188672efb857a440"},"reportingComponent":"","reportingInstance":""},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:47:39Z","message":"(combined from similar events): m7"}}
{"of":2,"message":"m7","is":"patch","combined":true,"event":{"count":47,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m7","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":47,"lastTimestamp":"2026-01-01T00:47:39Z","message":"(combined from similar events): m7"}}
{"of":2,"message":"m8","is":"create"}
{"answer":17,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":2,"message":"m10","is":"patch","combined":true,"event":{"count":48,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m10","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":48,"lastTimestamp":"2026-01-01T00:47:39Z","message":"(combined from similar events): m10"}}
{"of":2,"message":"m10","is":"create"}
{"ms":500,"of":3,"message":"m2","is":"patch","combined":true,"event":{"count":3,"firstTimestamp":"2026-01-01T00:11:17Z","message":"(combined from similar events): m2","metadata":{"name":"pod-1.188672efb857a440"},"reportingComponent":"","reportingInstance":""},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:47:40Z","message":"(combined from similar events): m2"}}
{"of":2,"message":"m6","is":"patch","combined":true,"event":{"count":49,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m6","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":49,"lastTimestamp":"2026-01-01T00:47:40Z","message":"(combined from similar events): m6"}}
{"answer":10}
{"of":0,"message":"m11","is":"patch","combined":true,"event":{"count":10,"firstTimestamp":"2026-01-01T00:05:20Z","message":"(combined from similar events): m11","metadata":{"name":"pod-0.1886729c92cef640"},"reportingComponent":"","reportingInstance":""},"patch":{"count":10,"lastTimestamp":"2026-01-01T00:47:40Z","message":"(combined from similar events): m11"}}
{"ms":500,"of":2,"message":"m4","set":{"count":0},"is":"patch","combined":true,"event":{"count":50,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m4","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":50,"lastTimestamp":"2026-01-01T00:47:40Z","message":"(combined from similar events): m4"}}
{"of":2,"message":"m0","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"patch","combined":true,"event":{"count":51,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m0","metadata":{"annotations":null,"labels":null,"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":51,"lastTimestamp":"2026-01-01T00:47:40Z","message":"(combined from similar events): m0"}}
{"answer":6,"set":{"count":0}}
{"answer":0,"set":{"metadata":{"name":"renamed-267"}}}
{"of":2,"message":"m3","is":"patch","combined":true,"event":{"count":52,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m3","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":52,"lastTimestamp":"2026-01-01T00:47:40Z","message":"(combined from similar events): m3"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"269"}}}
{"answer":13,"set":{"metadata":{"resourceVersion":"270"}}}
{"ms":8719,"of":2,"message":"m3","is":"patch","combined":true,"event":{"count":53,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m3","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":53,"lastTimestamp":"2026-01-01T00:47:49Z","message":"(combined from similar events): m3"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"272"}}}
{"answer":0,"set":{"count":58}}
{"ms":5468,"of":2,"message":"m6","is":"patch","combined":true,"event":{"count":54,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m6","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":54,"lastTimestamp":"2026-01-01T00:47:54Z","message":"(combined from similar events): m6"}}
{"of":2,"message":"m2","is":"patch","combined":true,"event":{"count":55,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m2","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":55,"lastTimestamp":"2026-01-01T00:47:54Z","message":"(combined from similar events): m2"}}
{"ms":8872,"of":2,"message":"m7","is":"patch","combined":true,"event":{"count":56,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m7","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":56,"lastTimestamp":"2026-01-01T00:48:03Z","message":"(combined from similar events): m7"}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":2,"message":"m4","is":"patch","combined":true,"event":{"count":57,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m4","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":57,"lastTimestamp":"2026-01-01T00:48:03Z","message":"(combined from similar events): m4"}}
{"of":2,"message":"m3","is":"patch","combined":true,"event":{"count":58,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m3","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":58,"lastTimestamp":"2026-01-01T00:48:03Z","message":"(combined from similar events): m3"}}
{"ms":500,"of":2,"message":"m9","is":"patch","combined":true,"event":{"count":59,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m9","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":59,"lastTimestamp":"2026-01-01T00:48:04Z","message":"(combined from similar events): m9"}}
{"ms":149999,"of":2,"message":"m1","is":"patch","combined":true,"event":{"count":60,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m1","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":60,"lastTimestamp":"2026-01-01T00:50:34Z","message":"(combined from similar events): m1"}}
{"answer":0,"set":{"count":65}}
{"ms":1000,"of":2,"message":"m8","is":"patch","combined":true,"event":{"count":61,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m8","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":61,"lastTimestamp":"2026-01-01T00:50:35Z","message":"(combined from similar events): m8"}}
{"of":3,"message":"m0","is":"patch","combined":true,"event":{"count":4,"firstTimestamp":"2026-01-01T00:11:17Z","message":"(combined from similar events): m0","metadata":{"name":"pod-1.188672efb857a440"},"reportingComponent":"","reportingInstance":""},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:50:35Z","message":"(combined from similar events): m0"}}
{"answer":9,"set":{"metadata":{"resourceVersion":"285"}}}
{"ms":7264,"of":1,"message":"m2","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:44:21Z","metadata":{"name":"e195"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:50:42Z","message":"m2"}}
{"of":2,"message":"m5","is":"patch","combined":true,"event":{"count":62,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m5","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":62,"lastTimestamp":"2026-01-01T00:50:42Z","message":"(combined from similar events): m5"}}
{"answer":10}
{"of":2,"message":"m4","is":"create"}
{"ms":500,"of":2,"message":"m2","is":"patch","combined":true,"event":{"count":63,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m2","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":63,"lastTimestamp":"2026-01-01T00:50:42Z","message":"(combined from similar events): m2"}}
{"of":2,"message":"m3","is":"patch","combined":true,"event":{"count":64,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m3","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":64,"lastTimestamp":"2026-01-01T00:50:42Z","message":"(combined from similar events): m3"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"292"}}}
{"ms":1000,"of":2,"message":"m11","is":"patch","combined":true,"event":{"count":65,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m11","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":65,"lastTimestamp":"2026-01-01T00:50:43Z","message":"(combined from similar events): m11"}}
{"ms":7175,"of":2,"message":"m5","is":"patch","combined":true,"event":{"count":66,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m5","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":66,"lastTimestamp":"2026-01-01T00:50:51Z","message":"(combined from similar events): m5"}}
{"answer":0}
{"of":2,"message":"m6","is":"patch","combined":true,"event":{"count":67,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m6","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":67,"lastTimestamp":"2026-01-01T00:50:51Z","message":"(combined from similar events): m6"}}
{"of":2,"message":"m10","is":"patch","combined":true,"event":{"count":68,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m10","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":68,"lastTimestamp":"2026-01-01T00:50:51Z","message":"(combined from similar events): m10"}}
{"of":2,"message":"m6","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:11:18Z","metadata":{"name":"e156","resourceVersion":"225"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:50:51Z","message":"m6"}}
{"of":2,"message":"m11","is":"create"}
{"of":2,"message":"m1","is":"patch","combined":true,"event":{"count":69,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m1","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":69,"lastTimestamp":"2026-01-01T00:50:51Z","message":"(combined from similar events): m1"}}
{"of":2,"message":"m8","is":"patch","combined":true,"event":{"count":70,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m8","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":70,"lastTimestamp":"2026-01-01T00:50:51Z","message":"(combined from similar events): m8"}}
{"ms":303,"of":2,"message":"m0","is":"patch","combined":true,"event":{"count":71,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m0","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":71,"lastTimestamp":"2026-01-01T00:50:51Z","message":"(combined from similar events): m0"}}
{"answer":0,"set":{"count":76}}
{"answer":0,"set":{"metadata":{"name":"renamed-304"}}}
{"ms":500,"of":1,"message":"m6","is":"patch","combined":true,"event":{"count":5,"firstTimestamp":"2026-01-01T00:05:37Z","message":"(combined from similar events): m6","metadata":{"annotations":null,"labels":null,"name":"pod-0.188672a06eef2ac0"},"reportingComponent":"","reportingInstance":""},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:50:51Z","message":"(combined from similar events): m6"}}
{"of":2,"message":"m10","is":"patch","combined":true,"event":{"count":72,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m10","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":72,"lastTimestamp":"2026-01-01T00:50:51Z","message":"(combined from similar events): m10"}}
{"of":2,"message":"m4","is":"patch","combined":true,"event":{"count":73,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m4","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":73,"lastTimestamp":"2026-01-01T00:50:51Z","message":"(combined from similar events): m4"}}
{"ms":1378,"of":2,"message":"m4","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:50:42Z","metadata":{"name":"e289"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:50:53Z","message":"m4"}}
{"ms":7212,"of":2,"message":"m6","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:11:18Z","metadata":{"name":"e156","resourceVersion":"225"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:51:00Z","message":"m6"}}
{"of":2,"message":"m10","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:47:39Z","metadata":{"name":"e259"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:51:00Z","message":"m10"}}
{"of":2,"message":"m2","is":"patch","combined":true,"event":{"count":74,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m2","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":74,"lastTimestamp":"2026-01-01T00:51:00Z","message":"(combined from similar events): m2"}}
{"of":2,"message":"m10","is":"patch","combined":true,"event":{"count":75,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m10","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":75,"lastTimestamp":"2026-01-01T00:51:00Z","message":"(combined from similar events): m10"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"313"}}}
{"answer":0,"set":{"count":80}}
{"ms":1675,"of":3,"message":"m0","is":"patch","combined":true,"event":{"count":5,"firstTimestamp":"2026-01-01T00:11:17Z","message":"(combined from similar events): m0","metadata":{"name":"pod-1.188672efb857a440"},"reportingComponent":"","reportingInstance":""},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:51:02Z","message":"(combined from similar events): m0"}}
{"of":3,"message":"m8","is":"patch","combined":true,"event":{"count":6,"firstTimestamp":"2026-01-01T00:11:17Z","message":"(combined from similar events): m8","metadata":{"name":"pod-1.188672efb857a440"},"reportingComponent":"","reportingInstance":""},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:51:02Z","message":"(combined from similar events): m8"}}
{"of":0,"message":"m9","is":"patch","event":{"count":3,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"renamed-243"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:51:02Z","message":"m9"}}
{"answer":0,"set":{"metadata":{"name":"renamed-318"}}}
{"ms":1065,"of":2,"message":"m2","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T00:00:28Z","metadata":{"name":"e29","resourceVersion":"185"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:51:03Z","message":"m2"}}
{"of":2,"message":"m0","is":"patch","combined":true,"event":{"count":76,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m0","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":76,"lastTimestamp":"2026-01-01T00:51:03Z","message":"(combined from similar events): m0"}}
{"ms":4343,"of":2,"message":"m9","is":"patch","combined":true,"event":{"count":77,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m9","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":77,"lastTimestamp":"2026-01-01T00:51:07Z","message":"(combined from similar events): m9"}}
{"of":2,"message":"m3","is":"patch","combined":true,"event":{"count":78,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m3","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":78,"lastTimestamp":"2026-01-01T00:51:07Z","message":"(combined from similar events): m3"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"323"}}}
{"of":2,"message":"m8","is":"patch","combined":true,"event":{"count":79,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m8","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":79,"lastTimestamp":"2026-01-01T00:51:07Z","message":"(combined from similar events): m8"}}
{"answer":0,"set":{"count":0}}
{"of":2,"message":"m4","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:50:42Z","metadata":{"name":"e289"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:51:07Z","message":"m4"}}
{"of":2,"message":"m9","is":"patch","event":{"count":4,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e202"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:51:07Z","message":"m9"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"328"}}}
{"of":2,"message":"m4","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:50:42Z","metadata":{"name":"e289"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:51:07Z","message":"m4"}}
{"of":0,"message":"m8","is":"patch","combined":true,"event":{"count":11,"firstTimestamp":"2026-01-01T00:05:20Z","message":"(combined from similar events): m8","metadata":{"name":"pod-0.1886729c92cef640"},"reportingComponent":"","reportingInstance":""},"patch":{"count":11,"lastTimestamp":"2026-01-01T00:51:07Z","message":"(combined from similar events): m8"}}
{"answer":0,"set":{"metadata":{"name":"renamed-331"}}}
{"of":2,"message":"m2","is":"patch","combined":true,"event":{"count":80,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m2","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":80,"lastTimestamp":"2026-01-01T00:51:07Z","message":"(combined from similar events): m2"}}
{"of":0,"message":"m2","is":"patch","combined":true,"event":{"count":12,"firstTimestamp":"2026-01-01T00:05:20Z","message":"(combined from similar events): m2","metadata":{"name":"pod-0.1886729c92cef640"},"reportingComponent":"","reportingInstance":""},"patch":{"count":12,"lastTimestamp":"2026-01-01T00:51:07Z","message":"(combined from similar events): m2"}}
{"of":2,"message":"m10","is":"patch","combined":true,"event":{"count":81,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m10","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":81,"lastTimestamp":"2026-01-01T00:51:07Z","message":"(combined from similar events): m10"}}
{"answer":0,"set":{"message":"m0"}}
{"answer":0,"set":{"count":86}}
{"ms":1000,"of":2,"message":"m5","is":"patch","combined":true,"event":{"count":82,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m5","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":82,"lastTimestamp":"2026-01-01T00:51:08Z","message":"(combined from similar events): m5"}}
{"answer":0,"set":{"count":0}}
{"answer":0,"set":{"count":87}}
{"answer":14,"set":{"message":"m0"}}
{"of":2,"message":"m9","is":"patch","combined":true,"event":{"count":83,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m9","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":83,"lastTimestamp":"2026-01-01T00:51:08Z","message":"(combined from similar events): m9"}}
{"ms":1000,"of":2,"message":"m4","set":{"lastTimestamp":"1970-01-01T00:00:00Z"},"is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:50:42Z","metadata":{"name":"e289"}},"patch":{"count":5,"message":"m4"}}
{"of":2,"message":"m2","is":"patch","combined":true,"event":{"count":84,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m2","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":84,"lastTimestamp":"2026-01-01T00:51:09Z","message":"(combined from similar events): m2"}}
{"ms":500,"of":2,"message":"m0","is":"patch","combined":true,"event":{"count":85,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m0","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":85,"lastTimestamp":"2026-01-01T00:51:10Z","message":"(combined from similar events): m0"}}
{"ms":4127,"of":2,"message":"m5","is":"patch","combined":true,"event":{"count":86,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m5","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":86,"lastTimestamp":"2026-01-01T00:51:14Z","message":"(combined from similar events): m5"}}
{"ms":500,"of":2,"message":"m6","is":"patch","combined":true,"event":{"count":87,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m6","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":87,"lastTimestamp":"2026-01-01T00:51:14Z","message":"(combined from similar events): m6"}}
{"answer":13,"set":{"count":8}}
{"of":2,"message":"m10","is":"patch","combined":true,"event":{"count":88,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m10","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":88,"lastTimestamp":"2026-01-01T00:51:14Z","message":"(combined from similar events): m10"}}
{"ms":3316,"of":2,"message":"m4","is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T00:50:42Z","metadata":{"name":"e289"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:51:18Z","message":"m4"}}
{"of":3,"message":"m1","is":"patch","combined":true,"event":{"count":7,"firstTimestamp":"2026-01-01T00:11:17Z","message":"(combined from similar events): m1","metadata":{"name":"pod-1.188672efb857a440"},"reportingComponent":"","reportingInstance":""},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:51:18Z","message":"(combined from similar events): m1"}}
{"of":2,"message":"m9","is":"patch","combined":true,"event":{"count":89,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m9","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":89,"lastTimestamp":"2026-01-01T00:51:18Z","message":"(combined from similar events): m9"}}
{"of":2,"message":"m0","is":"patch","event":{"count":82,"firstTimestamp":"2026-01-01T00:06:07Z","metadata":{"name":"pod-1.188672a781a9eb80"}},"patch":{"count":82,"lastTimestamp":"2026-01-01T00:51:18Z","message":"m0"}}
{"ms":8733,"of":2,"message":"m6","is":"patch","combined":true,"event":{"count":90,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m6","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":90,"lastTimestamp":"2026-01-01T00:51:26Z","message":"(combined from similar events): m6"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"354"}}}
{"answer":13,"set":{"metadata":{"resourceVersion":"355"}}}
{"ms":8468,"of":2,"message":"m8","is":"patch","combined":true,"event":{"count":91,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m8","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":91,"lastTimestamp":"2026-01-01T00:51:35Z","message":"(combined from similar events): m8"}}
{"of":2,"message":"m0","is":"patch","event":{"count":83,"firstTimestamp":"2026-01-01T00:06:07Z","metadata":{"name":"pod-1.188672a781a9eb80"}},"patch":{"count":83,"lastTimestamp":"2026-01-01T00:51:35Z","message":"m0"}}
{"of":2,"message":"m5","is":"create"}
{"of":2,"message":"m2","is":"patch","combined":true,"event":{"count":92,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m2","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":92,"lastTimestamp":"2026-01-01T00:51:35Z","message":"(combined from similar events): m2"}}
{"answer":0,"set":{"message":"m0"}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":8220,"of":2,"message":"m7","is":"patch","combined":true,"event":{"count":93,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m7","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":93,"lastTimestamp":"2026-01-01T00:51:43Z","message":"(combined from similar events): m7"}}
{"answer":0,"set":{"count":0}}
{"ms":5898,"of":2,"message":"m10","is":"patch","combined":true,"event":{"count":94,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m10","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":94,"lastTimestamp":"2026-01-01T00:51:49Z","message":"(combined from similar events): m10"}}
{"of":2,"message":"m11","is":"patch","combined":true,"event":{"count":95,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m11","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":95,"lastTimestamp":"2026-01-01T00:51:49Z","message":"(combined from similar events): m11"}}
{"of":2,"message":"m9","is":"patch","combined":true,"event":{"count":96,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m9","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":96,"lastTimestamp":"2026-01-01T00:51:49Z","message":"(combined from similar events): m9"}}
{"of":2,"message":"m9","is":"patch","combined":true,"event":{"count":97,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m9","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":97,"lastTimestamp":"2026-01-01T00:51:49Z","message":"(combined from similar events): m9"}}
{"ms":500,"of":2,"message":"m9","is":"patch","combined":true,"event":{"count":98,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m9","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":98,"lastTimestamp":"2026-01-01T00:51:49Z","message":"(combined from similar events): m9"}}
{"ms":5314,"of":2,"message":"m9","is":"patch","combined":true,"event":{"count":99,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m9","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":99,"lastTimestamp":"2026-01-01T00:51:55Z","message":"(combined from similar events): m9"}}
{"of":1,"message":"m5","is":"create"}
{"of":2,"message":"m9","is":"patch","event":{"count":5,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e202","resourceVersion":"328"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:51:55Z","message":"m9"}}
{"answer":8,"set":{"metadata":{"resourceVersion":"372"}}}
{"answer":10,"set":{"metadata":{"name":"renamed-373"}}}
{"answer":5,"set":{"message":"m0"}}
{"answer":0}
{"of":2,"message":"m2","is":"patch","combined":true,"event":{"count":100,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m2","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":100,"lastTimestamp":"2026-01-01T00:51:55Z","message":"(combined from similar events): m2"}}
{"of":2,"message":"m8","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"patch","combined":true,"event":{"count":101,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m8","metadata":{"annotations":null,"labels":null,"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":101,"lastTimestamp":"2026-01-01T00:51:55Z","message":"(combined from similar events): m8"}}
{"ms":500,"of":3,"message":"m8","is":"patch","combined":true,"event":{"count":8,"firstTimestamp":"2026-01-01T00:11:17Z","message":"(combined from similar events): m8","metadata":{"name":"pod-1.188672efb857a440"},"reportingComponent":"","reportingInstance":""},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:51:55Z","message":"(combined from similar events): m8"}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":16,"set":{"count":95}}
{"of":2,"message":"m2","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T00:00:28Z","metadata":{"name":"e29","resourceVersion":"185"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:51:55Z","message":"m2"}}
{"of":2,"message":"m11","is":"patch","combined":true,"event":{"count":102,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m11","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":102,"lastTimestamp":"2026-01-01T00:51:55Z","message":"(combined from similar events): m11"}}
{"ms":1000,"of":2,"message":"m10","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:47:39Z","metadata":{"name":"e259"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:51:56Z","message":"m10"}}
{"ms":149999,"of":2,"message":"m5","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:51:35Z","metadata":{"name":"renamed-373"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:54:26Z","message":"m5"}}
{"ms":6610,"of":2,"message":"m7","is":"patch","combined":true,"event":{"count":103,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m7","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":103,"lastTimestamp":"2026-01-01T00:54:33Z","message":"(combined from similar events): m7"}}
{"of":0,"message":"m4","is":"patch","combined":true,"event":{"count":13,"firstTimestamp":"2026-01-01T00:05:20Z","message":"(combined from similar events): m4","metadata":{"name":"pod-0.1886729c92cef640"},"reportingComponent":"","reportingInstance":""},"patch":{"count":13,"lastTimestamp":"2026-01-01T00:54:33Z","message":"(combined from similar events): m4"}}
{"of":0,"message":"m7","is":"patch","combined":true,"event":{"count":14,"firstTimestamp":"2026-01-01T00:05:20Z","message":"(combined from similar events): m7","metadata":{"name":"pod-0.1886729c92cef640"},"reportingComponent":"","reportingInstance":""},"patch":{"count":14,"lastTimestamp":"2026-01-01T00:54:33Z","message":"(combined from similar events): m7"}}
{"answer":0,"set":{"message":"m0"}}
{"ms":500,"of":1,"message":"m5","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:51:55Z","metadata":{"name":"e370"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:54:33Z","message":"m5"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"390"}}}
{"of":2,"message":"m10","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:47:39Z","metadata":{"name":"e259"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:54:33Z","message":"m10"}}
{"ms":10000,"of":2,"message":"m0","set":{"lastTimestamp":null},"is":"patch","combined":true,"event":{"count":104,"firstTimestamp":"2026-01-01T00:06:07Z","lastTimestamp":"2026-01-01T00:54:43Z","message":"(combined from similar events): m0","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":104,"lastTimestamp":"2026-01-01T00:54:43Z","message":"(combined from similar events): m0"}}
{"ms":500,"of":2,"message":"m10","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:47:39Z","metadata":{"name":"e259"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:54:44Z","message":"m10"}}
{"of":2,"message":"m10","set":{"count":1},"is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:47:39Z","metadata":{"name":"e259"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:54:44Z","message":"m10"}}
{"ms":1000,"of":2,"message":"m11","is":"patch","combined":true,"event":{"count":105,"firstTimestamp":"2026-01-01T00:06:07Z","message":"(combined from similar events): m11","metadata":{"name":"pod-1.188672a781a9eb80"},"reportingComponent":"","reportingInstance":""},"patch":{"count":105,"lastTimestamp":"2026-01-01T00:54:45Z","message":"(combined from similar events): m11"}}
{"ms":1000,"of":0,"message":"m4","is":"patch","combined":true,"event":{"count":15,"firstTimestamp":"2026-01-01T00:05:20Z","message":"(combined from similar events): m4","metadata":{"name":"pod-0.1886729c92cef640"},"reportingComponent":"","reportingInstance":""},"patch":{"count":15,"lastTimestamp":"2026-01-01T00:54:46Z","message":"(combined from similar events): m4"}}
{"ms":1000,"of":3,"message":"m0","is":"patch","combined":true,"event":{"count":9,"firstTimestamp":"2026-01-01T00:11:17Z","message":"(combined from similar events): m0","metadata":{"name":"pod-1.188672efb857a440"},"reportingComponent":"","reportingInstance":""},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:54:47Z","message":"(combined from similar events): m0"}}
{"ms":756342,"of":0,"message":"m6","is":"patch","event":{"count":2,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e222"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T01:07:23Z","message":"m6"}}
{"of":1,"message":"m11","is":"create"}
{"story":"keys that collide","options":{"burst":50,"maxEvents":5},"subjects":[{"involvedObject":{"kind":"Pod","name":"web","namespace":"default"},"reason":"Pulled","source":{"component":"kubelet","host":"node1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"web","namespace":"default"},"reason":"Pulled","source":{"component":"kubeletn","host":"ode1"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"db","namespace":"default"},"reason":"Failed","source":{"component":"scheduler","host":""},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"db","namespace":"default"},"reason":"Failed","source":{"component":"schedule","host":"r"},"type":"Normal"},{"involvedObject":{"kind":"Pod","name":"alone","namespace":"default"},"reason":"BackOff","source":{"component":"kubelet","host":"node-2"},"type":"Normal"}]}
{"of":0,"message":"m0","is":"create"}
{"ms":8459,"of":3,"message":"m2","is":"create"}
{"ms":500,"of":0,"message":"m2","is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"3"}}}
{"ms":1000,"of":0,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:00Z","metadata":{"name":"e0"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:00:09Z","message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"5"}}}
{"answer":1,"set":{"message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"7"}}}
{"of":0,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:00:00Z","metadata":{"name":"e0","resourceVersion":"7"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:00:09Z","message":"m0"}}
{"ms":1000,"of":0,"message":"m0","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:00:00Z","metadata":{"name":"e0","resourceVersion":"7"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:00:10Z","message":"m0"}}
{"ms":500,"of":0,"message":"m0","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:00:00Z","metadata":{"name":"e0","resourceVersion":"7"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:00:11Z","message":"m0"}}
{"ms":7840,"of":0,"message":"m0","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:00:00Z","metadata":{"name":"e0","resourceVersion":"7"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:00:19Z","message":"m0"}}
{"of":3,"message":"m1","is":"create"}
{"of":0,"message":"m1","is":"create"}
{"ms":1000,"of":3,"message":"m0","is":"create"}
{"of":0,"message":"m0","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T00:00:00Z","metadata":{"name":"e0","resourceVersion":"7"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:00:20Z","message":"m0"}}
{"ms":5720,"of":3,"message":"m1","set":{"message":""},"is":"create"}
{"answer":0,"set":{"metadata":{"resourceVersion":"17"}}}
{"answer":5,"set":{"count":11}}
{"answer":0,"set":{"message":"m0"}}
{"of":0,"message":"m0","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"patch","event":{"count":12,"firstTimestamp":"2026-01-01T00:00:00Z","metadata":{"name":"e0","resourceVersion":"7"}},"patch":{"count":12,"lastTimestamp":"2026-01-01T00:00:26Z","message":"m0"}}
{"answer":0}
{"of":0,"message":"m2","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e2","resourceVersion":"3"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:00:26Z","message":"m2"}}
{"of":0,"message":"m0","is":"patch","event":{"count":13,"firstTimestamp":"2026-01-01T00:00:00Z","metadata":{"name":"e0","resourceVersion":"7"}},"patch":{"count":13,"lastTimestamp":"2026-01-01T00:00:26Z","message":"m0"}}
{"answer":10,"set":{"metadata":{"resourceVersion":"24"}}}
{"of":0,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:19Z","metadata":{"name":"e13"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:00:26Z","message":"m1"}}
{"ms":984,"of":0,"message":"m1","set":{"count":1},"is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:00:19Z","metadata":{"name":"e13"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:00:27Z","message":"m1"}}
{"of":4,"message":"m2","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"create"}
{"of":3,"message":"m2","set":{"count":2},"is":"patch","event":{"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e1"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:00:27Z","message":"m2"}}
{"of":0,"message":"m1","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:00:19Z","metadata":{"name":"e13"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:00:27Z","message":"m1"}}
{"ms":10000,"of":0,"message":"m0","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:00:00Z","metadata":{"name":"e0","resourceVersion":"24"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:00:37Z","message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"31"}}}
{"ms":4058,"of":0,"message":"m2","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e2","resourceVersion":"3"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:00:41Z","message":"m2"}}
{"of":0,"message":"m2","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e2","resourceVersion":"3"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:00:41Z","message":"m2"}}
{"of":0,"message":"m0","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:00:00Z","metadata":{"name":"e0","resourceVersion":"31"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:00:41Z","message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"35"}}}
{"ms":8935,"of":2,"message":"m2","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e1"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:00:49Z","message":"m2"}}
{"ms":1000,"of":1,"message":"m1","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:00:19Z","metadata":{"name":"e13"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:00:50Z","message":"m1"}}
{"of":0,"message":"m1","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:00:19Z","metadata":{"name":"e13"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:00:50Z","message":"m1"}}
{"answer":0,"set":{"count":0}}
{"of":0,"message":"m1","is":"create"}
{"of":4,"message":"m0","is":"create"}
{"of":1,"message":"m2","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e2","resourceVersion":"3"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:00:50Z","message":"m2"}}
{"of":2,"message":"m2","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e1"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:00:50Z","message":"m2"}}
{"answer":0,"set":{"count":0}}
{"ms":1000,"of":3,"message":"m2","is":"create"}
{"ms":5510,"of":2,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:19Z","metadata":{"name":"e12"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:00:57Z","message":"m1"}}
{"of":0,"message":"m2","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e2","resourceVersion":"3"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:00:57Z","message":"m2"}}
{"of":2,"message":"m1","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:00:19Z","metadata":{"name":"e12"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:00:57Z","message":"m1"}}
{"answer":0,"set":{"count":8}}
{"of":4,"message":"m1","is":"create"}
{"ms":225,"of":3,"message":"m2","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:51Z","metadata":{"name":"e45"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:00:57Z","message":"m2"}}
{"ms":1000,"of":4,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:50Z","metadata":{"name":"e41"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:00:58Z","message":"m0"}}
{"of":3,"message":"m2","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:00:51Z","metadata":{"name":"e45"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:00:58Z","message":"m2"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"54"}}}
{"of":0,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:50Z","metadata":{"name":"e40"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:00:58Z","message":"m1"}}
{"answer":6,"set":{"metadata":{"resourceVersion":"56"}}}
{"answer":0,"set":{"message":"m0"}}
{"of":4,"message":"m1","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:57Z","metadata":{"name":"e50"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:00:58Z","message":"m1"}}
{"answer":0,"set":{"metadata":{"name":"renamed-59"}}}
{"of":0,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:00:50Z","metadata":{"name":"e40"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:00:58Z","message":"m0"}}
{"of":0,"message":"m0","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:00:50Z","metadata":{"name":"e40"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:00:58Z","message":"m0"}}
{"of":0,"message":"m0","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:00:50Z","metadata":{"name":"e40"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:00:58Z","message":"m0"}}
{"ms":500,"of":3,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2026-01-01T00:00:26Z","metadata":{"name":"e16"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:00:59Z","message":"m0"}}
{"ms":1000,"of":1,"message":"m2","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e2","resourceVersion":"56"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:01:00Z","message":"m2"}}
{"ms":1000,"of":2,"message":"m1","is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T00:00:19Z","metadata":{"name":"e12"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:01:01Z","message":"m1"}}
{"answer":0,"set":{"count":14}}
{"ms":500,"of":0,"message":"m2","is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e2","resourceVersion":"56"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:01:01Z","message":"m2"}}
{"ms":7012,"of":0,"message":"m0","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:00:50Z","metadata":{"name":"e40"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:01:08Z","message":"m0"}}
{"of":1,"message":"m1","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:00:50Z","metadata":{"name":"e40"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:01:08Z","message":"m1"}}
{"of":0,"message":"m0","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T00:00:50Z","metadata":{"name":"e40"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:01:08Z","message":"m0"}}
{"of":0,"message":"m0","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"patch","event":{"count":8,"firstTimestamp":"2026-01-01T00:00:50Z","metadata":{"name":"e40"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:01:08Z","message":"m0"}}
{"of":0,"message":"m2","is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e2","resourceVersion":"56"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:01:08Z","message":"m2"}}
{"answer":0,"set":{"message":"m0"}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"75"}}}
{"of":0,"message":"m0","is":"patch","event":{"count":10,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e2","resourceVersion":"56"}},"patch":{"count":10,"lastTimestamp":"2026-01-01T00:01:08Z","message":"m0"}}
{"ms":1000,"of":3,"message":"m2","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:00:51Z","metadata":{"name":"e45","resourceVersion":"54"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:01:09Z","message":"m2"}}
{"of":3,"message":"m2","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:00:51Z","metadata":{"name":"e45","resourceVersion":"54"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:01:09Z","message":"m2"}}
{"ms":500,"of":0,"message":"m1","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:00:50Z","metadata":{"name":"e40"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:01:10Z","message":"m1"}}
{"ms":500,"of":3,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:00:26Z","metadata":{"name":"e16"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:01:10Z","message":"m0"}}
{"answer":0,"set":{"count":8}}
{"of":2,"message":"m2","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:00:51Z","metadata":{"name":"e45","resourceVersion":"54"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:01:10Z","message":"m2"}}
{"of":2,"message":"m2","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T00:00:51Z","metadata":{"name":"e45","resourceVersion":"54"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:01:10Z","message":"m2"}}
{"ms":1000,"of":4,"message":"m1","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:00:57Z","metadata":{"name":"renamed-59"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:01:11Z","message":"m1"}}
{"of":3,"message":"m0","is":"patch","event":{"count":9,"firstTimestamp":"2026-01-01T00:00:26Z","metadata":{"name":"e16"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:01:11Z","message":"m0"}}
{"of":1,"message":"m5","is":"create"}
{"of":1,"message":"m4","is":"create","combined":true,"event":{"message":"(combined from similar events): m4","metadata":{"name":"web.18867262a2314dc0"}}}
{"of":0,"message":"n88","is":"patch","combined":true,"event":{"count":2,"message":"(combined from similar events): n88","metadata":{"name":"web.18867262a2314dc0"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:01:11Z","message":"(combined from similar events): n88"}}
{"of":1,"message":"n89","set":{"lastTimestamp":"1970-01-01T00:00:00Z"},"is":"patch","combined":true,"event":{"count":3,"lastTimestamp":"2026-01-01T00:01:11Z","message":"(combined from similar events): n89","metadata":{"name":"web.18867262a2314dc0"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:01:11Z","message":"(combined from similar events): n89"}}
{"of":1,"message":"n90","is":"patch","combined":true,"event":{"count":4,"message":"(combined from similar events): n90","metadata":{"name":"web.18867262a2314dc0"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:01:11Z","message":"(combined from similar events): n90"}}
{"of":3,"message":"m0","is":"patch","event":{"count":10,"firstTimestamp":"2026-01-01T00:00:26Z","metadata":{"name":"e16"}},"patch":{"count":10,"lastTimestamp":"2026-01-01T00:01:11Z","message":"m0"}}
{"of":1,"message":"n92","is":"patch","combined":true,"event":{"count":5,"message":"(combined from similar events): n92","metadata":{"name":"web.18867262a2314dc0"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:01:11Z","message":"(combined from similar events): n92"}}
{"ms":500,"of":3,"message":"m0","is":"patch","event":{"count":11,"firstTimestamp":"2026-01-01T00:00:26Z","metadata":{"name":"e16"}},"patch":{"count":11,"lastTimestamp":"2026-01-01T00:01:12Z","message":"m0"}}
{"ms":2987,"of":1,"message":"n94","is":"patch","combined":true,"event":{"count":6,"firstTimestamp":"2026-01-01T00:01:11Z","message":"(combined from similar events): n94","metadata":{"name":"web.18867262a2314dc0"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:01:15Z","message":"(combined from similar events): n94"}}
{"answer":14}
{"of":2,"message":"m0","is":"patch","event":{"count":12,"firstTimestamp":"2026-01-01T00:00:26Z","metadata":{"name":"e16"}},"patch":{"count":12,"lastTimestamp":"2026-01-01T00:01:15Z","message":"m0"}}
{"ms":1000,"of":4,"message":"m0","is":"patch","event":{"count":3,"firstTimestamp":"2026-01-01T00:00:50Z","metadata":{"name":"e41"}},"patch":{"count":3,"lastTimestamp":"2026-01-01T00:01:16Z","message":"m0"}}
{"of":1,"message":"n98","is":"patch","combined":true,"event":{"count":7,"firstTimestamp":"2026-01-01T00:01:11Z","message":"(combined from similar events): n98","metadata":{"name":"web.18867262a2314dc0"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:01:16Z","message":"(combined from similar events): n98"}}
{"ms":3899,"of":3,"message":"m0","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"patch","event":{"count":13,"firstTimestamp":"2026-01-01T00:00:26Z","metadata":{"name":"e16"}},"patch":{"count":13,"lastTimestamp":"2026-01-01T00:01:20Z","message":"m0"}}
{"ms":500,"of":1,"message":"n100","is":"patch","combined":true,"event":{"count":8,"firstTimestamp":"2026-01-01T00:01:11Z","message":"(combined from similar events): n100","metadata":{"name":"web.18867262a2314dc0"}},"patch":{"count":8,"lastTimestamp":"2026-01-01T00:01:20Z","message":"(combined from similar events): n100"}}
{"ms":1898,"of":1,"message":"n101","is":"patch","combined":true,"event":{"count":9,"firstTimestamp":"2026-01-01T00:01:11Z","message":"(combined from similar events): n101","metadata":{"name":"web.18867262a2314dc0"}},"patch":{"count":9,"lastTimestamp":"2026-01-01T00:01:22Z","message":"(combined from similar events): n101"}}
{"ms":1707,"of":1,"message":"n102","is":"patch","combined":true,"event":{"count":10,"firstTimestamp":"2026-01-01T00:01:11Z","message":"(combined from similar events): n102","metadata":{"name":"web.18867262a2314dc0"}},"patch":{"count":10,"lastTimestamp":"2026-01-01T00:01:24Z","message":"(combined from similar events): n102"}}
{"of":1,"message":"n103","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"patch","combined":true,"event":{"count":11,"firstTimestamp":"2026-01-01T00:01:11Z","message":"(combined from similar events): n103","metadata":{"annotations":null,"labels":null,"name":"web.18867262a2314dc0"}},"patch":{"count":11,"lastTimestamp":"2026-01-01T00:01:24Z","message":"(combined from similar events): n103"}}
{"ms":4074,"of":0,"message":"n104","is":"patch","combined":true,"event":{"count":12,"firstTimestamp":"2026-01-01T00:01:11Z","message":"(combined from similar events): n104","metadata":{"name":"web.18867262a2314dc0"}},"patch":{"count":12,"lastTimestamp":"2026-01-01T00:01:28Z","message":"(combined from similar events): n104"}}
{"of":1,"message":"n105","is":"skip","combined":true}
{"ms":1000,"of":3,"message":"m0","is":"patch","event":{"count":14,"firstTimestamp":"2026-01-01T00:00:26Z","metadata":{"name":"e16"}},"patch":{"count":14,"lastTimestamp":"2026-01-01T00:01:29Z","message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"107"}}}
{"of":1,"message":"n108","is":"skip","combined":true}
{"of":1,"message":"n109","is":"skip","combined":true}
{"of":1,"message":"n110","is":"skip","combined":true}
{"ms":4739,"of":1,"message":"n111","is":"skip","combined":true}
{"of":1,"message":"n112","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"113"}}}
{"answer":10,"set":{"metadata":{"resourceVersion":"114"}}}
{"answer":5}
{"of":1,"message":"n116","is":"skip","combined":true}
{"answer":1,"set":{"count":17}}
{"of":1,"message":"n118","is":"skip","combined":true}
{"answer":0}
{"of":1,"message":"n120","is":"skip","combined":true}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"122"}}}
{"answer":10,"set":{"metadata":{"name":"renamed-123"}}}
{"of":1,"message":"n124","is":"skip","combined":true}
{"ms":757,"of":2,"message":"m0","is":"patch","event":{"count":15,"firstTimestamp":"2026-01-01T00:00:26Z","metadata":{"name":"e16","resourceVersion":"122"}},"patch":{"count":15,"lastTimestamp":"2026-01-01T00:01:34Z","message":"m0"}}
{"of":1,"message":"n126","is":"skip","combined":true}
{"of":1,"message":"n127","is":"skip","combined":true}
{"of":1,"message":"n128","is":"skip","combined":true}
{"of":0,"message":"n129","is":"skip","combined":true}
{"ms":500,"of":1,"message":"n130","is":"skip","combined":true}
{"of":1,"message":"n131","is":"skip","combined":true}
{"of":1,"message":"n132","is":"skip","combined":true}
{"ms":9756,"of":1,"message":"n133","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"134"}}}
{"ms":1638,"of":1,"message":"n135","is":"skip","combined":true}
{"ms":1000,"of":1,"message":"n136","is":"skip","combined":true}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"138"}}}
{"of":1,"message":"n139","is":"skip","combined":true}
{"ms":500,"of":1,"message":"n140","is":"skip","combined":true}
{"answer":0,"set":{"count":0}}
{"answer":0,"set":{"metadata":{"name":"renamed-142"}}}
{"ms":500,"of":1,"message":"n143","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"144"}}}
{"of":4,"message":"m0","is":"patch","event":{"count":4,"firstTimestamp":"2026-01-01T00:00:50Z","metadata":{"name":"e41"}},"patch":{"count":4,"lastTimestamp":"2026-01-01T00:01:48Z","message":"m0"}}
{"answer":1,"set":{"count":20}}
{"of":3,"message":"m0","is":"patch","event":{"count":21,"firstTimestamp":"2026-01-01T00:00:26Z","metadata":{"name":"e16","resourceVersion":"122"}},"patch":{"count":21,"lastTimestamp":"2026-01-01T00:01:48Z","message":"m0"}}
{"of":3,"message":"m0","is":"patch","event":{"count":22,"firstTimestamp":"2026-01-01T00:00:26Z","metadata":{"name":"e16","resourceVersion":"122"}},"patch":{"count":22,"lastTimestamp":"2026-01-01T00:01:48Z","message":"m0"}}
{"ms":8940,"of":1,"message":"n149","is":"skip","combined":true}
{"ms":500,"of":1,"message":"n150","is":"skip","combined":true}
{"ms":500,"of":1,"message":"n151","is":"skip","combined":true}
{"of":1,"message":"n152","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"153"}}}
{"of":3,"message":"m0","is":"patch","event":{"count":23,"firstTimestamp":"2026-01-01T00:00:26Z","metadata":{"name":"e16","resourceVersion":"153"}},"patch":{"count":23,"lastTimestamp":"2026-01-01T00:01:58Z","message":"m0"}}
{"answer":15,"set":{"count":11}}
{"ms":9537,"of":4,"message":"m0","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:00:50Z","metadata":{"name":"e41"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:02:08Z","message":"m0"}}
{"of":1,"message":"n157","is":"skip","combined":true}
{"of":0,"message":"n158","is":"skip","combined":true}
{"of":1,"message":"n159","is":"skip","combined":true}
{"ms":500,"of":1,"message":"n160","is":"skip","combined":true}
{"of":0,"message":"n161","is":"skip","combined":true}
{"of":3,"message":"m0","is":"patch","event":{"count":24,"firstTimestamp":"2026-01-01T00:00:26Z","metadata":{"name":"e16","resourceVersion":"153"}},"patch":{"count":24,"lastTimestamp":"2026-01-01T00:02:08Z","message":"m0"}}
{"of":1,"message":"n163","is":"skip","combined":true}
{"answer":8,"set":{"metadata":{"resourceVersion":"164"}}}
{"ms":1000,"of":1,"message":"n165","is":"skip","combined":true}
{"of":2,"message":"m0","is":"patch","event":{"count":25,"firstTimestamp":"2026-01-01T00:00:26Z","metadata":{"name":"e16","resourceVersion":"153"}},"patch":{"count":25,"lastTimestamp":"2026-01-01T00:02:09Z","message":"m0"}}
{"answer":19,"set":{"metadata":{"resourceVersion":"167"}}}
{"of":1,"message":"n168","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"169"}}}
{"answer":0,"set":{"message":"m0"}}
{"of":3,"message":"m0","is":"patch","event":{"count":26,"firstTimestamp":"2026-01-01T00:00:26Z","metadata":{"name":"e16","resourceVersion":"153"}},"patch":{"count":26,"lastTimestamp":"2026-01-01T00:02:09Z","message":"m0"}}
{"ms":9975,"of":1,"message":"n172","is":"skip","combined":true}
{"of":1,"message":"n173","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"174"}}}
{"ms":1000,"of":1,"message":"n175","is":"skip","combined":true}
{"ms":1000,"of":1,"message":"n176","is":"skip","combined":true}
{"of":1,"message":"n177","is":"skip","combined":true}
{"ms":500,"of":2,"message":"m0","set":{"lastTimestamp":null},"is":"patch","event":{"count":27,"firstTimestamp":"2026-01-01T00:00:26Z","metadata":{"name":"e16","resourceVersion":"174"}},"patch":{"count":27,"lastTimestamp":null,"message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"179"}}}
{"answer":7,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":4,"message":"m0","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:00:50Z","metadata":{"name":"e41"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:02:22Z","message":"m0"}}
{"ms":1000,"of":1,"message":"n182","set":{"count":1},"is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"183"}}}
{"of":0,"message":"n184","set":{"count":2},"is":"skip","combined":true}
{"of":1,"message":"n185","set":{"count":3},"is":"skip","combined":true}
{"ms":1198,"of":1,"message":"n186","is":"skip","combined":true}
{"of":1,"message":"n187","is":"skip","combined":true}
{"answer":0}
{"of":1,"message":"n189","is":"skip","combined":true}
{"of":1,"message":"n190","is":"skip","combined":true}
{"of":1,"message":"n191","is":"skip","combined":true}
{"answer":14,"set":{"metadata":{"name":"renamed-192"}}}
{"of":1,"message":"n193","is":"skip","combined":true}
{"of":1,"message":"n194","is":"skip","combined":true}
{"ms":1000,"of":1,"message":"n195","is":"skip","combined":true}
{"ms":10001,"of":1,"message":"n196","set":{"count":3},"is":"skip","combined":true}
{"ms":1000,"of":1,"message":"n197","is":"skip","combined":true}
{"of":1,"message":"n198","is":"skip","combined":true}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":1000,"of":2,"message":"m0","is":"patch","event":{"count":22,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e16","resourceVersion":"122"}},"patch":{"count":22,"lastTimestamp":"2026-01-01T00:02:37Z","message":"m0"}}
{"of":0,"message":"n201","is":"skip","combined":true}
{"answer":0,"set":{"count":27}}
{"of":1,"message":"n203","is":"skip","combined":true}
{"answer":0,"set":{"count":27}}
{"of":1,"message":"n205","is":"skip","combined":true}
{"ms":1000,"of":1,"message":"n206","is":"skip","combined":true}
{"of":1,"message":"n207","is":"skip","combined":true}
{"ms":500,"of":1,"message":"n208","is":"skip","combined":true}
{"answer":0,"set":{"metadata":{"resourceVersion":"209"}}}
{"of":3,"message":"m0","is":"patch","event":{"count":23,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e16","resourceVersion":"209"}},"patch":{"count":23,"lastTimestamp":"2026-01-01T00:02:38Z","message":"m0"}}
{"ms":5193,"of":1,"message":"n211","is":"skip","combined":true}
{"answer":19,"set":{"count":0}}
{"ms":1261318,"of":1,"message":"m0","is":"patch","event":{"count":11,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e2","resourceVersion":"56"}},"patch":{"count":11,"lastTimestamp":"2026-01-01T00:23:45Z","message":"m0"}}
{"of":1,"message":"m0","is":"patch","event":{"count":12,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e2","resourceVersion":"56"}},"patch":{"count":12,"lastTimestamp":"2026-01-01T00:23:45Z","message":"m0"}}
{"of":4,"message":"m0","is":"patch","event":{"count":7,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e41"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:23:45Z","message":"m0"}}
{"ms":1000,"of":3,"message":"m0","is":"create"}
{"of":1,"message":"m0","is":"patch","event":{"count":13,"firstTimestamp":"2026-01-01T00:00:08Z","metadata":{"name":"e2","resourceVersion":"56"}},"patch":{"count":13,"lastTimestamp":"2026-01-01T00:23:46Z","message":"m0"}}
{"answer":0,"set":{"count":0}}
{"of":1,"message":"m0","is":"create"}
{"ms":6900,"of":1,"message":"m0","is":"skip"}
{"answer":17,"set":{"message":"m0"}}
{"of":1,"message":"m0","is":"skip"}
{"ms":500,"of":1,"message":"m0","set":{"lastTimestamp":null},"is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"224"}}}
{"of":1,"message":"m0","is":"skip"}
{"of":1,"message":"m0","is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"227"}}}
{"of":0,"message":"m0","is":"skip"}
{"answer":7,"set":{"metadata":{"resourceVersion":"229"}}}
{"answer":0,"set":{"count":6}}
{"ms":149999,"of":1,"message":"m0","set":{"count":0},"is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T00:23:46Z","metadata":{"name":"e219"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:26:23Z","message":"m0"}}
{"ms":2623,"of":0,"message":"m0","is":"skip"}
{"of":2,"message":"m0","is":"patch","event":{"count":23,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e16","resourceVersion":"229"}},"patch":{"count":23,"lastTimestamp":"2026-01-01T00:26:26Z","message":"m0"}}
{"of":1,"message":"m0","is":"skip"}
{"of":1,"message":"m0","is":"skip"}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"ms":1082,"of":1,"message":"m0","is":"skip"}
{"of":1,"message":"m0","set":{"count":3},"is":"skip"}
{"ms":500,"of":1,"message":"m0","is":"skip"}
{"ms":5612,"of":2,"message":"m0","is":"patch","event":{"count":24,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e16","resourceVersion":"229"}},"patch":{"count":24,"lastTimestamp":"2026-01-01T00:26:33Z","message":"m0"}}
{"of":1,"message":"m0","is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"242"}}}
{"ms":500,"of":4,"message":"m0","is":"patch","event":{"count":5,"firstTimestamp":"2026-01-01T00:00:50Z","metadata":{"name":"e41"}},"patch":{"count":5,"lastTimestamp":"2026-01-01T00:26:34Z","message":"m0"}}
{"of":1,"message":"m0","is":"skip"}
{"of":1,"message":"m0","is":"skip"}
{"ms":9627,"of":1,"message":"m0","is":"skip"}
{"answer":0,"set":{"message":"m0"}}
{"of":1,"message":"m0","is":"skip"}
{"of":1,"message":"m0","is":"skip"}
{"answer":0,"set":{"metadata":{"name":"renamed-250"}}}
{"ms":9038,"of":1,"message":"m0","is":"skip"}
{"ms":500,"of":2,"message":"m0","is":"patch","event":{"count":25,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e16","resourceVersion":"242"}},"patch":{"count":25,"lastTimestamp":"2026-01-01T00:26:53Z","message":"m0"}}
{"answer":0,"set":{"metadata":{"resourceVersion":"253"}}}
{"answer":14}
{"ms":500,"of":4,"message":"m0","is":"patch","event":{"count":6,"firstTimestamp":"2026-01-01T00:00:50Z","metadata":{"name":"renamed-250"}},"patch":{"count":6,"lastTimestamp":"2026-01-01T00:26:53Z","message":"m0"}}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":1,"message":"m0","is":"skip"}
{"ms":500,"of":4,"message":"m0","is":"patch","event":{"count":7,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"renamed-250"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:26:54Z","message":"m0"}}
{"ms":7265,"of":1,"message":"m0","is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"260"}}}
{"of":1,"message":"m0","is":"skip"}
{"ms":975095,"of":1,"message":"m0","is":"patch","event":{"count":24,"firstTimestamp":"2026-01-01T00:23:46Z","metadata":{"name":"e219"}},"patch":{"count":24,"lastTimestamp":"2026-01-01T00:43:16Z","message":"m0"}}
{"of":1,"message":"m0","is":"patch","event":{"count":25,"firstTimestamp":"2026-01-01T00:23:46Z","metadata":{"name":"e219"}},"patch":{"count":25,"lastTimestamp":"2026-01-01T00:43:16Z","message":"m0"}}
{"ms":500,"of":1,"message":"m0","is":"patch","event":{"count":26,"firstTimestamp":"2026-01-01T00:23:46Z","metadata":{"name":"e219"}},"patch":{"count":26,"lastTimestamp":"2026-01-01T00:43:17Z","message":"m0"}}
{"ms":500,"of":1,"message":"m0","is":"skip"}
{"ms":1000,"of":1,"message":"m0","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"skip"}
{"answer":15}
{"answer":0,"set":{"metadata":{"resourceVersion":"268"}}}
{"of":0,"message":"m0","is":"skip"}
{"ms":500,"of":1,"message":"m0","is":"skip"}
{"ms":500,"of":1,"message":"m0","is":"skip"}
{"answer":2,"set":{"count":0}}
{"answer":0}
{"answer":0,"set":{"count":31}}
{"answer":0}
{"of":1,"message":"m0","set":{"message":""},"is":"skip"}
{"answer":11,"set":{"message":"m0"}}
{"answer":0,"set":{"metadata":{"name":"renamed-278"}}}
{"answer":0,"set":{"count":31}}
{"of":3,"message":"m0","is":"patch","event":{"count":28,"firstTimestamp":"2026-01-01T00:00:26Z","metadata":{"name":"e16","resourceVersion":"174"}},"patch":{"count":28,"lastTimestamp":"2026-01-01T00:43:19Z","message":"m0"}}
{"answer":5,"set":{"metadata":{"name":"renamed-281"}}}
{"ms":9079,"of":1,"message":"m0","is":"skip"}
{"of":4,"message":"m0","is":"patch","event":{"count":7,"firstTimestamp":"2026-01-01T00:00:50Z","metadata":{"name":"renamed-281"}},"patch":{"count":7,"lastTimestamp":"2026-01-01T00:43:28Z","message":"m0"}}
{"ms":500,"of":1,"message":"m0","is":"skip"}
{"of":1,"message":"m0","is":"skip"}
{"ms":10001,"of":1,"message":"m0","is":"skip"}
{"of":2,"message":"m0","is":"patch","event":{"count":29,"firstTimestamp":"2026-01-01T00:00:26Z","metadata":{"name":"e16","resourceVersion":"174"}},"patch":{"count":29,"lastTimestamp":"2026-01-01T00:43:39Z","message":"m0"}}
{"of":1,"message":"m0","is":"skip"}
{"of":1,"message":"m0","is":"skip"}
{"answer":0,"set":{"count":34}}
{"of":1,"message":"m0","is":"skip"}
{"of":1,"message":"m0","is":"skip"}
{"of":1,"message":"m0","is":"skip"}
{"ms":8748,"of":2,"message":"m0","is":"patch","event":{"count":35,"firstTimestamp":"2026-01-01T00:00:26Z","metadata":{"name":"e16","resourceVersion":"174"}},"patch":{"count":35,"lastTimestamp":"2026-01-01T00:43:47Z","message":"m0"}}
{"of":1,"message":"m0","is":"skip"}
{"answer":10,"set":{"count":10}}
{"ms":9864,"of":1,"message":"m0","is":"skip"}
{"answer":0}
{"answer":0}
{"answer":0,"set":{"metadata":{"resourceVersion":"300"}}}
{"of":4,"message":"m0","is":"patch","event":{"count":11,"firstTimestamp":"2026-01-01T00:00:50Z","metadata":{"name":"e41"}},"patch":{"count":11,"lastTimestamp":"2026-01-01T00:43:57Z","message":"m0"}}
{"ms":1000,"of":3,"message":"m0","is":"patch","event":{"count":36,"firstTimestamp":"2026-01-01T00:00:26Z","metadata":{"name":"e16","resourceVersion":"300"}},"patch":{"count":36,"lastTimestamp":"2026-01-01T00:43:58Z","message":"m0"}}
{"answer":0,"set":{"metadata":{"name":"renamed-303"}}}
{"of":1,"message":"m0","is":"skip"}
{"ms":500,"of":1,"message":"m0","is":"skip"}
{"of":1,"message":"m0","is":"skip"}
{"ms":1000,"of":1,"message":"m0","is":"skip"}
{"answer":8,"set":{"metadata":{"resourceVersion":"308"}}}
{"of":1,"message":"m0","is":"skip"}
{"of":4,"message":"m0","is":"patch","event":{"count":12,"firstTimestamp":"2026-01-01T00:00:50Z","metadata":{"name":"e41"}},"patch":{"count":12,"lastTimestamp":"2026-01-01T00:44:00Z","message":"m0"}}
{"answer":6,"set":{"message":"m0"}}
{"of":1,"message":"m0","is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"313"}}}
{"answer":0,"set":{"message":"m0"}}
{"of":0,"message":"m0","is":"skip"}
{"of":3,"message":"m0","is":"patch","event":{"count":29,"firstTimestamp":"2026-01-01T00:00:26Z","metadata":{"name":"e16","resourceVersion":"174"}},"patch":{"count":29,"lastTimestamp":"2026-01-01T00:44:00Z","message":"m0"}}
{"of":1,"message":"m0","is":"skip"}
{"of":1,"message":"m0","is":"skip"}
{"of":1,"message":"m0","is":"skip"}
{"ms":6601,"of":3,"message":"m0","is":"patch","event":{"count":30,"firstTimestamp":"2026-01-01T00:00:26Z","metadata":{"name":"e16","resourceVersion":"174"}},"patch":{"count":30,"lastTimestamp":"2026-01-01T00:44:06Z","message":"m0"}}
{"of":1,"message":"m0","is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"322"}}}
{"ms":6108,"of":1,"message":"m0","is":"skip"}
{"ms":3723,"of":1,"message":"m0","is":"skip"}
{"of":4,"message":"m0","set":{"metadata":{"annotations":{"k":"v"},"labels":{"l":"m"}}},"is":"patch","event":{"count":13,"firstTimestamp":"2026-01-01T00:00:50Z","metadata":{"name":"e41"}},"patch":{"count":13,"lastTimestamp":"2026-01-01T00:44:16Z","message":"m0"}}
{"ms":1000,"of":1,"message":"m0","is":"skip"}
{"of":1,"message":"m0","is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"328"}}}
{"ms":4028,"of":1,"message":"m0","is":"skip"}
{"ms":500,"of":1,"message":"m0","set":{"message":""},"is":"skip"}
{"of":4,"message":"m0","is":"patch","event":{"count":14,"firstTimestamp":"2026-01-01T00:00:50Z","metadata":{"name":"e41","resourceVersion":"328"}},"patch":{"count":14,"lastTimestamp":"2026-01-01T00:44:22Z","message":"m0"}}
{"of":1,"message":"m0","is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"333"}}}
{"of":1,"message":"m0","is":"skip"}
{"ms":5129,"of":1,"message":"m0","is":"skip"}
{"answer":0}
{"answer":0,"set":{"count":19}}
{"ms":500,"of":1,"message":"m0","is":"skip"}
{"ms":9959,"of":1,"message":"m0","is":"skip"}
{"of":1,"message":"m0","is":"skip"}
{"ms":1000,"of":4,"message":"m0","is":"patch","event":{"count":20,"firstTimestamp":"2026-01-01T00:00:50Z","metadata":{"name":"e41","resourceVersion":"328"}},"patch":{"count":20,"lastTimestamp":"2026-01-01T00:44:38Z","message":"m0"}}
{"answer":9,"set":{"metadata":{"resourceVersion":"342"}}}
{"of":1,"message":"m0","is":"skip"}
{"ms":500,"of":3,"message":"m0","is":"patch","event":{"count":30,"firstTimestamp":"2026-01-01T00:00:26Z","metadata":{"name":"e16","resourceVersion":"342"}},"patch":{"count":30,"lastTimestamp":"2026-01-01T00:44:39Z","message":"m0"}}
{"of":1,"message":"m0","is":"skip"}
{"of":1,"message":"m0","is":"skip"}
{"answer":10,"set":{"metadata":{"resourceVersion":"347"}}}
{"answer":0,"set":{"metadata":{"resourceVersion":"348"}}}
{"ms":1000,"of":1,"message":"m0","is":"skip"}
{"of":0,"message":"m0","is":"skip"}
{"of":1,"message":"m0","is":"skip"}
{"ms":1000,"of":1,"message":"m0","is":"skip"}
{"of":3,"message":"m0","is":"patch","event":{"count":31,"firstTimestamp":"2026-01-01T00:00:26Z","metadata":{"name":"e16","resourceVersion":"348"}},"patch":{"count":31,"lastTimestamp":"2026-01-01T00:44:41Z","message":"m0"}}
{"of":1,"message":"m0","is":"skip"}
{"answer":0,"set":{"count":0}}
{"of":1,"message":"m0","is":"skip"}
{"ms":6134,"of":0,"message":"m0","is":"skip"}
{"ms":3737,"of":1,"message":"m0","is":"skip"}
{"ms":1031,"of":1,"message":"m0","is":"skip"}
{"of":4,"message":"m0","is":"patch","event":{"count":21,"firstTimestamp":"2026-01-01T00:00:50Z","metadata":{"name":"e41","resourceVersion":"328"}},"patch":{"count":21,"lastTimestamp":"2026-01-01T00:44:52Z","message":"m0"}}
{"answer":16,"set":{"metadata":{"resourceVersion":"361"}}}
{"of":1,"message":"m0","is":"skip"}
{"answer":0,"set":{"metadata":{"name":"renamed-363"}}}
{"of":1,"message":"m0","is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"365"}}}
{"of":3,"message":"m0","is":"create"}
{"answer":0,"set":{"metadata":{"name":"renamed-367"}}}
{"answer":15,"set":{"metadata":{"resourceVersion":"368"}}}
{"of":1,"message":"m0","is":"skip"}
{"of":1,"message":"m0","is":"skip"}
{"answer":0,"set":{"firstTimestamp":"2020-02-02T02:02:02Z"}}
{"of":1,"message":"m0","is":"skip"}
{"ms":889,"of":4,"message":"m0","is":"patch","event":{"count":22,"firstTimestamp":"2026-01-01T00:00:50Z","metadata":{"name":"e41","resourceVersion":"365"}},"patch":{"count":22,"lastTimestamp":"2026-01-01T00:44:53Z","message":"m0"}}
{"answer":18}
{"answer":0,"set":{"count":27}}
{"ms":8915,"of":1,"message":"m0","is":"patch","event":{"count":26,"firstTimestamp":"2026-01-01T00:23:46Z","metadata":{"name":"e219"}},"patch":{"count":26,"lastTimestamp":"2026-01-01T00:45:02Z","message":"m0"}}
{"of":1,"message":"m0","set":{"message":""},"is":"skip"}
{"ms":500,"of":1,"message":"m0","is":"skip"}
{"answer":0,"set":{"message":"m0"}}
{"of":1,"message":"m0","is":"skip"}
{"ms":500,"of":2,"message":"m0","is":"patch","event":{"count":2,"firstTimestamp":"2020-02-02T02:02:02Z","metadata":{"name":"e366"}},"patch":{"count":2,"lastTimestamp":"2026-01-01T00:45:03Z","message":"m0"}}
{"of":1,"message":"m0","is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"383"}}}
{"answer":18}
{"ms":1000,"of":4,"message":"m0","is":"patch","event":{"count":28,"firstTimestamp":"2026-01-01T00:00:50Z","metadata":{"name":"e41","resourceVersion":"365"}},"patch":{"count":28,"lastTimestamp":"2026-01-01T00:45:04Z","message":"m0"}}
{"answer":7,"set":{"metadata":{"name":"renamed-386"}}}
{"of":4,"message":"m0","is":"patch","event":{"count":29,"firstTimestamp":"2026-01-01T00:00:50Z","metadata":{"name":"e41","resourceVersion":"365"}},"patch":{"count":29,"lastTimestamp":"2026-01-01T00:45:04Z","message":"m0"}}
{"of":0,"message":"m0","is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"389"}}}
{"of":1,"message":"m0","is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"391"}}}
{"ms":1000,"of":1,"message":"m0","is":"skip"}
{"answer":18,"set":{"count":0}}
{"of":4,"message":"m0","is":"patch","event":{"count":30,"firstTimestamp":"2026-01-01T00:00:50Z","metadata":{"name":"e41","resourceVersion":"391"}},"patch":{"count":30,"lastTimestamp":"2026-01-01T00:45:05Z","message":"m0"}}
{"ms":500,"of":3,"message":"m0","is":"create"}
{"of":1,"message":"m0","is":"skip"}
{"answer":0,"set":{"metadata":{"resourceVersion":"397"}}}
{"ms":1000,"of":1,"message":"m0","is":"skip"}
{"answer":3,"set":{"count":33}}
`;
