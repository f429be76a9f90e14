import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useRef } from 'react'
import { MAX_SEARCH_LENGTH } from '../../contract/constants.ts'
import classes from './SearchField.module.css'

export interface SearchFieldProps {
  /** Spoken name. */
  label: string
  /** The label unless told. */
  placeholder?: string
  value: string
  onChange: (value: string) => void
  /** Enter was pressed. */
  onSubmit?: (value: string) => void
  className?: string
}

/** A field to search with; Escape or the cross empties it. */
export function SearchField(props: SearchFieldProps) {
  const { label, placeholder = label, value, onChange, onSubmit, className = '' } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={`${classes.field} ${className}`}>
      <IconSearch size={18} className={classes.icon} aria-hidden />
      <input
        ref={input}
        type="search"
        className={classes.input}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        maxLength={MAX_SEARCH_LENGTH}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter that ends a composition belongs to the input method.
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) onSubmit?.(value)
          if (event.key === 'Escape' && value !== '') {
            event.preventDefault()
            event.stopPropagation()
            onChange('')
          }
        }}
      />
      {value === '' ? null : (
        <button
          type="button"
          className={classes.clear}
          aria-label="ล้างคำค้นหา"
          onClick={() => {
            onChange('')
            input.current?.focus()
          }}
        >
          <IconX size={16} aria-hidden />
        </button>
      )}
    </div>
  )
}
