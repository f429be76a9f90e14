import '@mantine/core/styles/Avatar.layer.css'
import { Avatar as MantineAvatar } from '@mantine/core'
import { initialsOf } from '../thai/graphemes.ts'
import classes from './Avatar.module.css'

export interface AvatarProps {
  /** Whose picture; its initials stand in when there is none or it cannot be fetched. */
  name: string
  src?: string | null
  /** Pixels. Default: 32. */
  size?: 24 | 28 | 32 | 40 | 56 | 96
  /** What chooses the tint behind initials; members of staff share one tint: `staff`. Default: the name. */
  seed?: string
  /** Spoken name, where the name does not stand beside the picture. Without it the picture is decoration. */
  label?: string
  className?: string
}

const TINTS = 6

/** The same tint, 0 to 5, for the same text, on every page and device. */
function tintOf(text: string): number {
  let hash = 0
  for (let index = 0; index < text.length; index += 1)
    hash = (Math.imul(hash, 31) + text.charCodeAt(index)) >>> 0
  return hash % TINTS
}

/** A person's picture in a circle. */
export function Avatar({ name, src, size = 32, seed, label, className = '' }: AvatarProps) {
  const spoken = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  return (
    <MantineAvatar
      {...spoken}
      component="span"
      title={label}
      src={src}
      alt=""
      size={size}
      className={`${classes.avatar} ${className}`}
      classNames={{ placeholder: classes.initials }}
      data-tint={seed === 'staff' ? 'staff' : tintOf(seed ?? name)}
      imageProps={{ loading: 'lazy', decoding: 'async', referrerPolicy: 'no-referrer' }}
    >
      {initialsOf(name)}
    </MantineAvatar>
  )
}
