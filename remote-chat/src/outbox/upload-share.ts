import { useSyncExternalStore } from 'react'
import { uploadCalls } from 'shared/api'
import { onUnsentOwner } from './unsent.store.ts'

/** Uploads that are under way, by message: how much has gone, and how each is given up. */
const underWay = new Map<string, { share: number; abort: AbortController }>()
const listeners = new Set<() => void>()
const GIVEN_UP = new DOMException('the upload was given up', 'AbortError')

/** A person has cancelled the upload, or has signed out. */
export const isUploadGivenUp = (error: unknown): boolean => error === GIVEN_UP

onUnsentOwner(() => {
  for (const { abort } of underWay.values()) abort.abort(GIVEN_UP)
})

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of [...listeners]) listener()
}

/** The share of a picture that has been uploaded, 0 to 1; null while it is not being uploaded. */
export function useUploadShare(id: string): number | null {
  return useSyncExternalStore(subscribe, () => underWay.get(id)?.share ?? null)
}

/** Gives an upload up; false when it is not under way, or has all gone. */
export function cancelUpload(id: string): boolean {
  const upload = underWay.get(id)
  upload?.abort.abort(GIVEN_UP)
  return upload !== undefined
}

/** Uploads the picture of a message. @throws ApiError; what `isUploadGivenUp` knows when it was given up. */
export async function uploadPicture(id: string, content: Blob, name: string): Promise<string> {
  const abort = new AbortController()
  underWay.set(id, { share: 0, abort })
  tell()
  try {
    const { postPicture } = await uploadCalls()
    abort.signal.throwIfAborted()
    return await postPicture(content, name, {
      signal: abort.signal,
      onProgress: (share) => {
        underWay.set(id, { share, abort })
        tell()
      },
    })
  } finally {
    underWay.delete(id)
    tell()
  }
}
