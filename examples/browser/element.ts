/** The element of the page with this id. */
export function element<E extends HTMLElement = HTMLElement>(id: string): E {
  return document.getElementById(id) as E;
}

/** Shows a text there, and touches nothing if it is there already. */
export function show(target: HTMLElement, text: string | number): void {
  if (target.textContent !== String(text)) target.textContent = String(text);
}
