import { DamagedList } from './DamagedList.tsx'
import { LinksToCopy } from './LinksToCopy.tsx'
import type { PromoLink } from './promo-link.ts'
import { UseLink } from './UseLink.tsx'

/** What a window of the list is about: links to copy by hand, one to use, or a list that could not be read. */
export type WindowAbout = { text: string } | { link: PromoLink } | 'damaged'

/** The windows of the list; their code comes when the page is idle, or with the first. */
export function LinkWindow({ about, onClose }: { about: WindowAbout; onClose: () => void }) {
  if (about === 'damaged') return <DamagedList onClose={onClose} />
  return 'text' in about ? (
    <LinksToCopy text={about.text} onClose={onClose} />
  ) : (
    <UseLink link={about.link} onClose={onClose} />
  )
}
