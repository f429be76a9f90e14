import { apiBaseUrl } from 'shared/api'
import type { Message } from 'shared/contract/messages/message.ts'
import type { MessageContent } from 'shared/contract/messages/message-content.ts'
import type { ChatCache } from '../../cache/chat-cache.ts'
import { webAddress } from '../../ticket/message-text.ts'

/** What of a message its picture on the screen is made of; one of the outbox has no place in a conversation yet. */
export type ShownMessage = Pick<Message, 'message_type' | 'text' | 'image_url' | 'media_url' | 'content'> &
  Partial<Pick<Message, 'id' | 'ticket_id' | 'seq'>>

export type ContentOf<Kind extends MessageContent['kind']> = Extract<MessageContent, { kind: Kind }>

/** The address in full, of the web or a path of our own server. A text such as `[รูปภาพ]` is none. */
export function fullAddress(address: string | null | undefined): string | null {
  if (address == null) return null
  return address.startsWith('/') ? webAddress(address, serverAddress()) : webAddress(address)
}

/** Whether our own server serves it, whatever the scheme by which it is named. */
export function isOurs(href: string): boolean {
  const { host } = new URL(href)
  return host === location.host || host === new URL(serverAddress()).host
}

const serverAddress = () => new URL(apiBaseUrl || '/', location.href).href

/** The server has it, and can be asked for it again. */
export function isStored(
  message: ShownMessage,
): message is ShownMessage & Pick<Message, 'id' | 'ticket_id' | 'seq'> {
  return message.id !== undefined && message.ticket_id !== undefined && message.seq !== undefined
}

/** The address that the server gives now; null where it gives none, or cannot be asked. */
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
    console.warn('a message could not be read again for its new address', error)
    return null
  }
}
