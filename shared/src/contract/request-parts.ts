import * as z from 'zod/mini'
import { TEXT_MAX_UTF16 } from './constants.ts'
import { parseUrl } from './parse-url.ts'
import { hasLongMarks, MAX_MARKS } from './safe-normalize.ts'

export const TEXT_TOO_LONG = `must not have more than ${TEXT_MAX_UTF16} UTF-16 units`

/** Validation message for which the server responds with the code `too_many_marks`. */
export const TOO_MANY_MARKS = `must not have more than ${MAX_MARKS} combining marks in a row`

/** A flag in a query: 1/0 or true/false. Also accepts a JSON boolean. */
export const QueryFlagSchema = z.union([
  z.boolean(),
  z.pipe(
    z.enum(['1', 'true']),
    z.transform(() => true),
  ),
  z.pipe(
    z.enum(['0', 'false', '']),
    z.transform(() => false),
  ),
])

/** Rejects NUL, which PostgreSQL texts cannot contain. */
const withoutNul = z.refine<string>((text) => !text.includes('\0'), 'must not contain NUL')

export const ChannelKeySchema = z.string().check(z.maxLength(100), withoutNul)

/** Requests may contain the years 1900 to 9998: PostgreSQL has no year 0, and writes five-digit years differently. */
export const RequestedMomentSchema = z.iso
  .datetime({ offset: true })
  .check(
    z.refine(
      (moment) => Date.parse(moment) >= MOMENT_RANGE.first && Date.parse(moment) < MOMENT_RANGE.end,
      'must be between the years 1900 and 9998',
    ),
  )
const MOMENT_RANGE = { first: Date.UTC(1900, 0, 1), end: Date.UTC(9999, 0, 1) }

/** One channel key, several keys separated by commas, or `__ALL__`. */
export const ChannelKeysSchema = z.string().check(z.maxLength(1000), withoutNul)

export const TicketIdSchema = z.object({ id: z.uuid() })

/** A text without NUL and unpaired surrogates, which PostgreSQL cannot store. Other texts are rejected. */
export const StorableTextSchema = z.string().check(
  z.refine(
    (text) => !text.includes('\0') && text.isWellFormed(),
    'must not contain NUL or broken characters',
  ),
  z.refine((text) => !hasLongMarks(text), TOO_MANY_MARKS),
)

const UPLOADED_IMAGE_PATH = /^\/p\/[0-9a-f]{64}\.(?:jpg|png)$/

/** Error text from chapter 8 of the specification. */
export const INVALID_IMAGE = 'invalid image link: must start with http:// or https://'

/** LINE accepts only https URLs in ASCII: `http://` is sent as `https://`, and Thai characters are percent-encoded. */
export const ImageLinkSchema = StorableTextSchema.check(
  z.maxLength(2000),
  z.refine(
    (link) =>
      UPLOADED_IMAGE_PATH.test(link) ||
      (/^https?:\/\/\S+$/i.test(link) && (parseUrl(link)?.href.length ?? 2001) <= 2000),
    INVALID_IMAGE,
  ),
)
