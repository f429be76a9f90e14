import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Menu } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { Fragment, type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { ExistingTarget } from '../Floating/existing-target.ts'
import { useBackClosesPopover } from '../Floating/use-back-closes-popover.ts'
import classes from './Menu.module.css'
import type { MenuItem, MenuProps } from './Menu.tsx'

export interface MenuListProps extends Omit<MenuProps, 'children' | 'className'> {
  id: string
  button: RefObject<HTMLButtonElement | null>
  open: boolean
  onClose: () => void
}

export function MenuList(props: MenuListProps) {
  const { id, label, button, open, onClose, items, header, footer } = props
  // When `opened` becomes true, Mantine stores the focused element in order to restore the focus later. A list whose
  // code loads after the click must therefore mount closed. A click on an item closes the list, because Mantine must
  // notice when the selected action takes the focus.
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(open), [open])
  // The menu is inside its button's landmark, because screen readers would not find it at the end of the page.
  const [landmark] = useState(() => button.current?.closest('main') ?? null)
  useBackClosesPopover(open, onClose)

  /** Moves the focus on from the menu on Tab. Mantine would keep the focus in the list, where Tab does nothing. */
  function moveFocusOnTab(event: KeyboardEvent): void {
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
      alignItemsLabels={items.some(({ choice }) => choice) ? 'all' : 'none'}
      // With the default strategy, a scrolling container would clip the list.
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
      <Menu.Dropdown aria-label={label} onKeyDown={moveFocusOnTab}>
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
    // Moves the focus to the button now, because a dialog that the item opens before Mantine restores the focus would
    // store the body as the element to focus later.
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
