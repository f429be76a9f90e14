import { readDeliveryWait } from '../messages/delivery-wait.ts'
import { asFlag, asMoment, asRaw, firstText, type Raw } from '../raw-json.ts'
import { readStaffMember } from '../staff/staff-member.ts'
import {
  count,
  LastMessageSchema,
  oneOf,
  readAssignee,
  readChannel,
  readFriendship,
  readLastMessage,
  TICKET_PRIORITIES,
  TICKET_STATUSES,
  type Ticket,
} from './ticket.ts'

/** Changed fields of a ticket. `version` is 0 when the server has no versions. `profile` may be partial. */
export type TicketPatch = Partial<Omit<Ticket, 'id' | 'version' | 'unread_count' | 'profile'>> & {
  id: string
  version: number
  profile?: Partial<Ticket['profile']>
}

type Reader<Field extends keyof TicketPatch> = (raw: Raw) => TicketPatch[Field] | undefined

const has = (raw: Raw, ...fields: string[]) => fields.some((field) => raw[field] !== undefined)
const moment = (value: unknown) => asMoment(value) ?? undefined
/** Returns null for null, and undefined for a missing or invalid value. */
const momentOrNull = (raw: Raw, field: string) => (raw[field] === null ? null : moment(raw[field]))
const counted = (raw: Raw, field: string) => (typeof raw[field] === 'number' ? count(raw[field]) : undefined)

function wordOf<T extends string>(values: readonly T[], value: unknown): T | undefined {
  return values.find((each) => each === String(value ?? '').toUpperCase())
}

/** Readers of the fields. An invalid field is dropped without affecting the others. */
const READERS: { [Field in Exclude<keyof TicketPatch, 'id' | 'version'>]: Reader<Field> } = {
  status: (raw) => wordOf(TICKET_STATUSES, raw.status),
  subject: (raw) => firstText(raw, 'subject', 'issueType'),
  priority: (raw) => wordOf(TICKET_PRIORITIES, raw.priority),
  opened_at: (raw) => moment(raw.opened_at ?? raw.submittedAt),
  created_at: (raw) => moment(raw.created_at),
  accepted_at: (raw) => momentOrNull(raw, 'accepted_at'),
  closed_at: (raw) => momentOrNull(raw, 'closed_at'),
  last_activity_at: (raw) => moment(raw.last_activity_at),
  channel: (raw) => {
    if (!has(raw, 'channel', 'lineOA')) return undefined
    const channel = readChannel(raw)
    return channel.key === '' ? undefined : channel
  },
  channel_key: (raw) => firstText(raw, 'channel_key') ?? firstText(asRaw(raw.channel), 'key'),
  profile: readProfilePart,
  customer_id: (raw) => (raw.customer_id === null ? null : firstText(raw, 'customer_id')),
  assigned_to: (raw) => {
    if (!has(raw, 'assigned_to', 'assignee', 'owner')) return undefined
    return readAssignee(raw)
  },
  assignee_absent: (raw) => (has(raw, 'assignee_absent') ? asFlag(raw.assignee_absent) : undefined),
  previous_agent: (raw) => (has(raw, 'previous_agent') ? readStaffMember(raw.previous_agent) : undefined),
  closed_by: (raw) => (has(raw, 'closed_by') ? readStaffMember(raw.closed_by) : undefined),
  metrics: (raw) => {
    const metrics = asRaw(raw.metrics)
    if (metrics.resolution_secs === null) return { resolution_secs: null }
    return typeof metrics.resolution_secs === 'number'
      ? { resolution_secs: metrics.resolution_secs }
      : undefined
  },
  waiting_since: (raw) => momentOrNull(raw, 'waiting_since'),
  needs_reply: (raw) => {
    if (has(raw, 'needs_reply')) return asFlag(raw.needs_reply)
    const since = momentOrNull(raw, 'waiting_since')
    return since === undefined ? undefined : since !== null
  },
  last_message: (raw) => {
    if (raw.last_message === null) return null
    const message = LastMessageSchema.safeParse(readLastMessage(raw.last_message))
    return message.success ? message.data : undefined
  },
  reply_wait: (raw) => (has(raw, 'reply_wait') ? readDeliveryWait(raw.reply_wait) : undefined),
  last_seq: (raw) => counted(raw, 'last_seq'),
  last_in_seq: (raw) => counted(raw, 'last_in_seq'),
  last_out_seq: (raw) => counted(raw, 'last_out_seq'),
  in_count: (raw) => counted(raw, 'in_count'),
  revision: (raw) => counted(raw, 'revision'),
}

function readProfilePart(raw: Raw): Partial<Ticket['profile']> | undefined {
  const profile = asRaw(raw.profile ?? raw.customer)
  const part: Partial<Ticket['profile']> = {}
  const name = firstText(profile, 'display_name', 'name') ?? firstText(raw, 'profileName')
  if (name !== undefined) part.display_name = name
  const image = firstText(profile, 'picture_url', 'avatar_url') ?? firstText(raw, 'profilePic')
  if (image !== undefined) part.picture_url = image
  else if (profile.picture_url === null) part.picture_url = null
  if (has(profile, 'is_vip')) part.is_vip = asFlag(profile.is_vip)
  else if (has(raw, 'isVip')) part.is_vip = asFlag(raw.isVip)
  else if (oneOf(TICKET_PRIORITIES, raw.priority, 'NORMAL') !== 'NORMAL') part.is_vip = true
  const friendship = readFriendship(profile)
  if (friendship !== undefined) part.friendship = friendship
  return Object.keys(part).length === 0 ? undefined : part
}

/** Reads a ticket change in all supported spellings. Null when the ticket's id is missing. */
export function readTicketPatch(value: unknown): TicketPatch | null {
  const outer = asRaw(value)
  const raw = typeof outer.ticket === 'object' && outer.ticket !== null ? asRaw(outer.ticket) : outer
  const id = firstText(raw, 'id', 'ticket_id') ?? firstText(outer, 'ticket_id', 'id')
  if (id === undefined) return null
  const patch: Record<string, unknown> = { id, version: count(raw.version) }
  for (const [field, read] of Object.entries(READERS)) {
    const found = read(raw)
    if (found !== undefined) patch[field] = found
  }
  return patch as unknown as TicketPatch
}
