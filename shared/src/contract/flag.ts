import * as z from 'zod'

/** A yes or no in a query string: 1/0, true/false; also a real boolean in JSON. */
export const FlagSchema = z.union([
  z.boolean(),
  z.enum(['1', 'true']).transform(() => true),
  z.enum(['0', 'false', '']).transform(() => false),
])
