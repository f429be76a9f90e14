import { useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, useRef, useState } from 'react'
import type { Suggestion } from 'shared/contract/suggestions/suggestion.ts'
import { VisuallyHidden } from 'shared/ui'
import { isManager, useViewer } from '../signed-in-user.ts'
import classes from './SuggestionDialog.module.css'
import { mousePosition, SuggestionRow } from './SuggestionRow.tsx'
import type { Edits } from './use-suggestion-edits.ts'
import { suggestionsQuery, useChangeSuggestions } from './use-suggestions.ts'

/** Maximum movement, in px, of a mouse that counts as resting. */
const MAX_MOVE_PX = 4

interface SuggestionItemsProps {
  channelKey: string
  items: readonly Suggestion[]
  isDeleted: (item: Suggestion) => boolean
  edits: Edits
  /** True when the list is filtered; a filtered list cannot be reordered. */
  isNarrowed: boolean
  onInsert: (item: Suggestion) => void
}

export function SuggestionItems(props: SuggestionItemsProps) {
  const { channelKey, items, isDeleted, edits, isNarrowed, onInsert } = props
  const client = useQueryClient()
  const mayOrder = isManager(useViewer())
  const change = useChangeSuggestions({ oneByOne: 'suggestion order' })
  const [moved, setMoved] = useState('')
  const lastMove = useRef<{ item: Suggestion; step: -1 | 1; x: number; y: number } | null>(null)

  /** Moves a suggestion up or down in the list as it is when the move runs. */
  async function move({ id, channel_key }: Suggestion, step: -1 | 1): Promise<void> {
    let words = ''
    try {
      await change.mutateAsync(async (calls) => {
        const all = client.getQueryData(suggestionsQuery(channelKey).queryKey)?.items ?? []
        const group = all.filter((each) => each.channel_key === channel_key)
        const index = group.findIndex((each) => each.id === id) + step
        if (index < 0 || index >= group.length) return
        const before = step < 0 ? group[index] : group[index + 1]
        await calls.moveSuggestionBefore(id, before?.id ?? null)
        words = `ย้ายไปลำดับที่ ${index + 1} จาก ${group.length}`
      })
    } catch {
      return // The mutation has already reported the failure.
    }
    if (words !== '') setMoved(words)
  }

  /** A click with a mouse that has not moved since the last click reorders the same suggestion again. */
  function repeatLastMove(event: MouseEvent): void {
    const last = lastMove.current
    const at = mousePosition(event)
    lastMove.current = null
    if (last === null || at === null || Math.hypot(at.x - last.x, at.y - last.y) > MAX_MOVE_PX) return
    event.stopPropagation()
    lastMove.current = last
    void move(last.item, last.step)
  }

  return (
    <section aria-label="รายการข้อความสำเร็จรูป">
      <div role="status">
        <VisuallyHidden>{moved}</VisuallyHidden>
      </div>
      <ul className={classes.list} onClickCapture={repeatLastMove}>
        {items.map((item, index) => (
          <SuggestionRow
            key={item.id}
            item={item}
            isDeleted={isDeleted(item)}
            isEdited={edits.has(item)}
            onEdit={(isEdited) => (isEdited ? edits.begin(item, index) : edits.end(item))}
            onInsert={onInsert}
            order={
              mayOrder && !isNarrowed && item.can_edit !== false
                ? {
                    isFirst: items[index - 1]?.channel_key !== item.channel_key,
                    isLast: items[index + 1]?.channel_key !== item.channel_key,
                    move: (step, at) => {
                      lastMove.current = at && { item, step, ...at }
                      return move(item, step)
                    },
                  }
                : null
            }
          />
        ))}
      </ul>
    </section>
  )
}
