import type { listCustomers as listCustomersCall } from 'shared/contract/customers/list-customers.call.ts'
import type * as z from 'zod/mini'
import type { CallRequest } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import { requestedScope } from '../tickets/list-tickets.ts'
import { customerName } from '../tickets/ticket-customer.ts'
import { iso } from '../tickets/ticket-row.ts'
import { findCustomers, readListed } from './customer-list.store.ts'

export async function listCustomers(
  { db }: ServerContext,
  { signedIn, query }: CallRequest<typeof listCustomersCall>,
): Promise<z.input<typeof listCustomersCall.response>> {
  const { page, page_size: limit } = query
  const filter = {
    scope: requestedScope(signedIn, query.channel_key),
    isVip: query.vip,
    search: query.search,
  }
  const { ids, total, hasMore } = await findCustomers(db, filter, { limit, offset: (page - 1) * limit })
  const rows = ids.length === 0 ? [] : await readListed(db, filter.scope, ids)
  const items = rows.map((row) => ({
    ...row,
    display_name: customerName(row.display_name, row.line_user_id),
    created_at: iso(row.created_at),
    last_message_at: row.last_message_at === null ? null : iso(row.last_message_at),
  }))
  return { items, total, has_more: hasMore }
}
