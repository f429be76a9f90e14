import '@mantine/core/styles/Badge.layer.css'
import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'

/** `new`: a ticket without an assignee. `care`: an assigned ticket. `oa`: a channel. `warn`, `crit`: urgent. */
export type ChipTone = 'new' | 'care' | 'closed' | 'vip' | 'oa' | 'warn' | 'crit'

export interface ChipProps {
  tone: ChipTone
  children: ReactNode
  title?: string
  className?: string
}

export function Chip({ tone, ...rest }: ChipProps) {
  return <Badge component="span" variant={tone} {...rest} />
}

export function VipBadge() {
  return <Chip tone="vip">VIP</Chip>
}
