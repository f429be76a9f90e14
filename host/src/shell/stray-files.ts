/**
 * Prevents that a file dropped outside of a drop target replaces the app in the browser tab. Returns a function that
 * stops it.
 */
export function catchStrayFiles(): () => void {
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
