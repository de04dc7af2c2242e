import { showValue } from "../api/show_value.ts";

/** The URL of a server, without a slash at its end. */
export function serverUrl(server: string | URL): string {
  const url = URL.canParse(server) ? new URL(server) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(
      `Cannot create a FetchEventSink: server must be an http or https URL, received ${showValue(server)}`,
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new TypeError("Cannot create a FetchEventSink: server must not contain credentials, give a token instead");
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
}
