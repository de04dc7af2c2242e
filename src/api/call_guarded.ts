/**
 * Calls a function of the user's, if any. What it throws goes to `onThrow`, as does what it rejects with if it is async; no
 * further than here if nobody is left to tell.
 */
export function callGuarded<A>(
  call: ((argument: A) => unknown) | undefined,
  argument: A,
  onThrow: (error: unknown) => void = () => {},
): void {
  try {
    const result = call?.(argument);
    if (result instanceof Promise) result.catch(onThrow);
  } catch (error) {
    onThrow(error);
  }
}
