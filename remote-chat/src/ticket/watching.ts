import type { Colleague } from 'shared/contract/realtime.ts'
import { usePresence } from 'shared/realtime'
import { isSamePerson, type Viewer } from '../viewer.ts'

/** Who else has this ticket open, in words; null for nobody. Who types goes before who looks on; `firstNames` is for a row. */
export function useWatching(ticketId: string, viewer: Viewer | null, firstNames = false): string | null {
  const people = usePresence(ticketId)
  return watchingWords(
    people.filter((person) => !isSamePerson(viewer, person)),
    firstNames,
  )
}

export function watchingWords(others: readonly Colleague[], firstNames = false): string | null {
  const typing = others.filter((person) => person.typing)
  const named = typing.length > 0 ? typing : others
  if (named.length === 0) return null
  const names = named.map(({ display_name }) =>
    firstNames ? (display_name.split(' ')[0] ?? '') : display_name,
  )
  const shown = firstNames && names.length > 1 ? `${names[0]} +${names.length - 1}` : names.join(', ')
  return `${shown} ${typing.length > 0 ? 'กำลังพิมพ์...' : 'กำลังดู'}`
}
