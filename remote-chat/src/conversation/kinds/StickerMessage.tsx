import { useState } from 'react'
import { MESSAGE_PLACEHOLDERS } from 'shared/contract/constants.ts'
import classes from './kinds.module.css'
import { type ContentOf, fullAddress } from './shown-message.ts'
import { TextMessage } from './TextMessage.tsx'

/** So many words tell what a sticker says; LINE sends up to fifteen. */
const SHOWN_KEYWORDS = 3

/** A sticker as LINE draws it, or in words: what its maker calls it, and what the customer wrote into it. */
export function StickerMessage({ content }: { content: ContentOf<'sticker'> }) {
  const [failed, setFailed] = useState(false)
  const src = fullAddress(content.image_url)
  const words = [content.text ?? '', content.keywords.slice(0, SHOWN_KEYWORDS).join(', ')]
    .filter((each) => each !== '')
    .join(' · ')
  const line = words === '' ? MESSAGE_PLACEHOLDERS.sticker : `${MESSAGE_PLACEHOLDERS.sticker} ${words}`
  if (src === null) return <TextMessage text={line} />
  return (
    <div className={classes.sticker}>
      {failed ? (
        <TextMessage text={line} />
      ) : (
        <img
          src={src}
          alt={line}
          title={words || undefined}
          width={120}
          height={120}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailed(true)}
        />
      )}
    </div>
  )
}
