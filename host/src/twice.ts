/** Loads a file once more after a pause when it failed: the bundler has no retry, and `React.lazy` keeps a failure. */
export function twice<T>(load: () => Promise<T>): Promise<T> {
  return load().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    return load()
  })
}
