/** Returns a promise that resolves in a new task, after other pending work of the browser. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
