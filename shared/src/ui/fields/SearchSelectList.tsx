import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Select } from '@mantine/core'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { textMatcher } from '../../contract/search-text.ts'
import classes from './fields.module.css'
import type { SelectProps } from './Select.tsx'

interface SearchSelectListProps extends SelectProps {
  startsFocused: boolean
  startsOpen: boolean
}

export function SearchSelectList(props: SearchSelectListProps) {
  const {
    label,
    showLabel = false,
    options,
    onChange,
    renderOption,
    startsFocused,
    startsOpen,
    ...rest
  } = props
  return (
    <Select
      {...rest}
      label={showLabel ? label : undefined}
      aria-label={showLabel ? undefined : label}
      data={[...options]}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
      searchable
      filter={({ options: all, search }) => {
        const matches = textMatcher(search)
        return all.filter((option) => 'label' in option && matches(option.label))
      }}
      // `selectFirstOptionOnDropdownOpen` selects again on opening, because when typing opens the list, the selection
      // of `selectFirstOptionOnChange` is lost.
      selectFirstOptionOnChange
      selectFirstOptionOnDropdownOpen
      allowDeselect={false}
      nothingFoundMessage="ไม่พบผลลัพธ์"
      renderOption={renderOption && (({ option }) => renderOption(option))}
      // The list has no separate scroll area, because the keyboard could not reach it.
      withScrollArea={false}
      onKeyDown={(event) => {
        // Escape closes only the list, not the dialog around the field.
        if (event.key === 'Escape' && event.currentTarget.ariaExpanded === 'true') event.preventDefault()
      }}
      autoFocus={startsFocused}
      openOnFocus={false}
      defaultDropdownOpened={startsOpen}
      rightSection={<IconChevronDown size={18} aria-hidden />}
      rightSectionPointerEvents="none"
      classNames={{
        input: classes.input,
        label: classes.label,
        dropdown: classes.list,
        options: classes.options,
        option: classes.option,
      }}
    />
  )
}
