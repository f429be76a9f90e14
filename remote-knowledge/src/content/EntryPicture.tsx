import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs'
import IconPhotoOff from '@tabler/icons-react/dist/esm/icons/IconPhotoOff.mjs'
import { useState } from 'react'
import classes from './EntryPicture.module.css'
import { shownAddress } from './own-picture.ts'
import { isPictureLink } from './picture-link.ts'

/** The picture of a promotion, which opens in a tab of its own; one that stands elsewhere is a link, for a page shows none of another host. */
export function EntryPicture({ url }: { url: string }) {
  const shown = shownAddress(url)
  const [failed, setFailed] = useState<string | null>(null)
  const isGone = failed !== null && failed === shown
  // What stands in a text of before need not be an address of the web.
  if (shown === null && !isPictureLink(url))
    return (
      <p className={classes.picture} data-linked>
        <IconPhotoOff size={20} aria-hidden />
        <span className={classes.address}>{url}</span>
      </p>
    )
  return (
    <a
      className={classes.picture}
      href={shown !== null && !isPictureLink(url) ? shown : url}
      target="_blank"
      rel="noreferrer"
      data-linked={shown === null || isGone || undefined}
      title="เปิดรูปในแท็บใหม่"
    >
      {shown === null || isGone ? (
        <>
          {isGone ? <IconPhotoOff size={20} aria-hidden /> : <IconExternalLink size={18} aria-hidden />}
          <span className={classes.address}>{url}</span>
        </>
      ) : (
        <img
          className={classes.image}
          src={shown}
          alt="รูปโปรโมชั่น"
          loading="lazy"
          decoding="async"
          onError={() => setFailed(shown)}
        />
      )}
    </a>
  )
}
