import { lazyCalls } from '../lazy-calls.ts'

export type UploadCalls = typeof import('./uploads.queries.ts')

/** Lazy API calls for uploads. They load with the first attached image. */
export const uploadCalls = lazyCalls<UploadCalls>(() => import('./uploads.queries.ts'))
