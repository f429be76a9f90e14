import { UPLOAD_MAX_BYTES } from 'shared/contract/constants.ts'
import { showToast } from 'shared/ui'

/** Those of some files that may be uploaded; what is wrong with the others is said. */
export function acceptablePictures(files: readonly File[]): File[] {
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
