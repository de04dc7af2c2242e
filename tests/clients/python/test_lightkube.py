"""lightkube, which reads a watch by lines."""

import threading

import pytest
from lightkube import Client
from lightkube.config.kubeconfig import KubeConfig
from lightkube.core.exceptions import ApiError
from lightkube.models.core_v1 import ObjectReference
from lightkube.models.meta_v1 import ObjectMeta
from lightkube.resources.core_v1 import Event


@pytest.fixture
def client(url):
    config = KubeConfig.from_dict(
        {
            "current-context": "test",
            "clusters": [{"name": "test", "cluster": {"server": url}}],
            "users": [{"name": "test", "user": {}}],
            "contexts": [{"name": "test", "context": {"cluster": "test", "user": "test"}}],
        }
    )
    return Client(config=config, field_manager="lightkube")


def event(namespace, name, **fields):
    return Event(
        metadata=ObjectMeta(name=name, namespace=namespace),
        involvedObject=ObjectReference(kind="Pod", name="web", namespace=namespace),
        **{"reason": "Pulled", "count": 1, **fields},
    )


def test_writes(client, namespace):
    client.create(event(namespace, "a"))
    assert client.patch(Event, "a", {"count": 2}, namespace=namespace).count == 2
    assert [item.count for item in client.list(Event, namespace=namespace, fields={"reason": "Pulled"})] == [2]
    client.delete(Event, "a", namespace=namespace)
    with pytest.raises(ApiError) as missing:
        client.get(Event, "a", namespace=namespace)
    assert missing.value.status.code == 404


def test_watch_from_the_first_line_on(client, namespace):
    listed = client.list(Event, namespace=namespace)
    assert list(listed) == []
    version = listed.resourceVersion
    writer = threading.Timer(0.2, lambda: client.create(event(namespace, "a")))
    writer.start()
    for kind, seen in client.watch(Event, namespace=namespace, resource_version=version, server_timeout=60):
        assert (kind, seen.metadata.name) == ("ADDED", "a")
        break
    writer.join()
