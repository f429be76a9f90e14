import type { ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import { useSession } from 'shared/session'
import { LOGIN_PATH } from '../sign-in/login-path.ts'

/** Sends a visitor without a session to the login screen. While the server is being asked, the children stand. */
export function RequireSession({ children }: { children: ReactNode }) {
  const { status } = useSession()
  return status === 'signed-out' ? <Navigate to={LOGIN_PATH} replace /> : children
}
