import { errorText, uploadCalls } from 'shared/api'
import { pictureRefusal } from 'shared/contract/picture-refusal.ts'
import { readSession } from 'shared/session'
import { beginUpload } from './begin-upload.ts'
import { personStore } from './person-store.ts'

/** A picture on its way for a form; it goes on while another tab of the page is looked at. */
export interface PictureUpload {
  name: string
  /** 0 to 100; null: it has ended. */
  percent: number | null
  /** Why it did not arrive. */
  problem: string | null
  cancel: () => void
}

const uploads = personStore<ReadonlyMap<string, PictureUpload>>(new Map(), {
  onLeft: (left) => {
    for (const { cancel } of left.values()) cancel()
  },
})

function set(form: string, upload: PictureUpload | null): void {
  const next = new Map(uploads.read())
  if (upload === null) next.delete(form)
  else next.set(form, upload)
  uploads.set(next)
}

const uploadOf = (form: string) => uploads.read().get(form) ?? null

/** The upload of a form; null where there is none. */
export const usePictureUpload = (form: string): PictureUpload | null => uploads.useValue().get(form) ?? null

/** Whether a picture of a form is on its way. */
export const isUploading = (form: string): boolean => (uploadOf(form)?.percent ?? null) !== null

/** Takes away what is said of an upload that has ended. */
export function forgetUpload(form: string): void {
  if (!isUploading(form) && uploadOf(form) !== null) set(form, null)
}

/** Uploads a picture for a form, in place of one that is on its way; `onLink` is told its link. */
export async function uploadPicture(form: string, file: File, onLink: (link: string) => void): Promise<void> {
  uploadOf(form)?.cancel()
  const controller = new AbortController()
  const { signal } = controller
  const now = (percent: number | null, problem: string | null = null): PictureUpload => ({
    name: file.name,
    percent,
    problem,
    cancel: () => {
      controller.abort()
      if (uploadOf(form)?.name === file.name) set(form, null)
    },
  })
  const refusal = pictureRefusal(file)
  if (refusal !== null) return set(form, now(null, `ไฟล์ ${file.name} ${refusal}`))
  set(form, now(0))
  const mark = await beginUpload('knowledge-picture', file.name)
  try {
    const { postPicture, postPromotionPicture } = await uploadCalls()
    signal.throwIfAborted()
    const options = {
      signal,
      onProgress: (share: number) => {
        if (!signal.aborted) set(form, now(Math.round(share * 100)))
      },
    }
    // Pictures for many customers are uploaded by managers alone; anybody else's go as those of a conversation do.
    const link =
      readSession().profile?.role === 'BUSINESS'
        ? (await postPromotionPicture(file, file.name, options)).url
        : await postPicture(file, file.name, options)
    mark.uploaded()
    if (signal.aborted) return
    set(form, null)
    onLink(new URL(link, location.href).href)
  } catch (error) {
    mark.stopped()
    if (signal.aborted) return
    console.warn('a picture was not uploaded', error)
    set(form, now(null, `${errorText(error, 'upload')}: ${file.name}`))
  }
}
