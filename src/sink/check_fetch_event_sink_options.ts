import { API_VERSIONS, type ApiVersion } from "../api/api_version.ts";
import { checkOptionTypes } from "../api/check_option_types.ts";
import { checkWord } from "../api/check_word.ts";
import { showValue } from "../api/show_value.ts";
import { checkToken } from "./bearer_token.ts";
import type { FetchEventSinkOptions, PatchType } from "./fetch_event_sink_options.ts";

const PATCH_TYPES: readonly PatchType[] = ["json", "merge", "strategic-merge"];

/** Throws unless all options, but for server and headers, are what they may be. */
export function checkFetchEventSinkOptions(options: FetchEventSinkOptions<ApiVersion>): void {
  const refuse = (fault: string, value: unknown): never => {
    throw new TypeError(`Cannot create a FetchEventSink: ${fault}, received ${showValue(value)}`);
  };
  if (typeof options !== "object" || options === null || options instanceof URL) {
    refuse('options must be an object such as { server: "https://…" }', options);
  }
  const { apiVersion = "v1", fetch, token, fieldManager = "x", patchType = "json" } = options;
  checkWord("create a FetchEventSink", "apiVersion", apiVersion, API_VERSIONS);
  checkOptionTypes("create a FetchEventSink", { functions: { fetch } });
  checkToken(token);
  if (typeof fieldManager !== "string" || !/^.{1,128}$/u.test(fieldManager)) {
    refuse("fieldManager must be a string of 1 to 128 characters", fieldManager);
  }
  checkWord("create a FetchEventSink", "patchType", patchType, PATCH_TYPES);
}
