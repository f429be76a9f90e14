import { uploadCalls } from 'shared/api'
import { newId } from 'shared/contract/new-id.ts'
import { serverNow } from 'shared/session'
import { showToast } from 'shared/ui'
import { type PromoLink, readAddress } from '../links/promo-link.ts'
import { addLink, findBySha256 } from '../links/promo-links.store.ts'
import { contentHash } from './content-hash.ts'
import type { DroppedFile } from './upload-queue.ts'

const runningUploads = new Map<string, Promise<unknown>>()

export async function addPromotionImage(
  dropped: DroppedFile,
  signal: AbortSignal,
  onShare: (share: number) => void,
): Promise<void> {
  const { file, position } = dropped
  const sha256 = await contentHash(file)
  signal.throwIfAborted()
  // If a drop contains an image twice, the second file waits and reuses the link, or is uploaded if the first failed.
  while (sha256 !== null && runningUploads.has(sha256))
    await runningUploads.get(sha256)?.catch(() => undefined)
  signal.throwIfAborted()
  const known = sha256 === null ? undefined : findBySha256(sha256)
  if (known) return notifyDuplicates(dropped, await addLink({ ...known, position }))
  const work = uploadNewImage(dropped, sha256, signal, onShare)
  if (sha256 !== null) runningUploads.set(sha256, work)
  try {
    await work
  } finally {
    if (sha256 !== null) runningUploads.delete(sha256)
  }
}

/** Latest drop and its number of known images, which share one notification. */
let known = { drop: 0, count: 0 }

function notifyDuplicates({ file, position: [drop] }: DroppedFile, { name }: PromoLink): void {
  known = { drop, count: known.drop === drop ? known.count + 1 : 1 }
  const one = `${file.name} เคยอัปโหลดแล้ว ใช้ลิงก์เดิมของ ${name}`
  showToast({
    about: `known-${drop}`,
    text: known.count > 1 ? `${known.count} รูปเคยอัปโหลดแล้ว ใช้ลิงก์เดิม` : one,
    names: [file.name, name],
  })
}

async function uploadNewImage(
  dropped: DroppedFile,
  sha256: string | null,
  signal: AbortSignal,
  onShare: (share: number) => void,
): Promise<void> {
  const { file, position } = dropped
  const response = await upload(file, signal, onShare)
  const id = newId()
  const entry = await addLink({
    id,
    name: file.name,
    size: file.size,
    createdAt: new Date(serverNow()).toISOString(),
    position,
    ...(sha256 === null ? {} : { sha256 }),
    ...response,
  })
  // The server recognized the image by its pixels, although its bytes differ or this browser cannot compute a hash.
  if (entry.id !== id) notifyDuplicates(dropped, entry)
}

async function upload(
  file: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Pick<PromoLink, 'url' | 'preview_url' | 'notes'>> {
  const { postPromotionImage } = await uploadCalls()
  signal.throwIfAborted()
  const { url, preview_url, notes } = await postPromotionImage(file, file.name, { signal, onProgress })
  const absoluteUrl = (address: string) => readAddress(new URL(address, location.href).href)
  const link = absoluteUrl(url)
  if (link === null) throw new Error(`the server returned an invalid link: ${url}`)
  const preview = preview_url === undefined ? null : absoluteUrl(preview_url)
  return {
    url: link,
    ...(preview === null ? {} : { preview_url: preview }),
    ...(notes?.length ? { notes } : {}),
  }
}
