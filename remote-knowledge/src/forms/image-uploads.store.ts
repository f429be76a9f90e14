import { errorText, uploadCalls } from 'shared/api'
import { imageRefusal } from 'shared/contract/image-refusal.ts'
import { readSession } from 'shared/session'
import { beginUpload } from './record-upload.ts'
import { userStore } from './unsaved-input-store.ts'

/** Upload of a form's image. It continues while another tab is open. */
export interface ImageUpload {
  name: string
  /** Progress from 0 to 100; null when the upload has ended. */
  percent: number | null
  problem: string | null
  cancel: () => void
}

const uploads = userStore<ReadonlyMap<string, ImageUpload>>(new Map(), {
  onLeft: (left) => {
    for (const { cancel } of left.values()) cancel()
  },
})

function set(form: string, upload: ImageUpload | null): void {
  const next = new Map(uploads.read())
  if (upload === null) next.delete(form)
  else next.set(form, upload)
  uploads.set(next)
}

const uploadOf = (form: string) => uploads.read().get(form) ?? null

export const useImageUpload = (form: string): ImageUpload | null => uploads.useValue().get(form) ?? null

export const isUploading = (form: string): boolean => (uploadOf(form)?.percent ?? null) !== null

export function forgetUpload(form: string): void {
  if (!isUploading(form) && uploadOf(form) !== null) set(form, null)
}

/** Uploads an image and cancels the form's previous upload. */
export async function uploadImage(form: string, file: File, onLink: (link: string) => void): Promise<void> {
  uploadOf(form)?.cancel()
  const controller = new AbortController()
  const { signal } = controller
  const now = (percent: number | null, problem: string | null = null): ImageUpload => ({
    name: file.name,
    percent,
    problem,
    cancel: () => {
      controller.abort()
      if (uploadOf(form)?.name === file.name) set(form, null)
    },
  })
  const refusal = imageRefusal(file)
  if (refusal !== null) return set(form, now(null, `ไฟล์ ${file.name} ${refusal}`))
  set(form, now(0))
  const mark = await beginUpload('knowledge-image', file.name)
  try {
    const { postImage, postPromotionImage } = await uploadCalls()
    signal.throwIfAborted()
    const options = {
      signal,
      onProgress: (share: number) => {
        if (!signal.aborted) set(form, now(Math.round(share * 100)))
      },
    }
    // Agents upload a chat image, because they may not upload promotion images.
    const link =
      readSession().profile?.role === 'BUSINESS'
        ? (await postPromotionImage(file, file.name, options)).url
        : await postImage(file, file.name, options)
    mark.uploaded()
    if (signal.aborted) return
    set(form, null)
    onLink(new URL(link, location.href).href)
  } catch (error) {
    mark.stopped()
    if (signal.aborted) return
    console.warn('an image could not be uploaded', error)
    set(form, now(null, `${errorText(error, 'upload')}: ${file.name}`))
  }
}
