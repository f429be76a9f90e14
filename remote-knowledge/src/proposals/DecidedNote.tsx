import type { KnowledgeProposal } from 'shared/contract/knowledge/proposal.ts'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import { Button, formatThaiShort } from 'shared/ui'
import { PanelRow } from 'shared/ui/Panel/Panel.tsx'
import classes from './proposals.module.css'

export interface DecidedNoteProps {
  decided: KnowledgeProposal
  onEntry: (id: string) => void
}

export function DecidedNote({ decided, onEntry }: DecidedNoteProps) {
  const { status, decided_by: by, decided_at: at, reason, entry_id: entryId } = decided
  const who = by ? staffLabel(by) : 'ผู้จัดการอีกคน'
  return (
    <div className={classes.proposed} role="alert">
      <p className={classes.words}>
        {status === 'accepted' ? `${who} รับข้อเสนอนี้เข้าฐานความรู้ไปแล้ว` : `${who} ไม่รับข้อเสนอนี้: ${reason ?? '–'}`}
        {at === null ? null : ` (${formatThaiShort(at)})`}
        {'\n'}ยังไม่ได้บันทึกของคุณ ข้อความที่คุณแก้ยังอยู่ในหน้าต่างนี้
      </p>
      {status === 'accepted' && entryId !== null ? (
        <PanelRow className={classes.end}>
          <Button size="sm" variant="outline" onClick={() => onEntry(entryId)}>
            แก้ไขรายการนั้นด้วยข้อความนี้
          </Button>
        </PanelRow>
      ) : null}
    </div>
  )
}
