import * as z from 'zod/mini'
import { asRaw, firstText, rawItems } from './raw-json.ts'

/** A schema that converts the value with `read` first: servers send the same data in different forms. */
export function preprocess<S extends z.core.$ZodType>(read: (value: unknown) => unknown, schema: S) {
  return z.pipe(z.transform(read), schema as S & z.core.$ZodType<z.output<S>, unknown>)
}

export const CountSchema = z.int().check(z.nonnegative())

/** Creates a list schema that drops invalid items. Fails when a list is not empty but no item is valid. */
export function listOf<T extends z.core.$ZodType>(item: T) {
  return z.pipe(
    z
      .array(z.catch(item, undefined as never))
      .check(z.refine((items) => items.length === 0 || items.some((each) => each !== undefined))),
    z.transform((items) => items.filter((each) => each !== undefined)),
  )
}

/** Creates a schema of `{items}` that accepts all forms that servers send. */
export function itemsOf<T extends z.core.$ZodType>(item: T) {
  return preprocess((value) => ({ items: rawItems(value) }), z.object({ items: listOf(item) }))
}

/** Creates a schema of `{items, total}`. For a bare array, or without a total, the total is the number of items. */
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
