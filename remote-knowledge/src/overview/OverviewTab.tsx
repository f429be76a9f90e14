import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import { useQuery } from '@tanstack/react-query'
import type { KnowledgeSource } from 'shared/contract/knowledge/knowledge-sources.call.ts'
import { Button, EmptyState, ErrorState, Skeleton } from 'shared/ui'
import { useKnowledgeAddress } from '../address/use-knowledge-address.ts'
import { failureText, isMissingCall } from '../content/knowledge-error.ts'
import panel from '../content/Panel.module.css'
import { RetryNote } from '../content/RetryNote.tsx'
import { EntryList } from '../entries/EntryList.tsx'
import { entriesQuery, isListed } from '../entries/entries.queries.ts'
import { OverviewFigures } from './OverviewFigures.tsx'
import classes from './OverviewTab.module.css'
import { sourcesQuery } from './overview.queries.ts'
import { SourceList } from './SourceList.tsx'
import { useStatus } from './use-status.ts'

const FAILED = 'โหลดแหล่งข้อมูลไม่สำเร็จ'
const NO_SOURCES: readonly KnowledgeSource[] = []

/** What the knowledge base holds, by source, and whether the system answers. */
export function OverviewTab() {
  const { opened, change } = useKnowledgeAddress()
  const { status, at, check } = useStatus()
  const sources = useQuery(sourcesQuery)
  const { data, error, isFetching } = sources
  const refresh = () => {
    check()
    void sources.refetch()
  }
  // A server with the first calls alone lists no texts: then a source leads nowhere.
  const first = data?.find(({ source }) => isListed(source))?.source ?? ''
  const probe = useQuery({ ...entriesQuery(isListed(first) ? first : 'ทั่วไป', 1), enabled: first !== '' })
  const hasEntries = probe.data !== undefined || (probe.error !== null && !isMissingCall(probe.error))
  return (
    <div className={classes.overview}>
      <OverviewFigures
        status={status}
        checkedAt={at}
        sources={data ?? (error === null ? null : NO_SOURCES)}
        isUnknown={data === undefined && error !== null}
      />
      <section className={panel.panel} aria-label="แหล่งข้อมูล">
        {opened !== null && isListed(opened) ? (
          <>
            <div className={panel.head}>
              <Button
                variant="subtle"
                size="sm"
                leftSection={<IconChevronLeft size={16} aria-hidden />}
                onClick={() => change({ opened: null, openedPage: 1 })}
              >
                ทุกแหล่งข้อมูล
              </Button>
              <h2 className={panel.title}>{opened}</h2>
            </div>
            <EntryList source={opened} />
          </>
        ) : (
          <>
            <div className={panel.head}>
              <h2 className={panel.title}>แหล่งข้อมูล</h2>
              <Button
                variant="outline"
                size="sm"
                loading={isFetching && data !== undefined}
                leftSection={<IconRefresh size={16} aria-hidden />}
                onClick={refresh}
              >
                รีเฟรช
              </Button>
            </div>
            {error !== null && data !== undefined ? (
              <RetryNote isRetrying={isFetching} onRetry={refresh}>
                {FAILED}
              </RetryNote>
            ) : null}
            {data === undefined ? (
              error === null ? (
                <div className={panel.loading} role="status" aria-label="กำลังโหลด...">
                  <Skeleton height={37} />
                  <Skeleton height={37} />
                  <Skeleton height={37} />
                </div>
              ) : (
                <ErrorState title={FAILED} onRetry={refresh} retrying={isFetching}>
                  {failureText(error)}
                </ErrorState>
              )
            ) : data.length === 0 ? (
              <EmptyState
                title="ฐานความรู้ยังไม่มีข้อมูล"
                action={
                  <Button variant="tint" onClick={() => change({ tab: 'add' })}>
                    เพิ่มข้อมูล
                  </Button>
                }
              />
            ) : (
              <SourceList
                sources={data}
                canOpen={(source) => hasEntries && isListed(source)}
                onOpen={(source) => change({ opened: source, openedPage: 1 })}
              />
            )}
          </>
        )}
      </section>
    </div>
  )
}
