/** Ignores files that are dropped outside of a drop target; otherwise the browser would open them as a page. */
export function ignoreDroppedFiles(): () => void {
  const end = new AbortController()
  const refuse = (event: DragEvent) => {
    const { dataTransfer, defaultPrevented } = event
    if (defaultPrevented || !dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    dataTransfer.dropEffect = 'none'
  }
  for (const type of ['dragover', 'drop'] as const)
    window.addEventListener(type, refuse, { signal: end.signal })
  return () => end.abort()
}
