import * as z from 'zod'
import { listOf } from '../answer-parts.ts'
import { defineCall } from '../define-call.ts'
import { rawItems } from '../raw-json.ts'
import { decodeSuggestion, SuggestionSchema } from './suggestion.ts'

export const listSuggestions = defineCall({
  name: 'listSuggestions',
  method: 'GET',
  path: '/api/staff/suggestions',
  summary: 'Canned replies of a channel and those that serve all',
  access: 'staff',
  query: z.object({ channel_key: z.string().max(100).optional() }),
  channelHeader: 'query',
  answer: z.object({ items: z.array(SuggestionSchema) }),
  decode: z.preprocess(
    (value) => ({ items: rawItems(value) }),
    z.object({ items: listOf(decodeSuggestion) }),
  ),
  errors: ['forbidden_channel'],
})
