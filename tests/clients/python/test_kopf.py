"""An operator of kopf that watches events, and records others."""

import asyncio
import threading

import kopf


def test_operator(url, namespace):
    from kubernetes import client

    core = client.CoreV1Api(client.ApiClient(client.Configuration(host=url)))
    registry = kopf.OperatorRegistry()
    answered = threading.Event()

    @kopf.on.login(registry=registry)
    def login(**_):
        return kopf.ConnectionInfo(server=url)

    @kopf.on.event("v1", "events", registry=registry)
    def seen(body, type, **_):
        if body["metadata"]["namespace"] == namespace and body["reason"] == "Asked":
            # About what the event is about: kopf records nothing about events themselves.
            pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web", "namespace": namespace, "uid": "u1"}}
            kopf.info(pod, reason="Answered", message="answered")
        if body["metadata"]["namespace"] == namespace and body["reason"] == "Answered":
            answered.set()

    stop, ready = threading.Event(), threading.Event()
    settings = kopf.OperatorSettings()
    operator = threading.Thread(
        target=lambda: asyncio.run(
            kopf.operator(
                registry=registry, settings=settings, clusterwide=True, standalone=True, stop_flag=stop, ready_flag=ready
            )
        )
    )
    operator.start()
    try:
        assert ready.wait(60)
        core.create_namespaced_event(
            namespace,
            client.CoreV1Event(
                metadata=client.V1ObjectMeta(name="a"),
                involved_object=client.V1ObjectReference(kind="Pod", name="web", namespace=namespace),
                reason="Asked",
            ),
        )
        assert answered.wait(60)
    finally:
        stop.set()
        operator.join()
