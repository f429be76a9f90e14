import type { CSSProperties } from 'react'
import { LOGIN_BUBBLES } from 'shared/contract/constants.ts'
import classes from './Bubbles.module.css'

/** Returns fractional parts of the multiples of an irrational number: evenly distributed without a visible pattern. */
const spread = (index: number, step: number) => (index * step + 0.31) % 1

function bubbleStyle(index: number): CSSProperties {
  const size = 20 + spread(index, 0.754_877) * 112
  return {
    '--size': `${Math.round(size)}px`,
    '--left': `${Math.round(spread(index, 0.618_034) * 98)}%`,
    '--top': `${Math.round(spread(index, 0.569_84) * 98)}%`,
    '--drift': `${Math.round(spread(index, 0.354) * 48 - 24)}px`,
    '--seconds': `${Math.round(10 + spread(index, 0.414_214) * 12)}s`,
    '--delay': `${Math.round(spread(index, 0.732_051) * -22)}s`,
  } as CSSProperties
}

const BUBBLES = Array.from({ length: LOGIN_BUBBLES }, (_, index) => ({
  key: `bubble ${index}`,
  style: bubbleStyle(index),
}))

export function Bubbles() {
  return (
    <div className={classes.bubbles} aria-hidden="true">
      {BUBBLES.map(({ key, style }) => (
        <span key={key} className={classes.bubble} style={style} />
      ))}
    </div>
  )
}
