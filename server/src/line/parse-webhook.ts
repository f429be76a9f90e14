import { createHash } from 'node:crypto'
import { asRaw, firstText, type Raw } from 'shared/contract/raw-json.ts'
import { storableJson } from '../db/storable-text.ts'
import { DeskError } from '../desk-error.ts'

export interface IncomingEvent {
  webhookEventId: string
  type: string
  /** LINE user id of a one-to-one chat's customer; null for groups, rooms and events about the channel itself. */
  userId: string | null
  /** LINE id of the message that the event contains or unsends. */
  lineMessageId: string | null
  body: Raw
  /** Time of receipt (ISO 8601) of an event that is spooled to disk before it is stored. */
  receivedAt?: string
}

const MAX_ID = 200
/** Maximum number of events in a webhook; LINE sends up to 100. Each event needs many times its size in memory. */
export const MAX_EVENTS = 1_000

export function parseWebhook(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new DeskError('invalid_json')
  }
}

export function eventCount(body: unknown): number {
  const { events } = asRaw(body)
  return Array.isArray(events) ? events.length : 0
}

/** Returns null when the value is no webhook. Ignores unknown fields and types: LINE adds them without notice. */
export function readWebhook(value: unknown): { destination: string | null; events: IncomingEvent[] } | null {
  const raw = asRaw(value)
  if (!Array.isArray(raw.events)) return null
  if (isDeeperThan(MAX_DEPTH, raw.events)) return null
  const events = raw.events.map(readEvent).filter((event) => event !== null)
  return { destination: text(raw.destination), events }
}

function readEvent(value: unknown): IncomingEvent | null {
  const body = storableJson(value)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null
  const raw = asRaw(body)
  const source = asRaw(raw.source)
  return {
    webhookEventId: text(raw.webhookEventId) ?? fingerprint(raw),
    type: text(raw.type) ?? 'unknown',
    userId: (source.type ?? 'user') === 'user' ? text(source.userId) : null,
    lineMessageId: text(firstText(asRaw(raw.message), 'id') ?? firstText(asRaw(raw.unsend), 'messageId')),
    body: raw,
  }
}

const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= MAX_ID ? value : null

/** Returns a substitute for a missing webhookEventId, so that an event delivered twice is applied once. */
function fingerprint(body: Raw): string {
  const { deliveryContext: _, ...rest } = body
  return `sha256:${createHash('sha256').update(JSON.stringify(rest)).digest('hex')}`
}

/** Maximum nesting of an event, since later code processes it recursively; LINE's events have fewer than ten levels. */
const MAX_DEPTH = 100

function isDeeperThan(depth: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((each) => isDeeperThan(depth - 1, each))
}

/** Maximum time in ms that LINE's clock may be ahead; later timestamps are replaced by the current time. */
const FUTURE_ALLOWED_MS = 60_000

/** Returns the event's time by LINE, the same on redelivery; the current time when it is missing or implausible. */
export function eventTime(body: Raw, now: Date): Date {
  const { timestamp } = body
  if (typeof timestamp !== 'number' || !Number.isFinite(timestamp) || timestamp <= 0) return now
  if (timestamp > now.getTime() + FUTURE_ALLOWED_MS) return now
  return new Date(Math.min(timestamp, now.getTime()))
}

/** Mode of an event: `standby` when LINE lets another module of the channel reply. */
export type EventMode = 'active' | 'standby'

export function modeOf(body: Raw): EventMode {
  return body.mode === 'standby' ? 'standby' : 'active'
}

export function isRedelivery(body: Raw): boolean {
  return asRaw(body.deliveryContext).isRedelivery === true
}
