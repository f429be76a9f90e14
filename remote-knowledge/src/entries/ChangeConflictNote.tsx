import type { KnowledgeEntry } from 'shared/contract/knowledge/knowledge-entry.ts'
import { Button } from 'shared/ui'
import { KnowledgeText } from '../content/KnowledgeText.tsx'
import { validityWords } from '../content/validity.ts'
import classes from './EntryWindow.module.css'
import type { ChangeConflict } from './use-change-entry.ts'

export interface ChangeConflictNoteProps {
  conflict: ChangeConflict
  /** What a colleague has made of it stands. */
  onTheirs: (entry: KnowledgeEntry) => void
  /** What is written is stored in its place. */
  onMine: (entry: KnowledgeEntry) => void
  onOpen: (id: string) => void
}

/** Nothing was stored, since somebody was faster: what the entry is now, and the ways on. */
export function ChangeConflictNote({ conflict, onTheirs, onMine, onOpen }: ChangeConflictNoteProps) {
  if (conflict === 'removed')
    return (
      <div className={classes.conflict} role="alert">
        <p className={classes.words}>
          มีคนลบรายการนี้ไปแล้ว จึงบันทึกไม่ได้ กู้คืนได้จากการเลิกทำในประวัติ ข้อความที่คุณแก้ยังอยู่ในหน้าต่างนี้
        </p>
      </div>
    )
  const { entry, knownId } = conflict
  if (entry === null)
    return (
      <div className={classes.conflict} role="alert">
        <p className={classes.words}>
          {knownId === null
            ? 'ข้อมูลมีการเปลี่ยนแปลงแล้ว กรุณาปิดแล้วเปิดรายการนี้อีกครั้ง'
            : 'มีอีกรายการที่มีข้อความเดียวกันอยู่แล้ว จึงบันทึกซ้ำไม่ได้'}
        </p>
        {knownId === null ? null : (
          <Button size="sm" variant="outline" onClick={() => onOpen(knownId)}>
            ดูรายการนั้น
          </Button>
        )}
      </div>
    )
  return (
    <div className={classes.conflict} role="alert">
      <p className={classes.words}>มีคนแก้ไขรายการนี้ก่อนคุณ ยังไม่ได้บันทึกของคุณ ตอนนี้รายการเป็นแบบนี้</p>
      <div className={classes.theirs}>
        <KnowledgeText text={entry.text} />
        <p className={classes.hint}>ใช้ได้ {validityWords(entry)}</p>
      </div>
      <div className={classes.ways}>
        <Button size="sm" variant="outline" onClick={() => onTheirs(entry)}>
          ใช้ของล่าสุด
        </Button>
        <Button size="sm" variant="outline" onClick={() => onMine(entry)}>
          บันทึกของฉันแทน
        </Button>
      </div>
    </div>
  )
}
