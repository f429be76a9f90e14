import { ISSUE_TYPES, VIP_PRIORITIES } from '../constants.ts'
import { readDelivery } from '../messages/delivery.ts'
import { readDeliveryWait } from '../messages/delivery-wait.ts'
import { asFlag, asMoment, asRaw, firstText, type Raw } from '../raw-json.ts'
import { preprocess } from '../response-parts.ts'
import { readStaffMember } from '../staff/staff-member.ts'
import {
  FRIENDSHIPS,
  LastMessageSchema,
  TICKET_PRIORITIES,
  TICKET_STATUSES,
  type Ticket,
  TicketSchema,
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
/** Reads a time: null for null, undefined for a missing or invalid value. */
const momentOrNull = (raw: Raw, field: string) => (raw[field] === null ? null : moment(raw[field]))
const count = (value: unknown) => (typeof value === 'number' && value > 0 ? Math.floor(value) : 0)
const counted = (raw: Raw, field: string) => (typeof raw[field] === 'number' ? count(raw[field]) : undefined)

function enumValue<T extends string>(values: readonly T[], value: unknown): T | undefined {
  return values.find((each) => each === String(value ?? '').toUpperCase())
}

/** Functions that read each field. An invalid field is dropped without affecting the others. */
const READERS: { [Field in Exclude<keyof TicketPatch, 'id' | 'version'>]: Reader<Field> } = {
  status: (raw) => enumValue(TICKET_STATUSES, raw.status),
  subject: (raw) => firstText(raw, 'subject', 'issueType'),
  priority: (raw) => enumValue(TICKET_PRIORITIES, raw.priority),
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
  profile: readProfile,
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

function readChannel(raw: Raw) {
  const channel = asRaw(raw.channel)
  const key = firstText(channel, 'key') ?? firstText(raw, 'channel_key') ?? ''
  return { key, name: firstText(channel, 'name') ?? firstText(raw, 'lineOA') ?? key }
}

function readProfile(raw: Raw): Partial<Ticket['profile']> | undefined {
  const profile = asRaw(raw.profile ?? raw.customer)
  const part: Partial<Ticket['profile']> = {}
  const name = firstText(profile, 'display_name', 'name') ?? firstText(raw, 'profileName')
  if (name !== undefined) part.display_name = name
  const image = firstText(profile, 'picture_url', 'avatar_url') ?? firstText(raw, 'profilePic')
  if (image !== undefined) part.picture_url = image
  else if (profile.picture_url === null) part.picture_url = null
  if (has(profile, 'is_vip')) part.is_vip = asFlag(profile.is_vip)
  else if (has(raw, 'isVip')) part.is_vip = asFlag(raw.isVip)
  else if (enumValue(VIP_PRIORITIES, raw.priority)) part.is_vip = true
  const friendship = FRIENDSHIPS.find((each) => each === profile.friendship)
  if (friendship !== undefined) part.friendship = friendship
  return Object.keys(part).length === 0 ? undefined : part
}

function readLastMessage(value: unknown) {
  const raw = asRaw(value)
  const at = asMoment(raw.at ?? raw.event_time ?? raw.created_at)
  if (at === null) return null
  return {
    direction: enumValue(['IN', 'OUT'], raw.direction) ?? 'IN',
    message_type: (firstText(raw, 'message_type', 'type') ?? 'text').toLowerCase(),
    text: firstText(raw, 'text') ?? null,
    at,
    delivery: readDelivery(raw.delivery),
    delivery_error: firstText(raw, 'delivery_error') ?? null,
    sender: readStaffMember(raw.sender),
  }
}

/** Reads the assignee. A record in one field has priority over a bare id in another field. */
function readAssignee(raw: Raw) {
  const candidates = [raw.assigned_to, raw.assignee, raw.owner]
  const staff = [...candidates.filter((each) => typeof each === 'object'), ...candidates].map(readStaffMember)
  return staff.find((staffMember) => staffMember !== null) ?? null
}

function readFields(raw: Raw): Omit<TicketPatch, 'id' | 'version'> {
  const fields: Record<string, unknown> = {}
  for (const [field, read] of Object.entries(READERS)) {
    const found = read(raw)
    if (found !== undefined) fields[field] = found
  }
  return fields
}

/** Reads changed fields of a ticket. Null when the ticket's id is missing. */
export function readTicketPatch(value: unknown): TicketPatch | null {
  const outer = asRaw(value)
  const raw = typeof outer.ticket === 'object' && outer.ticket !== null ? asRaw(outer.ticket) : outer
  const id = firstText(raw, 'id', 'ticket_id') ?? firstText(outer, 'ticket_id', 'id')
  return id === undefined ? null : { id, version: count(raw.version), ...readFields(raw) }
}

/** Decodes a ticket with any of the supported field names and nestings. Missing and invalid fields get a default. */
export const decodeTicket = preprocess((value) => {
  const raw = asRaw(value)
  const fields = readFields(raw)
  const channel = readChannel(raw)
  const opened = fields.opened_at ?? fields.created_at ?? new Date(0).toISOString()
  const isVip =
    fields.profile?.is_vip === true ||
    asFlag(raw.isVip) ||
    enumValue(VIP_PRIORITIES, raw.priority) !== undefined
  return {
    status: 'OPEN',
    subject: ISSUE_TYPES.other,
    priority: 'NORMAL',
    opened_at: opened,
    created_at: opened,
    accepted_at: null,
    closed_at: null,
    last_activity_at: opened,
    assigned_to: null,
    assignee_absent: false,
    closed_by: null,
    previous_agent: null,
    metrics: { resolution_secs: null },
    waiting_since: null,
    needs_reply: false,
    last_message: null,
    reply_wait: null,
    last_seq: 0,
    last_in_seq: 0,
    last_out_seq: 0,
    in_count: 0,
    revision: 0,
    ...fields,
    id: firstText(raw, 'id'),
    channel,
    channel_key: channel.key,
    customer_id: fields.customer_id ?? firstText(asRaw(raw.profile), 'id') ?? null,
    profile: {
      display_name: 'ลูกค้า',
      picture_url: null,
      friendship: 'unknown',
      ...fields.profile,
      is_vip: isVip,
    },
    unread_count: count(raw.unread_count),
    version: count(raw.version),
  }
}, TicketSchema)

/** The response is a ticket, or contains it as `ticket` or `item`. */
export const decodeTicketResponse = preprocess((value) => {
  const raw = asRaw(value)
  return raw.ticket ?? raw.item ?? value
}, decodeTicket)
