import * as z from 'zod/mini'
import { TEXT_MAX_UTF16 } from '../constants.ts'
import { isInvisible } from '../invisible-text.ts'
import { StorableTextSchema, TEXT_TOO_LONG } from '../request-parts.ts'

/** Checks the length twice: `maxLength` counts an emoji as one character, LINE counts it as two. */
export const MessageTextSchema = StorableTextSchema.check(
  z.maxLength(TEXT_MAX_UTF16),
  z.refine((text) => !isInvisible(text), 'must not be empty'),
  z.refine((text) => text.length <= TEXT_MAX_UTF16, TEXT_TOO_LONG),
)
