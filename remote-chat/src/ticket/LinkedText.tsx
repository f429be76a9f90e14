import { Fragment, useMemo } from 'react'
import { ClippedMarks } from 'shared/ui'
import classes from './LinkedText.module.css'
import { linkify, splitWholeWords } from './message-text.ts'

export function LinkedText({ text }: { text: string }) {
  const parts = useMemo(() => linkify(text), [text])
  return parts.map((part, index) =>
    part.kind === 'text' ? (
      <UnbreakableText key={index} text={part.text} />
    ) : (
      <a key={index} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
        <ClippedMarks text={part.text} />
      </a>
    ),
  )
}

/** Text without line breaks inside the words that the browser's Thai dictionary lacks (`UNBREAKABLE_WORDS`). */
function UnbreakableText({ text }: { text: string }) {
  return splitWholeWords(text).map((piece, index) =>
    index % 2 === 0 ? (
      <ClippedMarks key={index} text={piece} />
    ) : (
      <Fragment key={index}>
        <wbr />
        <span className={classes.word}>{piece}</span>
        <wbr />
      </Fragment>
    ),
  )
}
