const TRUE = ["1", "t", "T", "TRUE", "true", "True"];

/**
 * Whether the client wants indented JSON: if `pretty` asks for it or, if absent, if a person may read the response
 * (apiserver's `isPrettyPrint`).
 */
export function wantsPretty({ headers }: Request, query: URLSearchParams): boolean {
  const pretty = query.get("pretty");
  return pretty ? TRUE.includes(pretty) : /^(curl|Wget|Mozilla\/5\.0)/.test(headers.get("user-agent") ?? "");
}

/** Indents a JSON response by two spaces while it is read; returns other responses unchanged. */
export function indented(response: Response): Response {
  if (response.body === null || response.headers.get("content-type") !== "application/json") return response;
  const indent = new Indenter();
  const body = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(
      new TransformStream<string, string>({ transform: (text, out) => out.enqueue(indent.next(text)) }),
    )
    .pipeThrough(new TextEncoderStream());
  return new Response(body, response);
}

/** Indents compact JSON that arrives in parts. */
class Indenter {
  #depth = 0;
  /** Whether the last part ended inside a string, and with a backslash in it. */
  #isInText = false;
  #isEscaped = false;
  /** Whether an object or array was just opened; an empty one stays on its line. */
  #isOpened = false;

  next(text: string): string {
    let result = "";
    for (let i = 0; i < text.length; i++) {
      const char = text[i]!;
      if (this.#isInText) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (char === "\\") this.#isEscaped = true;
        else if (char === '"') this.#isInText = false;
        result += char;
      } else result += this.#outsideText(char);
    }
    return result;
  }

  #outsideText(char: string): string {
    const wasOpened = this.#isOpened;
    this.#isOpened = char === "{" || char === "[";
    const isClosed = char === "}" || char === "]";
    if (isClosed) this.#depth--;
    const before = wasOpened !== isClosed && (wasOpened || isClosed) ? this.#newLine() : "";
    if (this.#isOpened) this.#depth++;
    if (char === '"') this.#isInText = true;
    return before + (char === ":" ? ": " : char === "," ? char + this.#newLine() : char);
  }

  #newLine(): string {
    return `\n${"  ".repeat(this.#depth)}`;
  }
}
