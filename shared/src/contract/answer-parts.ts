import * as z from 'zod/mini'
import { asRaw, firstText, rawItems } from './raw-json.ts'

/** A schema of whatever `read` makes of a value: where servers answer the same in several ways. */
export function preprocess<S extends z.core.$ZodType>(read: (value: unknown) => unknown, schema: S) {
  return z.pipe(z.transform(read), schema as S & z.core.$ZodType<z.output<S>, unknown>)
}

/** How many, or a place in a sequence. */
export const CountSchema = z.int().check(z.nonnegative())

/** A list without the items that do not match; fails when none of them matches. */
export function listOf<T extends z.core.$ZodType>(item: T) {
  return z.pipe(
    z
      .array(z.catch(item, undefined as never))
      .check(z.refine((items) => items.length === 0 || items.some((each) => each !== undefined))),
    z.transform((items) => items.filter((each) => each !== undefined)),
  )
}

/** A page of a list: `{items, total}`; without a total, and for a bare list, it is the whole list. */
export function pageOf<T extends z.core.$ZodType>(item: T) {
  return preprocess(
    (value) => {
      const items = rawItems(value)
      const total = Number.parseInt(firstText(asRaw(value), 'total') ?? '', 10)
      return { items, total: total >= 0 ? total : items?.length }
    },
    z.object({ items: listOf(item), total: CountSchema }),
  )
}

export const MomentSchema = z.iso.datetime({ offset: true })
