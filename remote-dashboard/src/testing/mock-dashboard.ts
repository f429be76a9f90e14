import type { Dashboard } from '../metrics/dashboard.queries.ts'
import { NO_METRICS } from '../metrics/no-metrics.ts'

/** Returns percentiles derived from averages, as if every ticket had a reply. */
const percentiles = (pickup: number, first: number | null, resolution: number) => ({
  median_pickup_secs: pickup - 2,
  p90_pickup_secs: pickup * 2,
  median_first_response_secs: first === null ? null : first - 1,
  p90_first_response_secs: first === null ? null : first * 2,
  median_resolution_secs: resolution - 60,
  p90_resolution_secs: resolution * 3,
  avg_answered_resolution_secs: resolution,
  median_answered_resolution_secs: resolution - 60,
  p90_answered_resolution_secs: resolution * 3,
})

export const MockChannels = [
  { key: 'main', name: 'OA หลัก' },
  { key: 'vip', name: 'OA VIP' },
]

/** Opening hours of a channel that is always open, and of one that opens on two days. */
export const MockHours = [
  { channel_key: 'main', days: null, is_recounting: false },
  {
    channel_key: 'vip',
    days: [
      { weekday: 1, opens_at: 540, closes_at: 1_080 },
      { weekday: 6, opens_at: 600, closes_at: 1_440 },
    ],
    is_recounting: false,
  },
]

const agent = (name: string, counts: [number, number, number], secs: [number, number | null, number]) => ({
  agent_name: name,
  agent_line_user_id: `U-${name}`,
  handled_count: counts[0],
  closed_count: counts[1],
  reply_count: counts[2],
  unanswered_count: 0,
  avg_pickup_secs: secs[0],
  avg_first_response_secs: secs[1],
  avg_resolution_secs: secs[2],
  ...percentiles(...secs),
})

export const MockAgents = [
  agent('อรทัย ใจดี', [260, 241, 842], [72, 38, 725]),
  agent('กิตติ บุญมา', [251, 224, 790], [80, 52, 820]),
  agent('=พิม', [2, 1, 9], [5, 1, 3_700]),
]

const metrics = (handled: number, secs: number) => ({
  handled_count: handled,
  closed_count: handled - 10,
  unanswered_count: 4,
  reply_count: 1_641,
  avg_pickup_secs: secs,
  avg_first_response_secs: secs + 23,
  avg_resolution_secs: 860,
  ...percentiles(secs, secs + 23, 860),
  avg_answered_resolution_secs: 900,
})

/** Metrics of a small team for three days. */
export const MockDashboard: Dashboard = {
  issue_breakdown: [
    { category: 'ฝากเงินไม่สำเร็จ', count: 384 },
    { category: 'อื่นๆ', count: 128 },
  ],
  kpis: {
    most_replies: MockAgents.slice(0, 2).map(({ agent_name, agent_line_user_id, reply_count }) => ({
      agent_name,
      agent_line_user_id,
      reply_count,
    })),
  },
  overview: {
    from: '2026-11-21',
    to: '2026-11-23',
    at: '2026-11-23T03:00:00.000Z',
    is_counting: false,
    totals: metrics(1_284, 102),
    totals_before: metrics(1_146, 120),
    days: ['2026-11-21', '2026-11-22', '2026-11-23'].map((day, index) => ({
      day,
      ...metrics(400 + index, 100 + index),
    })),
    agents: MockAgents,
    incoming: [
      { weekday: 1, hour: 9, count: 12 },
      { weekday: 5, hour: 18, count: 42 },
    ],
  },
}

/** Metrics of a new installation. */
export const EmptyDashboard: Dashboard = {
  issue_breakdown: [],
  kpis: { most_replies: [] },
  overview: {
    from: '2026-11-17',
    to: '2026-11-23',
    at: '2026-11-23T03:00:00.000Z',
    is_counting: false,
    totals: NO_METRICS,
    totals_before: NO_METRICS,
    days: [],
    agents: [],
    incoming: [],
  },
}

export const mockTickets = (
  total: number,
  names: readonly string[],
  cursor: string | null = null,
  before = 0,
) => ({
  total,
  cursor,
  items: names.map((name, index) => ({
    ticket_id: `5f1f5a3c-2a0b-4c9e-8d52-${String(before + index).padStart(12, '0')}`,
    status: index === 0 ? 'OPEN' : 'CLOSED',
    subject: 'ฝากเงินไม่สำเร็จ',
    channel: MockChannels[0],
    customer: { id: `C${index}`, display_name: name, picture_url: null, is_vip: index === 0 },
    agent: {
      id: 'a1',
      line_user_id: 'U-อรทัย ใจดี',
      display_name: 'อรทัย ใจดี',
      full_name: null,
      username: null,
      avatar_url: null,
    },
    at: '2026-11-23T02:00:00.000Z',
    count: 1,
    secs: 92,
  })),
})
