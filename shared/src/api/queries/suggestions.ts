import { lazyCalls } from '../lazy-calls.ts'

export const suggestionFamilyKey = ['suggestions'] as const

export type SuggestionCalls = typeof import('./suggestions.queries.ts')

/** Load with the first conversation, because a ticket list works without them. */
export const suggestionCalls = lazyCalls<SuggestionCalls>(() => import('./suggestions.queries.ts'))
