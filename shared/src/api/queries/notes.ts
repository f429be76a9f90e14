import { lazyCalls } from '../lazy-calls.ts'

export const mentionsKey = ['mentions'] as const

export type NoteCalls = typeof import('./notes.queries.ts')

/** The code of the note calls loads when the page is idle, or with the first note. */
export const noteCalls = lazyCalls<NoteCalls>(() => import('./notes.queries.ts'))
