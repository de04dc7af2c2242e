/** Calls a function of the user's. What it throws goes to `onThrow`, as does what it rejects with if it is async. */
export function callGuarded(call: () => unknown, onThrow: (error: unknown) => void): void {
  try {
    const result = call();
    if (result instanceof Promise) result.catch(onThrow);
  } catch (error) {
    onThrow(error);
  }
}
