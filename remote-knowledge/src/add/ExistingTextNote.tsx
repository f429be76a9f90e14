import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import { useRole } from 'shared/session'
import { Button } from 'shared/ui'
import { Note } from 'shared/ui/Note/Note.tsx'
import { useKnowledgeAddress } from '../address/use-knowledge-address.ts'
import { beginEdit } from '../entries/entry-edits.store.ts'
import type { ExistingText } from './use-add-knowledge.ts'

/** Note that the text already exists. Its button opens the existing entry with the validity period of the form. */
export function ExistingTextNote({ known: { entryId, written } }: { known: ExistingText }) {
  const { openDialog } = useKnowledgeAddress()
  const isManager = useRole() === 'BUSINESS'
  const hasPeriod = written.period.valid_from !== null || written.period.valid_until !== null
  return (
    <Note
      role="status"
      tone="new"
      icon={<IconInfoCircle size={20} aria-hidden />}
      action={
        entryId === null ? null : (
          <Button
            size="sm"
            variant="outline"
            onClick={() => {
              if (isManager && hasPeriod) beginEdit(entryId, { period: written.period })
              openDialog({ entry: entryId })
            }}
          >
            {isManager && hasPeriod ? 'แก้ไขช่วงเวลาของรายการเดิม' : 'ดูรายการเดิม'}
          </Button>
        )
      }
    >
      ฐานความรู้มีข้อมูลนี้อยู่แล้ว จึงไม่ได้เพิ่มซ้ำ
      {hasPeriod ? ' ช่วงเวลาของรายการเดิมยังไม่เปลี่ยน' : null}
    </Note>
  )
}
