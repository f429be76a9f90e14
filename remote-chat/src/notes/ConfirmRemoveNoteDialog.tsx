import { ConfirmDialog, type ConfirmDialogProps } from 'shared/ui'

type ConfirmRemoveNoteDialogProps = Omit<ConfirmDialogProps, 'children' | 'confirmLabel' | 'danger'>

export function ConfirmRemoveNoteDialog(props: ConfirmRemoveNoteDialogProps) {
  return (
    <ConfirmDialog {...props} confirmLabel="ลบ" danger>
      เมื่อลบแล้วเพื่อนร่วมทีมจะไม่เห็นโน้ตนี้อีก และนำกลับมาไม่ได้
    </ConfirmDialog>
  )
}
