import { createContext } from 'react'
import type { Message } from 'shared/contract/messages/message.ts'
import { isSamePerson, type Viewer } from '../viewer.ts'

/** What is loaded of the conversation, by id: for what refers to another message. */
export const LoadedMessages = createContext<ReadonlyMap<string, Message>>(new Map())

/** Who says it: the customer, the person who looks, or a colleague by name. */
export function authorOf({ direction, sender }: Message, viewer: Viewer | null): string {
  if (direction === 'IN') return 'ลูกค้า'
  if (sender === null) return 'ทีมงาน'
  return viewer !== null && isSamePerson(viewer, sender) ? 'คุณ' : sender.display_name
}
