import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { uploadCalls } from 'shared/api'
import { LOGIN_NOTICE_KEY } from 'shared/contract/constants.ts'
import { followReconnect } from 'shared/realtime'
import { readSession, writeStored } from 'shared/session'
import { deferred, showToast, whenIdle } from 'shared/ui'
import { freeCapacity } from '../links/promo-links.store.ts'
import { explainFailure } from './explain-failure.ts'
import type { UnfinishedUploadRecords } from './unfinished-upload-records.ts'
import { isUnfinished, UploadQueue } from './upload-queue.ts'

const uploadCode = deferred(async () => {
  const [{ addPromotionImage }, { UnfinishedUploadRecords }] = await Promise.all([
    import('./add-promotion-image.ts'),
    import('./unfinished-upload-records.ts'),
  ])
  return { addPromotionImage, UnfinishedUploadRecords }
})

export function useUploads() {
  const marks = useRef<UnfinishedUploadRecords | null>(null)
  const [queue] = useState(
    () =>
      new UploadQueue({
        bring: async (...file) => (await uploadCode.load()).addPromotionImage(...file),
        onUploaded: (id) => marks.current?.uploaded(id),
        explain: explainFailure,
        freeCapacity,
      }),
  )
  useEffect(() => {
    const stop = whenIdle(uploadCode.preload)
    uploadCalls().catch((error: unknown) =>
      console.warn('the list of running uploads could not be loaded', error),
    )
    const unfollow = followReconnect(() => queue.retryOffline())
    let removeMark = () => {}
    const unsubscribe = queue.subscribe(() => {
      unsubscribe()
      uploadCode.load().then(
        ({ UnfinishedUploadRecords }) => {
          if (isRemoved) return
          marks.current = new UnfinishedUploadRecords(queue)
          removeMark = marks.current.follow()
        },
        (error: unknown) => console.warn('uploads cannot be recorded', error),
      )
    })
    let isRemoved = false
    return () => {
      stop()
      unfollow()
      isRemoved = true
      unsubscribe()
      removeMark()
      marks.current?.abandonAll()
      // Files are lost when an expired session closes the page without a confirmation.
      const lost = queue.uploads().filter(isUnfinished).length
      const text = `หน้าอัปโหลดปิดไปก่อน อีก ${lost} รูปยังไม่ได้อัปโหลด กรุณาเลือกไฟล์ใหม่`
      // Stores the text for the login page, because notifications end with the session.
      if (lost > 0 && readSession().status === 'signed-out')
        writeStored(LOGIN_NOTICE_KEY, text, 'sessionStorage')
      else if (lost > 0) showToast({ tone: 'error', text })
      queue.clear()
    }
  }, [queue])
  return { queue, uploads: useSyncExternalStore(queue.subscribe, queue.uploads) }
}
