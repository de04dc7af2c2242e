import type { AnyEvent } from "../../base/event/event.ts";
import { occurrenceOf } from "../../base/event/occurrence.ts";
import type { ConnectionOptions } from "../../connect/connection/connection.ts";
import { EventReader } from "../../read/mod.ts";
import { getFieldSelector } from "../../read/reader/get_field_selector.ts";
import { isVerdict } from "../../read/timeline/trouble.ts";
import type { Arguments } from "./command.ts";
import { type ClusterConnection, connect, untilServed } from "./connect.ts";
import {
  choicesOf,
  chosenBy,
  isController,
  type NamedObject,
  objectChoice,
  objectsOf,
  termsOf,
} from "./event_selection.ts";
import { findKind } from "./find_object.ts";
import { merged, type Reader } from "./merged_reader.ts";
import { untilEnded } from "./shell.ts";

/** A reader of the selected events; dispose of it to close its connections. */
export interface SelectedReader extends Pick<ClusterConnection, "title" | "kubectlFlags">, AsyncDisposable {
  readonly reader: Reader;
  /** Whether a picture shows an event; the reader also reads others, which decide whether an object still fails. */
  readonly isSelected: (event: AnyEvent) => boolean;
  readonly connection: ConnectionOptions;
  /** The selected namespaces; empty for all. */
  readonly namespaces: readonly string[];
  /** Whether some events of these namespaces are left out. */
  readonly isFiltered: boolean;
  /** The selection in words, such as "namespace shop, type=Warning". */
  readonly selection: string;
  /** The selection in words, without the object. */
  readonly scope: string;
}

interface SelectOptions {
  readonly note: (line: string) => void;
  /** The object of a row, which the operand names. */
  readonly row?: string | undefined;
  readonly isPicture?: boolean;
}

/** Reads the selected events until a time, or until a signal ends the command. Returns the exit code. */
export function readUntilEnded(
  args: Arguments,
  { untilMs, ...options }: SelectOptions & { readonly untilMs?: number },
  read: (selected: SelectedReader, ended: AbortController) => Promise<void>,
): Promise<number> {
  return untilEnded(async (ended) => {
    const selected = await selectReader(args, { ...options, signal: ended.signal });
    try {
      await read(selected, ended);
    } finally {
      await selected[Symbol.asyncDispose]();
    }
  }, untilMs);
}

export async function selectReader(
  args: Arguments,
  { signal, note, row, isPicture = false }: SelectOptions & { readonly signal: AbortSignal },
): Promise<SelectedReader> {
  const choices = choicesOf(args);
  const isChosen = isPicture ? chosenBy(args) : () => true;
  const named = objectsOf(args, row);
  const cluster = await connect(args, signal);
  try {
    const find = async (object: NamedObject): Promise<NamedObject & { readonly isNamespaced: boolean }> => {
      const onFailure = (reason: string): void => note(`${reason}; trying again`);
      const found = await untilServed(() => findKind(cluster, object.kind, signal), { signal, onFailure });
      if (found.warning !== undefined) note(found.warning);
      return { ...object, kind: found.resource.kind, isNamespaced: found.resource.isNamespaced };
    };
    const [is, isNot] = [await Promise.all(named[0].map(find)), await Promise.all(named[1].map(find))];
    const [one] = is.length === 1 && isNot.length === 0 && !isController(is[0]!) ? is : [];
    const objects = objectChoice([is, isNot]);
    const about = one ? [getFieldSelector("v1", { kind: one.kind, name: one.name })] : objects.terms;
    const terms = termsOf(args, choices);
    const isAll = args.has("all-namespaces");
    // Events about cluster-scoped objects are in `default`.
    const places = is.flatMap(({ isNamespaced }) => isNamespaced ? cluster.namespaces : ["default"]);
    const namespaces = isAll ? [] : is.length === 0 ? cluster.namespaces : [...new Set(places)];
    const selectable = choices.flatMap(({ isSelector, terms }) => isSelector ? terms : []);
    const fields = [...one ? about : [], ...isPicture ? [] : [...selectable, args.text("field-selector") ?? ""]];
    const filters = isPicture ? [objects] : [...choices, objects];
    const options = {
      ...cluster.options,
      fieldSelector: fields.filter((field) => field !== "").join(",") || undefined,
      labelSelector: !isPicture && args.text("selector") || undefined,
      // The conditions that no selector can express.
      filter: (event: AnyEvent) =>
        filters.every(({ selects }) => selects(event)) && (isChosen(event) || isVerdict(occurrenceOf(event, 1))),
      logger: { warn: note, error: note },
    };
    const where = isAll ? "all namespaces" : `namespace${namespaces.length > 1 ? "s" : ""} ${namespaces.join(", ")}`;
    return {
      reader: merged((isAll ? [undefined] : namespaces).map((namespace) => new EventReader({ ...options, namespace }))),
      isSelected: isChosen,
      connection: cluster.options,
      namespaces,
      isFiltered: about.length + terms.length > 0,
      selection: [where, ...about, ...terms].join(", "),
      scope: [where, ...terms].join(", "),
      title: cluster.title,
      kubectlFlags: cluster.kubectlFlags,
      [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose](),
    };
  } catch (error) {
    await cluster[Symbol.asyncDispose]();
    throw error;
  }
}
