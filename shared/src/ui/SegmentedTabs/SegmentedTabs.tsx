import { type KeyboardEvent, useRef } from 'react'
import classes from './SegmentedTabs.module.css'

export interface SegmentedTab<Value extends string = string> {
  value: Value
  label: string
  /** A number beside the label. */
  count?: number
}

export interface SegmentedTabsProps<Value extends string = string> {
  /** What the tabs choose between, spoken. */
  label: string
  tabs: readonly SegmentedTab<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** Takes the whole width, in equal parts. */
  fullWidth?: boolean
  className?: string
}

const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
}

/** A row of tabs on one rail; arrow keys move between them. */
export function SegmentedTabs<Value extends string>(props: SegmentedTabsProps<Value>) {
  const { label, tabs, value, onChange, fullWidth = false, className = '' } = props
  const list = useRef<HTMLDivElement>(null)

  function onKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    const index = step(
      tabs.findIndex((tab) => tab.value === value),
      tabs.length,
    )
    const next = tabs[index]
    if (!next) return
    onChange(next.value)
    list.current?.querySelectorAll<HTMLButtonElement>('[role=tab]')[index]?.focus()
  }

  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      className={`${classes.rail} ${className}`}
      data-full-width={fullWidth || undefined}
      onKeyDown={onKeyDown}
    >
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          aria-selected={tab.value === value}
          tabIndex={tab.value === value ? 0 : -1}
          className={classes.tab}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}
          {tab.count === undefined ? null : <span className={classes.count}> {tab.count}</span>}
        </button>
      ))}
    </div>
  )
}
