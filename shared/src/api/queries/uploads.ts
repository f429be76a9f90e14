import { lazyCalls } from '../lazy-calls.ts'

export type UploadCalls = typeof import('./uploads.queries.ts')

export const uploadCalls = lazyCalls<UploadCalls>(() => import('./uploads.queries.ts'))
