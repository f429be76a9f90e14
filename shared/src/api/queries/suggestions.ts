import { lazyCalls } from '../lazy-calls.ts'

export const suggestionFamilyKey = ['suggestions'] as const

export type SuggestionCalls = typeof import('./suggestions.queries.ts')

/** The code of these calls loads with the first conversation, because a ticket list works without suggestions. */
export const suggestionCalls = lazyCalls<SuggestionCalls>(() => import('./suggestions.queries.ts'))
