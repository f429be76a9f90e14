import type { ReactNode } from 'react'
import { Button } from '../Button/Button.tsx'
import { Dialog } from './Dialog.tsx'

export interface ConfirmDialogProps {
  open: boolean
  title: string
  children?: ReactNode
  /** Default: `ยืนยัน`. */
  confirmLabel?: string
  /** Default: `ยกเลิก`. */
  cancelLabel?: string
  /** The confirming button is red. */
  danger?: boolean
  /** The confirmed work is under way. */
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something that matters. The focus is on the confirming button, so that Enter confirms; where something is lost for good (`danger`), on the other. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    title,
    children,
    confirmLabel = 'ยืนยัน',
    cancelLabel = 'ยกเลิก',
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
      spoken
      footer={
        <>
          <Button variant="outline" onClick={onCancel} disabled={busy} data-autofocus={danger || undefined}>
            {cancelLabel}
          </Button>
          <Button
            variant={danger ? 'danger' : 'filled'}
            // The second click of the double click that opened the dialog may meet the button.
            onClick={(event) => event.detail <= 1 && onConfirm()}
            loading={busy}
            data-autofocus={!danger || undefined}
            // A repeat of the Enter that opened the dialog must not confirm it.
            onKeyDown={(event) => event.repeat && event.preventDefault()}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
