import { isTyping } from 'shared/ui/typing-key.ts'

/** Text typed between the opening of the palette and the focus of its field; null outside of that time. */
let typed: string | null = null

/** From now on typed characters are for the palette's field. */
export function startTypingAhead(): void {
  typed ??= ''
}

/** Returns what was typed until now; later keys go where the focus is. */
export function endTypingAhead(): string {
  const text = typed ?? ''
  typed = null
  return text
}

/**
 * Takes the keys that are pressed between the opening of the palette and the focus of its field; `close` is called by Escape.
 * To be called for each keydown before any other listener.
 */
export function typeAhead(event: KeyboardEvent, close: () => void): void {
  const { key } = event
  if (typed === null || event.isComposing || key === 'Dead' || key === 'Process') return
  if (key === 'Escape') close()
  else if (key === 'Backspace') typed = typed.slice(0, -1)
  else if (isTyping(event)) typed += key
  // Enter would press what had the focus before.
  else if (key !== 'Enter') return
  event.preventDefault()
  event.stopImmediatePropagation()
}
