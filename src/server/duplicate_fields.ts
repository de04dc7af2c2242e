/** How many are told: as many as a cluster tells, so that nobody is kept busy with paths that are long and many. */
const MAX_FOUND = 100;

/** An object or an array that is being read. */
interface Level {
  /** The fields so far; an array has none. */
  readonly names?: Set<string>;
  /** The field that is being read. */
  name: string;
  /** The item that is being read. */
  index: number;
  /** Whether the next text is the name of a field. */
  awaitsName: boolean;
}

/**
 * Finds the fields that an object has more than once, of which `JSON.parse` tells nothing: the last one wins there.
 *
 * @param text What `JSON.parse` has read without complaint.
 * @returns Their paths, such as `"metadata.name"` and `"[0].value"`, each once, in the order of their second occurrence, 100 at
 *   most.
 */
export function duplicateFields(text: string): string[] {
  const found = new Set<string>();
  const levels: Level[] = [];
  let level: Level | undefined;
  for (let i = 0; i < text.length && found.size < MAX_FOUND; i++) {
    switch (text[i]) {
      case "{":
        levels.push(level = { names: new Set(), name: "", index: 0, awaitsName: true });
        break;
      case "[":
        levels.push(level = { name: "", index: 0, awaitsName: false });
        break;
      case "}":
      case "]":
        levels.pop();
        level = levels.at(-1);
        break;
      case ",":
        level!.index++;
        level!.awaitsName = level!.names !== undefined;
        break;
      case '"': {
        const start = i;
        i = endOfText(text, start);
        if (!level?.awaitsName) break;
        level.awaitsName = false;
        const name = text.slice(start + 1, i);
        level.name = name.includes("\\") ? JSON.parse(`"${name}"`) : name;
        if (level.names!.has(level.name)) found.add(pathOf(levels));
        level.names!.add(level.name);
      }
    }
  }
  return [...found];
}

/** Where the quote is that ends what the one at `start` begins. */
function endOfText(text: string, start: number): number {
  let end = start + 1;
  for (; text[end] !== '"'; end++) if (text[end] === "\\") end++;
  return end;
}

function pathOf(levels: readonly Level[]): string {
  return levels.map(({ names, name, index }) => names ? `.${name}` : `[${index}]`).join("").replace(/^\./, "");
}
