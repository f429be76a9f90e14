import { useState } from 'react'
import { errorText } from 'shared/api'
import type { Suggestion } from 'shared/contract/suggestions/suggestion.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Dialog, EmptyState, ErrorState, Spinner } from 'shared/ui'
import { useViewer } from '../viewer.ts'
import { NewSuggestion } from './NewSuggestion.tsx'
import { SuggestionRow } from './SuggestionRow.tsx'
import classes from './SuggestionWindow.module.css'
import { useChangeSuggestions, useSuggestions } from './use-suggestions.ts'

export interface SuggestionWindowProps {
  ticket: Ticket
  onInsert: (item: Suggestion) => void
  onClose: () => void
}

/** All canned replies of a case's account and those for all: to add, insert, change, remove, and for managers to order. */
export function SuggestionWindow({ ticket, onInsert, onClose }: SuggestionWindowProps) {
  const { key, name } = ticket.channel
  const { data, error, isFetching, refetch } = useSuggestions(key)
  return (
    <Dialog open title="ข้อความสำเร็จรูป" placement="sheet" className={classes.window ?? ''} onClose={onClose}>
      <NewSuggestion channel={{ key, name }} canShare={data?.can_share ?? true} />
      {data ? (
        <SuggestionItems items={data.items} onInsert={onInsert} />
      ) : error ? (
        <ErrorState title="โหลดข้อความสำเร็จรูปไม่สำเร็จ" onRetry={() => void refetch()} retrying={isFetching}>
          {errorText(error)}
        </ErrorState>
      ) : (
        <div className={classes.loading}>
          <Spinner />
        </div>
      )}
    </Dialog>
  )
}

interface SuggestionItemsProps {
  items: readonly Suggestion[]
  onInsert: (item: Suggestion) => void
}

function SuggestionItems({ items, onInsert }: SuggestionItemsProps) {
  const isManager = useViewer()?.role === 'BUSINESS'
  const change = useChangeSuggestions()
  const [moved, setMoved] = useState('')

  /** One place up or down among those of the same account. */
  async function move(item: Suggestion, step: -1 | 1): Promise<void> {
    const group = items.filter((each) => each.channel_key === item.channel_key)
    const place = group.indexOf(item) + step
    if (place < 0 || place >= group.length) return
    const before = step < 0 ? group[place] : group[place + 1]
    const isDone = await change((calls) => calls.moveSuggestionBefore(item.id, before?.id ?? null))
    if (isDone) setMoved(`ย้ายไปลำดับที่ ${place + 1} จาก ${group.length}`)
  }

  if (items.length === 0) return <EmptyState title="ยังไม่มีข้อความสำเร็จรูป">เพิ่มข้อความที่ใช้บ่อยไว้ด้านบน</EmptyState>
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
            onInsert={onInsert}
            order={
              isManager && item.can_edit !== false
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
