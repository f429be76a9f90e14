/** Resolves in a task of its own, after what the browser has to do meanwhile. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
