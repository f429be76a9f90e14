import { useQuery } from '@tanstack/react-query'
import { KNOWLEDGE_LOG_PAGE } from 'shared/contract/constants.ts'
import { Button, EmptyState, ErrorState, SearchField, Skeleton } from 'shared/ui'
import { useKnowledgeAddress } from '../address/use-knowledge-address.ts'
import { failureText } from '../content/knowledge-error.ts'
import { PageSteps } from '../content/PageSteps.tsx'
import panel from '../content/Panel.module.css'
import { RetryNote } from '../content/RetryNote.tsx'
import { useDebounced } from '../content/use-debounced.ts'
import { useIsPhone } from '../content/use-is-phone.ts'
import classes from './HistoryTab.module.css'
import { logsQuery } from './history.queries.ts'
import { LogCards } from './LogCards.tsx'
import { LogTable } from './LogTable.tsx'
import { sourceMeant } from './source-meant.ts'
import { useHasChanges } from './use-has-changes.ts'

const FAILED = 'โหลดประวัติไม่สำเร็จ'
const SKELETONS = Array.from({ length: KNOWLEDGE_LOG_PAGE }, (_, row) => row)

/** Who changed what of the knowledge base, newest first. */
export function HistoryTab() {
  const { source, page, change, replace, openWindow } = useKnowledgeAddress()
  const isPhone = useIsPhone()
  const filter = useDebounced(source, (words) => replace({ source: words, page: 1 }))
  const logs = useQuery(logsQuery(sourceMeant(source), page))
  const { data, error, isFetching, isPlaceholderData } = logs
  const isNothing = data === undefined || (error !== null && isPlaceholderData)
  const canOpen = useHasChanges(data?.[0]?.id)
  const onOpen = canOpen ? (log: string) => openWindow({ log }) : null
  const retry = () => void logs.refetch()
  return (
    <section className={panel.panel} aria-label="ประวัติการอัปเดต">
      <search className={classes.bar}>
        <SearchField
          label="กรองตามแหล่งข้อมูล"
          placeholder="กรองตามแหล่งข้อมูล เช่น โปรโมชั่น"
          value={filter.typed}
          onChange={filter.type}
          onSubmit={filter.ask}
          className={classes.field ?? ''}
        />
      </search>
      {error !== null && !isNothing ? (
        <RetryNote isRetrying={isFetching} onRetry={retry}>
          {FAILED}
        </RetryNote>
      ) : null}
      {isNothing ? (
        error === null ? (
          <div className={panel.loading} role="status" aria-label="กำลังโหลด...">
            {SKELETONS.map((row) => (
              <Skeleton key={row} height={isPhone ? 96 : 37} />
            ))}
          </div>
        ) : (
          <ErrorState title={FAILED} onRetry={retry} retrying={isFetching}>
            {failureText(error)}
          </ErrorState>
        )
      ) : data.length === 0 ? (
        <EmptyState
          title={page > 1 ? 'หน้านี้ไม่มีประวัติแล้ว' : source === '' ? 'ยังไม่มีประวัติ' : 'ไม่พบประวัติของแหล่งข้อมูลนี้'}
          action={
            page > 1 ? (
              <Button variant="tint" onClick={() => change({ page: 1 })}>
                ไปหน้าแรก
              </Button>
            ) : source === '' ? null : (
              <Button variant="tint" onClick={() => filter.type('')}>
                ดูทุกแหล่งข้อมูล
              </Button>
            )
          }
        />
      ) : isPhone ? (
        <LogCards logs={data} isStale={isPlaceholderData} onOpen={onOpen} />
      ) : (
        <LogTable logs={data} isStale={isPlaceholderData} onOpen={onOpen} />
      )}
      {data === undefined || isNothing ? null : (
        <PageSteps
          page={page}
          hasNext={data.length >= KNOWLEDGE_LOG_PAGE && !isPlaceholderData}
          onChange={(to) => change({ page: to })}
          label="หน้าของประวัติ"
        />
      )}
    </section>
  )
}
