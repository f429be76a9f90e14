import { useState } from 'react'
import type { Suggestion } from 'shared/contract/suggestions/suggestion.ts'

export interface Edits {
  has: (item: Suggestion) => boolean
  /** `index`: where it stood. */
  begin: (item: Suggestion, index: number) => void
  end: (item: Suggestion) => void
  /** These and, where they stood, those that are edited and no more among them: removed by a colleague, or not what is searched for. */
  among: (found: readonly Suggestion[], all: readonly Suggestion[]) => readonly Suggestion[]
}

/** Which canned replies are being edited: their rows stay, so that nothing that was written in them is lost. */
export function useEdits(): Edits {
  const [edits, setEdits] = useState<readonly { item: Suggestion; index: number }[]>([])
  return {
    has: ({ id }) => edits.some((each) => each.item.id === id),
    begin: (item, index) => setEdits((now) => [...now, { item, index }]),
    end: ({ id }) => setEdits((now) => now.filter((each) => each.item.id !== id)),
    among: (found, all) => {
      const missing = edits.filter(({ item }) => found.every(({ id }) => id !== item.id))
      return missing.reduce(
        (list, { item, index }) => list.toSpliced(index, 0, all.find(({ id }) => id === item.id) ?? item),
        found,
      )
    },
  }
}
