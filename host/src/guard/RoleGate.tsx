import { type ReactNode, useDeferredValue } from 'react'
import { Navigate } from 'react-router-dom'
import type { Role } from 'shared/contract/constants.ts'
import { landingPageOf } from './landing-page.ts'
import { useSettledRole } from './use-settled-role.ts'

export interface RoleGateProps {
  /** Role that may open the page. Default: every signed-in user. */
  role?: Role
  fallback: ReactNode
  children: ReactNode
}

export function RoleGate({ role: required, fallback, children }: RoleGateProps) {
  const settled = useSettledRole()
  // Renders the page in time slices when the role becomes known, but removes it immediately when the role is lost.
  const role = useDeferredValue(settled)
  if (settled === undefined || role === undefined) return fallback
  if (required === undefined || required === role) return children
  return (
    <>
      {fallback}
      <Navigate to={landingPageOf(role)} replace />
    </>
  )
}

export function RedirectToLandingPage({ fallback }: { fallback: ReactNode }) {
  const role = useSettledRole()
  return role === undefined ? fallback : <Navigate to={landingPageOf(role)} replace />
}
