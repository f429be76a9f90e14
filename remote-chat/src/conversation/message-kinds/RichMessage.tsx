import { useState } from 'react'
import { deferred, useDeferred } from 'shared/ui'
import { useRetryLater } from '../use-retry-later.ts'
import { boxStyle, imageBox } from './image-dimensions.ts'
import classes from './message.module.css'
import type { RichKindProps } from './RichKind.tsx'

export const richKind = deferred(
  async () => (await import(/* webpackChunkName: "message-kinds" */ './RichKind.tsx')).RichKind,
)

/** Shows the text in a box of the same size while the code is loading. */
export function RichMessage({ message, content }: RichKindProps) {
  const [isRequested, setRequested] = useState(true)
  const Kind = useDeferred(richKind, isRequested, () => setRequested(false))
  useRetryLater(!isRequested, () => setRequested(true))
  const media = content.kind === 'location' ? null : content.media
  const [box] = useState(() => imageBox(media?.width, media?.height, media?.state === 'gone'))
  return (
    <div
      className={classes.rich}
      data-kind={content.kind}
      style={content.kind === 'video' ? boxStyle(box) : undefined}
    >
      {Kind ? <Kind message={message} content={content} /> : <p className={classes.slim}>{message.text}</p>}
    </div>
  )
}
