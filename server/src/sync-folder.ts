import { open } from 'node:fs/promises'

/** Flushes the names of a folder's files to disk. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}
