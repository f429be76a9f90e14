import { UPLOAD_MAX_BYTES } from 'shared/contract/constants.ts'
import { showToast } from 'shared/ui'
import type { ChatCache } from '../cache/chat-cache.ts'
import { sendFile } from './send-outbox.ts'
import { unsentOwner } from './unsent.store.ts'

/** Those of some files that may be sent; what is wrong with the others is said. */
export function acceptable(files: readonly File[]): File[] {
  return files.filter((file) => {
    const refusal = !file.type.startsWith('image/')
      ? `ไฟล์ ${file.name} ไม่ใช่รูปภาพ กรุณาใช้ .jpg, .png หรือ .webp`
      : file.size > UPLOAD_MAX_BYTES
        ? `ไฟล์ ${file.name} มีขนาดเกิน 8MB`
        : null
    if (refusal !== null) showToast({ tone: 'error', text: refusal })
    return refusal === null
  })
}

/** Sends pictures off in their order, each a message of its own. */
export async function attachPictures(
  cache: ChatCache,
  ticketId: string,
  files: readonly File[],
  accepts: boolean,
): Promise<void> {
  const owner = unsentOwner()
  for (const file of files) {
    const size = await sizeOf(file)
    if (unsentOwner() !== owner) return
    await sendFile(cache, ticketId, file, { name: file.name, ...size }, accepts)
  }
}

/** In pixels, upright; 0 where this browser cannot read it: the server may all the same. */
async function sizeOf(file: File): Promise<{ width: number; height: number }> {
  try {
    const image = await createImageBitmap(file)
    const { width, height } = image
    image.close()
    return { width, height }
  } catch (error) {
    console.warn('a picture could not be read', error)
    return { width: 0, height: 0 }
  }
}
