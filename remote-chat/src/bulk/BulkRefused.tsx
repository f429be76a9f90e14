import { Button, ClippedMarks, Dialog } from 'shared/ui'
import classes from './BulkBar.module.css'
import type { BulkOutcome } from './bulk-actions.ts'

interface BulkRefusedProps {
  outcome: BulkOutcome
  done: string
  onClose: () => void
}

export function BulkRefused({ outcome: { done: went, refused }, done, onClose }: BulkRefusedProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={`ไม่สำเร็จ ${refused.length} เคส`}
      placement="sheet"
      footer={
        <Button onClick={onClose} data-autofocus>
          ปิดหน้าต่าง
        </Button>
      }
    >
      <div role="status" className={classes.outcome}>
        <p>{went.length === 0 ? 'ไม่มีเคสที่ดำเนินการสำเร็จ' : done}</p>
        <p>เคสที่ไม่สำเร็จยังเลือกอยู่</p>
        <ul className={classes.refused}>
          {refused.map(({ ticket, reason }) => (
            <li key={ticket.id}>
              <div className={classes.name}>
                <ClippedMarks text={ticket.profile.display_name} />
              </div>
              <div className={classes.reason}>{reason}</div>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
