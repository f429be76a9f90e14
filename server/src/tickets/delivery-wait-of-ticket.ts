import { type SQL, sql } from 'drizzle-orm'
import type { DeliveryWaitReason } from 'shared/contract/messages/delivery.ts'
import type { DeliveryWait } from 'shared/contract/messages/delivery-wait.ts'

export interface WaitRow {
  reason: DeliveryWaitReason
  since: string | Date
}

export const waitOfChannel = (channelKey: SQL): SQL<WaitRow | null> => sql`(
  select jsonb_build_object('reason', w.wait_reason, 'since', w.wait_since) from deliveries w
  where w.channel_key = ${channelKey} and w.state in ('queued', 'sending') and w.wait_since is not null
  order by w.wait_since limit 1)`

export const WAIT_OF_TICKET = sql<WaitRow | null>`case when exists (
    select from deliveries q where q.ticket_id = t.id and q.state in ('queued', 'sending'))
  then ${waitOfChannel(sql`t.channel_key`)} end`

export const waitOf = ({ reason, since }: WaitRow): DeliveryWait => ({
  reason,
  since: new Date(since).toISOString(),
})
