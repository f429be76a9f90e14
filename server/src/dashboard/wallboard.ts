import { WALLBOARD_CACHE_MS, WALLBOARD_LONGEST } from 'shared/contract/constants.ts'
import type { readWallboard } from 'shared/contract/dashboard/wallboard.call.ts'
import type * as z from 'zod/mini'
import type { ServerContext } from '../server-context.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import type { OnlineStaff } from '../staff/online-staff.ts'
import { waitOf } from '../tickets/delivery-wait-of-ticket.ts'
import { requestedScope } from '../tickets/list-tickets.ts'
import { customerOf } from '../tickets/ticket-customer.ts'
import { iso } from '../tickets/ticket-row.ts'
import { countWallboard, type WallboardData } from './wallboard.store.ts'

/** Reads the wallboard once for concurrent requests. Each response has only channels that the user may access. */
export class Wallboard {
  /** Cached wallboard. `until` is infinite during a read, so that no second read starts. */
  private cached: { wallboard: Promise<WallboardData>; until: number } | undefined
  private readonly context: Pick<ServerContext, 'db' | 'now'>
  private readonly online: OnlineStaff
  private readonly clock: () => number

  /** `clock` returns monotonic time in ms. */
  constructor(
    context: Pick<ServerContext, 'db' | 'now'>,
    online: OnlineStaff,
    clock: () => number = () => performance.now(),
  ) {
    this.context = context
    this.online = online
    this.clock = clock
  }

  async read(
    signedIn: SignedIn,
    query: z.output<typeof readWallboard.query>,
  ): Promise<z.input<typeof readWallboard.response>> {
    const scope = requestedScope(signedIn, query.channel_key)
    return wallboardOf(await this.wallboard(), scope)
  }

  /** The lifetime of the cached wallboard starts with the read, so that no response is older than this lifetime. */
  private wallboard(): Promise<WallboardData> {
    const { cached, clock } = this
    if (cached !== undefined && clock() < cached.until) return cached.wallboard
    const { db, now } = this.context
    const until = clock() + WALLBOARD_CACHE_MS
    const reading = {
      wallboard: countWallboard(db, [...this.online.ids()], now()),
      until: Number.POSITIVE_INFINITY,
    }
    this.cached = reading
    reading.wallboard.then(
      () => {
        reading.until = until
      },
      () => {
        reading.until = 0
      },
    )
    return reading.wallboard
  }
}

function wallboardOf(wallboard: WallboardData, scope: ChannelScope): z.input<typeof readWallboard.response> {
  return {
    at: iso(wallboard.at),
    channels: wallboard.channels
      .filter(({ key }) => scope.includes(key))
      .map(({ key, name, ...row }) => ({
        channel: { key, name },
        waiting_count: row.waiting_count,
        waiting_unassigned_count: row.waiting_unassigned_count,
        longest_waiting_since: row.longest_waiting_since === null ? null : iso(row.longest_waiting_since),
        open_count: row.open_count,
        reply_wait: row.reply_wait && { ...waitOf(row.reply_wait), count: row.reply_wait_count },
      })),
    longest: wallboard.tickets
      .filter((row) => scope.includes(row.channel_key))
      .slice(0, WALLBOARD_LONGEST)
      .map((row) => ({
        ticket_id: row.id,
        channel_key: row.channel_key,
        customer: customerOf(row),
        subject: row.subject,
        waiting_since: iso(row.waiting_since),
        assigned_to: row.assignee,
        assignee_absent: row.assignee_absent,
      })),
    staff: wallboard.staff
      .filter(
        ({ all_channels, channel_keys: keys }) => all_channels || keys.some((key) => scope.includes(key)),
      )
      .map(({ staff_member, tickets, has_more }) => ({
        ...staff_member,
        has_more,
        tickets: tickets.filter(({ channel_key: key }) => scope.includes(key)),
      })),
  }
}
