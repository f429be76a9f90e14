import { useLayoutEffect, useMemo, useRef } from 'react'
import type { KnowledgeEntry } from 'shared/contract/knowledge/knowledge-entry.ts'
import { Button } from 'shared/ui'
import { PanelRow } from 'shared/ui/Panel/Panel.tsx'
import { changedByText } from '../content/changed-by-text.ts'
import content from '../content/content.module.css'
import { KnowledgeText } from '../content/KnowledgeText.tsx'
import { validityTexts } from '../content/validity.ts'
import { textDifference } from '../history/text-difference.ts'
import classes from './EntryDialog.module.css'
import type { ChangeConflict } from './use-change-entry.ts'

export interface ChangeConflictNoteProps {
  /** Version of the entry that the user edited. */
  base: KnowledgeEntry
  conflict: ChangeConflict
  onTheirs: (entry: KnowledgeEntry) => void
  onMine: (entry: KnowledgeEntry) => void
  onOpen: (id: string) => void
}

export function ChangeConflictNote({ base, conflict, onTheirs, onMine, onOpen }: ChangeConflictNoteProps) {
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
      <CurrentVersion base={base} entry={entry} />
      <PanelRow>
        <Button size="sm" variant="outline" onClick={() => onTheirs(entry)}>
          ใช้ของล่าสุด
        </Button>
        <Button size="sm" variant="outline" onClick={() => onMine(entry)}>
          บันทึกของฉันแทน
        </Button>
      </PanelRow>
    </div>
  )
}

function CurrentVersion({ base, entry }: { base: KnowledgeEntry; entry: KnowledgeEntry }) {
  const box = useRef<HTMLElement>(null)
  const marks = useMemo(() => {
    let end = 0
    return textDifference(base.text, entry.text).after.flatMap(({ text, isOther }) => {
      const from = end
      end += text.length
      return isOther ? [{ from, to: end }] : []
    })
  }, [base.text, entry.text])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text stands elsewhere
  useLayoutEffect(() => {
    const mark = box.current?.querySelector('mark')
    if (!box.current || !mark) return
    const offsetBelowTop = mark.getBoundingClientRect().top - box.current.getBoundingClientRect().top
    box.current.scrollTop += offsetBelowTop - box.current.clientHeight / 3
  }, [entry.text])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by the keyboard
    <section ref={box} className={classes.theirs} aria-label="รายการตอนนี้" tabIndex={0}>
      <p className={content.hint}>{changedByText(entry)}</p>
      <KnowledgeText text={entry.text} marks={marks} />
      <p className={content.hint}>ใช้ได้ {validityTexts(entry)}</p>
    </section>
  )
}
