import { useEffect, useState } from 'react'
import { ROLE_POLL_MS, ROLE_WAIT_MS, type Role } from 'shared/contract/constants.ts'
import { readSession, useSession } from 'shared/session'

/** Returns undefined while the role is unknown (session check, and up to 500 ms after it), and null without a role. */
export function useSettledRole(): Role | null | undefined {
  const { status, profile } = useSession()
  const role = profile?.role ?? null
  const waiting = status === 'signed-in' && role === null
  const [settled, setSettled] = useState(false)

  useEffect(() => {
    if (!waiting) return
    const started = performance.now()
    const timer = setInterval(() => {
      const known = (readSession().profile?.role ?? null) !== null
      if (known || performance.now() - started >= ROLE_WAIT_MS) {
        clearInterval(timer)
        setSettled(true)
      }
    }, ROLE_POLL_MS)
    return () => {
      clearInterval(timer)
      setSettled(false)
    }
  }, [waiting])

  if (role !== null) return role
  return waiting && settled ? null : undefined
}
