import type { ReactNode } from 'react'
import { Select, type SelectOption } from 'shared/ui'
import { FindMessagesButton } from '../search/FindMessagesButton.tsx'
import { FilterButton } from './FilterButton.tsx'
import classes from './ListToolbar.module.css'
import { QueueSearchField, type QueueSearchFieldProps } from './QueueSearchField.tsx'
import type { QueueFilters } from './queue-filters.ts'
import { type ChangeFilters, ORDERS, type OrderOptions } from './use-queue-filters.ts'

export interface ListToolbarProps {
  label: string
  search: Omit<QueueSearchFieldProps, 'searched' | 'className'>
  filters: QueueFilters
  onChange: ChangeFilters
  channels: readonly SelectOption[]
  assignees?: readonly SelectOption[]
  orders?: OrderOptions
  children?: ReactNode
}

/** Toolbar of a list. Filters without room in the toolbar are only in the filter dialog. */
export function ListToolbar(props: ListToolbarProps) {
  const { label, search, filters, onChange, channels, assignees, orders = ORDERS, children } = props
  return (
    <search className={classes.bar} aria-label={label}>
      {children ? <div className={classes.before}>{children}</div> : null}
      <QueueSearchField {...search} className={classes.search} searched={filters.search} />
      <FindMessagesButton />
      <Select
        className={classes.select}
        label="OA"
        options={channels}
        value={filters.channel}
        onChange={(channel) => onChange({ channel })}
      />
      {assignees ? (
        <Select
          className={classes.select}
          label="ผู้รับผิดชอบ"
          options={assignees.map((each) => ({ ...each, label: `ผู้รับผิดชอบ: ${each.label}` }))}
          value={filters.assignee}
          onChange={(assignee) => onChange({ assignee })}
        />
      ) : null}
      <Select
        className={classes.select}
        label="เรียงตาม"
        options={orders}
        value={filters.order}
        onChange={(order) => onChange({ order })}
      />
      <FilterButton
        // Without an assignee filter, the dialog is needed only when the other filters have no room next to the button.
        className={assignees ? undefined : classes.forChoices}
        filters={filters}
        channels={channels}
        assignees={assignees}
        orders={orders}
        onApply={onChange}
      />
    </search>
  )
}
