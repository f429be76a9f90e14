import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Checkbox as MantineCheckbox, type CheckboxProps as MantineCheckboxProps } from '@mantine/core'
import classes from './Checkbox.module.css'

export interface CheckboxProps extends Pick<MantineCheckboxProps, 'disabled' | 'name'> {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A box with its words; both take the click, as one row that a thumb meets. */
export function Checkbox({ onChange, ...props }: CheckboxProps) {
  return (
    <MantineCheckbox
      {...props}
      classNames={classes}
      color="var(--desk-green)"
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
