import IconPhotoOff from '@tabler/icons-react/dist/esm/icons/IconPhotoOff.mjs'
import { useEffect, useState } from 'react'
import { followReturn } from 'shared/realtime'
import classes from './LinkPicture.module.css'
import { pictureOf } from './picture-of.ts'
import type { PromoLink } from './promo-link.ts'

/** A link's picture; where it cannot be fetched, a quiet sign in its place until the connection may be back. */
export function LinkPicture({ link, className }: { link: PromoLink; className: string }) {
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => (hasFailed ? followReturn(() => setFailed(false)) : undefined), [hasFailed])
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
