import { useMemo, useState } from 'react'
import { Button, ClippedMarks, VisuallyHidden } from 'shared/ui'
import { LinkedText } from '../../ticket/LinkedText.tsx'
import { webAddress } from '../../ticket/message-text.ts'
import { CollapsedText, mayNeedCollapse } from './CollapsedText.tsx'
import classes from './message.module.css'
import type { ContentOf } from './shown-message.ts'
import { cutAtGraphemes, cutAtSpans } from './text-spans.ts'

interface TextMessageProps {
  text: string
  content?: ContentOf<'text'>
}

export function TextMessage({ text, content }: TextMessageProps) {
  if (text.length > MAX_AT_ONCE) return <LongText text={text} {...(content && { content })} />
  const words = <TextWithSpans text={text} {...(content && { content })} />
  return mayNeedCollapse(text) ? (
    <CollapsedText>{words}</CollapsedText>
  ) : (
    <p className={classes.text}>{words}</p>
  )
}

/**
 * Maximum length of a text that is rendered as one block: twice the limit of LINE. Line breaking of Thai takes
 * quadratic time in browsers: minutes for 300,000 characters.
 */
const MAX_AT_ONCE = 20_000

/** Each piece is a separate block, to limit the time for line breaking. */
function LongText({ text, content }: TextMessageProps) {
  const [isWhole, setIsWhole] = useState(false)
  const pieces = useMemo(() => cutAtGraphemes(text), [text])
  return (
    <>
      <p className={classes.text}>
        {pieces.slice(0, isWhole ? undefined : PIECES_AT_FIRST).map((piece) => (
          <span key={piece.start} className={classes.piece}>
            <TextWithSpans
              text={piece.text}
              {...(content && { content: shiftSpans(content, piece.start) })}
            />
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

const shiftSpans = (content: ContentOf<'text'>, by: number): ContentOf<'text'> => ({
  ...content,
  emojis: content.emojis.map((each) => ({ ...each, index: each.index - by })),
  mentions: content.mentions.map((each) => ({ ...each, index: each.index - by })),
})

function TextWithSpans({ text, content }: TextMessageProps) {
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

/** Image of a LINE emoji. Its name remains in the text for screen readers, search and copying. */
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
