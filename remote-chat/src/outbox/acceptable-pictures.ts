import { UPLOAD_MAX_BYTES } from 'shared/contract/constants.ts'
import { showToast } from 'shared/ui'

/** Those of some files that may be uploaded; what is wrong with the others is said, of many in one notice each for the same. */
export function acceptablePictures(files: readonly File[]): File[] {
  const others = files.filter(({ type }) => !type.startsWith('image/'))
  const large = files.filter((file) => !others.includes(file) && file.size > UPLOAD_MAX_BYTES)
  refuse(others, 'ไม่ใช่รูปภาพ กรุณาใช้ .jpg, .png หรือ .webp')
  refuse(large, 'มีขนาดเกิน 8MB')
  return files.filter((file) => !others.includes(file) && !large.includes(file))
}

function refuse(files: readonly File[], why: string): void {
  const names = files.map(({ name }) => name).join(', ')
  if (files.length === 1) showToast({ tone: 'error', text: `ไฟล์ ${names} ${why}` })
  // Names may be cut, what is wrong with them may not.
  if (files.length > 1) showToast({ tone: 'error', text: `${files.length} ไฟล์ ${why}: ${names}` })
}
