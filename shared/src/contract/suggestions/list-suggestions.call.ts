import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { asRaw, rawItems } from '../raw-json.ts'
import { ChannelKeySchema } from '../request-parts.ts'
import { listOf, preprocess } from '../response-parts.ts'
import { decodeSuggestion, SuggestionSchema } from './suggestion.ts'

export const listSuggestions = defineCall({
  name: 'listSuggestions',
  method: 'GET',
  path: '/api/staff/suggestions',
  summary: 'Canned replies of a channel and those for all channels',
  access: 'staff',
  query: z.object({ channel_key: z.optional(ChannelKeySchema) }),
  channelHeader: 'query',
  // `can_share`: the caller may add suggestions for all channels. Missing when the server does not send it.
  response: z.object({ items: z.array(SuggestionSchema), can_share: z.optional(z.boolean()) }),
  decode: preprocess(
    (value) => {
      const { can_share } = asRaw(value)
      return { items: rawItems(value), ...(typeof can_share === 'boolean' ? { can_share } : {}) }
    },
    z.object({ items: listOf(decodeSuggestion), can_share: z.optional(z.boolean()) }),
  ),
  errors: ['forbidden_channel'],
})
