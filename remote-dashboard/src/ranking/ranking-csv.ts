import { ALL_CHANNELS } from 'shared/contract/constants.ts'
import type { RankingItem } from 'shared/contract/dashboard/agent-ranking.call.ts'
import { wholeSeconds } from '../figures/format.ts'
import type { Wanted } from '../figures/wanted.ts'
import { periodDays } from '../period/period.ts'

const HEADINGS = ['Admin', 'Handled', 'Closed', 'AvgPickup', 'AvgFirst', 'AvgResolution', 'AdminId']
/** By which Excel knows UTF-8. */
const BOM = '\uFEFF'

/** `1:02:03`: always with hours, for a spreadsheet takes two numbers as hours and minutes. */
function csvDuration(exact: number | null): string {
  if (exact === null) return ''
  const secs = wholeSeconds(exact)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${Math.floor(secs / 3600)}:${two(Math.floor(secs / 60) % 60)}:${two(secs % 60)}`
}

/** One cell of text, also where lists are parted by `;`, and never a formula, whatever a person is called. */
function csvText(text: string): string {
  const harmless = /^[\s]*[=+\-@]|^[\t\r\n]/.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}

/** The ranking as a file for spreadsheets, with the numbers that the table shows. */
export function rankingCsv(agents: readonly RankingItem[]): string {
  const rows = agents.map((agent) =>
    [
      csvText(agent.agent_name),
      agent.handled_count,
      agent.closed_count,
      csvDuration(agent.avg_pickup_secs),
      csvDuration(agent.avg_first_response_secs),
      csvDuration(agent.avg_resolution_secs),
      // A name is no identity: two people may have the same.
      csvText(agent.agent_line_user_id),
    ].join(','),
  )
  return `${BOM}${[HEADINGS.join(','), ...rows].join('\r\n')}\r\n`
}

/** `agent-ranking_main_7d.csv`; a range says its days as well, and times within opening hours alone that they are. */
export function rankingFileName({ channel, period, isOpenHours }: Wanted): string {
  const account = channel === ALL_CHANNELS ? 'all' : channel.replace(/[^\p{L}\p{M}\p{N}_-]+/gu, '-')
  const days = `${periodDays(period)}d`
  const range = 'from' in period ? `_${period.from}_${period.to}` : ''
  return `agent-ranking_${account}${range}_${days}${isOpenHours ? '_open-hours' : ''}.csv`
}
