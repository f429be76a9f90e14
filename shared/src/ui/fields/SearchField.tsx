import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import { CloseButton, TextInput } from '@mantine/core'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useRef } from 'react'
import { MAX_SEARCH_LENGTH } from '../../contract/constants.ts'
import { isComposing } from '../keyboard-events.ts'
import classes from './fields.module.css'

export interface SearchFieldProps {
  label: string
  /** Text shown in the empty field. Default: `label`. */
  placeholder?: string
  value: string
  /** Maximum length of the text. Default: the limit of list searches. */
  maxLength?: number
  onChange: (value: string) => void
  /** Called when the user presses Enter. */
  onSubmit?: (value: string) => void
  className?: string
}

/** A search field. Escape or the clear button removes the text. */
export function SearchField(props: SearchFieldProps) {
  const {
    label,
    placeholder = label,
    value,
    maxLength = MAX_SEARCH_LENGTH,
    onChange,
    onSubmit,
    className,
  } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={value}
      maxLength={maxLength}
      autoComplete="off"
      enterKeyHint="search"
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !isComposing(event.nativeEvent)) onSubmit?.(value)
        if (event.key === 'Escape' && value !== '') {
          event.preventDefault()
          event.stopPropagation()
          onChange('')
        }
      }}
      leftSection={<IconSearch size={18} aria-hidden />}
      leftSectionWidth={38}
      leftSectionPointerEvents="none"
      rightSection={
        value === '' ? null : (
          <CloseButton
            aria-label="ล้างคำค้นหา"
            size="var(--desk-control)"
            iconSize={18}
            onClick={() => {
              onChange('')
              input.current?.focus()
            }}
          />
        )
      }
      className={className}
      classNames={{ input: classes.input }}
    />
  )
}
