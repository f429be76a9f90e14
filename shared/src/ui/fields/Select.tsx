import '@mantine/core/styles/Input.layer.css'
import { NativeSelect } from '@mantine/core'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import type { ReactNode } from 'react'
import classes from './fields.module.css'

export interface SelectOption<Value extends string = string> {
  value: Value
  label: string
}

export interface SelectProps<Value extends string = string> {
  /** Accessible name. With `showLabel` it is also visible above the field. */
  label: string
  showLabel?: boolean
  options: readonly SelectOption<Value>[]
  value: Value
  placeholder?: string
  onChange: (value: Value) => void
  disabled?: boolean
  /** Marks the field as required. Only for a `SearchSelect` with `showLabel`. */
  required?: boolean
  className?: string
  renderOption?: (option: SelectOption) => ReactNode
}

/** A native select, for which phones show their own picker. Use `SearchSelect` for long lists. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, showLabel = false, options, value, onChange, disabled, className } = props
  return (
    <NativeSelect
      label={showLabel ? label : undefined}
      aria-label={showLabel ? undefined : label}
      data={[...options]}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.value as Value)}
      rightSection={<IconChevronDown size={18} aria-hidden />}
      className={className}
      classNames={{
        input: `${classes.input} ${classes.select}`,
        label: classes.label,
      }}
    />
  )
}
