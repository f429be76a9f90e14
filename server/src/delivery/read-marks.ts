import { sql } from 'drizzle-orm'
import type { ServerContext } from '../server-context.ts'

const MAX_CONCURRENT = 4
/** Maximum number of remembered read marks. A remembered mark is not sent again after the next reply. */
const MAX_REMEMBERED = 5_000

/** Marks messages as read in LINE on a best-effort basis: skips marks under load and ignores failures. */
export class ReadMarks {
  private readonly marked = new Map<string, string>()
  private readonly context: ServerContext
  private underWay = 0

  constructor(context: ServerContext) {
    this.context = context
  }

  async answered(channelKey: string, customerId: string, messageId: string): Promise<void> {
    if (this.underWay >= MAX_CONCURRENT) return
    this.underWay += 1
    const { context, marked } = this
    try {
      const token = await this.tokenBefore(messageId)
      if (token === undefined || marked.get(customerId) === token) return
      const channel = await context.line.forChannel(channelKey)
      const reason = await channel.markAsRead(token)
      if (reason !== undefined)
        return context.log.debug({ channel: channelKey, reason }, 'messages were not marked as read')
      marked.delete(customerId)
      marked.set(customerId, token)
      const [oldest] = marked.keys()
      if (marked.size > MAX_REMEMBERED && oldest !== undefined) marked.delete(oldest)
    } catch (error) {
      context.log.debug({ err: error, channel: channelKey }, 'messages were not marked as read')
    } finally {
      this.underWay -= 1
    }
  }

  /** Returns undefined when no customer message precedes the reply, or when LINE itself marks messages as read. */
  private async tokenBefore(messageId: string): Promise<string | undefined> {
    const found = await this.context.db.execute<{ token: string }>(sql`
      select inbound.mark_as_read_token as token from messages reply
      join channels ch on ch.key = reply.channel_key and ch.mark_as_read_mode is distinct from 'auto'
      cross join lateral (
        select m.mark_as_read_token from messages m
        where m.ticket_id = reply.ticket_id and m.seq < reply.seq and m.direction = 'IN'
        order by m.seq desc limit 1) inbound
      where reply.id = ${messageId}::uuid and inbound.mark_as_read_token is not null`)
    return found.rows[0]?.token
  }
}
