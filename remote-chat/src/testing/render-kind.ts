import type { Message } from 'shared/contract/messages/message.ts'
import type { Media, MessageContent } from 'shared/contract/messages/message-content.ts'
import { MockKinds } from 'shared/testing/mock-kinds.ts'
import { desk } from './installed-desk.ts'
import { OWN_TICKET } from './open-conversation.tsx'

/** Adds a customer's message with this content. */
export const renderMessage = (content: MessageContent, text: string, more: Partial<Message> = {}) =>
  desk.write(OWN_TICKET, text, { content, ...more })
export const renderKind = (name: keyof typeof MockKinds) => {
  const [text, content] = MockKinds[name]
  return renderMessage(content, text)
}
export const imageBubble = (media: Media): MessageContent => ({ kind: 'image', media, set: null })
export const bubbleOf = (message: { id: string }) => {
  const found = document.querySelector<HTMLElement>(`[data-message="${message.id}"]`)
  if (found === null) throw new Error('there is no such bubble')
  return found
}
/** Returns an element's size in px, rounded to hundredths, because layouts differ by less than that. */
export const sizeOf = (element: Element) => {
  const { width, height } = element.getBoundingClientRect()
  const rounded = (px: number) => Math.round(px * 100) / 100
  return { width: rounded(width), height: rounded(height) }
}

/** URL of an image that does not exist. */
export const missing = `${location.origin}/nowhere/gone.png`
