import type { ConnectionOptions } from "../../connect/connection/connection.ts";
import { getFieldSelector } from "../../read/reader/get_field_selector.ts";
import { EventReader } from "../../read/mod.ts";
import { type Arguments, type Flag, UsageError } from "./command.ts";
import { connect, untilServed } from "./connect.ts";
import { findKind, type ObjectName, parseObjectName } from "./find_object.ts";
import { onSignals } from "./shell.ts";

export const SELECTION_FLAGS: Readonly<Record<string, Flag>> = {
  "all-namespaces": { short: "A", text: "The events of all namespaces" },
  for: {
    value: "KIND/NAME",
    text: "The events about one object; of a cluster-scoped one, those in the namespace default",
  },
  types: {
    value: "TYPES",
    choices: ["Normal", "Warning", "Normal,Warning"],
    text: "Normal, Warning, or both with a comma (default: both)",
  },
  reason: { value: "REASON", text: "The events with this reason, such as BackOff" },
  "field-selector": { value: "FIELDS", text: "The events with these fields, such as reportingComponent=kubelet" },
  selector: { short: "l", value: "LABELS", text: "The events with these labels, such as team=shop" },
};

/** A reader of the selected events, until it is disposed of. */
export interface SelectedReader extends AsyncDisposable {
  readonly reader: EventReader;
  readonly connection: ConnectionOptions;
  /** The selection in words, such as "namespace shop, type=Warning". */
  readonly selection: string;
  /** The cluster's name for people, and the flags with which kubectl reaches it. */
  readonly cluster: string;
  readonly kubectlFlags: string;
  /** The same without the object. */
  readonly place: string;
}

/** Reads the selected events until a signal ends the command, which is not an error. Returns the exit code. */
export async function readUntilEnded(
  args: Arguments,
  options: { readonly note: (line: string) => void; readonly object?: ObjectName | undefined },
  read: (selected: SelectedReader, ended: AbortController) => Promise<void>,
): Promise<number> {
  const ended = new AbortController();
  const signals = onSignals(() => ended.abort());
  let selected: SelectedReader | undefined;
  try {
    selected = await selectReader(args, { ...options, signal: ended.signal });
    await read(selected, ended);
  } catch (error) {
    if (!ended.signal.aborted) throw error;
  } finally {
    signals[Symbol.dispose]();
    await selected?.[Symbol.asyncDispose]();
  }
  return 0;
}

export async function selectReader(
  args: Arguments,
  { signal, note, object = namedObject(args) }: {
    readonly signal: AbortSignal;
    readonly note: (line: string) => void;
    readonly object?: ObjectName | undefined;
  },
): Promise<SelectedReader> {
  const type = selectedType(args);
  const cluster = await connect(args, signal);
  try {
    const [reason, fields] = [args.text("reason"), args.text("field-selector")];
    const selectors = [type && `type=${type}`, reason && `reason=${reason}`, fields].filter((text) => text);
    let { namespace } = cluster;
    const about: string[] = [];
    if (object !== undefined) {
      const onFailure = (reason: string): void => note(`${reason}; trying again`);
      const found = await untilServed(() => findKind(cluster, object.kind, signal), { signal, onFailure });
      const { resource: { kind, isNamespaced }, warning } = found;
      if (warning !== undefined) note(warning);
      about.push(getFieldSelector("v1", { kind, name: object.name }));
      // The namespace of events about cluster-scoped objects.
      if (!isNamespaced) namespace = "default";
    }
    const isAll = args.has("all-namespaces");
    const labelSelector = args.text("selector") || undefined;
    const reader = new EventReader({
      ...cluster.options,
      namespace: isAll ? undefined : namespace,
      fieldSelector: [...about, ...selectors].join(",") || undefined,
      labelSelector,
      logger: { warn: note, error: note },
    });
    const labels = labelSelector === undefined ? [] : [`labels ${labelSelector}`];
    const where = isAll ? "all namespaces" : `namespace ${namespace}`;
    const { title, kubectlFlags } = cluster;
    return {
      reader,
      connection: cluster.options,
      selection: [where, ...about, ...selectors, ...labels].join(", "),
      place: [where, ...selectors, ...labels].join(", "),
      cluster: title,
      kubectlFlags,
      [Symbol.asyncDispose]: async () => await cluster[Symbol.asyncDispose](),
    };
  } catch (error) {
    await cluster[Symbol.asyncDispose]();
    throw error;
  }
}

function namedObject(args: Arguments): ObjectName | undefined {
  return args.text("for") === undefined ? undefined : parseObjectName(args.text("for"));
}

/** The type that `--types` selects, or `undefined` for all. */
export function selectedType(args: Arguments): string | undefined {
  const text = args.text("types");
  const types = new Set(
    text?.split(",").map((word) => {
      const type = ["Normal", "Warning"].find((type) => type.toLowerCase() === word.trim().toLowerCase());
      if (type !== undefined) return type;
      throw new UsageError(`--types must be Normal, Warning or both, received ${JSON.stringify(text)}`);
    }),
  );
  return types.size === 1 ? [...types][0] : undefined;
}
