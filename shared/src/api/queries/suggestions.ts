import { lateCalls } from '../late-calls.ts'

export const suggestionFamilyKey = ['suggestions'] as const

export type SuggestionCalls = typeof import('./suggestions.queries.ts')

/** The calls about canned replies and their queries. They come with the first conversation: a list is usable without them. */
export const suggestionCalls = lateCalls<SuggestionCalls>(() => import('./suggestions.queries.ts'))
