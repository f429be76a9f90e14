import * as z from 'zod'

/** Which official accounts, in a query: one key, several with commas, or `__ALL__`. */
export const ChannelKeysSchema = z
  .string()
  .max(1000)
  .refine((keys) => !keys.includes('\0'), 'must not contain NUL')
