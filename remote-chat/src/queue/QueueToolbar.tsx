import { useQuery } from '@tanstack/react-query'
import { agentsQuery } from 'shared/api'
import { agentLabel } from 'shared/contract/staff/staff-label.ts'
import type { SelectOption } from 'shared/ui'
import { ListToolbar } from './ListToolbar.tsx'
import type { QueueFilters } from './queue-filters.ts'
import { type ChangeFilters, useChannelOptions } from './use-queue-filters.ts'

export interface QueueToolbarProps {
  filters: QueueFilters
  onChange: ChangeFilters
  /** True once the list is rendered; only then the options of the filters are fetched. */
  isListRendered: boolean
}

export function QueueToolbar({ filters, onChange, isListRendered }: QueueToolbarProps) {
  const channels = useChannelOptions(filters.channel, onChange, isListRendered)
  const { data: agents = [] } = useQuery({ ...agentsQuery, enabled: isListRendered })
  const assignees: SelectOption[] = [
    { value: '', label: 'ทั้งหมด' },
    { value: 'none', label: 'ยังไม่มีผู้รับผิดชอบ' },
    { value: 'me', label: 'ฉัน' },
    ...agents.map((agent) => ({ value: agent.id, label: agentLabel(agent) })),
  ]

  /** Selecting a suspended agent also shows closed tickets, since that agent has no open ones. */
  const change: ChangeFilters = (part, options) => {
    const isSuspended = agents.some(({ id, is_suspended }) => is_suspended && id === part.assignee)
    onChange(isSuspended ? { closed: true, ...part } : part, options)
  }

  return (
    <ListToolbar
      label="ค้นหาและกรองเคส"
      search={{
        label: 'ค้นหาชื่อลูกค้าหรือรหัสเคส',
        // Replaces the history entry, because typing changes the search several times.
        onSearch: (search) => onChange({ search }, { replace: true }),
      }}
      filters={filters}
      onChange={change}
      channels={channels}
      assignees={assignees}
    />
  )
}
