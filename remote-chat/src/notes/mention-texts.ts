import { MAX_MENTIONS } from 'shared/contract/constants.ts'
import { textMatcher } from 'shared/contract/search-text.ts'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { StaffMember } from 'shared/contract/staff/staff-member.ts'
import type { Slash as FieldQuery } from '../suggestions/slash-search.ts'

type NamedStaff = Pick<StaffMember, 'id' | 'display_name' | 'id_tail'>

const MAX_QUERY = 30

/** Returns the name typed after `@`. Thai has no spaces between words, so the `@` needs none before it. */
export function mentionQueryAt(text: string, cursor: number): FieldQuery | null {
  if (cursor === 0) return null
  const from = text.lastIndexOf('@', cursor - 1)
  if (from < 0 || (from > 0 && /[\w.+-]/.test(text[from - 1] ?? ''))) return null
  const query = text.slice(from + 1, cursor)
  return query.length > MAX_QUERY || /\s/.test(query) ? null : { from, query }
}

export function findStaff<Staff extends NamedStaff>(staff: readonly Staff[], query: string): Staff[] {
  const matches = textMatcher(query)
  return staff.filter((staffMember) => matches(staffLabel(staffMember)))
}

/** Position of a mentioned name, including its `@`. Several people may have the same name. */
export interface NameSpan<Staff> {
  index: number
  length: number
  staff: Staff[]
}

export function namesIn<Staff extends NamedStaff>(text: string, staff: readonly Staff[]): NameSpan<Staff>[] {
  // Matches labels before names, because the label of a repeated name is longer than the name.
  const byLength = [
    ...new Set(staff.flatMap((staffMember) => [staffLabel(staffMember), staffMember.display_name])),
  ]
    .filter((name) => name !== '')
    .toSorted((a, b) => b.length - a.length)
  const spans: NameSpan<Staff>[] = []
  for (let index = text.indexOf('@'); index >= 0; ) {
    const name = byLength.find((each) => text.startsWith(each, index + 1))
    const length = name === undefined ? 1 : 1 + name.length
    if (name !== undefined)
      spans.push({
        index,
        length,
        staff: staff.filter(
          (staffMember) => name === staffLabel(staffMember) || name === staffMember.display_name,
        ),
      })
    index = text.indexOf('@', index + length)
  }
  return spans
}

/** Returns mentioned people. If several have the same name, returns all of them, unless one was `chosen`. */
export function mentionedIds(
  text: string,
  staff: readonly NamedStaff[],
  chosen: ReadonlySet<string>,
): string[] {
  const found = namesIn(text, staff).flatMap(({ staff: same }) => {
    const picked = same.filter(({ id }) => chosen.has(id))
    return (picked.length > 0 ? picked : same).map(({ id }) => id)
  })
  return [...new Set(found)].slice(0, MAX_MENTIONS)
}
