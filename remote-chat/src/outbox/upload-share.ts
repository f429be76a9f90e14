import { useSyncExternalStore } from 'react'
import { uploadCalls } from 'shared/api'

/** Uploads that are under way, by message: how much has gone, and how each is given up. */
const underWay = new Map<string, { share: number; abort: AbortController }>()
const listeners = new Set<() => void>()

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
  upload?.abort.abort()
  return upload !== undefined
}

/** Uploads the picture of a message. @throws ApiError; the reason of an AbortSignal when it was given up. */
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
