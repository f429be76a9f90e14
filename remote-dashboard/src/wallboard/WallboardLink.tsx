import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { preloadWallboardTickets } from './LazyWallboardTickets.tsx'
import classes from './Wallboard.module.css'
import { OPENED_HERE } from './wallboard-address.ts'

export interface WallboardLinkProps {
  /** URL parameters in the form that `wallboard-address.ts` reads. */
  to: string
  className?: string | undefined
  children: ReactNode
}

/** Link on a wallboard count that opens the counted tickets. */
export const WallboardLink = ({ to, className = classes.link, children }: WallboardLinkProps) => (
  <Link to={to} state={OPENED_HERE} className={className} onPointerEnter={preloadWallboardTickets}>
    {children}
  </Link>
)
