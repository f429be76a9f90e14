import { normalizeForSearch, SEARCH_NORM_VERSION } from 'shared/contract/search-text.ts'
import { composeConversation } from './demo-conversation.ts'
import { addTicket, type DemoRows, noRows } from './demo-rows.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { SimulatedUser } from './simulator-world.ts'
import { type Counts, scheduleTickets } from './ticket-schedule.ts'

export interface DemoStaff {
  id: string
  displayName: string
  role: 'BUSINESS' | 'ADMIN'
}

const DEMO_COUNTS: Counts = { closed: 370, earlier: 310, assigned: 18, unassigned: 12 }
const VIP_CUSTOMERS = 12

/** Relative ticket volumes of the channels, by the channel's position. Further channels use the last value. */
const CHANNEL_WEIGHTS = [60, 16, 24]

interface DemoCustomer {
  row: DemoRows['customers'][number] & { id: string }
  /** End of the customer's newest ticket, in ms. */
  busyUntil: number
}

/** Creates at most one open ticket per customer and channel. The same random seed always gives the same rows. */
export function inventConversations(
  random: SeededRandom,
  world: { channelKeys: string[]; customers: SimulatedUser[]; staff: DemoStaff[]; now: Date },
  counts: Counts = DEMO_COUNTS,
): DemoRows {
  const rows = noRows()
  const agents = world.staff
    .filter((user) => user.role === 'ADMIN')
    .map((user, index) => ({ ...user, pace: 0.7 + index * 0.2, share: 10 - index }))
  const managers = world.staff.filter((user) => user.role === 'BUSINESS')
  const channels = world.channelKeys.map(
    (key, index) => [key, CHANNEL_WEIGHTS[index] ?? CHANNEL_WEIGHTS.at(-1) ?? 1] as const,
  )
  const vips = new Set(
    random
      .shuffled(world.customers)
      .slice(0, VIP_CUSTOMERS)
      .map((user) => user.userId),
  )
  const known = new Map<string, DemoCustomer>()

  for (const slot of scheduleTickets(random, world.now, counts)) {
    const { openedAt } = slot
    const channelKey = random.weighted(channels)
    const user = findFreeCustomer(random, world.customers, known, openedAt)
    const customer = findOrCreateCustomer(rows, known, random, {
      user,
      channelKey,
      openedAt,
      vips,
      now: world.now,
    })
    const agent = random.weighted(agents.map((each) => [each, each.share] as const))
    const conversation = composeConversation(random, {
      customer: user.displayName,
      agent: agent.displayName,
      pace: agent.pace,
      ...slot,
      now: world.now,
    })
    const closedBy = managers.length > 0 && random.chance(0.04) ? random.pick(managers) : agent
    addTicket(
      rows,
      random,
      {
        channelKey,
        customerId: customer.row.id,
        lineUserId: user.userId,
        isVip: customer.row.isVip === true,
        openedAt,
        agentId: conversation.acceptedAt ? agent.id : null,
        closerId: closedBy.id,
      },
      conversation,
    )
    customer.busyUntil = conversation.closedAt?.getTime() ?? Number.POSITIVE_INFINITY
    customer.row.lastMessageAt = conversation.lines.findLast(({ from }) => from === 'customer')?.at ?? null
  }
  return rows
}

const MAX_TRIES = 500

function findFreeCustomer(
  random: SeededRandom,
  customers: SimulatedUser[],
  known: Map<string, DemoCustomer>,
  at: Date,
): SimulatedUser {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    // Selects customers so that a few write often and most write seldom.
    const user = customers[Math.floor(random.next() ** 1.4 * customers.length)]
    if (user === undefined) break
    const busy = [...known.values()].some(
      (each) => each.row.lineUserId === user.userId && each.busyUntil >= at.getTime(),
    )
    if (!busy) return user
  }
  throw new Error('the demo has too few customers for its tickets')
}

function findOrCreateCustomer(
  rows: DemoRows,
  known: Map<string, DemoCustomer>,
  random: SeededRandom,
  details: { user: SimulatedUser; channelKey: string; openedAt: Date; vips: Set<string>; now: Date },
): DemoCustomer {
  const { user, channelKey, openedAt, vips, now } = details
  const key = `${channelKey} ${user.userId}`
  const found = known.get(key)
  if (found) return found
  // The customer is VIP only in the first channel that the customer wrote to, because the VIP mark is per channel.
  const isVip = vips.delete(user.userId)
  const row = {
    id: random.uuid(),
    channelKey,
    lineUserId: user.userId,
    displayName: user.displayName,
    nameNorm: normalizeForSearch(user.displayName),
    nameNormVersion: SEARCH_NORM_VERSION,
    pictureUrl: user.pictureUrl,
    statusMessage: user.statusMessage,
    isVip,
    createdAt: openedAt,
    profileFetchedAt: now,
    friendship: 'friend' as const,
  }
  const fresh: DemoCustomer = { row, busyUntil: 0 }
  rows.customers.push(row)
  known.set(key, fresh)
  return fresh
}
