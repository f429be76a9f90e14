import IconPhotoOff from '@tabler/icons-react/dist/esm/icons/IconPhotoOff.mjs'
import { useState } from 'react'
import classes from './LinkPicture.module.css'
import { pictureOf } from './picture-of.ts'
import type { PromoLink } from './promo-link.ts'

/** A link's picture; where it cannot be fetched, a quiet sign in its place. */
export function LinkPicture({ link, className }: { link: PromoLink; className: string }) {
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed)
    return (
      <span className={`${classes.missing} ${className}`}>
        <IconPhotoOff size={20} aria-hidden />
      </span>
    )
  return (
    <img
      className={className}
      src={pictureOf(link)}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setFailed(true)}
    />
  )
}
