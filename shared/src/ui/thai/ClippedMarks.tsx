import { Fragment } from 'react'
import classes from './ClippedMarks.module.css'

/** A letter with at least four marks, more than any word has: Thai uses at most three (`น้ำ` in decomposed form). */
const PILE = /(\P{M}?\p{M}{4,})/u

/**
 * Renders text of users. Piles of marks (`ก` with twenty `◌้`) are clipped at the edges of their line. Copied text is
 * complete.
 */
export function ClippedMarks({ text }: { text: string }) {
  return text.split(PILE).map((part, index) =>
    index % 2 === 0 ? (
      <Fragment key={index}>{part}</Fragment>
    ) : (
      <span key={index} className={classes.pile}>
        {part}
      </span>
    ),
  )
}
