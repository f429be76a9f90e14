import * as z from 'zod'
import { asRaw, firstText, rawItems } from './raw-json.ts'

/** A list that may come bare, as `{items}`, or as `{data}`; what cannot be read of it is left out. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.preprocess(
    (value) => rawItems(value),
    z.array(item.catch(undefined as never)).transform((items) => items.filter((each) => each !== undefined)),
  )
}

/** A page of a list: `{items, total}`; a bare list is a whole page. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.preprocess(
    (value) => {
      const items = rawItems(value)
      const total = Number.parseInt(firstText(asRaw(value), 'total') ?? '', 10)
      return { items, total: total >= 0 ? total : items.length }
    },
    z.object({ items: listOf(item), total: z.number().int().nonnegative() }),
  )
}

export const MomentSchema = z.iso.datetime({ offset: true })
