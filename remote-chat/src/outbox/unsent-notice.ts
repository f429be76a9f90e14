import { errorText } from 'shared/api'
import { showToast } from 'shared/ui'
import type { ChatCache } from '../cache/chat-cache.ts'
import type { OutboxMessage } from './outbox.ts'
import { goesByItself } from './outbox-failures.ts'

/** Leads to a conversation; null before the page can. */
let open: ((ticketId: string) => void) | null = null
/** Those that wait for a connection are told of once, however often they are tried. */
const told = new Set<string>()

/** Says how a notice leads to a conversation. */
export function openUnsentBy(lead: (ticketId: string) => void): void {
  open = lead
}

/** Tells of a message that did not go and whose conversation is not on the screen: that it will by itself, or that a person must help. */
export function tellUnsentMessage(cache: ChatCache, message: OutboxMessage, error: unknown): void {
  const { id, ticketId } = message
  const customer = cache.tickets.get(ticketId)?.profile.display_name ?? `เคส ${ticketId.slice(0, 8)}`
  const what = { about: `${ticketId} unsent`, names: [customer] }
  if (goesByItself(message, Date.now())) {
    if (!told.has(id)) showToast({ text: `รอส่งเมื่อเชื่อมต่อได้ · ${customer}`, ...what })
    told.add(id)
    return
  }
  showToast({
    tone: 'error',
    text: `${errorText(error, 'send')} · ${customer}: ${errorText(error)}`,
    timeoutMs: 0,
    ...what,
    ...(open === null ? {} : { action: { label: 'เปิดแชท', onSelect: () => open?.(ticketId) } }),
  })
}
