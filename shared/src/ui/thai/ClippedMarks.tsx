import { Fragment } from 'react'
import classes from './ClippedMarks.module.css'

/** Matches four or more combining marks. Thai uses up to three (`น้ำ` in decomposed form). */
const STACKED_MARKS = /(\P{M}?\p{M}{4,})/u

/** Clips piles of combining marks (`ก` with twenty `◌้`) at the edges of their line. Copied text contains all. */
export function ClippedMarks({ text }: { text: string }) {
  return text.split(STACKED_MARKS).map((part, index) =>
    index % 2 === 0 ? (
      <Fragment key={index}>{part}</Fragment>
    ) : (
      <span key={index} className={classes.pile}>
        {part}
      </span>
    ),
  )
}
