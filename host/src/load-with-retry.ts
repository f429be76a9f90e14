/** Retries a failed import once after a delay: the bundler does not retry it, and `React.lazy` caches a failure. */
export function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  return load().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    return load()
  })
}
