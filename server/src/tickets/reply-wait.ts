import { type SQL, sql } from 'drizzle-orm'
import type { DeliveryWaitReason } from 'shared/contract/messages/delivery.ts'
import type { DeliveryWait } from 'shared/contract/messages/delivery-wait.ts'

/** Reason why a channel's replies are delayed, and since when. */
export interface WaitRow {
  reason: DeliveryWaitReason
  since: string | Date
}

/** Returns SQL for the longest delay among the queued messages of a channel as JSON; null when none is delayed. */
export const waitOfChannel = (channelKey: SQL): SQL<WaitRow | null> => sql`(
  select jsonb_build_object('reason', w.wait_reason, 'since', w.wait_since) from deliveries w
  where w.channel_key = ${channelKey} and w.state in ('queued', 'sending') and w.wait_since is not null
  order by w.wait_since limit 1)`

/** SQL for the longest delay of ticket `t`, as in `waitOfChannel`; null when the ticket has no queued messages. */
export const WAIT_OF_TICKET = sql<WaitRow | null>`case when exists (
    select from deliveries q where q.ticket_id = t.id and q.state in ('queued', 'sending'))
  then ${waitOfChannel(sql`t.channel_key`)} end`

export const waitOf = ({ reason, since }: WaitRow): DeliveryWait => ({
  reason,
  since: new Date(since).toISOString(),
})
