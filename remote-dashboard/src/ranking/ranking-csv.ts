import { csvCell } from 'shared/contract/csv-cell.ts'
import type { RankingItem } from 'shared/contract/dashboard/agent-ranking.call.ts'
import { rankedLabel } from 'shared/contract/staff/staff-label.ts'
import { csvDuration, csvFile, csvFileName } from '../csv/csv-file.ts'
import { PERCENTILE_HEADINGS, percentileCells } from '../csv/percentile-columns.ts'
import type { MetricFilter } from '../metrics/metric-filter.ts'

const HEADINGS = [
  ...['Admin', 'Handled', 'Closed', 'AvgPickup', 'AvgFirst', 'AvgResolution', 'AdminId'],
  ...PERCENTILE_HEADINGS,
]

export const rankingCsv = (agents: readonly RankingItem[]): string =>
  csvFile(
    HEADINGS,
    agents.map((agent) => [
      csvCell(rankedLabel(agent)),
      agent.handled_count,
      agent.closed_count,
      csvDuration(agent.avg_pickup_secs),
      csvDuration(agent.avg_first_response_secs),
      csvDuration(agent.avg_resolution_secs),
      // The id distinguishes agents with the same name.
      csvCell(agent.agent_line_user_id),
      ...percentileCells(agent),
    ]),
  )

export const rankingFileName = (filter: MetricFilter) => csvFileName('agent-ranking', filter)
