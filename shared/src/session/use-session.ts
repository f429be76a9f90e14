import { useSyncExternalStore } from 'react'
import type { Role } from '../contract/constants.ts'
import { readSession, type Session, subscribeSession } from './session.store.ts'

export function useSession(): Session {
  return useSyncExternalStore(subscribeSession, readSession)
}

/** Returns the user's role. Null when no user is signed in, or when the role is unknown. */
export function useRole(): Role | null {
  return useSession().profile?.role ?? null
}
