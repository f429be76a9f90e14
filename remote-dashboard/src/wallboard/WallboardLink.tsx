import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { preloadWallboardTickets } from './LazyWallboardTickets.tsx'
import classes from './Wallboard.module.css'
import { OPENED_HERE } from './wallboard-address.ts'

export interface WallboardLinkProps {
  to: string
  className?: string | undefined
  children: ReactNode
}

export const WallboardLink = ({ to, className = classes.link, children }: WallboardLinkProps) => (
  <Link to={to} state={OPENED_HERE} className={className} onPointerEnter={preloadWallboardTickets}>
    {children}
  </Link>
)
