import * as z from 'zod/mini'
import { UPLOAD_PATH } from '../../contract/constants.ts'
import { readJson } from '../../contract/raw-json.ts'
import { apiBaseUrl } from '../../session/api-url.ts'
import { channelHeader } from '../../session/browser-storage.ts'
import { ApiError, errorOfResponse } from '../api-error.ts'
import { reportUnauthorized, storedToken } from '../desk-api.ts'

/** Time in ms without upload progress after which an upload is aborted, regardless of the file size. */
const STALLED_MS = 30_000
/** Response to an upload. Other implementations of the API return only the image link. */
const Uploaded = z.object({
  url: z.string().check(z.minLength(1)),
  preview_url: z.catch(z.optional(z.string()), undefined),
  notes: z.catch(z.optional(z.array(z.string())), undefined),
})
export type UploadedImage = z.output<typeof Uploaded>

interface UploadOptions {
  signal: AbortSignal
  /** Uploaded fraction of the file, 0 to 1. */
  onProgress: (share: number) => void
}

export async function postImage(file: Blob, name: string, options: UploadOptions): Promise<string> {
  return (await upload(UPLOAD_PATH, file, name, options)).url
}

/** @throws ApiError, or the signal's reason when the caller aborts. */
export function postPromotionImage(file: Blob, name: string, options: UploadOptions): Promise<UploadedImage> {
  return upload(`${UPLOAD_PATH}?purpose=promotion`, file, name, options)
}

function isOwnOrigin(url: string): boolean {
  return new URL(url).origin === new URL(apiBaseUrl || '/', window.location.href).origin
}

/** Uploads a file with XMLHttpRequest, because `fetch` does not report upload progress. */
function upload(
  path: string,
  file: Blob,
  name: string,
  { signal, onProgress }: UploadOptions,
): Promise<UploadedImage> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let stalled: ReturnType<typeof setTimeout> | undefined
    const waitOn = () => {
      clearTimeout(stalled)
      stalled = setTimeout(() => {
        reject(new ApiError('timeout', 0))
        request.abort()
      }, STALLED_MS)
    }
    request.open('POST', `${apiBaseUrl}${path}`)
    request.setRequestHeader('Accept', 'application/json')
    const token = storedToken()
    if (token !== null) request.setRequestHeader('Authorization', `Bearer ${token}`)
    for (const [header, value] of Object.entries(channelHeader())) request.setRequestHeader(header, value)
    request.upload.onprogress = ({ loaded, total }) => {
      waitOn()
      onProgress(total > 0 ? loaded / total : 0)
    }
    request.onerror = () => reject(new ApiError('network', 0))
    request.onabort = () => reject(signal.reason)
    request.onload = () => {
      const body = readJson(request.responseText)
      const response = z.safeParse(Uploaded, body)
      if (request.status < 200 || request.status > 299) {
        const error = errorOfResponse(request.status, body)
        // A 401 for an earlier token does not end the session: another user may have signed in during the upload.
        if (request.status === 401 && token === storedToken()) reportUnauthorized(error)
        reject(error)
      } else if (response.success && isOwnOrigin(request.responseURL)) resolve(response.data)
      else reject(new ApiError('bad_answer', request.status, body))
    }
    request.onloadend = () => clearTimeout(stalled)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    const form = new FormData()
    form.append('file', file, name)
    waitOn()
    request.send(form)
  })
}
