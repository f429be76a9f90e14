import { ConfirmDialog } from 'shared/ui'

export interface RemoveNoteQuestionProps {
  title: string
  open: boolean
  busy: boolean
  onRemove: () => void
  onClose: () => void
}

export function RemoveNoteQuestion({ title, open, busy, onRemove, onClose }: RemoveNoteQuestionProps) {
  return (
    <ConfirmDialog
      open={open}
      title={title}
      confirmLabel="ลบ"
      danger
      busy={busy}
      onConfirm={onRemove}
      onCancel={onClose}
    >
      เมื่อลบแล้วเพื่อนร่วมทีมจะไม่เห็นโน้ตนี้อีก และนำกลับมาไม่ได้
    </ConfirmDialog>
  )
}
