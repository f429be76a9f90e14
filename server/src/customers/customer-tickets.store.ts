import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { type TicketRow, ticketSelect } from '../tickets/ticket-row.ts'
import type { VisibleCustomer } from './customer.store.ts'

export interface CustomerTicketsFilter {
  viewerId: string
  /** Id of a ticket: only tickets that the customer opened before this ticket are returned. */
  before: string | undefined
  limit: number
}

export function customerTicketsStatement(
  customer: VisibleCustomer,
  { viewerId, before, limit }: CustomerTicketsFilter,
): SQL {
  const older =
    before === undefined
      ? sql``
      : sql`and (x.opened_at, x.id) < (select b.opened_at, b.id from tickets b where b.id = ${before}::uuid and b.customer_id = ${customer.id}::uuid)`
  return sql`${ticketSelect(
    viewerId,
    sql`(select x.* from tickets x where x.customer_id = ${customer.id}::uuid ${older}
      order by x.opened_at desc, x.id desc limit ${limit}) t`,
  )} order by t.opened_at desc, t.id desc`
}

export async function readCustomerTickets(
  db: Db,
  customer: VisibleCustomer,
  wanted: CustomerTicketsFilter,
): Promise<TicketRow[]> {
  return (await db.execute<TicketRow>(customerTicketsStatement(customer, wanted))).rows
}
