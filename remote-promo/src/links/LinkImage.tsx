import IconPhotoOff from '@tabler/icons-react/dist/esm/icons/IconPhotoOff.mjs'
import { useEffect, useState } from 'react'
import { followReconnect } from 'shared/realtime'
import classes from './LinkImage.module.css'
import type { PromoLink } from './promo-link.ts'
import { imageOf } from './thumbnail-url.ts'

/** Image of a link. After a failure, loads the image again when the connection returns. */
export function LinkImage({ link, className }: { link: PromoLink; className: string }) {
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => (hasFailed ? followReconnect(() => setFailed(false)) : undefined), [hasFailed])
  if (hasFailed)
    return (
      <span className={`${classes.missing} ${className}`}>
        <IconPhotoOff size={20} aria-hidden />
      </span>
    )
  return (
    <img
      className={className}
      src={imageOf(link)}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setFailed(true)}
    />
  )
}
