import { type ReactNode, useEffect } from 'react'
import { type Location, useLocation, useNavigate } from 'react-router-dom'
import { LOGIN_PATH } from 'shared/contract/constants.ts'
import { useSession } from 'shared/session'
import { keepCaseLink } from './case-link.ts'
import classes from './RequireSession.module.css'

/**
 * Sends a visitor without a session to the login screen; a link to a case is kept for after it. While the server is being
 * asked, the children are rendered; when it does not respond, a line says so.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const { status, reason, isRetrying } = useSession()
  const location = useLocation()
  if (status !== 'signed-out')
    return (
      <>
        {isRetrying ? (
          <p className={classes.retrying} role="status">
            ติดต่อเซิร์ฟเวอร์ไม่ได้ กำลังลองเชื่อมต่อใหม่...
          </p>
        ) : null}
        {children}
      </>
    )
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
