/** Attributes of an element; a function listens to the event of its name, and `undefined` and `false` are left out. */
type Attributes = Readonly<Record<string, string | number | boolean | undefined | ((event: never) => void)>>;
type Child = Node | string | undefined | false;

/** Creates an element. Strings become text, and are never parsed as markup. */
export function html<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  return filled(document.createElement(tag), attributes, children);
}

/** Creates an element of a drawing. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function filled<E extends Element>(element: E, attributes: Attributes, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value as EventListener);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

/** Sets an attribute if it has changed, so that a frame without changes costs no layout. `undefined` removes it. */
export function set(element: Element, name: string, value: string | number | undefined): void {
  if (value === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

/** Characters that change the direction of text, with which one name can look like another. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** Sets the text if it has changed, so that a selection within it is kept. */
export function setText(element: Element, text: string): void {
  const safe = text.replace(TURNING, "\ufffd");
  if (element.textContent !== safe) element.textContent = safe;
}

/** Creates an element for a text that is cut before its end if there is no room. */
export function cutElement(name: string): HTMLElement {
  return html("span", { class: `cut ${name}` }, html("span"), html("span"));
}

export function setCut({ firstElementChild, lastElementChild }: Element, head: string, tail: string): void {
  setText(firstElementChild!, head);
  setText(lastElementChild!, tail);
}

/** Creates a button that copies a text. */
export function copyButton(text: () => string): HTMLButtonElement {
  const button = html("button", {
    type: "button",
    class: "quiet",
    click: async () => {
      const copied = await navigator.clipboard.writeText(text()).then(() => true, () => false);
      button.textContent = copied ? "Copied" : "Select it";
      setTimeout(() => button.textContent = "Copy", 1500);
    },
  }, "Copy");
  return button;
}
