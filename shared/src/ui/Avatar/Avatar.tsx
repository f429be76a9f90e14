import { useState } from 'react'
import classes from './Avatar.module.css'
import { initialsOf, tintOf } from './initials.ts'

export interface AvatarProps {
  /** Whose picture; its initials stand in when there is none or it cannot be fetched. */
  name: string
  src?: string | null
  /** Pixels; 32 unless told. */
  size?: 24 | 28 | 32 | 40 | 56 | 96
  /** What chooses the tint behind initials; the name unless told. Members of staff share one tint: `staff`. */
  seed?: string
  /** Spoken name, where the name does not stand beside the picture. Without it the picture is decoration. */
  label?: string
  className?: string
}

/** A person's picture in a circle. */
export function Avatar({ name, src, size = 32, seed, label, className = '' }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const shown = src && src !== failed ? src : null
  const spoken = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  return (
    <span
      {...spoken}
      title={label}
      className={`${classes.avatar} ${className}`}
      data-size={size}
      data-tint={seed === 'staff' ? 'staff' : tintOf(seed ?? name)}
    >
      {shown ? (
        <img
          src={shown}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailed(shown)}
        />
      ) : (
        initialsOf(name)
      )}
    </span>
  )
}
