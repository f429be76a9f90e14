import type { Colleague } from 'shared/contract/realtime.ts'
import { staffFirstName, staffLabel } from 'shared/contract/staff/staff-label.ts'
import { usePresence } from 'shared/realtime'
import { isSamePerson, type Viewer } from '../viewer.ts'

/** Who else has a ticket open. */
export interface Watching {
  /** First names, one at most; where room lacks they are what gives way. */
  names: string
  does: string
  isTyping: boolean
  /** With everybody's whole name. */
  whole: string
}

/** Who else has this ticket open, in words; null for nobody. */
export function useWatching(ticketId: string, viewer: Viewer | null): Watching | null {
  return watchingWords(usePresence(ticketId).filter((person) => !isSamePerson(viewer, person)))
}

/** Who types goes before who looks on. */
export function watchingWords(others: readonly Colleague[]): Watching | null {
  const typing = others.filter((person) => person.typing)
  const isTyping = typing.length > 0
  const people = isTyping ? typing : others
  const names = people.map(staffLabel)
  if (people[0] === undefined) return null
  const first = staffFirstName(people[0])
  const does = isTyping ? 'กำลังพิมพ์...' : 'กำลังดู'
  return {
    names: names.length > 1 ? `${first} +${names.length - 1}` : first,
    does,
    isTyping,
    whole: `${names.join(', ')} ${does}`,
  }
}
