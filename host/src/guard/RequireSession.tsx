import type { ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import { LOGIN_PATH } from 'shared/contract/constants.ts'
import { useSession } from 'shared/session'

/** Sends a visitor without a session to the login screen. While the server is being asked, the children stand. */
export function RequireSession({ children }: { children: ReactNode }) {
  const { status } = useSession()
  return status === 'signed-out' ? <Navigate to={LOGIN_PATH} replace /> : children
}
