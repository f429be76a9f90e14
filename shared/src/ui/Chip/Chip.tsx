import '@mantine/core/styles/Badge.layer.css'
import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'

/** new: nobody's case yet · care: in care · closed · vip · oa: an OA channel, outlined · warn and crit: something burns */
export type ChipTone = 'new' | 'care' | 'closed' | 'vip' | 'oa' | 'warn' | 'crit'

export interface ChipProps {
  tone: ChipTone
  children: ReactNode
  /** More words, as a tooltip. */
  title?: string
  className?: string
}

/** A small label that says what something is. */
export function Chip({ tone, children, title, className }: ChipProps) {
  return (
    <Badge component="span" variant={tone} title={title} className={className}>
      {children}
    </Badge>
  )
}

export function VipBadge() {
  return <Chip tone="vip">VIP</Chip>
}
