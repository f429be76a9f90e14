import { lateCalls } from '../late-calls.ts'

export type HandOverCalls = typeof import('./hand-over.queries.ts')

/** The calls by which cases change hands. They come with the first use: most visits have none. */
export const handOverCalls = lateCalls<HandOverCalls>(() => import('./hand-over.queries.ts'))
