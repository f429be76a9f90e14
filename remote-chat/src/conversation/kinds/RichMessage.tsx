import { useState } from 'react'
import { deferred, useDeferred } from 'shared/ui'
import { useRetryLater } from '../use-retry-later.ts'
import classes from './kinds.module.css'
import { boxStyle, pictureBox } from './picture-box.ts'
import type { RichKindProps } from './RichKind.tsx'

/** Players, files and places stand in few conversations: their code comes with the first of them. */
export const richKind = deferred(
  async () => (await import(/* webpackChunkName: "message-kinds" */ './RichKind.tsx')).RichKind,
)

/** The place of a richer message is as large with its text, while the code is on its way, as with itself. */
export function RichMessage({ message, content }: RichKindProps) {
  const [isWanted, setWanted] = useState(true)
  const Kind = useDeferred(richKind, isWanted, () => setWanted(false))
  useRetryLater(!isWanted, () => setWanted(true))
  const media = content.kind === 'location' ? null : content.media
  const [box] = useState(() => pictureBox(media?.width, media?.height, media?.state === 'gone'))
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
