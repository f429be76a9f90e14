import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs'
import IconPhotoOff from '@tabler/icons-react/dist/esm/icons/IconPhotoOff.mjs'
import { useState } from 'react'
import { displayableImageUrl } from './displayable-image-url.ts'
import classes from './EntryImage.module.css'
import { isImageLink } from './image-link.ts'

/** Image of an entry. For another host only the link is shown, because the content security policy blocks the image. */
export function EntryImage({ url }: { url: string }) {
  const shown = displayableImageUrl(url)
  const [failed, setFailed] = useState<string | null>(null)
  const hasFailed = failed !== null && failed === shown
  // An older entry may contain something other than a URL.
  if (shown === null && !isImageLink(url))
    return (
      <p className={classes.frame} data-linked>
        <IconPhotoOff size={20} aria-hidden />
        <span className={classes.address}>{url}</span>
      </p>
    )
  return (
    <a
      className={classes.frame}
      href={shown !== null && !isImageLink(url) ? shown : url}
      target="_blank"
      rel="noreferrer"
      data-linked={shown === null || hasFailed || undefined}
      title="เปิดรูปในแท็บใหม่"
    >
      {shown === null || hasFailed ? (
        <>
          {hasFailed ? <IconPhotoOff size={20} aria-hidden /> : <IconExternalLink size={18} aria-hidden />}
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
