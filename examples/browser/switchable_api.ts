import { EventsApiServer } from "@kubecast/events/server";

/** An Events API in the page that can be slow, and switched off and on. */
export class SwitchableApi {
  readonly #api = new EventsApiServer();
  readonly #inFlight = new Set<Request>();
  /** Whether it answers. */
  isUp = true;
  /** How long an answer takes. */
  latencyMs = 40;

  /** The requests in flight, oldest first. */
  get inFlight(): Iterable<Request> {
    return this.#inFlight;
  }

  /** For the sink. While the API is switched off, the request fails as on a broken network. */
  readonly fetch = async (request: Request): Promise<Response> => {
    this.#inFlight.add(request);
    try {
      await new Promise((resolve) => setTimeout(resolve, this.latencyMs));
      if (!this.isUp) throw new TypeError("Failed to fetch: the API is switched off");
      return await this.#api.fetch(request);
    } finally {
      this.#inFlight.delete(request);
    }
  };

  /** For the table, which works while the API is switched off, too. */
  readonly peek = (request: Request): Promise<Response> => this.#api.fetch(request);
}
