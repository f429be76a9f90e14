/** Files that are dropped beside a place for them open nothing: browsers would leave the desk for them. Answers how to end that. */
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
