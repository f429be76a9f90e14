import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Select } from '@mantine/core'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { textMatcher } from '../../contract/thai-text.ts'
import classes from './fields.module.css'
import type { SelectProps } from './Select.tsx'

interface SearchSelectListProps extends SelectProps {
  /** The person has come to the field meanwhile. */
  startsFocused: boolean
  /** By pressing it. */
  startsOpen: boolean
}

/** A `SearchSelect` whose code is loaded. */
export function SearchSelectList(props: SearchSelectListProps) {
  const {
    label,
    showLabel = false,
    options,
    value,
    onChange,
    placeholder,
    disabled,
    required,
    className,
    renderOption,
    startsFocused,
    startsOpen,
  } = props
  return (
    <Select
      label={showLabel ? label : undefined}
      aria-label={showLabel ? undefined : label}
      data={[...options]}
      value={value}
      placeholder={placeholder}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
      disabled={disabled}
      required={required}
      searchable
      filter={({ options: all, search }) => {
        const isWanted = textMatcher(search)
        return all.filter((option) => 'label' in option && isWanted(option.label))
      }}
      // What Enter takes once something is typed. Both: a list that is opened by the letter forgets a moment later, if it has not
      // been told at its opening, what the letter had selected.
      selectFirstOptionOnChange
      selectFirstOptionOnDropdownOpen
      allowDeselect={false}
      nothingFoundMessage="ไม่พบผลลัพธ์"
      renderOption={renderOption && (({ option }) => renderOption(option))}
      // The list itself scrolls: a scrolling box within it would be one that no key reaches.
      withScrollArea={false}
      onKeyDown={(event) => {
        // Escape closes the list alone, and not the window that the field stands in.
        if (event.key === 'Escape' && event.currentTarget.ariaExpanded === 'true') event.preventDefault()
      }}
      autoFocus={startsFocused}
      openOnFocus={false}
      defaultDropdownOpened={startsOpen}
      rightSection={<IconChevronDown size={18} aria-hidden />}
      rightSectionPointerEvents="none"
      className={className}
      classNames={{
        input: classes.input,
        label: classes.label,
        section: classes.chevron,
        dropdown: classes.list,
        options: classes.options,
        option: classes.option,
      }}
    />
  )
}
