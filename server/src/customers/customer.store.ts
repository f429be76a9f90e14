import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { CustomerCard } from 'shared/contract/customers/customer-card.ts'
import type { Db, Tx } from '../db/client.ts'
import { channels, customers } from '../db/schema.ts'
import { type RowOf, selectList } from '../db/select-fields.ts'
import { DeskError } from '../desk-error.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'

const c = alias(customers, 'c')

const HEAD_FIELDS = {
  channel_key: c.channelKey,
  channel_name: alias(channels, 'ch').name,
  line_user_id: c.lineUserId,
  display_name: c.displayName,
  picture_url: c.pictureUrl,
  status_message: c.statusMessage,
  is_vip: c.isVip,
  friendship: c.friendship,
  created_at: c.createdAt,
}
type CustomerHead = RowOf<typeof HEAD_FIELDS>

const HEAD = sql`select ${selectList(HEAD_FIELDS)} from customers c join channels ch on ch.key = c.channel_key`

/** A customer whose access was checked. Stores take this type instead of an id, so that no check can be forgotten. */
export class VisibleCustomer {
  readonly #id: string
  readonly head: Readonly<CustomerHead>

  private constructor(id: string, head: CustomerHead) {
    this.#id = id
    this.head = head
  }

  get id(): string {
    return this.#id
  }

  /** Throws `not_found` or `forbidden_channel`. */
  static within(scope: ChannelScope, id: string, head: CustomerHead | undefined): VisibleCustomer {
    if (head === undefined) throw new DeskError('not_found')
    if (!scope.includes(head.channel_key)) throw new DeskError('forbidden_channel')
    return new VisibleCustomer(id, head)
  }
}

export async function findVisibleCustomer(
  db: Db | Tx,
  scope: ChannelScope,
  id: string,
): Promise<VisibleCustomer> {
  const found = await db.execute<CustomerHead>(sql`${HEAD} where c.id = ${id}::uuid`)
  return VisibleCustomer.within(scope, id, found.rows[0])
}

/** Like `findVisibleCustomer`, but locks the customer (and thereby tags and notes) until the transaction ends. */
export async function lockVisibleCustomer(tx: Tx, scope: ChannelScope, id: string): Promise<VisibleCustomer> {
  const found = await tx.execute<CustomerHead>(sql`${HEAD} where c.id = ${id}::uuid for no key update of c`)
  return VisibleCustomer.within(scope, id, found.rows[0])
}

export type ElsewhereRow = Omit<CustomerCard['elsewhere'][number], 'last_activity_at'> & {
  last_activity_at: string | Date
}

const MAX_ELSEWHERE = 20

/** Finds the LINE user in other permitted channels, each with the newest ticket, by one index lookup per channel. */
export function elsewhereStatement(scope: ChannelScope, customer: VisibleCustomer): SQL {
  return sql`
    select c.id as customer_id, json_build_object('key', ch.key, 'name', ch.name) as channel, t.id as ticket_id,
      t.status = 'OPEN' as is_open, t.last_activity_at
    from channels ch
    cross join lateral (select c.id from customers c
      where c.channel_key = ch.key and c.line_user_id = ${customer.head.line_user_id} limit 1) c
    cross join lateral (select t.id, t.status, t.last_activity_at from tickets t
      where t.customer_id = c.id order by t.opened_at desc limit 1) t
    where ch.key <> ${customer.head.channel_key} and ${scope.condition(sql`ch.key`)}
    order by t.last_activity_at desc limit ${MAX_ELSEWHERE}`
}

export async function readElsewhere(
  db: Db | Tx,
  scope: ChannelScope,
  customer: VisibleCustomer,
): Promise<ElsewhereRow[]> {
  return (await db.execute<ElsewhereRow>(elsewhereStatement(scope, customer))).rows
}

/** Sets the VIP mark, and the open ticket's priority if it is NORMAL or VIP. Returns the ticket's id if it changed. */
export async function writeVip(
  tx: Tx,
  customer: VisibleCustomer,
  { isVip, staffId, now }: { isVip: boolean; staffId: string; now: Date },
): Promise<string | undefined> {
  const changed = await tx.execute(sql`
    update customers set is_vip = ${isVip} where id = ${customer.id}::uuid and is_vip <> ${isVip} returning id`)
  if (changed.rows.length === 0) return undefined
  const open = await tx.execute<{ id: string }>(sql`
    with ticket as (
      update tickets t set version = version + 1,
        priority = case when t.priority in ('NORMAL', 'VIP') then ${isVip ? 'VIP' : 'NORMAL'}::ticket_priority else t.priority end
      where t.customer_id = ${customer.id}::uuid and t.status = 'OPEN' returning t.id, t.channel_key),
    newest as (
      select t.id, t.channel_key from tickets t where t.customer_id = ${customer.id}::uuid order by t.opened_at desc, t.id desc limit 1),
    noted as (
      insert into ticket_events (ticket_id, channel_key, kind, staff_id, at, data)
      select id, channel_key, 'vip_changed', ${staffId}::uuid, ${now.toISOString()}::timestamptz,
        jsonb_build_object('is_vip', ${isVip}::boolean)
      from (select * from ticket union all select * from newest where not exists (select from ticket)) noticed)
    select id from ticket`)
  return open.rows[0]?.id
}
