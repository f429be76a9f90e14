import { imageRefusal } from 'shared/contract/image-refusal.ts'
import { showToast } from 'shared/ui'

export function acceptableImages(files: readonly File[]): File[] {
  const byRefusal = new Map<ReturnType<typeof imageRefusal>, File[]>()
  for (const file of files) {
    const why = imageRefusal(file)
    byRefusal.set(why, [...(byRefusal.get(why) ?? []), file])
  }
  for (const [why, those] of byRefusal) if (why !== null) refuse(those, why)
  return byRefusal.get(null) ?? []
}

function refuse(files: readonly File[], why: string): void {
  const names = files.map(({ name }) => name).join(', ')
  if (files.length === 1) showToast({ tone: 'error', text: `ไฟล์ ${names} ${why}` })
  if (files.length > 1) showToast({ tone: 'error', text: `${files.length} ไฟล์ ${why}: ${names}` })
}
