import { defineCall } from '../define-call.ts'
import { decodeSuggestion, NewSuggestionSchema, SuggestionSchema } from './suggestion.ts'

export const createSuggestion = defineCall({
  name: 'createSuggestion',
  method: 'POST',
  path: '/api/staff/suggestions',
  summary: 'Add a canned reply',
  access: 'staff',
  ignoresUnknownFields: true,
  body: NewSuggestionSchema,
  channelHeader: 'body',
  response: SuggestionSchema,
  decode: decodeSuggestion,
  errors: ['text_too_long', 'forbidden_channel', 'channel_not_found', 'suggestions_full'],
})
