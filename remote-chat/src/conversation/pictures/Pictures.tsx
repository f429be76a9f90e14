import { useMemo } from 'react'
import type { Message } from 'shared/contract/messages/message.ts'
import { deferred, showToast, useDeferred } from 'shared/ui'
import { isViewable } from '../kinds/picture-address.ts'

interface PicturesProps {
  messages: readonly Message[]
  /** Message whose image is shown; null when the viewer is closed. */
  viewed: string | null
  onView: (messageId: string | null) => void
}

/** A separate chunk, loaded when the first image is opened. */
const pictureViewer = deferred(
  async () => (await import(/* webpackChunkName: "picture-viewer" */ './PictureViewer.tsx')).PictureViewer,
)

export function Pictures({ messages, viewed, onView }: PicturesProps) {
  const pictures = useMemo(
    () => (viewed === null ? [] : messages.filter((message) => isViewable(message))),
    [messages, viewed],
  )
  const Viewer = useDeferred(pictureViewer, viewed !== null, () => {
    showToast({ tone: 'error', text: 'เปิดรูปภาพไม่สำเร็จ กรุณาลองใหม่อีกครั้ง' })
    onView(null)
  })
  if (Viewer === null || viewed === null) return null
  return <Viewer pictures={pictures} viewed={viewed} onView={onView} />
}
