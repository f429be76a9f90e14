import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Menu } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { Fragment, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useState } from 'react'
import { ExistingTarget } from '../Floating/existing-target.ts'
import { useBackPutsAway } from '../Floating/use-back-puts-away.ts'
import classes from './Menu.module.css'
import type { MenuItem } from './Menu.tsx'

export interface MenuListProps {
  /** The button's id, from which Mantine makes the list's. */
  id: string
  label: string
  button: RefObject<HTMLButtonElement | null>
  open: boolean
  onClose: () => void
  items: readonly MenuItem[]
  header: ReactNode
  footer: ReactNode
}

/** The open list of a `Menu`, placed at a button that stands on the page already. */
export function MenuList(props: MenuListProps) {
  const { id, label, button, open, onClose, items, header, footer } = props
  // Mantine notes the focus to return to when `opened` becomes true: a list that is loaded after the click mounts closed. It closes with the
  // press: where what was chosen takes the focus, Mantine has to see that.
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(open), [open])
  // Behind the page's end it would stand in no landmark, where those who go from one to the next never come by.
  const [landmark] = useState(() => button.current?.closest('main') ?? null)
  useBackPutsAway(open, onClose)

  /** Tab goes on from the button, and the list closes behind it: Mantine would keep the focus in the list, where Tab does nothing. */
  function goOn(event: KeyboardEvent): void {
    if (event.key !== 'Tab') return
    event.stopPropagation()
    button.current?.focus({ preventScroll: true })
    onClose()
  }

  return (
    <Menu
      id={id}
      opened={open && opened}
      onChange={(toOpen) => (toOpen ? undefined : onClose())}
      position="bottom-end"
      offset={6}
      radius="var(--desk-radius-card)"
      shadow="md"
      transitionProps={{ transition: 'fade-down', duration: 120 }}
      withInitialFocusPlaceholder={false}
      // What is no choice begins where the words of those do.
      alignItemsLabels={items.some(({ choice }) => choice) ? 'all' : 'none'}
      // What scrolls does not cut it off.
      floatingStrategy="fixed"
      {...(landmark ? { portalProps: { target: landmark } } : {})}
      classNames={{
        dropdown: classes.list,
        item: classes.item,
        itemSection: classes.icon,
        itemIndicator: classes.tick,
        divider: classes.line,
      }}
    >
      <Menu.Target>
        <ExistingTarget element={button} />
      </Menu.Target>
      <Menu.Dropdown aria-label={label} onKeyDown={goOn}>
        {header ? <div className={classes.header}>{header}</div> : null}
        {items.map((item) => (
          <Fragment key={item.key}>
            {item.startsGroup ? <Menu.Divider role="separator" /> : null}
            <Entry item={item} button={button} />
          </Fragment>
        ))}
        {footer}
      </Menu.Dropdown>
    </Menu>
  )
}

function Entry({ item, button }: { item: MenuItem; button: MenuListProps['button'] }) {
  function select(): void {
    // The list goes before Mantine gives the focus back: a window that opens in between would find it on the page, and leave it there.
    button.current?.focus({ preventScroll: true })
    item.onSelect()
  }
  if (item.choice !== undefined) {
    const Choice = item.choice.kind === 'radio' ? Menu.RadioItem : Menu.CheckboxItem
    return (
      <Choice
        value={item.key}
        checked={item.choice.isOn}
        checkIcon={<IconCheck size={18} aria-hidden />}
        closeMenuOnClick
        disabled={item.disabled}
        onClick={select}
      >
        {item.label}
      </Choice>
    )
  }
  const shared = {
    leftSection: item.icon,
    disabled: item.disabled,
    'data-danger': item.danger || undefined,
  }
  if (item.href === undefined)
    return (
      <Menu.Item {...shared} onClick={select}>
        {item.label}
      </Menu.Item>
    )
  return (
    <Menu.Item
      {...shared}
      component="a"
      href={item.href}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        select()
      }}
    >
      {item.label}
    </Menu.Item>
  )
}
