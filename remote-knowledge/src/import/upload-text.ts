import { isRetryable, knowledgeCalls } from 'shared/api'
import { newUuid } from '../proposals/new-uuid.ts'
import { partsOf } from './split-upload-text.ts'

export interface ImportUpload {
  id: string
  parts: number
}

interface UploadOptions {
  signal: AbortSignal
  onProgress: (sent: number, parts: number) => void
  retryMs?: number
}

const ATTEMPTS = 4
const RETRY_MS = 2_000

/** Uploads a text in parts. A part that got no response is sent again, and the server replaces it. */
export async function uploadText(
  text: string,
  { signal, onProgress, retryMs = RETRY_MS }: UploadOptions,
): Promise<ImportUpload> {
  const id = newUuid()
  const parts = partsOf(text)
  const { putImportPart } = await knowledgeCalls()
  onProgress(0, parts.length)
  for (const [no, part] of parts.entries()) {
    signal.throwIfAborted()
    for (let attempt = 1; ; attempt += 1) {
      try {
        await putImportPart({ id, no }, part, signal)
        break
      } catch (error) {
        signal.throwIfAborted()
        if (attempt === ATTEMPTS || !isRetryable(error)) throw error
        await pause(retryMs * attempt, signal)
      }
    }
    onProgress(no + 1, parts.length)
  }
  return { id, parts: parts.length }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
