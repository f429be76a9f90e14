import { fetchMessages } from 'shared/api'
import { MAX_MESSAGES_LIMIT } from 'shared/contract/constants.ts'
import type { Message } from 'shared/contract/messages/message.ts'
import type { OutboxMessage } from './outbox.ts'

const MAX_PAGES = 20
/** Maximum difference between the clocks of browser and server, in ms. */
const CLOCK_TOLERANCE_MS = 10 * 60_000

export async function findStoredMessage({ id, ticketId, at }: OutboxMessage): Promise<Message | undefined> {
  const since = Date.parse(at) - CLOCK_TOLERANCE_MS
  let before: { before_seq?: number } = {}
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { items } = await fetchMessages(ticketId, { limit: MAX_MESSAGES_LIMIT, ...before })
    const found = items.find((each) => each.client_message_id === id)
    const first = items[0]
    if (found !== undefined || first === undefined || first.seq <= 1) return found
    if (Date.parse(first.event_time) < since) return undefined
    before = { before_seq: first.seq }
  }
  return undefined
}
