import { getFieldSelector } from "../reader/get_field_selector.ts";
import { EventReader } from "../reader/mod.ts";
import { type Arguments, type Flag, UsageError } from "./command.ts";
import { connect, untilServed } from "./connect.ts";
import { findKind, parseObjectName } from "./find_object.ts";

/** The flags that select events to read. */
export const SELECTION_FLAGS: Readonly<Record<string, Flag>> = {
  "all-namespaces": { short: "A", text: "The events of all namespaces" },
  for: {
    value: "KIND/NAME",
    text: "The events about one object; of a cluster-scoped one, those in the namespace default",
  },
  types: { value: "TYPES", text: "Normal, Warning, or both with a comma (default: both)" },
  selector: { short: "l", value: "LABELS", text: "The events with these labels, such as team=shop" },
};

/** A reader of the selected events, until it is disposed of. */
export interface SelectedReader extends AsyncDisposable {
  readonly reader: EventReader;
  /** The selection in words, such as "namespace shop, type=Warning". */
  readonly selection: string;
}

/** Connects to the server, and returns a reader of the selected events. */
export async function selectReader(
  args: Arguments,
  { signal, note }: { readonly signal: AbortSignal; readonly note: (line: string) => void },
): Promise<SelectedReader> {
  const types = typesOf(args.text("types"));
  const object = args.text("for") === undefined ? undefined : parseObjectName(args.text("for"));
  const cluster = await connect(args, signal);
  try {
    const selectors = types === undefined ? [] : [`type=${types}`];
    let { namespace } = cluster;
    if (object !== undefined) {
      const onFailure = (reason: string): void => note(`${reason}; trying again`);
      const found = await untilServed(() => findKind(cluster, object.kind, signal), { signal, onFailure });
      const { resource: { kind, isNamespaced }, warning } = found;
      if (warning !== undefined) note(warning);
      selectors.unshift(getFieldSelector("v1", { kind, name: object.name }));
      // The namespace of events about cluster-scoped objects.
      if (!isNamespaced) namespace = "default";
    }
    const isAll = args.has("all-namespaces");
    const labelSelector = args.text("selector") || undefined;
    const reader = new EventReader({
      ...cluster.options,
      namespace: isAll ? undefined : namespace,
      fieldSelector: selectors.length === 0 ? undefined : selectors.join(","),
      labelSelector,
      logger: { warn: note, error: note },
    });
    const labels = labelSelector === undefined ? [] : [`labels ${labelSelector}`];
    const selection = [isAll ? "all namespaces" : `namespace ${namespace}`, ...selectors, ...labels].join(", ");
    return { reader, selection, [Symbol.asyncDispose]: async () => await cluster[Symbol.asyncDispose]() };
  } catch (error) {
    await cluster[Symbol.asyncDispose]();
    throw error;
  }
}

/** The type to select, or `undefined` for all. */
function typesOf(text: string | undefined): string | undefined {
  const types = new Set(
    text?.split(",").map((word) => {
      const type = ["Normal", "Warning"].find((type) => type.toLowerCase() === word.trim().toLowerCase());
      if (type !== undefined) return type;
      throw new UsageError(`--types must be Normal, Warning or both, received ${JSON.stringify(text)}`);
    }),
  );
  return types.size === 1 ? [...types][0] : undefined;
}
