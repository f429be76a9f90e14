import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import type { RankingItem } from 'shared/contract/dashboard/agent-ranking.call.ts'
import { Button } from 'shared/ui'
import type { Wanted } from '../figures/wanted.ts'
import { rankingCsv, rankingFileName } from './ranking-csv.ts'

export interface CsvButtonProps {
  agents: readonly RankingItem[]
  wanted: Wanted
  disabled?: boolean
}

/** Saves the ranking that stands here as a file. */
export function CsvButton({ agents, wanted, disabled }: CsvButtonProps) {
  function save(): void {
    const address = URL.createObjectURL(new Blob([rankingCsv(agents)], { type: 'text/csv;charset=utf-8' }))
    const link = document.createElement('a')
    link.href = address
    link.download = rankingFileName(wanted)
    link.click()
    URL.revokeObjectURL(address)
  }
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
