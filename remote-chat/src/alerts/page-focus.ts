/** True when the page is visible and focused; a visible window without focus is not enough. */
export const isPageFocused = (): boolean => document.visibilityState === 'visible' && document.hasFocus()

export function onPageFocusChange(listener: () => void): () => void {
  const ended = new AbortController()
  const { signal } = ended
  document.addEventListener('visibilitychange', listener, { signal })
  for (const type of ['focus', 'blur']) window.addEventListener(type, listener, { signal })
  return () => ended.abort()
}
