import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Checkbox as MantineCheckbox } from '@mantine/core'
import classes from './Checkbox.module.css'

export interface CheckboxProps {
  label: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

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
