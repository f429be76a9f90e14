import { useMemo } from 'react'
import type { Message } from 'shared/contract/messages/message.ts'
import { deferred, showToast, useDeferred } from 'shared/ui'
import { isViewable } from '../message-kinds/image-address.ts'

interface DeferredImageViewerProps {
  messages: readonly Message[]
  viewed: string | null
  onView: (messageId: string | null) => void
}

const imageViewer = deferred(
  async () => (await import(/* webpackChunkName: "image-viewer" */ './ImageViewer.tsx')).ImageViewer,
)

export function DeferredImageViewer({ messages, viewed, onView }: DeferredImageViewerProps) {
  const images = useMemo(
    () => (viewed === null ? [] : messages.filter((message) => isViewable(message))),
    [messages, viewed],
  )
  const Viewer = useDeferred(imageViewer, viewed !== null, () => {
    showToast({ tone: 'error', text: 'เปิดรูปภาพไม่สำเร็จ กรุณาลองใหม่อีกครั้ง' })
    onView(null)
  })
  if (Viewer === null || viewed === null) return null
  return <Viewer images={images} viewed={viewed} onView={onView} />
}
