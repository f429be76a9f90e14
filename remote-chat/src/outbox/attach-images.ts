import { MESSAGES_PER_LINE_CALL } from 'shared/contract/constants.ts'
import type { ChatCache } from '../cache/chat-cache.ts'
import { pendingOwner } from './drafts.store.ts'
import { sendFiles } from './send-messages.ts'

/** Adds images to the outbox. When one cannot be stored, returns it and all after it; returns none after an abort. */
export async function attachImages(
  cache: ChatCache,
  ticketId: string,
  files: readonly File[],
  accepts: boolean,
  stop: AbortSignal,
): Promise<readonly File[]> {
  const owner = pendingOwner()
  for (let index = 0; index < files.length; index += MESSAGES_PER_LINE_CALL) {
    const images = await Promise.all(
      files.slice(index, index + MESSAGES_PER_LINE_CALL).map(async (file) => ({
        content: file,
        image: { name: file.name, ...(await sizeOf(file)) },
      })),
    )
    if (pendingOwner() !== owner || stop.aborted) return []
    if (!(await sendFiles(cache, ticketId, images, accepts))) return files.slice(index)
  }
  return []
}

/** Returns an image's size in px after rotation; 0 when this browser cannot decode it, even if the server can. */
async function sizeOf(file: File): Promise<{ width: number; height: number }> {
  try {
    const image = await createImageBitmap(file)
    const { width, height } = image
    image.close()
    return { width, height }
  } catch (error) {
    console.warn('an image could not be read', error)
    return { width: 0, height: 0 }
  }
}
