import { lateCalls } from '../late-calls.ts'

export const mentionsKey = ['mentions'] as const

export type NoteCalls = typeof import('./notes.queries.ts')

/** The calls about internal notes, and who is named in them. They come when a page is idle, or with the first note. */
export const noteCalls = lateCalls<NoteCalls>(() => import('./notes.queries.ts'))
