import '@mantine/core/styles/Tabs.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import { Tabs } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './SegmentedTabs.module.css'

export interface SegmentedTab<Value extends string = string> {
  value: Value
  label: string
  /** Icon before the label of the tab. */
  icon?: ReactNode
  /** Count next to the label. Null while the count is loading: its space remains reserved. */
  count?: number | null
}

export interface SegmentedTabsProps<Value extends string = string> {
  /** Accessible name of the tab list. */
  label: string
  tabs: readonly SegmentedTab<Value>[]
  value: Value
  onChange: (value: Value) => void
  /**
   * True when a tab opens another page. Arrow keys then only move the focus. Enter, Space or a click opens the
   * page, and the focus moves to the same tab list of the opened page.
   */
  navigates?: boolean
  /** Uses the full width, with tabs of equal width. */
  fullWidth?: boolean
  className?: string
}

/**
 * Label of the tab list that had the focus when a tab opened another page. On the opened page, the tab list with
 * this label, a new component, takes the focus.
 */
let arriving: string | null = null

/** A row of tabs. Arrow keys select a tab, or only move the focus when tabs open other pages. */
export function SegmentedTabs<Value extends string>(props: SegmentedTabsProps<Value>) {
  const { label, tabs, value, onChange, navigates = false, fullWidth = false, className = '' } = props
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (arriving !== label) return
    arriving = null
    list.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus({ preventScroll: true })
  }, [label])

  function choose(next: string | null) {
    const tab = tabs.find((each) => each.value === next)
    if (!tab || tab.value === value) return
    if (navigates && list.current?.contains(document.activeElement)) arriving = label
    onChange(tab.value)
  }

  return (
    <Tabs
      value={value}
      onChange={choose}
      activateTabWithKeyboard={!navigates}
      variant="rail"
      className={className}
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
