import { useRef } from 'react'
import classes from './RowBox.module.css'

interface RowBoxProps {
  label: string
  checked: boolean
  /** Some are, some are not. */
  mixed?: boolean
  onPick: (isRange: boolean) => void
  tabIndex?: number
}

/** A box that takes a click anywhere in its cell; with Shift it goes for all rows since the last one. */
export function RowBox({ label, checked, mixed = false, onPick, tabIndex }: RowBoxProps) {
  // Of a click on its cell the box hears by a second one, which not every browser gives the key.
  const isRange = useRef(false)
  return (
    <label
      className={classes.cell}
      // Words would be selected.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onClickCapture={({ shiftKey, detail }) => {
        if (detail > 0 || shiftKey) isRange.current = shiftKey
      }}
    >
      <input
        ref={(input) => {
          if (input) input.indeterminate = mixed
        }}
        type="checkbox"
        className={classes.box}
        aria-label={label}
        checked={checked}
        tabIndex={tabIndex}
        onChange={() => {
          onPick(isRange.current)
          isRange.current = false
        }}
      />
    </label>
  )
}
