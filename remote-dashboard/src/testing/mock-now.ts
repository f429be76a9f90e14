import { MockAgent, MockManager } from 'shared/testing/mock-profile.ts'
import { mockTicket, staffMemberOf } from 'shared/testing/mock-tickets.ts'
import type { OwnMetrics } from '../own-dashboard/own-metrics.ts'
import type { Wallboard } from '../wallboard/wallboard.queries.ts'
import { MockDashboard } from './mock-dashboard.ts'

const { from, to, at, is_counting, totals, totals_before, days } = MockDashboard.overview

/** Metrics of one agent on a busy day. */
export const MockOwnMetrics: OwnMetrics = {
  from,
  to,
  at,
  is_counting,
  totals,
  totals_before,
  days,
  open_tickets: [
    mockTicket({
      id: '5f1f5a3c-2a0b-4c9e-8d52-000000000001',
      profile: { display_name: 'ธีรภัทร ทองดี', is_vip: true },
      unread_count: 2,
      waiting_since: '2026-11-23T02:00:00.000Z',
    }),
    mockTicket({ id: '5f1f5a3c-2a0b-4c9e-8d52-000000000002', profile: { display_name: 'รัตนา ดวงแก้ว' } }),
  ],
  open_count: 14,
  handling: { sample: 200, avg_secs: 860, median_secs: 700, p90_secs: 1_800 },
}

const NOW_MS = Date.parse('2026-11-23T03:00:00.000Z')
const isoSecondsAgo = (secs: number) => new Date(NOW_MS - secs * 1_000).toISOString()
const [main, vip] = [
  { key: 'main', name: 'OA หลัก' },
  { key: 'vip', name: 'OA VIP' },
]

/** Wallboard with three waiting customers and two agents. */
export const MockWallboard: Wallboard = {
  at: isoSecondsAgo(0),
  channels: [
    {
      channel: main,
      waiting_count: 2,
      waiting_unassigned_count: 1,
      longest_waiting_since: isoSecondsAgo(754),
      open_count: 9,
    },
    {
      channel: vip,
      waiting_count: 1,
      waiting_unassigned_count: 0,
      longest_waiting_since: isoSecondsAgo(61),
      open_count: 4,
    },
  ],
  longest: [
    {
      ticket_id: '5f1f5a3c-2a0b-4c9e-8d52-000000000001',
      channel_key: 'main',
      customer: { display_name: 'ธีรภัทร ทองดี', picture_url: null, is_vip: true },
      subject: 'ถอนเงินช้า',
      waiting_since: isoSecondsAgo(754),
      assigned_to: null,
      assignee_absent: false,
    },
  ],
  staff: [
    {
      ...staffMemberOf(MockManager),
      tickets: [
        { channel_key: 'main', open_count: 3, waiting_count: 1 },
        { channel_key: 'vip', open_count: 2, waiting_count: 0 },
      ],
      has_more: false,
    },
    { ...staffMemberOf(MockAgent), tickets: [], has_more: false },
  ],
}

/** Returns tickets of a wallboard count. The first is unassigned, the last has been answered. */
export const mockWallboardTickets = (
  names: readonly string[],
  { total = names.length, cursor = null as string | null, before = 0, has_more = false } = {},
) => ({
  at: isoSecondsAgo(0),
  total,
  has_more,
  cursor,
  items: names.map((name, index) => ({
    ticket_id: `5f1f5a3c-2a0b-4c9e-8d52-${String(before + index + 1).padStart(12, '0')}`,
    channel: main,
    customer: { id: `C${before + index}`, display_name: name, picture_url: null, is_vip: index === 0 },
    subject: 'ถอนเงินช้า',
    opened_at: isoSecondsAgo(800),
    waiting_since: index > 0 && index === names.length - 1 ? null : isoSecondsAgo(754 - index),
    assigned_to: index === 0 ? null : staffMemberOf(MockAgent),
    assignee_absent: false,
  })),
})
