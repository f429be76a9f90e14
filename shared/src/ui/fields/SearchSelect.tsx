import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { useState } from 'react'
import { deferred, useDeferred } from '../deferred.ts'
import classes from './fields.module.css'
import type { SelectProps } from './Select.tsx'

const list = deferred(async () => (await import('./SearchSelectList.tsx')).SearchSelectList)

/**
 * A choice from a long list, found by typing; it opens by a press, a letter or an arrow, not by the focus alone, which a window's
 * first field has at once. The list's code is loaded when the field is focused; until then the field shows what is chosen.
 */
export function SearchSelect<Value extends string>(props: SelectProps<Value>) {
  const { label, showLabel = false, options, value, placeholder, disabled, required, className } = props
  const [wanted, setWanted] = useState(false)
  const [pressed, setPressed] = useState(false)
  const List = useDeferred(list, wanted, () => setWanted(false))
  if (List)
    return (
      <List
        {...props}
        onChange={(chosen) => props.onChange(chosen as Value)}
        startsFocused={wanted}
        startsOpen={wanted && pressed}
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
      onFocus={() => setWanted(true)}
      onBlur={() => setWanted(false)}
      rightSection={<IconChevronDown size={18} aria-hidden />}
      rightSectionPointerEvents="none"
      className={className}
      classNames={{ input: classes.input, label: classes.label, section: classes.chevron }}
    />
  )
}
