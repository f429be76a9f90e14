import { ConfirmDialog } from 'shared/ui'
import { DamagedList } from './DamagedList.tsx'
import { LinksToCopy } from './LinksToCopy.tsx'
import { LinkUsesDialog } from './LinkUsesDialog.tsx'
import type { PromoLink } from './promo-link.ts'

/** Subject of an open dialog. `clear` contains the links at the time of opening, so that links added later remain. */
export type LinkDialogSubject =
  | { text: string }
  | { link: PromoLink }
  | { clear: readonly PromoLink[] }
  | 'damaged'

interface LinkDialogProps {
  about: LinkDialogSubject
  onClose: () => void
  onForget: () => void
  onClear: (links: readonly PromoLink[]) => void
}

export function LinkDialog({ about, onClose, onForget, onClear }: LinkDialogProps) {
  if (about === 'damaged') return <DamagedList onClose={onClose} onForget={onForget} />
  if ('clear' in about)
    return (
      <ConfirmDialog
        open
        title={`ล้างรายการ ${about.clear.length} รูป?`}
        confirmLabel="ล้างรายการ"
        danger
        onCancel={onClose}
        onConfirm={() => onClear(about.clear)}
      >
        ลิงก์ที่ส่งไปแล้วยังเปิดได้ แต่จะไม่อยู่ในรายการนี้อีก
      </ConfirmDialog>
    )
  return 'text' in about ? (
    <LinksToCopy text={about.text} onClose={onClose} />
  ) : (
    <LinkUsesDialog link={about.link} onClose={onClose} />
  )
}
