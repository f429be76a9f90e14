export type HandOverCalls = typeof import('./hand-over.queries.ts')

/** The calls by which cases change hands. They come with the first use: most visits have none. */
export const handOverCalls = (): Promise<HandOverCalls> => import('./hand-over.queries.ts')
