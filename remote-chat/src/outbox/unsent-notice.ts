import { errorText } from 'shared/api'
import { readStored, serverNow, writeStored } from 'shared/session'
import { showToast } from 'shared/ui'
import { isLookedAt } from '../address/ticket-address.ts'
import type { ChatCache } from '../cache/chat-cache.ts'
import { readOutbox } from './outbox.store.ts'
import type { OutboxMessage } from './outbox.ts'
import { failedStep, failureText, goesByItself } from './outbox-failures.ts'
import { onUnsentOwner, unsentOwner } from './unsent.store.ts'

/** Leads to a conversation; null before the page can. */
let open: ((ticketId: string) => void) | null = null
/** Messages that were told of as waiting for a connection, and as in need of a person. */
const [waiting, needy] = [new Set<string>(), new Set<string>()]
/** The cases that a person was told of and has not been led to, the last one last. */
const alarmed = new Set<string>()
let closeAlarm = () => {}

onUnsentOwner(() => {
  for (const told of [waiting, needy, alarmed]) told.clear()
})

/** In sessionStorage: the failed messages that the person has been led to. */
const MAX_SEEN = 200
const seenKey = () => `unsent_seen:${unsentOwner()}`
const readSeen = () => readStored(seenKey(), 'sessionStorage')?.split(' ') ?? []

/** Says how a notice leads to a conversation. */
export function openUnsentBy(lead: (ticketId: string) => void): void {
  open = lead
}

/**
 * Tells of a message that did not go and whose conversation is not on the screen, where the bubble itself says so: that it will by
 * itself, once however often it is tried, or that a person must help. `isAnew`: it has just failed, so that is told again.
 */
export function tellUnsentMessage(cache: ChatCache, { id, ticketId }: OutboxMessage, isAnew = true): void {
  const message = readOutbox().find((each) => each.id === id)
  if (message === undefined) return
  const isWaiting = goesByItself(message, serverNow())
  if (isWaiting) forget(id)
  const told = isWaiting ? waiting : needy
  if (cache.openTicketId === ticketId || isLookedAt(ticketId)) {
    if (isWaiting) return
    see(id)
    if (alarmed.delete(ticketId)) showAlarm(cache)
    return
  }
  if ((told.has(id) || readSeen().includes(id)) && (isWaiting || !isAnew)) return
  told.add(id)
  if (isWaiting) showToast({ text: `รอส่งเมื่อเชื่อมต่อได้ · ${customerOf(cache, message)}` })
  else {
    alarmed.delete(ticketId)
    alarmed.add(ticketId)
    showAlarm(cache)
  }
}

/** It stands before the person's eyes: the next load of a page does not tell of it again. */
function see(id: string): void {
  needy.add(id)
  keepSeen([...new Set([id, ...readSeen()])])
}

/** It is tried again: what was seen of it was another failure. */
function forget(id: string): void {
  needy.delete(id)
  const seen = readSeen()
  if (seen.includes(id)) keepSeen(seen.filter((each) => each !== id))
}

function keepSeen(ids: readonly string[]): void {
  writeStored(seenKey(), ids.slice(0, MAX_SEEN).join(' '), 'sessionStorage')
}

/** One notice for all cases that need a person, so that none is pushed off the screen by another. It leads to the one that came last. */
function showAlarm(cache: ChatCache): void {
  closeAlarm()
  const now = serverNow()
  const failed = readOutbox().filter((each) => each.state === 'failed' && !goesByItself(each, now))
  const cases = [...alarmed].flatMap((id) => failed.findLast(({ ticketId }) => ticketId === id) ?? [])
  const last = cases.at(-1)
  if (last === undefined) return
  const names = cases.map((each) => customerOf(cache, each)).join(', ')
  closeAlarm = showToast({
    tone: 'error',
    // Of several the reason of the last; the bubble in each says its own.
    text: `${errorText(null, failedStep(last))} · ${names}: ${failureText(last)}`,
    timeoutMs: 0,
    ...(open && {
      action: {
        label: 'เปิดแชท',
        onSelect: () => {
          alarmed.delete(last.ticketId)
          for (const each of failed) if (each.ticketId === last.ticketId) see(each.id)
          open?.(last.ticketId)
          showAlarm(cache)
        },
      },
    }),
  })
}

function customerOf(cache: ChatCache, { ticketId, customer }: OutboxMessage): string {
  return cache.tickets.get(ticketId)?.profile.display_name ?? customer ?? `เคส ${ticketId.slice(0, 8)}`
}
