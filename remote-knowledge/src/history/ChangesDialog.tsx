import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isMissingCall } from 'shared/api'
import type { KnowledgeLog } from 'shared/contract/knowledge/knowledge-logs.call.ts'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import { useRole } from 'shared/session'
import { Button, ConfirmDialog, Dialog, EmptyState, formatThaiDateTime } from 'shared/ui'
import { Note } from 'shared/ui/Note/Note.tsx'
import { PanelRow } from 'shared/ui/Panel/Panel.tsx'
import content from '../content/content.module.css'
import { formatCount } from '../content/format-count.ts'
import { QueryStates } from '../content/QueryStates.tsx'
import { SourceChip } from '../content/SourceChip.tsx'
import { ChangeCard } from './ChangeCard.tsx'
import classes from './ChangesDialog.module.css'
import { changesQuery } from './history.queries.ts'
import { ACTION_TEXTS, authorText, progressTexts } from './log-texts.ts'
import { type UndoConflict, useUndo } from './use-undo.ts'

export interface ChangesDialogProps {
  log: string
  onClose: () => void
  onEntry: (id: string) => void
}

function undoNote(log: KnowledgeLog, canUndo: boolean, isManager: boolean): string {
  const { undo, import: imported } = log
  if (imported?.state === 'running') return `${progressTexts(log)} เลิกทำได้เมื่อนำเข้าเสร็จหรือหยุดแล้ว`
  if (undo?.state === 'running') return `${progressTexts(log)} ปิดหน้าต่างนี้ได้ ระบบจะทำต่อจนเสร็จ`
  if (undo?.state === 'done') {
    const by = undo.staff === null ? '' : ` โดย ${staffLabel(undo.staff)}`
    return `${progressTexts(log)} ${formatThaiDateTime(undo.at)}${by}`
  }
  if (!canUndo) return isManager ? 'รายการเหล่านี้ถูกแก้ไขหลังจากนั้น เลิกทำการแก้ไขที่ใหม่กว่าก่อน แล้วจึงเลิกทำรายการนี้ได้' : ''
  return undo?.state === 'failed' ? `${progressTexts(log)} กรุณาลองใหม่อีกครั้ง` : ''
}

function undoConflict({ undo }: KnowledgeLog): UndoConflict | null {
  return undo?.state === 'failed' && undo.known_id !== null ? { knownId: undo.known_id } : null
}

function ConflictNote({ knownId, onEntry }: UndoConflict & Pick<ChangesDialogProps, 'onEntry'>) {
  return (
    <Note
      role="alert"
      className={classes.conflict}
      action={
        knownId === null ? null : (
          <Button size="sm" variant="outline" onClick={() => onEntry(knownId)}>
            ดูรายการนั้น
          </Button>
        )
      }
    >
      {knownId === null
        ? 'ยังไม่ได้เลิกทำ เพราะมีคนแก้ไขรายการเหล่านี้ไปแล้วเมื่อสักครู่'
        : 'ยังไม่ได้เลิกทำ เพราะข้อความเดิมถูกเพิ่มเป็นอีกรายการแล้ว'}
    </Note>
  )
}

export function ChangesDialog({ log, onClose, onEntry }: ChangesDialogProps) {
  const isManager = useRole() === 'BUSINESS'
  const [isConfirming, setConfirming] = useState(false)
  const list = useInfiniteQuery(changesQuery(log))
  const { undo, isUndoing, conflict } = useUndo(log, onClose)
  const first = list.data?.pages[0]
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const undoJob = first?.log.undo ?? null
  const isRunning = undoJob?.state === 'running'
  const canUndo = first?.can_undo === true && conflict === null
  const shown = conflict ?? (first?.can_undo === true ? undoConflict(first.log) : null)
  return (
    <Dialog
      open
      inAddress
      title={first === undefined ? 'สิ่งที่เปลี่ยน' : `สิ่งที่เปลี่ยน: ${ACTION_TEXTS[first.log.action]}`}
      placement="sheet"
      className={classes.dialog ?? ''}
      onClose={onClose}
      footer={
        <>
          {isManager && canUndo ? (
            <Button variant="outline" loading={isUndoing || isRunning} onClick={() => setConfirming(true)}>
              เลิกทำการเปลี่ยนแปลงนี้
            </Button>
          ) : null}
          <Button onClick={onClose}>ปิด</Button>
        </>
      }
    >
      <div className={content.wideColumn}>
        {list.error !== null && isMissingCall(list.error) ? (
          <EmptyState title="ไม่พบรายละเอียดของการเปลี่ยนแปลงนี้" />
        ) : (
          <QueryStates query={list} failed="โหลดสิ่งที่เปลี่ยนไม่สำเร็จ" lines={2} height={120}>
            {() =>
              first === undefined ? null : (
                <>
                  <PanelRow component="p" className={classes.details}>
                    <SourceChip source={first.log.source} />
                    <span>
                      {formatThaiDateTime(first.log.at)}
                      {first.log.staff === null ? null : ` โดย ${authorText(first.log)}`}
                      {` · ${formatCount(first.total)} รายการ`}
                    </span>
                  </PanelRow>
                  {shown === null ? (
                    <p className={classes.note} role="status">
                      {undoNote(first.log, first.can_undo, isManager)}
                    </p>
                  ) : (
                    <ConflictNote {...shown} onEntry={onEntry} />
                  )}
                  {items.length === 0 ? <EmptyState title="ไม่มีรายการที่เปลี่ยน" /> : null}
                  <ul className={content.wideColumn} aria-label="รายการที่เปลี่ยน">
                    {items.map((change) => (
                      <li key={change.entry_id}>
                        <ChangeCard change={change} />
                      </li>
                    ))}
                  </ul>
                  {list.hasNextPage ? (
                    <Button
                      variant="tint"
                      loading={list.isFetchingNextPage}
                      onClick={() => void list.fetchNextPage()}
                      className={classes.more}
                    >
                      โหลดเพิ่ม
                    </Button>
                  ) : null}
                </>
              )
            }
          </QueryStates>
        )}
      </div>
      <ConfirmDialog
        open={isConfirming}
        title="เลิกทำการเปลี่ยนแปลงนี้?"
        confirmLabel="เลิกทำ"
        busy={isUndoing}
        onCancel={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false)
          undo()
        }}
      >
        {`${formatCount(first?.total ?? 0)} รายการจะกลับเป็นเหมือนก่อนการเปลี่ยนแปลงนี้ทันที และบันทึกไว้ในประวัติ`}
      </ConfirmDialog>
    </Dialog>
  )
}
