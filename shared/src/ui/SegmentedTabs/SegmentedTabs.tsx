import '@mantine/core/styles/Tabs.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import { Tabs } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './SegmentedTabs.module.css'

export interface SegmentedTab<Value extends string = string> {
  value: Value
  label: string
  icon?: ReactNode
  /** Number in the tab. Null while the count is loading: its space remains reserved. */
  count?: number | null
}

export interface SegmentedTabsProps<Value extends string = string> {
  label: string
  tabs: readonly SegmentedTab<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** True when a tab opens another page. Arrow keys then only move the focus; the opened page's tabs take the focus. */
  navigates?: boolean
  fullWidth?: boolean
}

/** Label of the tab list that opened the page. The tab list with this label on the opened page takes the focus. */
let openingTabsLabel: string | null = null

/** A tab list. Arrow keys select a tab, or only move the focus when tabs open other pages. */
export function SegmentedTabs<Value extends string>(props: SegmentedTabsProps<Value>) {
  const { label, tabs, value, onChange, navigates = false, fullWidth = false } = props
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (openingTabsLabel !== label) return
    openingTabsLabel = null
    list.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus({ preventScroll: true })
  }, [label])

  function choose(next: string | null) {
    const tab = tabs.find((each) => each.value === next)
    if (!tab || tab.value === value) return
    if (navigates && list.current?.contains(document.activeElement)) openingTabsLabel = label
    onChange(tab.value)
  }

  return (
    <Tabs
      value={value}
      onChange={choose}
      activateTabWithKeyboard={!navigates}
      variant="rail"
      classNames={{ list: classes.rail, tab: classes.tab }}
      data-full-width={fullWidth || undefined}
    >
      <Tabs.List ref={list} aria-label={label} grow={fullWidth}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value} leftSection={tab.icon}>
            {tab.label}
            {tab.count === undefined ? null : (
              <>
                {' '}
                <span className={classes.count}>{tab.count}</span>
              </>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  )
}
