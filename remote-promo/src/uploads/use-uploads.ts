import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { uploadCalls } from 'shared/api'
import { freePlaces } from '../links/promo-links.store.ts'
import { bringPicture, explainFailure } from './bring-picture.ts'
import { UploadQueue } from './upload-queue.ts'

/** The files that this page uploads. What is under way when the page goes is given up. */
export function useUploads() {
  const queue = useMemo(
    () => new UploadQueue({ bring: bringPicture, explain: explainFailure, freePlaces }),
    [],
  )
  useEffect(() => {
    // So that what uploads is here before the connection may be lost.
    uploadCalls().catch((error: unknown) => console.warn('what uploads could not be fetched yet', error))
    const onOnline = () => queue.retryOffline()
    window.addEventListener('online', onOnline)
    return () => {
      window.removeEventListener('online', onOnline)
      queue.cancelAll()
    }
  }, [queue])
  return { queue, uploads: useSyncExternalStore(queue.subscribe, queue.uploads) }
}
