import { SegmentedControl } from '@mantine/core'
import classes from './SegmentedChoice.module.css'

export interface SegmentedChoiceProps<Value extends string> {
  /** Label for screen readers. Use `labelledBy` instead if there is a visible label. */
  label?: string
  labelledBy?: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  fullWidth?: boolean
  isGrid?: boolean
}

/** Choice of one option. For keyboard and screen readers the options are radio buttons. */
export function SegmentedChoice<Value extends string>(props: SegmentedChoiceProps<Value>) {
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
