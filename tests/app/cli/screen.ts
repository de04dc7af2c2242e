/** The part of a terminal that `kubecast watch` uses: what its output looks like, and whether a line was too long. */
export class Screen {
  /** The lines of the screen that is shown, without spaces at their ends. */
  lines: string[] = [];
  /** Whether the alternate screen is shown. */
  isAlternate = false;
  isCursorShown = true;
  isWrapping = true;
  /** The most columns that a line on the alternate screen has taken. */
  widest = 0;
  readonly #columns: number;
  #normal: string[] = [];
  #row = 0;
  #column = 0;

  /** Takes output; the escape sequences that it does not know are an error. */
  constructor(output: string, columns: number) {
    this.#columns = columns;
    // deno-lint-ignore no-control-regex
    for (const [token] of output.matchAll(/\x1b\[[?\d;]*[A-Za-z]|[\s\S]/gu)) this.#take(token);
    this.lines = this.lines.map((line) => (line ?? "").trimEnd());
    while (this.lines.at(-1) === "") this.lines.pop();
  }

  #take(token: string): void {
    if (token.length > 1 && token[0] === "\x1b") return this.#control(token.slice(2));
    if (token === "\n") this.#row++;
    else if (token === "\r") this.#column = 0;
    else this.#put(token);
  }

  #put(character: string): void {
    const line = (this.lines[this.#row] ?? "").padEnd(this.#column);
    this.lines[this.#row] = line.slice(0, this.#column) + character + line.slice(this.#column + character.length);
    this.#column += character.length;
    if (this.isAlternate) this.widest = Math.max(this.widest, this.#column);
  }

  #control(sequence: string): void {
    const line = this.lines[this.#row] ?? "";
    // Without wrapping, the cursor stays in the last column, so that clearing from there clears the last character.
    const column = Math.min(this.#column, this.#columns - 1);
    if (sequence === "H") [this.#row, this.#column] = [0, 0];
    else if (sequence === "K") this.lines[this.#row] = line.slice(0, column);
    else if (sequence === "J") {
      this.lines[this.#row] = line.slice(0, column);
      this.lines.length = this.#row + 1;
    } else if (sequence === "?25l" || sequence === "?25h") this.isCursorShown = sequence.endsWith("h");
    else if (sequence === "?7l" || sequence === "?7h") this.isWrapping = sequence.endsWith("h");
    else if (sequence === "?1049h" || sequence === "?1049l") this.#switch(sequence.endsWith("h"));
    else if (!/^\d+m$/.test(sequence)) throw new Error(`Unknown escape sequence: ${sequence}`);
  }

  #switch(isAlternate: boolean): void {
    if (isAlternate === this.isAlternate) return;
    this.isAlternate = isAlternate;
    [this.lines, this.#normal] = [this.#normal, isAlternate ? this.lines : []];
    if (isAlternate) this.lines = [];
    [this.#row, this.#column] = [isAlternate ? 0 : this.lines.length, 0];
  }
}
