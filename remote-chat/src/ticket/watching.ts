import type { Colleague } from 'shared/contract/realtime.ts'
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
  const names = (isTyping ? typing : others).map(({ display_name }) => display_name)
  if (names[0] === undefined) return null
  const first = names[0].split(' ')[0] ?? ''
  const does = isTyping ? 'กำลังพิมพ์...' : 'กำลังดู'
  return {
    names: names.length > 1 ? `${first} +${names.length - 1}` : first,
    does,
    isTyping,
    whole: `${names.join(', ')} ${does}`,
  }
}
