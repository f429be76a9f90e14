import { readSession, unfinishedUploadCalls } from 'shared/session'

export interface RecordedUpload {
  uploaded: () => void
  /** Records that the upload ended without its file. After an expired session, the next sign-in lists the upload. */
  stopped: () => void
}

/** Records a running upload. If recording fails, the upload continues. */
export async function beginUpload(
  screen: 'knowledge-image' | 'knowledge-import',
  name: string,
): Promise<RecordedUpload> {
  try {
    const mark = await (await unfinishedUploadCalls()).beginUpload(screen, name)
    const stopped = () => (readSession().status === 'signed-out' ? mark.abandoned() : mark.stopped())
    return { uploaded: mark.uploaded, stopped }
  } catch (error) {
    console.warn('an upload could not be recorded', error)
    return { uploaded: () => {}, stopped: () => {} }
  }
}
