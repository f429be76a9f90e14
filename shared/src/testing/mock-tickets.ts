import { ISSUE_TYPES } from '../contract/constants.ts'
import type { Message } from '../contract/messages/message.ts'
import type { TimelineEvent } from '../contract/messages/timeline-event.ts'
import type { StaffMember } from '../contract/staff/staff-member.ts'
import type { Ticket } from '../contract/tickets/ticket.ts'
import { MockAgent, MockManager } from './mock-profile.ts'

export const MockChannels = [
  { key: 'main', name: 'OA หลัก' },
  { key: 'promo', name: 'OA โปรโมชั่น' },
  { key: 'vip', name: 'OA VIP' },
] as const

export const staffMemberOf = (profile: typeof MockManager): StaffMember => ({
  id: profile.id,
  line_user_id: profile.line_user_id,
  display_name: profile.display_name,
  full_name: null,
  username: null,
  avatar_url: null,
})

export type MockTicketChange = Omit<Partial<Ticket>, 'profile'> & {
  id: string
  profile?: Partial<Ticket['profile']>
}

/** Returns a ticket in the contract's form. Default: a new ticket that was opened a minute ago. */
export function mockTicket(given: MockTicketChange, now = Date.now()): Ticket {
  const { profile, ...change } = given
  const at = new Date(now - 60_000).toISOString()
  const channel = change.channel ?? MockChannels[0]
  return {
    status: 'OPEN',
    subject: ISSUE_TYPES.other,
    priority: 'NORMAL',
    opened_at: at,
    created_at: at,
    accepted_at: null,
    closed_at: null,
    last_activity_at: at,
    channel,
    channel_key: channel.key,
    profile: { display_name: 'ลูกค้า', picture_url: null, is_vip: false, friendship: 'friend', ...profile },
    customer_id: null,
    assigned_to: null,
    closed_by: null,
    previous_agent: null,
    metrics: { resolution_secs: null },
    unread_count: 0,
    waiting_since: null,
    needs_reply: false,
    last_message: null,
    last_seq: 0,
    last_in_seq: 0,
    last_out_seq: 0,
    in_count: 0,
    version: 1,
    revision: 0,
    ...change,
  }
}

export function mockMessage(change: Partial<Message> & { ticket_id: string; seq: number }): Message {
  const at = change.event_time ?? new Date().toISOString()
  return {
    id: `${change.ticket_id}-${change.seq}`,
    direction: 'IN',
    message_type: 'text',
    text: `ข้อความที่ ${change.seq}`,
    image_url: null,
    media_url: null,
    event_time: at,
    created_at: at,
    sort_at: change.created_at ?? at,
    content: null,
    sender: null,
    revision: change.seq,
    client_message_id: null,
    delivery: change.direction === 'OUT' ? 'sent' : null,
    delivery_error: null,
    via: change.direction === 'OUT' ? 'push' : null,
    retry_of: null,
    retried: false,
    ...change,
  }
}

/**
 * URL of an image that every test page can fetch. Not created with `new URL`, which the bundler would convert to a
 * `data:` URL.
 */
export const MockSlip = import.meta.url.replace(/[^/]*$/, 'mock-slip.svg')

type MockLine = [direction: 'IN' | 'OUT', text: string, minutesAgo: number, more?: Partial<Message>]

interface MockConversation {
  id: string
  name: string
  vip?: boolean
  channel: (typeof MockChannels)[number]
  issue: string
  assignee?: StaffMember
  openedMinutesAgo: number
  lines: MockLine[]
}

const manager = staffMemberOf(MockManager)
const agent = staffMemberOf(MockAgent)
const orathai: StaffMember = { ...agent, id: 'a3', line_user_id: 'Ua3', display_name: 'อรทัย ใจดี' }
const id = (head: string) => `${head}-5c1e-4f0a-9b7d-2f6e8a1c3d5b`
const [main, promo, vip] = MockChannels

/** Realistic tickets and messages of one morning, used for screenshots. */
const MOCK_CONVERSATIONS: MockConversation[] = [
  {
    id: id('7f3a91c2'),
    name: 'กานต์ชนก พูนสุข',
    vip: true,
    channel: main,
    issue: ISSUE_TYPES.withdrawal,
    openedMinutesAgo: 16,
    lines: [
      ['IN', 'สวัสดีค่ะ ถอนเงินไปตั้งแต่เช้า', 14.53],
      ['IN', 'ยังไม่เข้าบัญชีเลยค่ะ', 12],
      ['IN', 'เงินยังไม่เข้าเลยค่ะ รอมา 20 นาทีแล้ว', 3],
    ],
  },
  {
    id: id('b81d04fe'),
    name: 'ธีรภัทร จันทร์แก้ว',
    channel: main,
    issue: ISSUE_TYPES.deposit,
    assignee: manager,
    openedMinutesAgo: 10,
    lines: [
      ['IN', 'สวัสดีครับ ฝากเงินไปตั้งแต่บ่ายโมง ยอดยังไม่เข้าเลยครับ', 10],
      ['IN', 'โอนจากธนาคารกสิกร 1,500 บาท', 9.8],
      ['OUT', 'สวัสดีค่ะ คุณธีรภัทร รบกวนขอสลิปการโอนเพื่อตรวจสอบให้นะคะ', 8, { sender: manager }],
      ['IN', '', 6.16, { message_type: 'image', text: null, image_url: MockSlip }],
      ['IN', 'ส่งสลิปให้แล้วครับ 🙏', 1],
    ],
  },
  {
    id: id('2c96aa10'),
    name: 'Somchai K.',
    channel: promo,
    issue: ISSUE_TYPES.website,
    openedMinutesAgo: 5,
    lines: [
      ['IN', 'เข้าเว็บไม่ได้ครับ', 3.68],
      ['IN', '', 3, { message_type: 'image', text: null, image_url: MockSlip }],
    ],
  },
  {
    id: id('e07714bd'),
    name: 'ปวีณา ศรีสวัสดิ์',
    channel: main,
    issue: ISSUE_TYPES.other,
    assignee: agent,
    openedMinutesAgo: 13,
    lines: [
      ['IN', 'สอบถามเรื่องเปลี่ยนเบอร์ค่ะ', 13],
      ['OUT', 'เปลี่ยนให้เรียบร้อยแล้วค่ะ', 5, { sender: agent }],
      ['IN', 'ขอบคุณค่ะ', 2.1],
    ],
  },
  {
    id: id('91c0d3e7'),
    name: 'วรัญญู',
    vip: true,
    channel: vip,
    issue: ISSUE_TYPES.slowReply,
    assignee: manager,
    openedMinutesAgo: 4,
    lines: [['IN', 'สวัสดีครับ สอบถามยอดโบนัส', 1.2]],
  },
  {
    id: id('5ad82f60'),
    name: 'มินตรา ทองดี',
    channel: promo,
    issue: ISSUE_TYPES.deposit,
    openedMinutesAgo: 2,
    lines: [['IN', 'ฝาก 500 ไม่เข้าค่ะ', 0.8]],
  },
  {
    id: id('0be63c19'),
    name: 'ณัฐวุฒิ',
    channel: main,
    issue: ISSUE_TYPES.withdrawal,
    assignee: orathai,
    openedMinutesAgo: 32,
    lines: [
      ['IN', 'ถอนเงินช้ามากครับ', 32],
      ['OUT', 'ขออภัยในความล่าช้าค่ะ กำลังเร่งตรวจสอบให้นะคะ', 3, { sender: orathai }],
      ['IN', 'โอเคครับ', 0.5],
    ],
  },
  {
    id: id('c45f7e82'),
    name: 'สุภาวดี อินทร์คำ',
    channel: main,
    issue: ISSUE_TYPES.other,
    assignee: agent,
    openedMinutesAgo: 50,
    lines: [
      ['IN', 'ขอบคุณนะคะ', 48],
      ['OUT', 'ยินดีให้บริการค่ะ', 40, { sender: agent }],
      [
        'IN',
        '[สติกเกอร์]',
        0.33,
        { content: { kind: 'sticker', image_url: null, keywords: ['ขอบคุณ'], text: null } },
      ],
    ],
  },
]

export function mockMorning(now = Date.now()): { tickets: Ticket[]; messages: Message[] } {
  const messages: Message[] = []
  const tickets = MOCK_CONVERSATIONS.map((story) => {
    const own = story.lines.map(([direction, text, minutesAgo, more], index) =>
      mockMessage({
        ticket_id: story.id,
        seq: index + 1,
        direction,
        text,
        event_time: new Date(now - minutesAgo * 60_000).toISOString(),
        ...more,
      }),
    )
    messages.push(...own)
    return mockTicket(
      {
        id: story.id,
        subject: story.issue,
        channel: story.channel,
        opened_at: new Date(now - story.openedMinutesAgo * 60_000).toISOString(),
        accepted_at: story.assignee
          ? new Date(now - (story.openedMinutesAgo - 1) * 60_000).toISOString()
          : null,
        assigned_to: story.assignee ?? null,
        profile: { display_name: story.name, picture_url: null, is_vip: story.vip ?? false },
      },
      now,
    )
  })
  return { tickets, messages }
}

/** Returns a timeline event. Default: the ticket was just accepted. */
export function mockTimelineEvent(given: Partial<TimelineEvent> & { ticket_id: string }): TimelineEvent {
  return {
    id: crypto.randomUUID(),
    kind: 'accepted',
    after_seq: 0,
    revision: 1,
    at: new Date().toISOString(),
    staff: staffMemberOf(MockAgent),
    from: null,
    to: null,
    text: null,
    ...given,
  }
}

/** Returns the timeline events that a ticket's state implies. */
export function pastTimelineEvents(ticket: Ticket, messages: readonly Message[]): TimelineEvent[] {
  const own = messages.filter(({ ticket_id }) => ticket_id === ticket.id)
  const eventOf = (kind: string, at: string | null, staff: StaffMember | null) => {
    if (at === null || staff === null) return []
    const after_seq = own.filter(({ sort_at }) => sort_at <= at).length
    return [mockTimelineEvent({ ticket_id: ticket.id, kind, at, staff, after_seq, revision: 0 })]
  }
  return [
    ...eventOf('accepted', ticket.accepted_at, ticket.assigned_to),
    ...eventOf('closed', ticket.closed_at, ticket.closed_by),
  ]
}
