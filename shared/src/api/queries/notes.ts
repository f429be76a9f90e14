import { lazyCalls } from '../lazy-calls.ts'

export const mentionsKey = ['mentions'] as const

export type NoteCalls = typeof import('./notes.queries.ts')

/** Loads the code of the note calls when the page is idle, or with the first of these calls. */
export const noteCalls = lazyCalls<NoteCalls>(() => import('./notes.queries.ts'))
