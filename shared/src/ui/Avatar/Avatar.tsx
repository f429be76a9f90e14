import '@mantine/core/styles/Avatar.layer.css'
import { Avatar as MantineAvatar } from '@mantine/core'
import { initialsOf } from '../thai/graphemes.ts'
import classes from './Avatar.module.css'

export interface AvatarProps {
  name: string
  src?: string | null
  size?: 24 | 28 | 32 | 40 | 56 | 96
  /** Text that selects the tint behind the initials, by default `name`. `staff` gives all staff the same tint. */
  seed?: string
  /** Accessible name. Without it, screen readers ignore the avatar, because the person's name is next to it. */
  label?: string
  className?: string
}

const TINT_COUNT = 6

/** Returns the number of a tint, 0 to 5, which is the same on every page and device. */
function tintOf(text: string): number {
  let hash = 0
  for (let index = 0; index < text.length; index += 1)
    hash = (Math.imul(hash, 31) + text.charCodeAt(index)) >>> 0
  return hash % TINT_COUNT
}

export function Avatar({ name, src, size = 32, seed, label, className = '' }: AvatarProps) {
  const labelProps = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  return (
    <MantineAvatar
      {...labelProps}
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
