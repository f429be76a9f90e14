import { readSession, subscribeSession } from 'shared/session'

/** Calls when the person who was signed in is so no more: what one has written is nobody else's. */
export function onOtherPerson(listener: () => void): void {
  let owner = readSession().profile?.id ?? null
  subscribeSession(() => {
    const { profile, status } = readSession()
    const isOther = profile !== null && owner !== null && profile.id !== owner
    if (status === 'signed-out' || isOther) listener()
    if (profile !== null || status === 'signed-out') owner = profile?.id ?? null
  })
}
