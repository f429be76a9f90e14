import { useMemo, useState } from 'react'
import { Button, ClippedMarks, VisuallyHidden } from 'shared/ui'
import { LinkedText } from '../../ticket/LinkedText.tsx'
import { webAddress } from '../../ticket/message-text.ts'
import { FoldedText, mayNeedFold } from './FoldedText.tsx'
import classes from './kinds.module.css'
import type { ContentOf } from './shown-message.ts'
import { cutAtGraphemes, cutAtSpans } from './text-spans.ts'

interface TextMessageProps {
  text: string
  /** Where LINE's own emoji and mentions stand in it. */
  content?: ContentOf<'text'>
}

/** Plain text with its web addresses as links. Whatever is in it, it is text. */
export function TextMessage({ text, content }: TextMessageProps) {
  if (text.length > MAX_AT_ONCE) return <LongText text={text} {...(content && { content })} />
  const words = <Spanned text={text} {...(content && { content })} />
  return mayNeedFold(text) ? <FoldedText>{words}</FoldedText> : <p className={classes.text}>{words}</p>
}

/** LINE's own limit is half of it. A browser breaks Thai in a time that grows with the square of its length: 300,000 letters take minutes. */
const MAX_AT_ONCE = 20_000

/** The beginning of a text that is longer than people write, and the rest when asked for: each piece is broken into lines on its own. */
function LongText({ text, content }: TextMessageProps) {
  const [isWhole, setIsWhole] = useState(false)
  const pieces = useMemo(() => cutAtGraphemes(text), [text])
  return (
    <>
      <p className={classes.text}>
        {pieces.slice(0, isWhole ? undefined : PIECES_AT_FIRST).map((piece) => (
          <span key={piece.start} className={classes.piece}>
            <Spanned text={piece.text} {...(content && { content: shifted(content, piece.start) })} />
          </span>
        ))}
      </p>
      {isWhole ? null : (
        <Button size="sm" variant="subtle" onClick={() => setIsWhole(true)}>
          แสดงทั้งหมด
        </Button>
      )}
    </>
  )
}

const PIECES_AT_FIRST = 5

const shifted = (content: ContentOf<'text'>, by: number): ContentOf<'text'> => ({
  ...content,
  emojis: content.emojis.map((each) => ({ ...each, index: each.index - by })),
  mentions: content.mentions.map((each) => ({ ...each, index: each.index - by })),
})

/** Text with LINE's own emoji and mentions. */
function Spanned({ text, content }: TextMessageProps) {
  const pieces = useMemo(
    () => cutAtSpans(text, content ? [...content.emojis, ...content.mentions] : []),
    [text, content],
  )
  return pieces.map(({ text, span }, index) =>
    span === null ? (
      <LinkedText key={index} text={text} />
    ) : 'is_self' in span ? (
      <span key={index} className={classes.mention} data-self={span.is_self || undefined}>
        <ClippedMarks text={text} />
      </span>
    ) : (
      <LineEmoji key={index} name={text} url={webAddress(span.url ?? '')} />
    ),
  )
}

/** One of LINE's own emoji. Its name stands in the text, to be read aloud, found and copied. */
function LineEmoji({ name, url }: { name: string; url: string | null }) {
  const [failed, setFailed] = useState(false)
  if (url === null || failed) return name
  return (
    <span className={classes.emoji}>
      <img
        src={url}
        alt=""
        width={22}
        height={22}
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setFailed(true)}
      />
      <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  )
}
