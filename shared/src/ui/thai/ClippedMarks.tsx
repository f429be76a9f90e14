import { Fragment } from 'react'
import classes from './ClippedMarks.module.css'

/** A letter under more marks than any word piles on it: Thai knows three (`น้ำ` written apart). */
const PILE = /(\P{M}?\p{M}{4,})/u

/** Text of people, whose piled marks (`ก` under twenty `◌้`) end at the edge of their line. Copied, it is whole. */
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
