import { type ReactNode, useEffect } from 'react'
import { type Location, useLocation, useNavigate } from 'react-router-dom'
import { LOGIN_PATH } from 'shared/contract/constants.ts'
import { useSession } from 'shared/session'
import classes from './RequireSession.module.css'
import { storeTicketLink } from './ticket-link.ts'

/** Renders the children also during the session check, with a note while the server does not respond. */
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
    storeTicketLink(address)
    navigate(LOGIN_PATH, { replace: true })
  })
  return null
}
