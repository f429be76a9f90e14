import { readSession, unfinishedUploadCalls } from 'shared/session'

export interface BegunUpload {
  uploaded: () => void
  /** Ends it without its file. A session that ends stops uploads unasked: their files are named at the next sign-in. */
  stopped: () => void
}

/** Notes the name of a file that is being uploaded. An upload does not fail when that cannot be noted. */
export async function beginUpload(
  screen: 'knowledge-picture' | 'knowledge-import',
  name: string,
): Promise<BegunUpload> {
  try {
    const mark = await (await unfinishedUploadCalls()).beginUpload(screen, name)
    const stopped = () => (readSession().status === 'signed-out' ? mark.abandoned() : mark.stopped())
    return { uploaded: mark.uploaded, stopped }
  } catch (error) {
    console.warn('an upload was not noted', error)
    return { uploaded: () => {}, stopped: () => {} }
  }
}
