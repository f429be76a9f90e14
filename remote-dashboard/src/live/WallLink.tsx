import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { preloadWallCases } from './LateWallCases.tsx'
import classes from './LiveWall.module.css'
import { OPENED_HERE } from './wall-address.ts'

export interface WallLinkProps {
  /** What the address of the list says, as `wall-address.ts` reads it. */
  to: string
  className?: string | undefined
  children: ReactNode
}

/** A number of the wall, which opens the cases that it counts. */
export const WallLink = ({ to, className = classes.link, children }: WallLinkProps) => (
  <Link to={to} state={OPENED_HERE} className={className} onPointerEnter={preloadWallCases}>
    {children}
  </Link>
)
