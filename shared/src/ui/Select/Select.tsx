import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import classes from './Select.module.css'

export interface SelectOption<Value extends string = string> {
  value: Value
  label: string
}

export interface SelectProps<Value extends string = string> {
  /** Spoken name, or the words above the field with `showLabel`. */
  label: string
  showLabel?: boolean
  options: readonly SelectOption<Value>[]
  value: Value
  onChange: (value: Value) => void
  disabled?: boolean
  className?: string
}

/** The browser's own list of choices, in our clothes. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, showLabel = false, options, value, onChange, disabled, className = '' } = props
  return (
    <label className={`${classes.field} ${className}`}>
      <span className={showLabel ? classes.label : classes.spoken}>{label}</span>
      <span className={classes.box}>
        <select
          className={classes.select}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.value as Value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <IconChevronDown size={18} className={classes.chevron} aria-hidden />
      </span>
    </label>
  )
}
