import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { decodeSuggestion, SuggestionEditSchema, SuggestionSchema } from './suggestion.ts'

export const updateSuggestion = defineCall({
  name: 'updateSuggestion',
  method: 'PUT',
  path: '/api/staff/suggestions/:id',
  summary: 'Change a canned reply',
  access: 'staff',
  params: z.object({ id: z.uuid() }),
  ignoresUnknownFields: true,
  body: SuggestionEditSchema,
  response: SuggestionSchema,
  decode: decodeSuggestion,
  errors: ['text_too_long', 'not_found', 'forbidden_channel', 'conflict'],
})
