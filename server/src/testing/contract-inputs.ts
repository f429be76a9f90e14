import { randomUUID } from 'node:crypto'
import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import type { Call } from 'shared/contract/define-call.ts'
import type * as z from 'zod'

/** Ids of existing rows, by the name of the request parameter or field that takes them. */
export type ExistingIds = Readonly<Record<string, string>>

/** Field of a request's query or body, identified by its path. */
export interface InputField {
  part: 'query' | 'body'
  path: string[]
  /** Type of the field: `string`, `number`, `array` … */
  type: string
  /** Maximum text length of the field; undefined for fields without text or without a limit. */
  maxLength: number | undefined
}

/** Valid values, by field name, for fields whose schema alone does not describe them. */
const SPECIAL: Readonly<Record<string, unknown>> = {
  image_url: 'https://example.com/picture.png',
  url: 'http://127.0.0.1:9/page',
  source: KNOWLEDGE_SOURCES.general,
  cursor: `1700000000000.${randomUUID()}`,
  closes_at: 1_080,
  opens_at: 540,
  state: 'a'.repeat(32),
}

type Schema = z.core.$ZodTypes

/** Returns an example for a schema of the contract, with existing ids where the schema requires ids. */
function sampleOf(schema: z.core.$ZodType | undefined, ids: ExistingIds, name = '', isFull = true): unknown {
  if (schema === undefined) return undefined
  if (Object.hasOwn(ids, name)) return ids[name]
  if (Object.hasOwn(SPECIAL, name)) return SPECIAL[name]
  const { def } = (schema as Schema)._zod
  switch (def.type) {
    case 'string': {
      const { format } = def as { format?: string }
      if (format === 'uuid' || format === 'guid') return ids.any_id ?? randomUUID()
      return format === 'datetime' ? '2026-01-01T00:00:00Z' : 'คำถาม'
    }
    case 'number':
      return 1
    case 'boolean':
      return false
    case 'enum':
      return Object.values(def.entries)[0]
    case 'literal':
      return def.values[0]
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape)
          .filter(([, each]) => isFull || !['optional', 'default'].includes((each as Schema)._zod.def.type))
          .map(([key, each]) => [key, sampleOf(each, ids, key, isFull)]),
      )
    case 'array':
      return [sampleOf(def.element, ids, name, isFull)]
    case 'union':
      return sampleOf(def.options[0], ids, name, isFull)
    case 'pipe':
      return sampleOf(def.in, ids, name, isFull)
    case 'optional':
    case 'nullable':
    case 'default':
      return sampleOf(def.innerType, ids, name, isFull)
    default:
      throw new Error(`no sample for a ${def.type}`)
  }
}

/**
 * Returns every query and body field of a call. For a union, returns the fields of each option, from a sample with all
 * fields and a sample with only required fields.
 */
export function inputsOf(
  call: Call,
  ids: ExistingIds,
): { field: InputField; sample: unknown; least: unknown }[] {
  return (['query', 'body'] as const).flatMap((part) => {
    const schema = call[part]
    if (schema === undefined) return []
    return optionsOf(schema).flatMap((option) => {
      const sample = sampleOf(option, ids)
      const least = sampleOf(option, ids, '', false)
      return fieldsIn(option, []).map((field) => ({ field: { part, ...field }, sample, least }))
    })
  })
}

function optionsOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  const { def } = (schema as Schema)._zod
  if (def.type === 'union') return def.options.flatMap(optionsOf)
  if (def.type === 'optional' || def.type === 'nullable') return optionsOf(def.innerType)
  return [schema]
}

function fieldsIn(schema: z.core.$ZodType, path: string[]): Omit<InputField, 'part'>[] {
  const { def } = (schema as Schema)._zod
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([key, each]) => fieldsIn(each, [...path, key]))
    case 'array':
      return [{ path, type: 'array', maxLength: undefined }, ...fieldsIn(def.element, [...path, '0'])]
    case 'pipe':
      return fieldsIn(def.in, path)
    case 'optional':
    case 'nullable':
    case 'default':
      return fieldsIn(def.innerType, path)
    default:
      return [{ path, type: def.type, maxLength: (schema as Schema)._zod.bag.maximum as number | undefined }]
  }
}

/** Returns a copy of `sample` with `value` at the given path. */
export function withValue(sample: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(sample)) return sample.with(Number(key), withValue(sample[Number(key)], rest, value))
  const fields = (typeof sample === 'object' && sample !== null ? sample : {}) as Record<string, unknown>
  return { ...fields, [key]: withValue(fields[key], rest, value) }
}

/** Returns the URL of an API call, with path parameters from `ids` and the given query. */
export function addressOf(call: Call, ids: ExistingIds, query: unknown): string {
  const path = call.path.replaceAll(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(String(ids[`${call.name}.${name}`] ?? ids[name] ?? randomUUID())),
  )
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries((query ?? {}) as Record<string, unknown>))
    for (const each of Array.isArray(value) ? value : [value]) search.append(key, String(each))
  return search.size === 0 ? path : `${path}?${search}`
}
