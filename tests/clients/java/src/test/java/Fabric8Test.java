import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** fabric8, which asks for a WebSocket and, as there are none here, watches over HTTP. */
@Timeout(120)
class Fabric8Test {
  private final String namespace = Namespaces.next();

  private KubernetesClient client() {
    Config config = new ConfigBuilder(Config.empty()).withMasterUrl(Namespaces.url()).build();
    return new KubernetesClientBuilder().withConfig(config).build();
  }

  private Event event(String name) {
    return new EventBuilder()
        .withNewMetadata().withName(name).withNamespace(namespace).endMetadata()
        .withNewInvolvedObject().withKind("Pod").withName("web").withNamespace(namespace).endInvolvedObject()
        .withReason("Pulled")
        .withCount(1)
        .build();
  }

  @Test
  void writes() {
    try (KubernetesClient client = client()) {
      var events = client.v1().events().inNamespace(namespace);
      events.resource(event("a")).create();
      assertEquals(2, events.withName("a").edit(e -> new EventBuilder(e).withCount(2).build()).getCount());
      assertEquals(1, events.withField("reason", "Pulled").list().getItems().size());
      events.withName("a").delete();
      assertNull(events.withName("a").get());
    }
  }

  @Test
  void isToldThatItCannotApply() {
    try (KubernetesClient client = client()) {
      var events = client.v1().events().inNamespace(namespace);
      var refused = assertThrows(KubernetesClientException.class, () -> events.resource(event("a")).serverSideApply());
      assertEquals(415, refused.getCode());
    }
  }

  @Test
  void watches() throws Exception {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    try (KubernetesClient client = client()) {
      var events = client.v1().events().inNamespace(namespace);
      try (var watch = events.watch(new Watcher<Event>() {
        @Override
        public void eventReceived(Action action, Event event) {
          // As a cluster does, the server ends the initial events with a bookmark.
          if (action != Action.BOOKMARK) seen.add(action + " " + event.getMetadata().getName());
        }

        @Override
        public void onClose(WatcherException cause) {
          seen.add("closed: " + cause);
        }
      })) {
        events.resource(event("a")).create();
        assertEquals("ADDED a", seen.poll(60, TimeUnit.SECONDS));
        events.withName("a").delete();
        assertEquals("DELETED a", seen.poll(60, TimeUnit.SECONDS));
      }
    }
  }

  @Test
  void informs() throws Exception {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    try (KubernetesClient client = client()) {
      var events = client.v1().events().inNamespace(namespace);
      events.resource(event("a")).create();
      try (var informer = events.inform(new ResourceEventHandler<Event>() {
        @Override
        public void onAdd(Event event) {
          seen.add("add " + event.getMetadata().getName());
        }

        @Override
        public void onUpdate(Event old, Event event) {
          seen.add("update " + event.getCount());
        }

        @Override
        public void onDelete(Event event, boolean unknown) {
          seen.add("delete " + event.getMetadata().getName());
        }
      })) {
        assertTrue(informer.hasSynced());
        assertEquals("add a", seen.poll(60, TimeUnit.SECONDS));
        events.resource(event("b")).create();
        assertEquals("add b", seen.poll(60, TimeUnit.SECONDS));
        events.withName("b").patch(PatchContext.of(PatchType.JSON_MERGE), "{\"count\":5}");
        assertEquals("update 5", seen.poll(60, TimeUnit.SECONDS));
        events.withName("a").delete();
        assertEquals("delete a", seen.poll(60, TimeUnit.SECONDS));
      }
    }
  }
}
