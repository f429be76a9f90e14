import { useQuery } from '@tanstack/react-query'
import { KNOWLEDGE_LOG_PAGE } from 'shared/contract/constants.ts'
import { Button, EmptyState, SearchField } from 'shared/ui'
import { Panel, PanelRow } from 'shared/ui/Panel/Panel.tsx'
import { useKnowledgeAddress } from '../address/use-knowledge-address.ts'
import { PrevNextPagination } from '../content/PrevNextPagination.tsx'
import { QueryStates } from '../content/QueryStates.tsx'
import { useDebounced } from '../content/use-debounced.ts'
import { useIsPhone } from '../content/use-is-phone.ts'
import { completeSourceName } from './complete-source-name.ts'
import classes from './HistoryTab.module.css'
import { logsQuery } from './history.queries.ts'
import { LogCards } from './LogCards.tsx'
import { LogTable } from './LogTable.tsx'

export function HistoryTab() {
  const { source, page, change, replace, openDialog } = useKnowledgeAddress()
  const isPhone = useIsPhone()
  const filter = useDebounced(source, (words) => replace({ source: words, page: 1 }))
  const logs = useQuery(logsQuery(completeSourceName(source), page))
  const { isPlaceholderData } = logs
  const onOpen = (log: string) => openDialog({ log })
  return (
    <Panel aria-label="ประวัติการอัปเดต">
      <PanelRow component="search">
        <SearchField
          label="กรองตามแหล่งข้อมูล"
          placeholder="กรองตามแหล่งข้อมูล เช่น โปรโมชั่น"
          value={filter.typed}
          onChange={filter.type}
          onSubmit={filter.submit}
          className={classes.field ?? ''}
        />
      </PanelRow>
      <QueryStates
        query={logs}
        failed="โหลดประวัติไม่สำเร็จ"
        lines={KNOWLEDGE_LOG_PAGE}
        height={isPhone ? 118 : 57}
      >
        {(lines) => (
          <>
            {lines.length === 0 ? (
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
              <LogCards logs={lines} isStale={isPlaceholderData} onOpen={onOpen} />
            ) : (
              <LogTable logs={lines} isStale={isPlaceholderData} onOpen={onOpen} />
            )}
            <PrevNextPagination
              page={page}
              hasNext={lines.length >= KNOWLEDGE_LOG_PAGE && !isPlaceholderData}
              onChange={(to) => change({ page: to })}
              label="หน้าของประวัติ"
            />
          </>
        )}
      </QueryStates>
    </Panel>
  )
}
