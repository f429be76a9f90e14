import { useMemo } from 'react'
import type { Message } from 'shared/contract/messages/message.ts'
import { deferred, showToast, useDeferred } from 'shared/ui'
import { isViewable } from '../kinds/picture-address.ts'

interface PicturesProps {
  messages: readonly Message[]
  /** The message whose picture is looked at; null: none is. */
  viewed: string | null
  onView: (messageId: string | null) => void
}

/** The viewer's code comes with the first picture that is opened. */
const pictureViewer = deferred(
  async () => (await import(/* webpackChunkName: "picture-viewer" */ './PictureViewer.tsx')).PictureViewer,
)

/** The pictures of a conversation as far as it is loaded, one of them in the viewer. */
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
