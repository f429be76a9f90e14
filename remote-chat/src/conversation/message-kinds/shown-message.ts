import { apiBaseUrl } from 'shared/api'
import type { Message } from 'shared/contract/messages/message.ts'
import type { MessageContent } from 'shared/contract/messages/message-content.ts'
import type { ChatCache } from '../../cache/chat-cache.ts'
import { webAddress } from '../../ticket/message-text.ts'

/** Message to show. A message of the outbox has no id or message number yet. */
export type ShownMessage = Pick<Message, 'message_type' | 'text' | 'image_url' | 'media_url' | 'content'> &
  Partial<Pick<Message, 'id' | 'ticket_id' | 'seq'>>

export type ContentOf<Kind extends MessageContent['kind']> = Extract<MessageContent, { kind: Kind }>

/** Returns a complete URL, or null for text such as `[รูปภาพ]`. */
export function fullAddress(address: string | null | undefined): string | null {
  if (address == null) return null
  return address.startsWith('/') ? webAddress(address, serverAddress()) : webAddress(address)
}

/** True for URLs of our own server, with any scheme. */
export function isOurs(href: string): boolean {
  const { host } = new URL(href)
  return host === location.host || host === new URL(serverAddress()).host
}

const serverAddress = () => new URL(apiBaseUrl || '/', location.href).href

export function isStored(
  message: ShownMessage,
): message is ShownMessage & Pick<Message, 'id' | 'ticket_id' | 'seq'> {
  return message.id !== undefined && message.ticket_id !== undefined && message.seq !== undefined
}

export async function freshAddress(
  cache: ChatCache,
  message: ShownMessage,
  addressOf: (message: ShownMessage) => string | null,
): Promise<string | null> {
  if (!isStored(message)) return null
  try {
    const fresh = await cache.messages.readAgain(message)
    return fresh === undefined ? null : addressOf(fresh)
  } catch (error) {
    console.warn('a message could not be fetched again for its new URL', error)
    return null
  }
}
