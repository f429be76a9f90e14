import { imageRefusal } from 'shared/contract/image-refusal.ts'
import { showToast } from 'shared/ui'

export function acceptableImages(files: readonly File[]): File[] {
  const byRefusal = new Map<ReturnType<typeof imageRefusal>, File[]>()
  for (const file of files) {
    const refusal = imageRefusal(file)
    byRefusal.set(refusal, [...(byRefusal.get(refusal) ?? []), file])
  }
  for (const [refusal, those] of byRefusal) if (refusal !== null) refuse(those, refusal)
  return byRefusal.get(null) ?? []
}

function refuse(files: readonly File[], refusal: string): void {
  const names = files.map(({ name }) => name).join(', ')
  if (files.length === 1) showToast({ tone: 'error', text: `ไฟล์ ${names} ${refusal}` })
  if (files.length > 1) showToast({ tone: 'error', text: `${files.length} ไฟล์ ${refusal}: ${names}` })
}
