import { setImmediate } from 'node:timers/promises'
import { MIN_MESSAGE_SEARCH_LENGTH } from 'shared/contract/constants.ts'
import type {
  FoundMessage,
  searchMessages as searchCall,
} from 'shared/contract/messages/search-messages.call.ts'
import { searchForms } from 'shared/contract/search-text.ts'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type * as z from 'zod/mini'
import { driverError, inTransaction } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import type { ServerContext } from '../server-context.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { requestedScope } from '../tickets/list-tickets.ts'
import { customerOf } from '../tickets/ticket-customer.ts'
import { iso } from '../tickets/ticket-row.ts'
import { snippetOf } from './match-ranges.ts'
import {
  CANCELLED_CODE,
  type FoundRow,
  findMessages,
  readFound,
  type SearchPosition,
} from './message-search.store.ts'

type Query = z.output<typeof searchCall.query>

export async function searchMessages(
  { db }: Pick<ServerContext, 'db'>,
  signedIn: SignedIn,
  query: Query,
  left?: AbortSignal,
): Promise<z.input<typeof searchCall.response>> {
  const scope = requestedScope(signedIn, query.channel_key)
  const norms = searchForms(query.q.replaceAll('\0', ''))
  const [norm] = norms
  if (scope.isEmpty || norm === undefined) return { items: [], cursor: null, searched_until: null }
  const isOneChannel =
    query.channel_key !== undefined && scope.channels !== 'all' && scope.channels.length === 1
  if ([...norm].length < MIN_MESSAGE_SEARCH_LENGTH && query.customer_id === undefined && !isOneChannel)
    throw new DeskError('search_too_short')
  const search = {
    norms,
    scope,
    customerId: query.customer_id,
    since: query.since === undefined ? undefined : new Date(query.since),
    until: query.until === undefined ? undefined : new Date(query.until),
    before: query.cursor === undefined ? undefined : positionOf(query.cursor),
    limit: query.limit,
    ...(left === undefined ? {} : { left }),
  }
  const { rows, end } = await inTransaction(db, async (tx) => {
    const page = await findMessages(tx, search)
    return { rows: await readFound(tx, scope, page.found), end: page.end }
  }).catch((error: unknown) => {
    throw driverError(error).code === CANCELLED_CODE ? new DeskError('search_too_slow') : error
  })
  const items: FoundMessage[] = []
  for (const row of rows) {
    items.push(foundOf(row, norms))
    // Yields to other requests after each message, because creating a snippet may take milliseconds.
    await setImmediate()
  }
  return {
    items,
    cursor: end === null ? null : `${end.at.getTime()}.${end.id}`,
    searched_until: end === null ? null : end.at.toISOString(),
  }
}

function positionOf(cursor: string): SearchPosition {
  const [at, id = ''] = cursor.split('.')
  return { at: new Date(Number(at)), id }
}

function foundOf(row: FoundRow, norms: readonly string[]): FoundMessage {
  return {
    message_id: row.message_id,
    ticket_id: row.ticket_id,
    seq: row.seq,
    direction: row.direction,
    at: iso(row.at),
    channel: { key: row.channel_key, name: row.channel_name },
    customer: {
      id: row.customer_id,
      ...customerOf(row),
    },
    sender_name:
      row.sender_name === null
        ? null
        : staffLabel({ display_name: row.sender_name, id_tail: row.sender_id_tail ?? undefined }),
    ...snippetOf(row.text, norms),
  }
}
