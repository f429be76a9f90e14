import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import { useQuery } from '@tanstack/react-query'
import { Button, EmptyState } from 'shared/ui'
import { Panel, PanelRow, PanelTitle } from 'shared/ui/Panel/Panel.tsx'
import { useKnowledgeAddress } from '../address/use-knowledge-address.ts'
import content from '../content/content.module.css'
import { QueryStates } from '../content/QueryStates.tsx'
import { EntryList } from '../entries/EntryList.tsx'
import { isListed } from '../entries/entries.queries.ts'
import { OverviewMetrics } from './OverviewMetrics.tsx'
import classes from './OverviewTab.module.css'
import { sourcesQuery } from './overview.queries.ts'
import { SourceList } from './SourceList.tsx'
import { useStatus } from './use-status.ts'

export function OverviewTab() {
  const { opened, change } = useKnowledgeAddress()
  const { status, at, check } = useStatus()
  const sources = useQuery(sourcesQuery)
  const { data, error, isFetching } = sources
  const refresh = () => {
    check()
    void sources.refetch()
  }
  return (
    <div className={`${content.wideColumn} ${classes.overview}`}>
      <OverviewMetrics
        status={status}
        checkedAt={at}
        sources={data}
        isUnknown={data === undefined && error !== null}
      />
      <Panel aria-label="แหล่งข้อมูล">
        {opened !== null && isListed(opened) ? (
          <>
            <PanelRow>
              <Button
                variant="subtle"
                size="sm"
                leftSection={<IconChevronLeft size={16} aria-hidden />}
                onClick={() => change({ opened: null, openedPage: 1 })}
              >
                ทุกแหล่งข้อมูล
              </Button>
              <PanelTitle>{opened}</PanelTitle>
            </PanelRow>
            <EntryList source={opened} />
          </>
        ) : (
          <>
            <PanelRow>
              <PanelTitle>แหล่งข้อมูล</PanelTitle>
              <Button
                variant="outline"
                size="sm"
                loading={isFetching && data !== undefined}
                leftSection={<IconRefresh size={16} aria-hidden />}
                onClick={refresh}
              >
                รีเฟรช
              </Button>
            </PanelRow>
            <QueryStates query={sources} failed="โหลดแหล่งข้อมูลไม่สำเร็จ" lines={3} height={37} onRetry={refresh}>
              {(known) =>
                known.every(({ chunks }) => chunks === 0) ? (
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
                    sources={known}
                    onOpen={(source) => change({ opened: source, openedPage: 1 })}
                  />
                )
              }
            </QueryStates>
          </>
        )}
      </Panel>
    </div>
  )
}
