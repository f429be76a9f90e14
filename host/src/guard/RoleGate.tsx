import { type ReactNode, useDeferredValue } from 'react'
import { Navigate } from 'react-router-dom'
import type { Role } from 'shared/contract/constants.ts'
import { landingOf } from './landing.ts'
import { useSettledRole } from './use-settled-role.ts'

export interface RoleGateProps {
  /** Whom the page is for. Default: everyone who is signed in. */
  role?: Role
  /** Stands while the role is not known. */
  fallback: ReactNode
  children: ReactNode
}

/** Shows a page to the role it is for, and sends everyone else to where their own work begins. */
export function RoleGate({ role: required, fallback, children }: RoleGateProps) {
  const settled = useSettledRole()
  // The page is drawn in slices once the role is known, and gone at once when it is not any more.
  const role = useDeferredValue(settled)
  if (settled === undefined || role === undefined) return fallback
  if (required === undefined || required === role) return children
  return (
    <>
      {/* Until the other page is there. */}
      {fallback}
      <Navigate to={landingOf(role)} replace />
    </>
  )
}

/** The bare address: on to where one's own work begins. */
export function ToLanding({ fallback }: { fallback: ReactNode }) {
  const role = useSettledRole()
  return role === undefined ? fallback : <Navigate to={landingOf(role)} replace />
}
