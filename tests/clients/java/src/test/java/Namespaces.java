import java.util.concurrent.atomic.AtomicInteger;

/** Where the server is, and a namespace for each test. */
final class Namespaces {
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  private Namespaces() {}

  static String url() {
    return System.getenv("KUBE_API_URL");
  }

  static String next() {
    return "java-" + ProcessHandle.current().pid() + "-" + NUMBERS.incrementAndGet();
  }
}
