import { type ReactNode, useEffect } from 'react'
import { type Location, useLocation, useNavigate } from 'react-router-dom'
import { LOGIN_PATH } from 'shared/contract/constants.ts'
import { useSession } from 'shared/session'
import { keepCaseLink } from './case-link.ts'

/**
 * Sends a visitor without a session to the login screen; a link to a case is kept for after it. While the server is being
 * asked, the children stand.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const { status, reason } = useSession()
  const location = useLocation()
  if (status !== 'signed-out') return children
  return <ToLogin address={reason === 'left' ? null : location} />
}

function ToLogin({ address }: { address: Location | null }) {
  const navigate = useNavigate()
  useEffect(() => {
    keepCaseLink(address)
    navigate(LOGIN_PATH, { replace: true })
  })
  return null
}
