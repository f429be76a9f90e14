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
  placeholder?: string
  value: string
  maxLength?: number
  onChange: (value: string) => void
  onSubmit?: (value: string) => void
  className?: string
}

export function SearchField({ label, onChange, onSubmit, ...rest }: SearchFieldProps) {
  const { value } = rest
  const input = useRef<HTMLInputElement>(null)
  return (
    <TextInput
      placeholder={label}
      maxLength={MAX_SEARCH_LENGTH}
      {...rest}
      ref={input}
      type="search"
      aria-label={label}
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
      classNames={{ input: classes.input }}
    />
  )
}
