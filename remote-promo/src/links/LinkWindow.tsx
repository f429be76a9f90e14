import { ConfirmDialog } from 'shared/ui'
import { DamagedList } from './DamagedList.tsx'
import { LinksToCopy } from './LinksToCopy.tsx'
import type { PromoLink } from './promo-link.ts'
import { UseLink } from './UseLink.tsx'

/**
 * What a window of the list is about: links to copy by hand, one to use, those to take off (links that come while a person thinks
 * stay), or a list that could not be read.
 */
export type WindowAbout = { text: string } | { link: PromoLink } | { clear: readonly PromoLink[] } | 'damaged'

interface LinkWindowProps {
  about: WindowAbout
  onClose: () => void
  /** What could not be read shall go for good. */
  onForget: () => void
  onClear: (links: readonly PromoLink[]) => void
}

/** The windows of the list; their code comes when the page is idle, or with the first. */
export function LinkWindow({ about, onClose, onForget, onClear }: LinkWindowProps) {
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
    <UseLink link={about.link} onClose={onClose} />
  )
}
