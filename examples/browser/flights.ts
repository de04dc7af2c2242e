import { element, show } from "./element.ts";

const VERBS: Readonly<Record<string, string>> = { POST: "create", PATCH: "patch" };

/** Shows the requests in flight, one place for each that may be in flight at once, and when the next try is due. */
export function showFlights(
  requests: Iterable<Request>,
  { concurrency, nextTryAt }: { readonly concurrency: number; readonly nextTryAt: number | undefined },
): void {
  const places = element("flights");
  while (places.childElementCount < concurrency) places.append(document.createElement("li"));
  const inFlight = [...requests];
  const waitMs = nextTryAt === undefined ? undefined : Math.max(0, nextTryAt - Date.now());
  const next = waitMs === undefined ? "idle" : `next try in ${(waitMs / 1000).toFixed(1)} s`;
  for (const [index, place] of [...places.children].entries()) {
    const request = inFlight[index];
    place.classList.toggle("busy", request !== undefined);
    // Only the first idle place shows the wait.
    const isNext = request === undefined && index === inFlight.length && waitMs !== undefined;
    place.classList.toggle("next", isNext);
    show(
      place as HTMLElement,
      request === undefined ? isNext ? next : "idle" : `${VERBS[request.method]} ${nameOf(request)}`,
    );
  }
}

/** The event of a patch; a create has none in its path. */
function nameOf({ method, url }: Request): string {
  return method === "POST" ? "an event" : decodeURIComponent(url.slice(url.lastIndexOf("/") + 1));
}
