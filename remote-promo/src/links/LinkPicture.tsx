import IconPhotoOff from '@tabler/icons-react/dist/esm/icons/IconPhotoOff.mjs'
import { useEffect, useState } from 'react'
import { followReturn } from 'shared/realtime'
import classes from './LinkPicture.module.css'
import { pictureOf } from './picture-of.ts'
import type { PromoLink } from './promo-link.ts'

/** Image of a link; shows a placeholder when it cannot be loaded, and loads it again when the connection returns. */
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
