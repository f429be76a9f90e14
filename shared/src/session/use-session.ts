import { useSyncExternalStore } from 'react'
import type { Role } from '../contract/constants.ts'
import { readSession, type Session, subscribeSession } from './session.store.ts'

/** The session as it is now. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeSession, readSession)
}

/** The role of the person who is signed in; null when nobody is, or when the role is none that we know. */
export function useRole(): Role | null {
  return useSession().profile?.role ?? null
}
