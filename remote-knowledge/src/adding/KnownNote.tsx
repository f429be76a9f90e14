import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import { useRole } from 'shared/session'
import { Button } from 'shared/ui'
import { useKnowledgeAddress } from '../address/use-knowledge-address.ts'
import { beginEdit } from '../entries/entry-edits.store.ts'
import classes from '../forms/add-form.module.css'
import type { KnownText } from './use-add-knowledge.ts'

/** What was written is in the knowledge base already; here is the way to it where the server names it, with the period that was chosen now. */
export function KnownNote({ known: { entryId, written } }: { known: KnownText }) {
  const { openWindow } = useKnowledgeAddress()
  const isManager = useRole() === 'BUSINESS'
  const hasPeriod = written.period.valid_from !== null || written.period.valid_until !== null
  return (
    <div className={classes.known} role="status">
      <IconInfoCircle size={20} aria-hidden />
      <p className={classes.words}>
        ฐานความรู้มีข้อมูลนี้อยู่แล้ว จึงไม่ได้เพิ่มซ้ำ
        {hasPeriod ? ' ช่วงเวลาของรายการเดิมยังไม่เปลี่ยน' : null}
      </p>
      {entryId === null ? null : (
        <Button
          size="sm"
          variant="outline"
          onClick={() => {
            if (isManager && hasPeriod) beginEdit(entryId, { period: written.period })
            openWindow({ entry: entryId })
          }}
        >
          {isManager && hasPeriod ? 'แก้ไขช่วงเวลาของรายการเดิม' : 'ดูรายการเดิม'}
        </Button>
      )}
    </div>
  )
}
