/** The event that an answer of `server` carries, whose body is consumed. No error shows the body. */
export async function readEvent<E>(response: Response, server: string): Promise<E> {
  let body: unknown;
  try {
    body = await response.json();
  } catch {
    // Not passed on: it quotes the body.
    throw isJson(response)
      ? new Error(`Cannot read the answer of ${server}: it is no whole JSON`)
      : noApi(response, server);
  }
  const { kind = "Event", metadata } = Object(body) as { kind?: unknown; metadata?: unknown };
  if (kind === "Event" && typeof metadata === "object" && metadata !== null) return body as E;
  throw new Error(`${server} answered with something that is no Event (is it an API server?)`);
}

/** Whether an answer says that it is JSON. */
export function isJson(response: Response): boolean {
  return mediaType(response).includes("json");
}

/** What is wrong with the good answer of a server that is none of Kubernetes: a page to log in, say. */
export function noApi(response: Response, server: string): Error {
  return new Error(`${server} answered with ${mediaType(response)} in place of JSON (is it an API server?)`);
}

function mediaType(response: Response): string {
  return response.headers.get("content-type")?.split(";", 1)[0] ?? "nothing";
}
