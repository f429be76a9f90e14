import * as z from 'zod'

/** A yes or no in a query string: 1/0, true/false; also a real boolean in JSON. */
export const QueryFlagSchema = z.union([
  z.boolean(),
  z.enum(['1', 'true']).transform(() => true),
  z.enum(['0', 'false', '']).transform(() => false),
])

/** Which official accounts, in a query: one key, several with commas, or `__ALL__`. */
export const ChannelKeysSchema = z
  .string()
  .max(1000)
  .refine((keys) => !keys.includes('\0'), 'must not contain NUL')

/** The path of calls about one ticket. */
export const TicketIdSchema = z.object({ id: z.uuid() })
