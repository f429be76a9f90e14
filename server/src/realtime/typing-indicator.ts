import { sql } from 'drizzle-orm'
import type { ServerContext } from '../server-context.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'

/** Interval in ms at which LINE's typing indicator is renewed: LINE shows it for 10 s and cannot end it earlier. */
const EVERY_MS = 8_000
const MAX_REMEMBERED = 5_000

/** Shows typing to the customer, with a request at most every 8 s per ticket. Failures are ignored. */
export class TypingIndicator {
  private readonly shownAt = new Map<string, number>()
  private readonly context: ServerContext
  private readonly clock: () => number

  /** `clock` returns milliseconds of a monotonic clock. */
  constructor(context: ServerContext, clock: () => number = () => performance.now()) {
    this.context = context
    this.clock = clock
  }

  async show(scope: ChannelScope, ticketId: string): Promise<void> {
    const { context, shownAt } = this
    const now = this.clock()
    if (now - (shownAt.get(ticketId) ?? Number.NEGATIVE_INFINITY) < EVERY_MS) return
    shownAt.delete(ticketId)
    shownAt.set(ticketId, now)
    const [oldest] = shownAt.keys()
    if (shownAt.size > MAX_REMEMBERED && oldest !== undefined) shownAt.delete(oldest)
    try {
      const found = await context.db.execute<{ channel_key: string; line_user_id: string }>(sql`
        select t.channel_key, c.line_user_id from tickets t
        join customers c on c.id = t.customer_id join channels ch on ch.key = t.channel_key
        where t.id = ${ticketId}::uuid and t.status = 'OPEN' and c.friendship <> 'blocked' and c.standby_since is null
          and ch.shows_typing and ch.removed_at is null`)
      const [row] = found.rows
      // Typing was not shown, so this attempt must not delay typing of staff with a right to the channel.
      if (row === undefined || !scope.includes(row.channel_key)) return void shownAt.delete(ticketId)
      const channel = await context.line.forChannel(row.channel_key)
      const reason = await channel.showTyping(row.line_user_id)
      if (reason !== undefined)
        context.log.debug({ ticket: ticketId, reason }, 'the typing indicator was not shown')
    } catch (error) {
      context.log.debug({ err: error, ticket: ticketId }, 'the typing indicator was not shown')
    }
  }
}
