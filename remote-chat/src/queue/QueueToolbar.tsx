import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { agentsQuery } from 'shared/api'
import { Select, type SelectOption } from 'shared/ui'
import { FilterButton } from './FilterButton.tsx'
import { QueueSearchField } from './QueueSearchField.tsx'
import classes from './QueueToolbar.module.css'
import type { QueueFilters } from './queue-filters.ts'
import { type ChangeFilters, ORDERS, useChannelOptions } from './use-queue-filters.ts'

export interface QueueToolbarProps {
  filters: QueueFilters
  onChange: ChangeFilters
  /** The count of new cases, while there are some. */
  arrived: ReactNode
  /** What fills the choices is asked for after that. */
  isListDrawn: boolean
}

/** What narrows the shared queue down. */
export function QueueToolbar({ filters, onChange, arrived, isListDrawn }: QueueToolbarProps) {
  const channels = useChannelOptions(isListDrawn)
  const { data: agents = [] } = useQuery({ ...agentsQuery, enabled: isListDrawn })
  const assignees: SelectOption[] = [
    { value: '', label: 'ทั้งหมด' },
    { value: 'none', label: 'ยังไม่มีผู้รับผิดชอบ' },
    { value: 'me', label: 'ฉัน' },
    ...agents.map(({ id, display_name }) => ({ value: id, label: display_name })),
  ]

  return (
    <search className={classes.bar} aria-label="ค้นหาและกรองเคส">
      <QueueSearchField
        className={classes.search}
        label="ค้นหาชื่อลูกค้าหรือรหัสเคส"
        searched={filters.search}
        // It begins by itself while a person types: no step of its own for the back button.
        onSearch={(search) => onChange({ search }, { replace: true })}
      />
      {arrived}
      <Select
        className={classes.select}
        label="OA"
        options={channels}
        value={filters.channel}
        onChange={(channel) => onChange({ channel })}
      />
      <Select
        className={classes.select}
        label="ผู้รับผิดชอบ"
        options={assignees.map((each) => ({ ...each, label: `ผู้รับผิดชอบ: ${each.label}` }))}
        value={filters.assignee}
        onChange={(assignee) => onChange({ assignee })}
      />
      <Select
        className={classes.select}
        label="เรียงตาม"
        options={ORDERS}
        value={filters.order}
        onChange={(order) => onChange({ order })}
      />
      <FilterButton
        filters={filters}
        channels={channels}
        assignees={assignees}
        orders={ORDERS}
        onApply={onChange}
      />
    </search>
  )
}
