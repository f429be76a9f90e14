import { useSyncExternalStore } from 'react'
import { uploadCalls } from 'shared/api'
import { createListeners } from 'shared/contract/listeners.ts'
import { onPendingOwnerChange } from './drafts.store.ts'

const runningUploads = new Map<string, { share: number; abort: AbortController }>()
const { subscribe, notify } = createListeners()
const CANCELLED = new DOMException('the upload was cancelled', 'AbortError')

/** True for the error of an upload that ended because the user cancelled it or signed out. */
export const isUploadCancelled = (error: unknown): boolean => error === CANCELLED

onPendingOwnerChange(() => {
  for (const { abort } of runningUploads.values()) abort.abort(CANCELLED)
})

/** Returns the uploaded share of an image, 0 to 1; null when it is not being uploaded. */
export function useUploadProgress(id: string): number | null {
  return useSyncExternalStore(subscribe, () => runningUploads.get(id)?.share ?? null)
}

/** Cancels an upload. Returns false when the upload is not running or is already complete. */
export function cancelUpload(id: string): boolean {
  const upload = runningUploads.get(id)
  upload?.abort.abort(CANCELLED)
  return upload !== undefined
}

/** Uploads the image of a message. @throws ApiError, or an error recognized by `isUploadCancelled` when cancelled */
export async function uploadImage(id: string, content: Blob, name: string): Promise<string> {
  const abort = new AbortController()
  runningUploads.set(id, { share: 0, abort })
  notify()
  try {
    const { postImage } = await uploadCalls()
    abort.signal.throwIfAborted()
    return await postImage(content, name, {
      signal: abort.signal,
      onProgress: (share) => {
        runningUploads.set(id, { share, abort })
        notify()
      },
    })
  } finally {
    runningUploads.delete(id)
    notify()
  }
}
