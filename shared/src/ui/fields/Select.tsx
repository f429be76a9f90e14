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
  /** Spoken name, or the words above the field with `showLabel`. */
  label: string
  showLabel?: boolean
  options: readonly SelectOption<Value>[]
  value: Value
  /** Shown by a `SearchSelect` while nothing is chosen. */
  placeholder?: string
  onChange: (value: Value) => void
  disabled?: boolean
  /** Of a `SearchSelect` with `showLabel`: marked as such. */
  required?: boolean
  className?: string
  /** What a row of a `SearchSelect` shows instead of its words. */
  renderOption?: (option: SelectOption) => ReactNode
}

/** The browser's own select, for which phones show their own picker. For long lists there is `SearchSelect`. */
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
        section: classes.chevron,
      }}
    />
  )
}
