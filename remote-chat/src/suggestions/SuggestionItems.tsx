import { useState } from 'react'
import type { Suggestion } from 'shared/contract/suggestions/suggestion.ts'
import { useViewer } from '../viewer.ts'
import { SuggestionRow } from './SuggestionRow.tsx'
import classes from './SuggestionWindow.module.css'
import type { Edits } from './use-edits.ts'
import { useChangeSuggestions } from './use-suggestions.ts'

interface SuggestionItemsProps {
  items: readonly Suggestion[]
  isGone: (item: Suggestion) => boolean
  edits: Edits
  /** By a search: among some of them there is no order to change. */
  isNarrowed: boolean
  onInsert: (item: Suggestion) => void
}

/** The canned replies that were found, and those that are being edited. */
export function SuggestionItems({ items, isGone, edits, isNarrowed, onInsert }: SuggestionItemsProps) {
  const isManager = useViewer()?.role === 'BUSINESS'
  const change = useChangeSuggestions()
  const [moved, setMoved] = useState('')

  /** One place up or down among those of the same account. */
  async function move(item: Suggestion, step: -1 | 1): Promise<void> {
    const group = items.filter((each) => each.channel_key === item.channel_key)
    const place = group.indexOf(item) + step
    if (place < 0 || place >= group.length) return
    const before = step < 0 ? group[place] : group[place + 1]
    try {
      await change.mutateAsync((calls) => calls.moveSuggestionBefore(item.id, before?.id ?? null))
    } catch {
      return // Said already.
    }
    setMoved(`ย้ายไปลำดับที่ ${place + 1} จาก ${group.length}`)
  }

  return (
    <section aria-label="รายการข้อความสำเร็จรูป">
      <p className={classes.heard} role="status">
        {moved}
      </p>
      <ul className={classes.list}>
        {items.map((item, index) => (
          <SuggestionRow
            key={item.id}
            item={item}
            isGone={isGone(item)}
            isEdited={edits.has(item)}
            onEdit={(isEdited) => (isEdited ? edits.begin(item, index) : edits.end(item))}
            onInsert={onInsert}
            order={
              isManager && !isNarrowed && item.can_edit !== false
                ? {
                    isFirst: items[index - 1]?.channel_key !== item.channel_key,
                    isLast: items[index + 1]?.channel_key !== item.channel_key,
                    move: (step) => move(item, step),
                  }
                : null
            }
          />
        ))}
      </ul>
    </section>
  )
}
