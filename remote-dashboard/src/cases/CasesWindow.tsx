import { useInfiniteQuery } from '@tanstack/react-query'
import { dashboardCalls } from 'shared/api'
import { ALL_CHANNELS } from 'shared/contract/constants.ts'
import { dayKey } from 'shared/ui'
import type { CasesOf } from '../address/dashboard-address.ts'
import { CASES_TITLES, isOfMessages } from '../figures/figure-words.ts'
import { formatAverage, formatCount } from '../figures/format.ts'
import { queryOf, type Wanted } from '../figures/wanted.ts'
import { daysOf, periodWords } from '../period/period.ts'
import { hourWords, timesBegun } from '../week.ts'
import { CaseRow } from './CaseRow.tsx'
import { CasesDialog } from './CasesDialog.tsx'

const PAGE = 20

export interface CasesWindowProps {
  cases: CasesOf
  wanted: Wanted
  /** Of the person who looks alone. */
  isOwn?: boolean | undefined
  onClose: () => void
}

/** The cases behind a figure, the latest first; as many as the figure says. */
export function CasesWindow({ cases, wanted, isOwn = false, onClose }: CasesWindowProps) {
  const { agent, ...of } = cases
  const { figure, category, weekday, hour } = of
  const question = {
    ...queryOf(wanted),
    ...of,
    ...(agent === undefined ? {} : { agent_line_user_id: agent }),
  }
  const list = useInfiniteQuery({
    queryKey: ['dashboard', isOwn ? 'own-cases' : 'cases', question] as const,
    queryFn: async ({ pageParam, signal }) => {
      const { fetchFigureCases, fetchOwnFigureCases } = await dashboardCalls()
      const asked = { limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) }
      return isOwn && figure !== 'incoming'
        ? fetchOwnFigureCases({ ...queryOf(wanted), figure, ...asked }, signal)
        : fetchFigureCases({ ...question, ...asked }, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    // Reading it anew would read all its pages.
    refetchOnWindowFocus: false,
  })
  const items = list.data?.pages.flatMap((page) => page.items)
  const total = list.data?.pages[0]?.total
  const name = items?.find((item) => agent !== undefined && item.agent?.line_user_id === agent)?.agent
  const weekHour = weekday !== undefined && hour !== undefined ? { weekday, hour } : undefined
  const whose =
    weekHour === undefined ? (category ?? name?.display_name) : hourWords(weekHour.weekday, weekHour.hour)
  const times =
    weekHour && timesBegun(daysOf(wanted.period, dayKey(list.dataUpdatedAt)), list.dataUpdatedAt)(weekHour)
  return (
    <CasesDialog
      title={whose === undefined ? CASES_TITLES[figure] : `${CASES_TITLES[figure]} · ${whose}`}
      summary={total === undefined ? undefined : summaryOf({ total, times }, figure, wanted, items)}
      list={list}
      rows={
        items?.map((item) => (
          <CaseRow
            key={`${item.ticket_id} ${item.agent?.id} ${item.at}`}
            item={item}
            figure={figure}
            withAgent={agent === undefined && !isOwn}
          />
        )) ?? null
      }
      empty="ไม่มีเคสในช่วงนี้"
      onClose={onClose}
    />
  )
}

/** How many, of which days; and of which account and hours, for a link does not say the one and a list not the other. */
function summaryOf(
  { total, times }: { total: number; times: number | undefined },
  figure: CasesOf['figure'],
  { channel, period, isOpenHours }: Wanted,
  items: readonly { channel: { name: string } }[] = [],
): string {
  const account = channel === ALL_CHANNELS ? undefined : items[0]?.channel.name
  return [
    `${formatCount(total)} ${isOfMessages(figure) ? 'ข้อความ' : 'เคส'}`,
    // As the map says it.
    ...(times === undefined ? [] : [`เฉลี่ย ${formatAverage(total, times)} ต่อชั่วโมง`]),
    periodWords(period),
    ...(account === undefined ? [] : [account]),
    ...(isOpenHours ? ['เฉพาะเวลาทำการ'] : []),
  ].join(' · ')
}
