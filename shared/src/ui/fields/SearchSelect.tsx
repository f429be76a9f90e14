import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { useState } from 'react'
import { deferred, useDeferred } from '../deferred-import.ts'
import classes from './fields.module.css'
import type { SelectProps } from './Select.tsx'

const list = deferred(async () => (await import('./SearchSelectList.tsx')).SearchSelectList)

/**
 * The list does not open on focus alone, because the first field of a dialog gets the focus automatically. The code of
 * the list loads when the field gets the focus.
 */
export function SearchSelect<Value extends string>(props: SelectProps<Value>) {
  const { label, showLabel = false, options, value, placeholder, disabled, required, className } = props
  const [isListRequested, setListRequested] = useState(false)
  const [pressed, setPressed] = useState(false)
  const List = useDeferred(list, isListRequested, () => setListRequested(false))
  if (List)
    return (
      <List
        {...props}
        onChange={(chosen) => props.onChange(chosen as Value)}
        startsFocused={isListRequested}
        startsOpen={isListRequested && pressed}
      />
    )
  return (
    <TextInput
      label={showLabel ? label : undefined}
      aria-label={showLabel ? undefined : label}
      role="combobox"
      aria-expanded={false}
      aria-haspopup="listbox"
      readOnly
      placeholder={placeholder}
      value={options.find((option) => option.value === value)?.label ?? ''}
      disabled={disabled}
      required={required}
      onPointerDown={() => setPressed(true)}
      onFocus={() => setListRequested(true)}
      onBlur={() => setListRequested(false)}
      rightSection={<IconChevronDown size={18} aria-hidden />}
      rightSectionPointerEvents="none"
      className={className}
      classNames={{ input: classes.input, label: classes.label }}
    />
  )
}
