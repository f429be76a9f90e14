import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useState } from 'react'
import type { CustomerNote } from 'shared/contract/customers/customer-card.ts'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import { Button, formatThaiDateTime, IconButton } from 'shared/ui'
import { ConfirmRemoveNoteDialog } from '../notes/ConfirmRemoveNoteDialog.tsx'
import { LinkedText } from '../ticket/LinkedText.tsx'
import { CustomerNoteField } from './CustomerNoteField.tsx'
import classes from './CustomerPanel.module.css'
import { toastFailure, useChangeCustomer } from './use-customer.ts'
import { useNoteEdit } from './use-note-edit.ts'

export interface CustomerNoteItemProps {
  customerId: string
  note: CustomerNote
}

/** Note about a customer. Every staff member can edit it; only its author and managers can delete it. */
export function CustomerNoteItem({ customerId, note }: CustomerNoteItemProps) {
  const { busy, run } = useChangeCustomer(customerId)
  const { edit, isOld, begin, write, agree, end } = useNoteEdit(customerId, note)
  const [isConfirming, setConfirming] = useState(false)

  async function save(): Promise<void> {
    if (edit === null || edit.version === null) return
    // Sends the version that the user has read, so that a newer text is not overwritten before the user has seen it.
    const words = { text: edit.text, version: edit.version }
    if (
      await run((calls) => calls.putCustomerNote(customerId, note.id, words), toastFailure('บันทึกโน้ตไม่สำเร็จ'))
    )
      end()
  }
  async function remove(): Promise<void> {
    await run((calls) => calls.removeCustomerNote(customerId, note.id), toastFailure('ลบโน้ตไม่สำเร็จ'))
    setConfirming(false)
  }

  return (
    <li className={classes.note}>
      {edit === null || isOld ? (
        <p className={classes.words}>
          <LinkedText text={note.text} />
        </p>
      ) : null}
      {isOld ? (
        <div role="alert" className={classes.changed}>
          <p>
            {edit?.version === null ? '' : 'มีคนแก้ไขโน้ตนี้ระหว่างที่คุณพิมพ์ '}ข้อความด้านบนคือฉบับล่าสุด
            อ่านก่อนบันทึกข้อความของคุณแทน
          </p>
          <Button size="sm" variant="tint" onClick={agree}>
            ใช้ข้อความของฉันแทน
          </Button>
        </div>
      ) : null}
      {edit === null ? null : (
        <CustomerNoteField
          label="แก้ไขโน้ต"
          text={edit.text}
          busy={busy}
          isSaveDisabled={isOld}
          autoFocus
          onText={write}
          onSave={() => void save()}
          onCancel={end}
        />
      )}
      <div className={classes.foot}>
        <p className={classes.by}>
          {staffLabel(note.staff)} · {formatThaiDateTime(note.created_at)}
          {note.edited_by ? (
            <span className={classes.edited}>
              แก้ไขโดย {staffLabel(note.edited_by)} · {formatThaiDateTime(note.edited_at)}
            </span>
          ) : null}
        </p>
        {edit === null ? (
          <IconButton label="แก้ไขโน้ต" className={classes.small} onClick={begin}>
            <IconPencil size={18} aria-hidden />
          </IconButton>
        ) : null}
        {note.can_remove && edit === null ? (
          <IconButton label="ลบโน้ต" className={classes.small} onClick={() => setConfirming(true)}>
            <IconTrash size={18} aria-hidden />
          </IconButton>
        ) : null}
      </div>
      <ConfirmRemoveNoteDialog
        title="ลบโน้ตเกี่ยวกับลูกค้า"
        open={isConfirming}
        busy={busy}
        onConfirm={() => void remove()}
        onCancel={() => setConfirming(false)}
      />
    </li>
  )
}
