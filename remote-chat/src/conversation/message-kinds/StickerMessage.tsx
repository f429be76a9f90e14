import { useState } from 'react'
import { MESSAGE_PLACEHOLDERS } from 'shared/contract/constants.ts'
import classes from './message.module.css'
import { type ContentOf, fullAddress } from './shown-message.ts'
import { TextMessage } from './TextMessage.tsx'

/** Maximum number of sticker keywords shown; LINE sends up to 15. */
const SHOWN_KEYWORDS = 3

export function StickerMessage({ content }: { content: ContentOf<'sticker'> }) {
  const [failed, setFailed] = useState(false)
  const src = fullAddress(content.image_url)
  const keywords = content.keywords.slice(0, SHOWN_KEYWORDS).join(', ')
  if (src === null) return <TextMessage text={inQuotes(content.text, keywords)} />
  const name = inQuotes(keywords)
  return (
    <>
      <div className={classes.sticker}>
        {failed ? (
          <TextMessage text={name} />
        ) : (
          <img
            src={src}
            alt={name}
            title={keywords || undefined}
            width={120}
            height={120}
            loading="lazy"
            decoding="async"
            referrerPolicy="no-referrer"
            onError={() => setFailed(true)}
          />
        )}
      </div>
      {/* Text that the customer added to the sticker, which is not part of the image. */}
      {content.text === null ? null : <p className={classes.caption}>{content.text}</p>}
    </>
  )
}

const inQuotes = (...words: (string | null)[]) =>
  [MESSAGE_PLACEHOLDERS.sticker, words.filter((each) => each).join(' · ')].join(' ').trim()
