import type { ObjectOrReference, V1ObjectReference, V1OwnerReference } from "../../base/event/kubernetes_object.ts";
import { reasonOf } from "../../base/tools/logger.ts";
import { showValue } from "../../base/tools/check_options.ts";
import { UTF8 } from "../../base/tools/text.ts";
import { EVENT_LIMITS } from "../../base/event/event.ts";
import { isLabelValue, isQualifiedName } from "../../base/event/names.ts";

/**
 * Returns the owners that the garbage collector can find, because it would delete an event with any other owner at
 * once. Leaves out what they control and block, because servers reject a second controller, and OpenShift an owner to
 * block on whose finalizers the recorder has no right.
 *
 * @param eventNamespace The namespace of the event.
 * @param report Called for each omitted owner, with the reason.
 */
export function validOwners(
  given: unknown,
  eventNamespace: string,
  referenceOf: (owner: ObjectOrReference) => V1ObjectReference,
  report: (line: string) => void,
): readonly V1OwnerReference[] | undefined {
  if (!Array.isArray(given)) {
    report(`The ownerReferences of an event must be an array, received ${showValue(given)}`);
    return undefined;
  }
  const owners = given.flatMap((owner) => {
    try {
      return [ownerOf(referenceOf(owner), eventNamespace)];
    } catch (error) {
      report(`An owner of an event is omitted: ${reasonOf(error)}`);
      return [];
    }
  });
  return owners.length > 0 ? owners : undefined;
}

function ownerOf(
  { apiVersion, kind, name, uid, namespace }: V1ObjectReference,
  eventNamespace: string,
): V1OwnerReference {
  if (namespace && namespace !== eventNamespace) {
    throw new TypeError(`${kind} ${name} is in the namespace ${namespace}, the event in ${eventNamespace}`);
  }
  if (!uid || !apiVersion || !kind || !name) {
    throw new TypeError(`${kind} ${name} has no ${uid ? "apiVersion or name" : "uid"}`);
  }
  return { apiVersion, kind, name, uid };
}

/**
 * Returns the valid labels or annotations, because an invalid one would make the server reject the event. `null` and
 * `undefined` count as absent.
 *
 * @param report Called for each omitted or converted entry, with the reason.
 * @param reservedBytes Number of bytes to leave free for annotations that a recording adds.
 */
export function validEntries(
  field: "labels" | "annotations",
  entries: Readonly<Record<string, string>>,
  report: (key: string, reason: string) => void,
  reservedBytes = 0,
): Readonly<Record<string, string>> {
  const areLabels = field === "labels";
  let room = EVENT_LIMITS.annotationsBytes - reservedBytes;

  function faultOf(key: string, value: string): string | undefined {
    if (!isQualifiedName(areLabels ? key : key.toLowerCase())) {
      return "its key is not a qualified name such as example.com/name";
    }
    if (areLabels) {
      return isLabelValue(value)
        ? undefined
        : "its value must be up to 63 letters, digits, -, _ and ., and begin and end with a letter or digit";
    }
    const bytes = byteLength(key) + byteLength(value);
    if (bytes > room) return "there are more than 256 KiB of annotations";
    room -= bytes;
    return undefined;
  }

  const valid: Record<string, string> = {};
  for (const [key, value] of Object.entries<unknown>(entries)) {
    if (value === undefined || value === null) continue;
    const text = typeof value === "string" ? value : scalarText(value);
    const mistake = text === value ? "" : `its value is not a string, but ${showValue(value)}`;
    const fault = text === undefined ? mistake : faultOf(key, text);
    if (fault !== undefined) {
      report(key, `is omitted: ${fault}`);
      continue;
    }
    if (mistake !== "") report(key, `was converted to "${text}": ${mistake}`);
    valid[key] = text!;
  }
  return valid;
}

/** Converts a number or boolean, a common mistake in labels and annotations. */
function scalarText(value: unknown): string | undefined {
  return typeof value === "number" || typeof value === "boolean" || typeof value === "bigint" ? `${value}` : undefined;
}

/** Returns the number of bytes of a text in UTF-8, or its length if that alone exceeds the limit. */
function byteLength(text: string): number {
  return text.length > EVENT_LIMITS.annotationsBytes ? text.length : UTF8.encode(text).length;
}
