import '@mantine/core/styles/Popover.layer.css'
import { Popover } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { ExistingTarget } from './existing-target.ts'
import classes from './Floating.module.css'
import { useBackClosesPopover } from './use-back-closes-popover.ts'

export interface PopoverCardProps {
  id: string
  button: RefObject<HTMLButtonElement | null>
  open: boolean
  onClose: () => void
  children: ReactNode
}

export function PopoverCard({ id, button, open, onClose, children }: PopoverCardProps) {
  // When `opened` becomes true, Mantine stores the focused element in order to restore the focus later. A card whose
  // code loads after the click must therefore mount closed.
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(open), [open])
  useBackClosesPopover(open, onClose)
  return (
    <Popover
      id={id}
      opened={open && opened}
      onChange={(toOpen) => (toOpen ? undefined : onClose())}
      trapFocus
      returnFocus
      radius="var(--desk-radius-card)"
      shadow="md"
      classNames={{ dropdown: classes.card }}
    >
      <Popover.Target>
        <ExistingTarget element={button} />
      </Popover.Target>
      <Popover.Dropdown>{children}</Popover.Dropdown>
    </Popover>
  )
}
