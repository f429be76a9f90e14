import { SegmentedControl } from '@mantine/core'
import classes from './Choice.module.css'

export interface ChoiceProps<Value extends string> {
  /** Spoken name; `labelledBy` where it stands above. */
  label?: string
  labelledBy?: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  /** As wide as there is room. */
  fullWidth?: boolean
  /** Two in a row. */
  isGrid?: boolean
}

/** One of a few, side by side or two in a row; radio buttons for the keyboard and for screen readers. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, labelledBy, options, value, onChange, fullWidth, isGrid = false } = props
  return (
    <SegmentedControl
      aria-label={label}
      aria-labelledby={labelledBy}
      data={options.map((each) => ({ ...each }))}
      value={value}
      onChange={(next) => onChange(next as Value)}
      fullWidth={fullWidth}
      mod={{ grid: isGrid }}
      classNames={{
        root: classes.root ?? '',
        indicator: classes.indicator ?? '',
        label: classes.label ?? '',
      }}
    />
  )
}
