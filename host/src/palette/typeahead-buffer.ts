import { isTyping } from 'shared/ui/typing-key.ts'

/** Text typed between opening the palette and focusing its field. Null at any other time. */
let typed: string | null = null

export function startTypingAhead(): void {
  typed ??= ''
}

export function endTypingAhead(): string {
  const text = typed ?? ''
  typed = null
  return text
}

/** Must be called for each keydown before any other listener. */
export function typeAhead(event: KeyboardEvent, close: () => void): void {
  const { key } = event
  if (typed === null || event.isComposing || key === 'Dead' || key === 'Process') return
  if (key === 'Escape') close()
  else if (key === 'Backspace') typed = typed.slice(0, -1)
  else if (isTyping(event)) typed += key
  // Enter is also blocked, because it would press the control that still has the focus.
  else if (key !== 'Enter') return
  event.preventDefault()
  event.stopImmediatePropagation()
}
