import { lateCalls } from '../late-calls.ts'

export type UploadCalls = typeof import('./uploads.queries.ts')

/** Uploading comes with the first picture that is attached. */
export const uploadCalls = lateCalls<UploadCalls>(() => import('./uploads.queries.ts'))
