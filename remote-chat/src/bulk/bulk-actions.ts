import { ApiError, errorText, hasErrorCode, postRead } from 'shared/api'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import type { ChatCache } from '../cache/chat-cache.ts'
import { canAccept, canClose, isMe, type Viewer } from '../signed-in-user.ts'
import { acceptTicket } from '../ticket/accept-ticket.ts'
import { closeTicket } from '../ticket/close-ticket.ts'
import { storeLastSeen } from '../ticket/last-seen-times.ts'
import { alreadyAcceptedText, closeFailure } from '../ticket/ticket-failures.ts'

export type BulkKind = 'accept' | 'close' | 'read'

interface Refused {
  readonly ticket: Ticket
  readonly reason: string
}

export interface BulkOutcome {
  readonly kind: BulkKind
  readonly done: readonly Ticket[]
  /** Number of tickets in `done` that were already the user's own before accepting. */
  readonly ownAlready: number
  readonly refused: readonly Refused[]
}

const MAX_CONCURRENT = 4

/** Runs an action on each ticket in a separate transaction. A ticket already in the wanted state counts as done. */
export async function runBulkAction(
  cache: ChatCache,
  viewer: Viewer | null,
  kind: BulkKind,
  tickets: readonly Ticket[],
  onDone: (count: number) => void,
): Promise<BulkOutcome> {
  const results = new Map<string, Result>()
  const waiting = [...tickets]
  const work = { accept: acceptOne, close: closeOne, read: readOne }[kind]
  const next = async (): Promise<void> => {
    for (
      let requestedTicket = waiting.shift();
      requestedTicket !== undefined;
      requestedTicket = waiting.shift()
    ) {
      // A colleague may have changed the ticket since the row was rendered.
      const ticket = cache.tickets.get(requestedTicket.id) ?? requestedTicket
      results.set(ticket.id, await work(cache, ticket, viewer, requestedTicket))
      onDone(results.size)
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, next))
  cache.reloadLists()
  return {
    kind,
    done: tickets.filter(({ id }) => typeof results.get(id) === 'string'),
    ownAlready: [...results.values()].filter((result) => result === 'own').length,
    refused: tickets.flatMap((ticket) => {
      const result = results.get(ticket.id)
      return typeof result === 'object' ? [{ ticket, reason: result.refused }] : []
    }),
  }
}

/** Returns false for tickets for which `runBulkAction` returns a refusal without an API call. */
export function isActionAllowed(kind: BulkKind, ticket: Ticket, viewer: Viewer | null): boolean {
  if (kind === 'accept') return canAccept(ticket)
  if (kind === 'close') return canClose(viewer, ticket)
  return ticket.unread_count > 0
}

type Result = 'done' | 'own' | { readonly refused: string }

/** Work on one ticket. `requestedTicket` is the ticket as shown to the user. */
type Work = (
  cache: ChatCache,
  ticket: Ticket,
  viewer: Viewer | null,
  requestedTicket: Ticket,
) => Promise<Result>

const acceptOne: Work = async (cache, ticket) => {
  if (ticket.status === 'CLOSED') return { refused: errorText(new ApiError('already_closed', 409)) }
  if (ticket.assigned_to !== null)
    return isMe(ticket.assigned_to) ? 'own' : { refused: alreadyAcceptedText(ticket.assigned_to) }
  try {
    const outcome = await acceptTicket(cache, ticket.id)
    return outcome.mine ? 'done' : { refused: alreadyAcceptedText(outcome.assignee) }
  } catch (error) {
    return { refused: errorText(error) }
  }
}

const closeOne: Work = async (cache, ticket, viewer, requestedTicket) => {
  const refusedBy = (code: 'already_closed' | 'forbidden_not_assignee', status: number) => ({
    refused: errorText(new ApiError(code, status), 'close'),
  })
  if (ticket.status === 'CLOSED') return refusedBy('already_closed', 409)
  if (ticket.assigned_to === null) return { refused: 'ต้องรับเคสก่อนจึงจะปิดได้' }
  if (!canClose(viewer, ticket)) return refusedBy('forbidden_not_assignee', 403)
  try {
    await closeTicket(cache, requestedTicket)
    return 'done'
  } catch (error) {
    return { refused: closeFailure(error) }
  }
}

/** Marks a ticket as read up to the message shown in the row; later messages remain unread. */
const readOne: Work = async (cache, { id, unread_count }, _viewer, { last_seq, last_message }) => {
  if (unread_count === 0) return 'done'
  try {
    await postRead(id, last_seq)
  } catch (error) {
    // Servers with an older API lack this endpoint; `ticket_last_seen` in localStorage replaces it.
    if (!hasErrorCode(error, 'not_found')) return { refused: errorText(error) }
  }
  storeLastSeen(id, last_message?.at)
  cache.tickets.markSeen(id, last_seq)
  return 'done'
}
