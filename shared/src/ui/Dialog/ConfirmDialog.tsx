import { type ReactNode, useState } from 'react'
import { Button } from '../Button/Button.tsx'
import { Dialog } from './Dialog.tsx'
import { isLastInputKey } from './input-modality.ts'

export interface ConfirmDialogProps {
  open: boolean
  title: string
  children?: ReactNode
  confirmLabel?: string
  cancelLabel?: string
  /** True when the action cannot be undone: the button is red and never gets the initial focus. */
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** The cancel button gets the initial focus, unless a pointer opened the dialog and the action can be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, onCancel } = props
  return (
    <Dialog open={open} onClose={onCancel} title={title} spoken footer={<Choices {...props} />}>
      {children}
    </Dialog>
  )
}

/** This component is separate, so that its state is reset each time the dialog opens. */
function Choices(props: ConfirmDialogProps) {
  const {
    confirmLabel = 'ยืนยัน',
    cancelLabel = 'ยกเลิก',
    danger = false,
    busy = false,
    onConfirm,
    onCancel,
  } = props
  const [startsAtCancel] = useState(() => danger || isLastInputKey())
  return (
    <>
      <Button
        variant="outline"
        onClick={onCancel}
        disabled={busy}
        data-autofocus={startsAtCancel || undefined}
      >
        {cancelLabel}
      </Button>
      <Button
        variant={danger ? 'danger' : 'filled'}
        // Ignores the second click of the double click that opened the dialog, which may hit this button.
        onClick={(event) => event.detail <= 1 && onConfirm()}
        loading={busy}
        data-autofocus={!startsAtCancel || undefined}
      >
        {confirmLabel}
      </Button>
    </>
  )
}
