/** The same with a server that has no WebSockets: fabric8 watches without, once its handshake has been answered. */
class Fabric8PlainTest extends Fabric8Test {
  @Override
  String url() {
    String plain = System.getenv("KUBE_API_PLAIN_URL");
    return plain == null ? super.url() : plain;
  }
}
