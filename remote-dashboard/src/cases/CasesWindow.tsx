import { useInfiniteQuery } from '@tanstack/react-query'
import { dashboardCalls, errorText } from 'shared/api'
import { Button, Dialog, EmptyState, ErrorState, Skeleton } from 'shared/ui'
import type { CasesOf } from '../address/dashboard-address.ts'
import { CASES_TITLES } from '../figures/figure-words.ts'
import { formatCount } from '../figures/format.ts'
import { queryOf, type Wanted } from '../figures/wanted.ts'
import { periodWords } from '../period/period.ts'
import { CaseRow } from './CaseRow.tsx'
import classes from './CasesWindow.module.css'

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
  const { figure, agent, category } = cases
  const question = {
    ...queryOf(wanted),
    figure,
    ...(agent === undefined ? {} : { agent_line_user_id: agent }),
    ...(category === undefined ? {} : { category }),
  }
  const list = useInfiniteQuery({
    queryKey: ['dashboard', isOwn ? 'own-cases' : 'cases', question] as const,
    queryFn: async ({ pageParam, signal }) => {
      const { fetchFigureCases, fetchOwnFigureCases } = await dashboardCalls()
      const asked = { limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) }
      return isOwn
        ? fetchOwnFigureCases({ ...queryOf(wanted), figure, ...asked }, signal)
        : fetchFigureCases({ ...question, ...asked }, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    // Reading it anew would read all its pages.
    refetchOnWindowFocus: false,
  })
  const { data, error, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = list
  const items = data?.pages.flatMap((page) => page.items) ?? []
  const total = data?.pages[0]?.total
  const name =
    agent === undefined
      ? undefined
      : items.find((item) => item.agent?.line_user_id === agent)?.agent?.display_name
  const of = category ?? name
  const title = of === undefined ? CASES_TITLES[figure] : `${CASES_TITLES[figure]} · ${of}`
  return (
    <Dialog open inAddress onClose={onClose} title={title} placement="end" className={classes.window ?? ''}>
      <p className={classes.summary} role="status">
        {total === undefined
          ? 'กำลังโหลด...'
          : `${formatCount(total)} ${figure === 'replied' ? 'ข้อความ' : 'เคส'} · ${periodWords(wanted.period)}`}
      </p>
      {data === undefined && error !== null ? (
        <ErrorState title="โหลดรายการเคสไม่สำเร็จ" onRetry={() => void refetch()} retrying={isFetching}>
          {errorText(error)}
        </ErrorState>
      ) : null}
      {data === undefined && error === null ? <Rows /> : null}
      {data !== undefined && items.length === 0 ? <EmptyState title="ไม่มีเคสในช่วงนี้" /> : null}
      <ul className={classes.list}>
        {items.map((item) => (
          <CaseRow
            key={`${item.ticket_id} ${item.agent?.id} ${item.at}`}
            item={item}
            figure={figure}
            withAgent={agent === undefined && !isOwn}
          />
        ))}
      </ul>
      {data !== undefined && error !== null ? (
        <p className={classes.failed} role="alert">
          {errorText(error)}
        </p>
      ) : null}
      {hasNextPage ? (
        <Button variant="outline" fullWidth loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          โหลดเพิ่ม
        </Button>
      ) : null}
    </Dialog>
  )
}

function Rows() {
  return (
    <div className={classes.loading} aria-hidden="true">
      {Array.from({ length: 8 }, (_, row) => (
        <Skeleton key={row} height={48} />
      ))}
    </div>
  )
}
