import { useState } from 'react'
import type { Suggestion } from 'shared/contract/suggestions/suggestion.ts'

export type Edits = ReturnType<typeof useSuggestionEdits>

/** Keeps the rows of edited suggestions in the list, so that unsaved text is not lost. */
export function useSuggestionEdits() {
  const [edits, setEdits] = useState<readonly { item: Suggestion; index: number }[]>([])
  return {
    has: ({ id }: Suggestion) => edits.some((each) => each.item.id === id),
    begin: (item: Suggestion, index: number) => setEdits((now) => [...now, { item, index }]),
    end: ({ id }: Suggestion) => setEdits((now) => now.filter((each) => each.item.id !== id)),
    /** Adds edited suggestions to the found ones, if they do not match the search or a colleague has deleted them. */
    among: (found: readonly Suggestion[], all: readonly Suggestion[]) => {
      const missing = edits.filter(({ item }) => found.every(({ id }) => id !== item.id))
      return missing.reduce(
        (list, { item, index }) => list.toSpliced(index, 0, all.find(({ id }) => id === item.id) ?? item),
        found,
      )
    },
  }
}
