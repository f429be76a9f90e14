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
  const keywords = content.keywords.slice(0, SHOWN_KEYWORDS).join(', ')
  if (src === null) return <TextMessage text={inWords(content.text, keywords)} />
  const name = inWords(keywords)
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
      {/* The picture is the same for all who use the sticker. */}
      {content.text === null ? null : <p className={classes.caption}>{content.text}</p>}
    </>
  )
}

const inWords = (...words: (string | null)[]) =>
  [MESSAGE_PLACEHOLDERS.sticker, words.filter((each) => each).join(' · ')].join(' ').trim()
