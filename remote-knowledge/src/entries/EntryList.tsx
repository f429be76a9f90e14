import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isMissingCall } from 'shared/api'
import { KNOWLEDGE_SOURCES, type KnowledgeSourceName } from 'shared/contract/constants.ts'
import type { KnowledgeEntry } from 'shared/contract/knowledge/knowledge-entry.ts'
import { useRole } from 'shared/session'
import { Button, ConfirmDialog, EmptyState } from 'shared/ui'
import { Panel, PanelRow } from 'shared/ui/Panel/Panel.tsx'
import records from 'shared/ui/records/records.module.css'
import { useKnowledgeAddress } from '../address/use-knowledge-address.ts'
import { changedByText } from '../content/changed-by-text.ts'
import content from '../content/content.module.css'
import { KnowledgeText } from '../content/KnowledgeText.tsx'
import { PrevNextPagination } from '../content/PrevNextPagination.tsx'
import { QueryStates } from '../content/QueryStates.tsx'
import { ValidityChip } from '../content/ValidityChip.tsx'
import { ENTRIES_PAGE, entriesQuery } from './entries.queries.ts'
import { preloadEntryProps } from './LazyEntry.tsx'
import { useChangeEntry } from './use-change-entry.ts'

export function EntryList({ source }: { source: KnowledgeSourceName }) {
  const { openedPage: page, change, replace, openDialog } = useKnowledgeAddress()
  const isManager = useRole() === 'BUSINESS'
  const [removed, setRemoved] = useState<KnowledgeEntry | null>(null)
  const [isStale, setStale] = useState(false)
  const list = useQuery(entriesQuery(source, page))
  const { isPlaceholderData } = list
  const { remove, isChanging } = useChangeEntry({
    onDone: () => {
      setRemoved(null)
      if (list.data?.length === 1 && page > 1) replace({ openedPage: page - 1 })
    },
    onConflict: (conflict) => {
      const now = conflict === 'removed' ? null : conflict.entry
      setRemoved(now)
      setStale(now !== null)
      void list.refetch()
    },
  })
  if (list.error !== null && isMissingCall(list.error))
    return <EmptyState title="เซิร์ฟเวอร์นี้ไม่แสดงรายการของแหล่งข้อมูล" />
  return (
    <>
      <QueryStates query={list} failed="โหลดรายการของแหล่งนี้ไม่สำเร็จ" lines={4} height={112}>
        {(entries) => (
          <>
            {entries.length === 0 ? (
              <EmptyState
                title={page > 1 ? 'หน้านี้ไม่มีรายการแล้ว' : 'แหล่งนี้ยังไม่มีข้อมูล'}
                action={
                  <Button
                    variant="tint"
                    onClick={() =>
                      change(page > 1 ? { openedPage: 1 } : { tab: 'add', kind: kindOf(source) })
                    }
                  >
                    {page > 1 ? 'ไปหน้าแรก' : 'เพิ่มข้อมูล'}
                  </Button>
                }
              />
            ) : (
              <ul
                className={records.cards}
                aria-label={`รายการของ ${source}`}
                aria-busy={isPlaceholderData}
                data-stale={isPlaceholderData || undefined}
              >
                {entries.map((entry) => (
                  <Panel key={entry.id} component="li" size="sm">
                    <PanelRow>
                      <ValidityChip validity={entry} />
                      <span className={content.hint}>{changedByText(entry)}</span>
                    </PanelRow>
                    <KnowledgeText text={entry.text} isShort />
                    <div className={content.ways}>
                      <Button
                        size="sm"
                        variant="subtle"
                        {...preloadEntryProps}
                        onClick={() => openDialog({ entry: entry.id })}
                      >
                        {isManager ? 'แก้ไข' : 'อ่านทั้งหมด'}
                      </Button>
                      {isManager ? (
                        <Button
                          size="sm"
                          variant="subtle"
                          onClick={() => {
                            setStale(false)
                            setRemoved(entry)
                          }}
                        >
                          ลบ
                        </Button>
                      ) : null}
                    </div>
                  </Panel>
                ))}
              </ul>
            )}
            {page > 1 || entries.length >= ENTRIES_PAGE ? (
              <PrevNextPagination
                page={page}
                hasNext={entries.length >= ENTRIES_PAGE && !isPlaceholderData}
                onChange={(to) => change({ openedPage: to })}
                label="หน้าของรายการ"
              />
            ) : null}
          </>
        )}
      </QueryStates>
      <ConfirmDialog
        open={removed !== null}
        title={isStale ? 'มีคนแก้ไขรายการนี้ ลบต่อหรือไม่?' : 'ลบรายการนี้?'}
        confirmLabel="ลบรายการ"
        danger
        busy={isChanging}
        onCancel={() => setRemoved(null)}
        onConfirm={() => {
          if (removed !== null) remove(removed)
        }}
      >
        {removed === null ? null : (
          <div className={content.column}>
            {isStale ? <p className={content.hint}>ตอนนี้รายการเป็นแบบนี้</p> : null}
            <KnowledgeText text={removed.text} isShort />
            <p className={content.hint}>ผู้ช่วยจะไม่ตอบจากรายการนี้อีก กู้คืนได้จากการเลิกทำในประวัติ</p>
          </div>
        )}
      </ConfirmDialog>
    </>
  )
}

const kindOf = (source: KnowledgeSourceName) =>
  source === KNOWLEDGE_SOURCES.promotion ? 'promotion' : 'general'
