import { element, show } from "./element.ts";

const VERBS: Readonly<Record<string, string>> = { POST: "create", PATCH: "patch" };

/** Shows the requests in flight, one place for each that may be in flight at once. */
export function showFlights(requests: Iterable<Request>, concurrency: number): void {
  const places = element("flights");
  while (places.childElementCount < concurrency) places.append(document.createElement("li"));
  const inFlight = [...requests];
  for (const [index, place] of [...places.children].entries()) {
    const request = inFlight[index];
    place.classList.toggle("busy", request !== undefined);
    show(place as HTMLElement, request === undefined ? "idle" : `${VERBS[request.method]} ${nameOf(request)}`);
  }
}

/** The event of a patch; a create has none in its path. */
function nameOf({ method, url }: Request): string {
  return method === "POST" ? "an event" : decodeURIComponent(url.slice(url.lastIndexOf("/") + 1));
}
