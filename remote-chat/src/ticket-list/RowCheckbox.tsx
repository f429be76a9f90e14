import { useRef } from 'react'
import classes from './RowCheckbox.module.css'

interface RowCheckboxProps {
  label: string
  checked: boolean
  mixed?: boolean
  onPick: (isRange: boolean) => void
  tabIndex?: number
}

/** Checkbox of a row. Shift+click selects all rows from the last clicked row to this one. */
export function RowCheckbox({ label, checked, mixed = false, onPick, tabIndex }: RowCheckboxProps) {
  // A click on the label is forwarded to the checkbox as a second click, which lacks the Shift state in some browsers.
  const isRange = useRef(false)
  return (
    <label
      className={classes.cell}
      // Prevents Shift+click from selecting text.
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
