import * as z from 'zod/mini'
import { UPLOAD_PATH } from '../../contract/constants.ts'
import { readJson } from '../../contract/raw-json.ts'
import { apiBaseUrl } from '../../session/api-url.ts'
import { channelHeader } from '../../session/storage.ts'
import { ApiError, errorOfAnswer } from '../api-error.ts'
import { reportUnauthorized, storedToken } from '../desk-api.ts'

/** Without any progress for so long an upload has failed, however large it is. */
const STALLED_MS = 30_000
/** Of the answer to `uploadFile`, what pages need; other servers answer the link alone. */
const Uploaded = z.object({
  url: z.string().check(z.minLength(1)),
  preview_url: z.catch(z.optional(z.string()), undefined),
  /** Of `UPLOAD_NOTES`. */
  notes: z.catch(z.optional(z.array(z.string())), undefined),
})
export type UploadedPicture = z.output<typeof Uploaded>

interface UploadOptions {
  signal: AbortSignal
  /** The share that has gone, 0 to 1. */
  onProgress: (share: number) => void
}

/** Uploads a picture of a conversation and answers its public link. Throws as `postPromotionPicture`. */
export async function postPicture(file: Blob, name: string, options: UploadOptions): Promise<string> {
  return (await upload(UPLOAD_PATH, file, name, options)).url
}

/**
 * Uploads a picture for many customers.
 * @throws ApiError; the signal's own reason when it was given up.
 */
export function postPromotionPicture(
  file: Blob,
  name: string,
  options: UploadOptions,
): Promise<UploadedPicture> {
  return upload(`${UPLOAD_PATH}?purpose=promotion`, file, name, options)
}

function isOwnOrigin(url: string): boolean {
  return new URL(url).origin === new URL(apiBaseUrl || '/', window.location.href).origin
}

/** By XMLHttpRequest, for fetch tells no progress of what it sends. */
function upload(
  path: string,
  file: Blob,
  name: string,
  { signal, onProgress }: UploadOptions,
): Promise<UploadedPicture> {
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
      const answer = z.safeParse(Uploaded, body)
      if (request.status < 200 || request.status > 299) {
        const error = errorOfAnswer(request.status, body)
        // One that comes late may be about somebody who was signed in before.
        if (request.status === 401 && token === storedToken()) reportUnauthorized(error)
        reject(error)
      } else if (answer.success && isOwnOrigin(request.responseURL)) resolve(answer.data)
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
