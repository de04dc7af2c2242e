/** A number of things, in words: `1 event`, `2 events`. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
