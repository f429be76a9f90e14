import type { ChatCache } from '../cache/chat-cache.ts'
import { sendFile } from './send-off.ts'
import { unsentOwner } from './unsent.store.ts'

/** Sends pictures off in their order, each a message of its own. Answers those that are left, from the first one that this browser could not keep; none where it was stopped. */
export async function attachPictures(
  cache: ChatCache,
  ticketId: string,
  files: readonly File[],
  accepts: boolean,
  stop: AbortSignal,
): Promise<readonly File[]> {
  const owner = unsentOwner()
  for (const [index, file] of files.entries()) {
    const size = await sizeOf(file)
    if (unsentOwner() !== owner || stop.aborted) return []
    if (!(await sendFile(cache, ticketId, file, { name: file.name, ...size }, accepts)))
      return files.slice(index)
  }
  return []
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
