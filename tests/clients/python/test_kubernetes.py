"""The official client, with its defaults."""

import datetime
import threading

import pytest
from kubernetes import client, dynamic, watch
from kubernetes.client.exceptions import ApiException


@pytest.fixture
def api(url):
    configuration = client.Configuration(host=url)
    with client.ApiClient(configuration) as api_client:
        yield api_client


@pytest.fixture
def core(api):
    return client.CoreV1Api(api)


def event(namespace, name, **fields):
    now = datetime.datetime.now(datetime.timezone.utc)
    return client.CoreV1Event(
        metadata=client.V1ObjectMeta(name=name),
        involved_object=client.V1ObjectReference(kind="Pod", name="web", namespace=namespace),
        **{"reason": "Pulled", "message": "naïve 日本", "type": "Normal", "count": 1, "first_timestamp": now, "last_timestamp": now, **fields},
    )


def test_writes(core, namespace):
    created = core.create_namespaced_event(namespace, event(namespace, "a"))
    assert created.message == "naïve 日本"
    created.count = 2
    assert core.replace_namespaced_event("a", namespace, created).count == 2
    with pytest.raises(ApiException) as stale:
        core.replace_namespaced_event("a", namespace, created)
    assert stale.value.status == 409
    assert core.patch_namespaced_event("a", namespace, {"count": 3}).count == 3
    assert core.patch_namespaced_event("a", namespace, [{"op": "replace", "path": "/count", "value": 4}]).count == 4
    assert len(core.list_namespaced_event(namespace, field_selector="involvedObject.name=web").items) == 1
    core.delete_namespaced_event("a", namespace)
    with pytest.raises(ApiException) as missing:
        core.read_namespaced_event("a", namespace)
    assert missing.value.status == 404
    core.create_namespaced_event(namespace, event(namespace, "b"))
    core.delete_collection_namespaced_event(namespace)
    assert core.list_namespaced_event(namespace).items == []


def test_events_v1(api, namespace):
    events = client.EventsV1Api(api)
    created = events.create_namespaced_event(
        namespace,
        client.EventsV1Event(
            metadata=client.V1ObjectMeta(name="a"),
            event_time=datetime.datetime(2026, 1, 1, microsecond=1, tzinfo=datetime.timezone.utc),
            reporting_controller="example.com/test",
            reporting_instance="test-1",
            action="Test",
            reason="Tested",
            type="Normal",
            regarding=client.V1ObjectReference(kind="Pod", name="web", namespace=namespace),
        ),
    )
    assert created.event_time.microsecond == 1
    assert events.read_namespaced_event("a", namespace).reason == "Tested"


def test_watch_from_the_first_line_on(core, namespace):
    """The watch begins while there is nothing to tell."""
    seen = []
    watching = watch.Watch()

    def write():
        core.create_namespaced_event(namespace, event(namespace, "a"))
        core.patch_namespaced_event("a", namespace, {"count": 2})
        core.delete_namespaced_event("a", namespace)

    version = core.list_namespaced_event(namespace).metadata.resource_version
    writer = threading.Timer(0.2, write)
    writer.start()
    for change in watching.stream(core.list_namespaced_event, namespace, resource_version=version, timeout_seconds=60):
        seen.append((change["type"], change["object"].metadata.name, change["object"].count))
        if change["type"] == "DELETED":
            watching.stop()
    writer.join()
    assert seen == [("ADDED", "a", 1), ("MODIFIED", "a", 2), ("DELETED", "a", 2)]


def test_watch_that_ends_with_nothing_to_tell(core, namespace):
    version = core.list_namespaced_event(namespace).metadata.resource_version
    stream = watch.Watch().stream(core.list_namespaced_event, namespace, resource_version=version, timeout_seconds=1)
    assert list(stream) == []


def test_dynamic_client(api, namespace):
    events = dynamic.DynamicClient(api).resources.get(api_version="v1", kind="Event")
    events.create(body=api.sanitize_for_serialization(event(namespace, "a")), namespace=namespace)
    body = {"metadata": {"name": "a"}, "action": "Pull"}
    patched = events.patch(body=body, namespace=namespace, content_type="application/merge-patch+json")
    assert patched.action == "Pull"
    for change in events.watch(namespace=namespace, timeout=60):
        assert (change["type"], change["object"].metadata.name) == ("ADDED", "a")
        break
