import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import type { RankingItem } from 'shared/contract/dashboard/agent-ranking.call.ts'
import { Button } from 'shared/ui'
import { saveCsv } from '../csv/csv-file.ts'
import type { MetricFilter } from '../metrics/metric-filter.ts'
import { rankingCsv, rankingFileName } from './ranking-csv.ts'

export interface CsvButtonProps {
  agents: readonly RankingItem[]
  filter: MetricFilter
  disabled?: boolean
}

export function CsvButton({ agents, filter, disabled }: CsvButtonProps) {
  const save = () => saveCsv({ name: rankingFileName(filter), content: rankingCsv(agents) })
  return (
    <Button
      size="sm"
      variant="outline"
      leftSection={<IconDownload size={16} aria-hidden />}
      disabled={disabled || agents.length === 0}
      onClick={save}
    >
      ส่งออก CSV
    </Button>
  )
}
