import { DamagedList } from './DamagedList.tsx'
import { LinksToCopy } from './LinksToCopy.tsx'
import type { PromoLink } from './promo-link.ts'
import { UseLink } from './UseLink.tsx'

/** What a window of the list is about: links to copy by hand, one to use, or a list that could not be read. */
export type WindowAbout = { text: string } | { link: PromoLink } | 'damaged'

interface LinkWindowProps {
  about: WindowAbout
  onClose: () => void
  /** What could not be read shall go for good. */
  onForget: () => void
}

/** The windows of the list; their code comes when the page is idle, or with the first. */
export function LinkWindow({ about, onClose, onForget }: LinkWindowProps) {
  if (about === 'damaged') return <DamagedList onClose={onClose} onForget={onForget} />
  return 'text' in about ? (
    <LinksToCopy text={about.text} onClose={onClose} />
  ) : (
    <UseLink link={about.link} onClose={onClose} />
  )
}
