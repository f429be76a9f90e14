import { useSyncExternalStore } from 'react'
import { createListeners } from 'shared/contract/listeners.ts'
import { readSession, readStored, writeStored } from 'shared/session'
import type { Particle } from './suggestion-text.ts'

/** An agent's polite particle, stored in this browser per staff member; it remains after signing out. */
const keyOf = () => `polite_particle:${readSession().profile?.id ?? ''}`
const { subscribe, notify } = createListeners()

export function readParticle(): Particle | null {
  const stored = readStored(keyOf())
  return stored === 'male' || stored === 'female' ? stored : null
}

export function chooseParticle(particle: Particle): void {
  writeStored(keyOf(), particle)
  notify()
}

export const useParticle = (): Particle | null => useSyncExternalStore(subscribe, readParticle)
