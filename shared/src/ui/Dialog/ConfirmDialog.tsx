import type { ReactNode } from 'react'
import { Button } from '../Button/Button.tsx'
import { Dialog } from './Dialog.tsx'

export interface ConfirmDialogProps {
  open: boolean
  title: string
  children?: ReactNode
  /** `ยืนยัน` unless told. */
  confirmLabel?: string
  /** The confirming button is red. */
  danger?: boolean
  /** The confirmed work is under way. */
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something that matters. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    title,
    children,
    confirmLabel = 'ยืนยัน',
    danger = false,
    busy = false,
    onConfirm,
    onCancel,
  } = props
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={title}
      footer={
        <>
          <Button variant="outline" onClick={onCancel} disabled={busy}>
            ยกเลิก
          </Button>
          <Button variant={danger ? 'danger' : 'filled'} onClick={onConfirm} loading={busy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
