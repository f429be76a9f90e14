import type { ReactNode } from 'react'
import classes from './Chip.module.css'

/** new: nobody's case yet · care: in care · closed · vip · oa: an OA channel, outlined · warn and crit: something burns */
export type ChipTone = 'new' | 'care' | 'closed' | 'vip' | 'oa' | 'warn' | 'crit'

export interface ChipProps {
  tone: ChipTone
  children: ReactNode
  className?: string
}

/** A small label that says what something is. */
export function Chip({ tone, children, className = '' }: ChipProps) {
  return (
    <span className={`${classes.chip} ${className}`} data-tone={tone}>
      {children}
    </span>
  )
}

export function VipBadge() {
  return <Chip tone="vip">VIP</Chip>
}
