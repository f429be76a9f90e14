import { errorText } from 'shared/api'
import { readStored, serverNow, writeStored } from 'shared/session'
import { showToast } from 'shared/ui'
import { isInView } from '../address/ticket-address.ts'
import type { ChatCache } from '../cache/chat-cache.ts'
import { onPendingOwnerChange, pendingOwner } from './drafts.store.ts'
import { readOutbox } from './outbox.store.ts'
import type { OutboxMessage } from './outbox.ts'
import { failedStep, failureText, isRetriedAutomatically } from './outbox-failures.ts'

/** Function that opens a conversation; null until the page provides it. */
let open: ((ticketId: string) => void) | null = null
/** Ids of announced messages: those that wait for a connection (`waiting`), and those that have failed (`needy`). */
const [waitingIds, failedIds] = [new Set<string>(), new Set<string>()]
/** Tickets with failed messages that were announced and that the user has not opened yet, latest last. */
const ticketsWithFailures = new Set<string>()
let closeFailureToast = () => {}

onPendingOwnerChange(() => {
  for (const notified of [waitingIds, failedIds, ticketsWithFailures]) notified.clear()
})

const MAX_SEEN = 200
const seenKey = () => `pending_seen:${pendingOwner()}`
const readSeen = () => readStored(seenKey(), 'sessionStorage')?.split(' ') ?? []

export function openPendingWith(lead: (ticketId: string) => void): void {
  open = lead
}

/** Announces a failed message, unless its conversation is open and shows it. `isAnew`: it has just failed. */
export function notifyFailedMessage(cache: ChatCache, { id, ticketId }: OutboxMessage, isAnew = true): void {
  const message = readOutbox().find((each) => each.id === id)
  if (message === undefined) return
  const isWaiting = isRetriedAutomatically(message, serverNow())
  if (isWaiting) forget(id)
  const notified = isWaiting ? waitingIds : failedIds
  if (cache.openTicketId === ticketId || isInView(ticketId)) {
    if (isWaiting) return
    markSeen(id)
    if (ticketsWithFailures.delete(ticketId)) showFailureToast(cache)
    return
  }
  if ((notified.has(id) || readSeen().includes(id)) && (isWaiting || !isAnew)) return
  notified.add(id)
  if (isWaiting) showToast({ text: `รอส่งเมื่อเชื่อมต่อได้ · ${customerOf(cache, message)}` })
  else {
    ticketsWithFailures.delete(ticketId)
    ticketsWithFailures.add(ticketId)
    showFailureToast(cache)
  }
}

/** Records that the user has seen the failure, so that the next page load does not announce the failure again. */
function markSeen(id: string): void {
  failedIds.add(id)
  storeSeen([...new Set([id, ...readSeen()])])
}

/** Forgets the announced failure when the message is retried, so that its next failure is announced. */
function forget(id: string): void {
  failedIds.delete(id)
  const seen = readSeen()
  if (seen.includes(id)) storeSeen(seen.filter((each) => each !== id))
}

function storeSeen(ids: readonly string[]): void {
  writeStored(seenKey(), ids.slice(0, MAX_SEEN).join(' '), 'sessionStorage')
}

/** Shows one notification for all tickets, since several would push each other off the screen. */
function showFailureToast(cache: ChatCache): void {
  closeFailureToast()
  const now = serverNow()
  const failed = readOutbox().filter((each) => each.state === 'failed' && !isRetriedAutomatically(each, now))
  const tickets = [...ticketsWithFailures].flatMap(
    (id) => failed.findLast(({ ticketId }) => ticketId === id) ?? [],
  )
  const last = tickets.at(-1)
  if (last === undefined) return
  const names = tickets.map((each) => customerOf(cache, each)).join(', ')
  closeFailureToast = showToast({
    tone: 'error',
    text: `${errorText(null, failedStep(last))} · ${names}: ${failureText(last)}`,
    timeoutMs: 0,
    ...(open && {
      action: {
        label: 'เปิดแชท',
        onSelect: () => {
          ticketsWithFailures.delete(last.ticketId)
          for (const each of failed) if (each.ticketId === last.ticketId) markSeen(each.id)
          open?.(last.ticketId)
          showFailureToast(cache)
        },
      },
    }),
  })
}

function customerOf(cache: ChatCache, { ticketId, customer }: OutboxMessage): string {
  return cache.tickets.get(ticketId)?.profile.display_name ?? customer ?? `เคส ${ticketId.slice(0, 8)}`
}
