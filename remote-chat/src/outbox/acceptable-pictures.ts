import { pictureRefusal } from 'shared/contract/picture-refusal.ts'
import { showToast } from 'shared/ui'

/** Those of some files that may be uploaded; what is wrong with the others is said, of many in one notice each for the same. */
export function acceptablePictures(files: readonly File[]): File[] {
  const byRefusal = new Map<ReturnType<typeof pictureRefusal>, File[]>()
  for (const file of files) {
    const why = pictureRefusal(file)
    byRefusal.set(why, [...(byRefusal.get(why) ?? []), file])
  }
  for (const [why, those] of byRefusal) if (why !== null) refuse(those, why)
  return byRefusal.get(null) ?? []
}

function refuse(files: readonly File[], why: string): void {
  const names = files.map(({ name }) => name).join(', ')
  if (files.length === 1) showToast({ tone: 'error', text: `ไฟล์ ${names} ${why}` })
  // Names may be cut, what is wrong with them may not.
  if (files.length > 1) showToast({ tone: 'error', text: `${files.length} ไฟล์ ${why}: ${names}` })
}
