import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { preloadWallTickets } from './LateWallTickets.tsx'
import classes from './LiveWall.module.css'
import { OPENED_HERE } from './wall-address.ts'

export interface WallLinkProps {
  /** URL parameters as `wall-address.ts` reads them. */
  to: string
  className?: string | undefined
  children: ReactNode
}

/** Wallboard count that opens the tickets behind it. */
export const WallLink = ({ to, className = classes.link, children }: WallLinkProps) => (
  <Link to={to} state={OPENED_HERE} className={className} onPointerEnter={preloadWallTickets}>
    {children}
  </Link>
)
