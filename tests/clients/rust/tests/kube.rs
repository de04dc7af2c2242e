//! kube's client, Recorder, watcher and reflector.

use std::{env, sync::atomic::{AtomicU32, Ordering}, time::Duration};

use futures::{StreamExt, TryStreamExt, pin_mut};
use k8s_openapi::api::{core::v1::{Event as CoreEvent, ObjectReference}, events::v1::Event};
use kube::{
    Api, Client, Config, ResourceExt,
    api::{DeleteParams, ListParams, Patch, PatchParams, PostParams, WatchEvent, WatchParams},
    runtime::{
        WatchStreamExt,
        events::{Event as Record, EventType, Recorder, Reporter},
        reflector, watcher,
    },
};
use serde_json::json;

/// For what hangs; nothing takes that long.
const PATIENCE: Duration = Duration::from_secs(60);

static NAMESPACES: AtomicU32 = AtomicU32::new(0);

fn client() -> Client {
    let url = env::var("KUBE_API_URL").expect("KUBE_API_URL must be the URL of an API server");
    Client::try_from(Config::new(url.parse().unwrap())).unwrap()
}

fn namespace() -> String {
    format!("rust-{}-{}", std::process::id(), NAMESPACES.fetch_add(1, Ordering::Relaxed))
}

fn event(namespace: &str, name: &str) -> CoreEvent {
    serde_json::from_value(json!({
        "metadata": { "name": name },
        "involvedObject": { "kind": "Pod", "name": "web", "namespace": namespace },
        "reason": "Pulled",
        "count": 1,
    }))
    .unwrap()
}

#[tokio::test]
async fn writes() {
    let namespace = namespace();
    let events: Api<CoreEvent> = Api::namespaced(client(), &namespace);
    let mut created = events.create(&PostParams::default(), &event(&namespace, "a")).await.unwrap();
    created.count = Some(2);
    let replaced = events.replace("a", &PostParams::default(), &created).await.unwrap();
    assert_eq!(replaced.count, Some(2));
    let stale = events.replace("a", &PostParams::default(), &created).await.unwrap_err();
    assert!(matches!(stale, kube::Error::Api(status) if status.code == 409));
    let merge = Patch::Merge(json!({ "count": 3 }));
    assert_eq!(events.patch("a", &PatchParams::default(), &merge).await.unwrap().count, Some(3));
    let list = events.list(&ListParams::default().fields("reason=Pulled")).await.unwrap();
    assert_eq!(list.items.len(), 1);
    events.delete("a", &DeleteParams::default()).await.unwrap();
    assert!(events.get_opt("a").await.unwrap().is_none());
    events.delete_collection(&DeleteParams::default(), &ListParams::default()).await.unwrap();
}

#[tokio::test]
async fn watches_from_the_first_line_on() {
    let namespace = namespace();
    let events: Api<CoreEvent> = Api::namespaced(client(), &namespace);
    let version = events.list(&ListParams::default()).await.unwrap().metadata.resource_version.unwrap();
    let stream = events.watch(&WatchParams::default().timeout(60), &version).await.unwrap();
    pin_mut!(stream);
    events.create(&PostParams::default(), &event(&namespace, "a")).await.unwrap();
    let first = tokio::time::timeout(PATIENCE, stream.try_next()).await.unwrap().unwrap();
    assert!(matches!(first, Some(WatchEvent::Added(event)) if event.name_any() == "a"));
}

#[tokio::test]
async fn keeps_a_reflector() {
    for config in [watcher::Config::default(), watcher::Config::default().streaming_lists()] {
        let namespace = namespace();
        let events: Api<CoreEvent> = Api::namespaced(client(), &namespace);
        events.create(&PostParams::default(), &event(&namespace, "a")).await.unwrap();
        let (store, writer) = reflector::store();
        let stream = reflector(writer, watcher(events.clone(), config)).touched_objects();
        pin_mut!(stream);
        let first = tokio::time::timeout(PATIENCE, stream.try_next()).await.unwrap().unwrap().unwrap();
        assert_eq!(first.name_any(), "a");
        events.create(&PostParams::default(), &event(&namespace, "b")).await.unwrap();
        let second = tokio::time::timeout(PATIENCE, stream.next()).await.unwrap().unwrap().unwrap();
        assert_eq!(second.name_any(), "b");
        assert_eq!(store.len(), 2);
    }
}

#[tokio::test]
async fn records() {
    let namespace = namespace();
    let reference = ObjectReference {
        api_version: Some("v1".into()),
        kind: Some("Pod".into()),
        name: Some("web".into()),
        namespace: Some(namespace.clone()),
        uid: Some("u1".into()),
        ..Default::default()
    };
    let recorder = Recorder::new(client(), Reporter::from("example-controller"));
    let record = Record {
        type_: EventType::Normal,
        reason: "Scheduled".into(),
        note: Some("scheduled".into()),
        action: "Schedule".into(),
        secondary: None,
    };
    for _ in 0..3 {
        recorder.publish(&record, &reference).await.unwrap();
    }
    let events: Api<Event> = Api::namespaced(client(), &namespace);
    let list = events.list(&ListParams::default()).await.unwrap();
    assert_eq!(list.items.len(), 1);
    assert_eq!(list.items[0].series.as_ref().map(|series| series.count), Some(3));
}
