import '@mantine/core/styles/Tabs.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import { Tabs } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './SegmentedTabs.module.css'

export interface SegmentedTab<Value extends string = string> {
  value: Value
  label: string
  /** Before the label. */
  icon?: ReactNode
  /** A number beside the label; null while it is on its way, which keeps its room free. */
  count?: number | null
}

export interface SegmentedTabsProps<Value extends string = string> {
  /** What the tabs choose between, spoken. */
  label: string
  tabs: readonly SegmentedTab<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** Choosing leads to another page: arrow keys only walk between the tabs, Enter, Space or a click goes there, and the focus arrives with it. */
  navigates?: boolean
  /** Takes the whole width, in equal parts. */
  fullWidth?: boolean
  className?: string
}

/** Label of the row that had the focus when a tab led to another page: the same row of that page, a new component, takes it. */
let arriving: string | null = null

/** A row of tabs on one rail. Arrow keys choose, or only walk where choosing leaves the page. */
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
      classNames={{ list: classes.rail, tab: classes.tab, tabLabel: classes.label }}
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
