/** Anything JSON can hold, seen as a record; other values become an empty one. */
export type Raw = Record<string, unknown>

export function asRaw(value: unknown): Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Raw) : {}
}

/** The body of an answer: undefined where it is empty, itself where it is no JSON. */
export function readJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The first of these fields that holds a non-empty string (numbers count as their digits). */
export function firstText(raw: Raw, ...fields: string[]): string | undefined {
  for (const field of fields) {
    const value = raw[field]
    if (typeof value === 'string' && value !== '') return value
    if (typeof value === 'number') return String(value)
  }
  return undefined
}

/** A yes or no in any of the ways that JSON servers write it. */
export function asFlag(value: unknown): boolean {
  return value === true || value === 1 || value === '1' || value === 'true'
}

const CLOCK = /^(\d{4}-\d\d-\d\d)[T ](.+?)(z|[+-]\d\d(?::?\d\d)?)?$/i

/** Moments travel as ISO 8601; a server may also send milliseconds, or leave the zone out (then UTC is meant). */
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
 * Returns the items of a list: from the field that the specification names (null: a bare array), else from a bare array or `items`, `data` or `results`.
 * An empty list counts only in the specified form: in any other it may be a response of another server. Returns undefined when it is not a
 * list.
 */
export function rawItems(value: unknown, field: 'items' | 'results' | null = 'items'): unknown[] | undefined {
  const raw = asRaw(value)
  const specified = field === null ? value : raw[field]
  if (Array.isArray(specified)) return specified
  return [value, raw.items, raw.data, raw.results].find(
    (list): list is unknown[] => Array.isArray(list) && list.length > 0,
  )
}
