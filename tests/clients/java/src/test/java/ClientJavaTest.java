import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.reflect.TypeToken;
import io.kubernetes.client.extended.event.EventType;
import io.kubernetes.client.extended.event.legacy.LegacyEventBroadcaster;
import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.CoreV1Event;
import io.kubernetes.client.openapi.models.CoreV1EventList;
import io.kubernetes.client.openapi.models.V1EventSource;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1ObjectReference;
import io.kubernetes.client.util.CallGeneratorParams;
import io.kubernetes.client.util.Config;
import io.kubernetes.client.util.Watch;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The official client. */
@Timeout(120)
class ClientJavaTest {
  private final String namespace = Namespaces.next();
  private final ApiClient client = Config.fromUrl(Namespaces.url(), false);
  private final CoreV1Api api = new CoreV1Api(client);

  ClientJavaTest() {
    client.setReadTimeout(0);
  }

  private V1ObjectReference pod() {
    return new V1ObjectReference().apiVersion("v1").kind("Pod").name("web").namespace(namespace).uid("u1");
  }

  private CoreV1Event event(String name) {
    return new CoreV1Event()
        .metadata(new V1ObjectMeta().name(name).namespace(namespace))
        .involvedObject(pod())
        .reason("Pulled")
        .count(1);
  }

  @Test
  void writes() throws Exception {
    CoreV1Event created = api.createNamespacedEvent(namespace, event("a")).execute();
    created.setCount(2);
    assertEquals(2, api.replaceNamespacedEvent("a", namespace, created).execute().getCount());
    var stale = assertThrows(
        ApiException.class, () -> api.replaceNamespacedEvent("a", namespace, created).execute());
    assertEquals(409, stale.getCode());
    assertEquals(1, api.listNamespacedEvent(namespace).fieldSelector("reason=Pulled").execute().getItems().size());
    api.deleteNamespacedEvent("a", namespace).execute();
    assertEquals(0, api.listNamespacedEvent(namespace).execute().getItems().size());
  }

  @Test
  void watchesFromTheFirstLineOn() throws Exception {
    String version = api.listNamespacedEvent(namespace).execute().getMetadata().getResourceVersion();
    var call = api.listNamespacedEvent(namespace).watch(true).resourceVersion(version).timeoutSeconds(60).buildCall(null);
    try (Watch<CoreV1Event> watch =
        Watch.createWatch(client, call, new TypeToken<Watch.Response<CoreV1Event>>() {}.getType())) {
      api.createNamespacedEvent(namespace, event("a")).execute();
      assertTrue(watch.hasNext());
      var first = watch.next();
      assertEquals("ADDED a", first.type + " " + first.object.getMetadata().getName());
    }
  }

  @Test
  void keepsAnInformer() throws Exception {
    api.createNamespacedEvent(namespace, event("a")).execute();
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    var factory = new SharedInformerFactory(client);
    var informer = factory.sharedIndexInformerFor(
        (CallGeneratorParams params) -> api.listNamespacedEvent(namespace)
            .resourceVersion(params.resourceVersion)
            .timeoutSeconds(params.timeoutSeconds)
            .watch(params.watch)
            .buildCall(null),
        CoreV1Event.class,
        CoreV1EventList.class);
    informer.addEventHandler(new ResourceEventHandler<CoreV1Event>() {
      @Override
      public void onAdd(CoreV1Event event) {
        seen.add("add " + event.getMetadata().getName());
      }

      @Override
      public void onUpdate(CoreV1Event old, CoreV1Event event) {
        seen.add("update " + event.getCount());
      }

      @Override
      public void onDelete(CoreV1Event event, boolean unknown) {
        seen.add("delete " + event.getMetadata().getName());
      }
    });
    factory.startAllRegisteredInformers();
    try {
      assertEquals("add a", seen.poll(60, TimeUnit.SECONDS));
      api.createNamespacedEvent(namespace, event("b")).execute();
      assertEquals("add b", seen.poll(60, TimeUnit.SECONDS));
      api.deleteNamespacedEvent("a", namespace).execute();
      assertEquals("delete a", seen.poll(60, TimeUnit.SECONDS));
    } finally {
      factory.stopAllRegisteredInformers();
    }
  }

  @Test
  void records() throws Exception {
    var broadcaster = new LegacyEventBroadcaster(api);
    broadcaster.startRecording();
    var recorder = broadcaster.newRecorder(new V1EventSource().component("java-test"));
    for (int i = 0; i < 3; i++) {
      recorder.event(pod(), EventType.Warning, "BackOff", "Back-off restarting %s", "web");
    }
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    for (;;) {
      var items = api.listNamespacedEvent(namespace).execute().getItems();
      if (items.size() == 1 && Integer.valueOf(3).equals(items.get(0).getCount())) break;
      assertTrue(System.nanoTime() < deadline, () -> "never one event with count 3: " + items);
      Thread.sleep(10);
    }
    broadcaster.shutdown();
  }
}
