import { EventsApiServer } from "@kubecast/events/server";

/** An Events API in the page, which can be slow, and switched off and on. */
export class SwitchableApi {
  readonly #api = new EventsApiServer();
  /** Whether it answers. */
  isUp = true;
  /** How long it takes to answer. */
  latencyMs = 40;

  /** For the sink. A switched off API is a network failure. */
  readonly fetch = async (request: Request): Promise<Response> => {
    await new Promise((resolve) => setTimeout(resolve, this.latencyMs));
    if (!this.isUp) throw new TypeError("Failed to fetch: the API is switched off");
    return this.#api.fetch(request);
  };

  /** For the table, which looks behind the switch. */
  readonly peek = (request: Request): Promise<Response> => this.#api.fetch(request);
}
