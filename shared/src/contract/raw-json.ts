/** A JSON object with unknown fields. Values that are not objects become an empty record. */
export type Raw = Record<string, unknown>

export function asRaw(value: unknown): Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Raw) : {}
}

/** Parses a response body or a socket frame. Undefined for an empty text, and the text itself if it is not JSON. */
export function readJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Returns the value of the first of the fields that contains a non-empty string or a number. */
export function firstText(raw: Raw, ...fields: string[]): string | undefined {
  for (const field of fields) {
    const value = raw[field]
    if (typeof value === 'string' && value !== '') return value
    if (typeof value === 'number') return String(value)
  }
  return undefined
}

export function asFlag(value: unknown): boolean {
  return value === true || value === 1 || value === '1' || value === 'true'
}

const CLOCK = /^(\d{4}-\d\d-\d\d)[T ](.+?)(z|[+-]\d\d(?::?\d\d)?)?$/i

/** Reads a time in ISO 8601 or milliseconds; without a time zone it is read as UTC. Null for other values. */
export function asMoment(value: unknown): string | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  if (value === '') return null
  const time = new Date(typeof value === 'string' ? withZone(value) : value)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}

function withZone(text: string): string {
  const [, day, clock, zone = 'Z'] = CLOCK.exec(text) ?? []
  if (day === undefined) return text
  return `${day}T${clock}${/^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone}`
}

/**
 * Returns the list in a response. The specification uses a bare array (`field` null) or an array in `field`. An empty
 * list in any other form is rejected, because it may be the response of a different server, such as a proxy.
 */
export function rawItems(value: unknown, field: 'items' | 'results' | null = 'items'): unknown[] | undefined {
  const raw = asRaw(value)
  const specified = field === null ? value : raw[field]
  if (Array.isArray(specified)) return specified
  return [value, raw.items, raw.data, raw.results].find(
    (list): list is unknown[] => Array.isArray(list) && list.length > 0,
  )
}
