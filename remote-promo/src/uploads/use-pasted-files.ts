import { useEffect, useEffectEvent } from 'react'

const OTHER_PASTE_TARGETS = 'input, textarea, [contenteditable], [role=dialog]'

export function usePastedFiles(onFiles: (files: File[]) => void): void {
  const onPastedFiles = useEffectEvent(onFiles)
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0 || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest(OTHER_PASTE_TARGETS)) return
      event.preventDefault()
      onPastedFiles(files)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}
