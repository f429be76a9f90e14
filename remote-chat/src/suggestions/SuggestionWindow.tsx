import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useId, useMemo, useState } from 'react'
import { errorText } from 'shared/api'
import type { Suggestion } from 'shared/contract/suggestions/suggestion.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Button, Dialog, EmptyState, ErrorState, SearchField, Spinner } from 'shared/ui'
import { useViewer } from '../viewer.ts'
import { NewSuggestion } from './NewSuggestion.tsx'
import { SuggestionRow } from './SuggestionRow.tsx'
import classes from './SuggestionWindow.module.css'
import { findSuggestions } from './slash-search.ts'
import { useChangeSuggestions, useSuggestions } from './use-suggestions.ts'

export interface SuggestionWindowProps {
  ticket: Ticket
  onInsert: (item: Suggestion) => void
  onClose: () => void
}

/** All canned replies of a case's account and those for all: to find and insert, change, remove, add, and for managers to order. */
export function SuggestionWindow({ ticket, onInsert, onClose }: SuggestionWindowProps) {
  const { key, name } = ticket.channel
  const { data, error, isFetching, refetch } = useSuggestions(key)
  const [query, setQuery] = useState('')
  const [isAdding, setAdding] = useState(false)
  const formId = useId()
  const found = useMemo(() => findSuggestions(data?.items ?? [], query), [data, query])
  const isNarrowed = query.trim() !== ''
  return (
    <Dialog open title="ข้อความสำเร็จรูป" placement="sheet" className={classes.window ?? ''} onClose={onClose}>
      <div className={classes.tools}>
        <SearchField
          label="ค้นหาข้อความสำเร็จรูป"
          className={classes.search ?? ''}
          value={query}
          onChange={setQuery}
        />
        <Button
          variant="tint"
          leftSection={<IconPlus size={18} aria-hidden />}
          aria-expanded={isAdding}
          aria-controls={formId}
          onClick={() => setAdding(!isAdding)}
        >
          เพิ่มใหม่
        </Button>
      </div>
      {/* Only hidden: what is written in it stays. */}
      <div id={formId} hidden={!isAdding} className={classes.adding}>
        <NewSuggestion channel={{ key, name }} canShare={data?.can_share ?? true} />
      </div>
      {data === undefined ? (
        error ? (
          <ErrorState title="โหลดข้อความสำเร็จรูปไม่สำเร็จ" onRetry={() => void refetch()} retrying={isFetching}>
            {errorText(error)}
          </ErrorState>
        ) : (
          <div className={classes.loading}>
            <Spinner />
          </div>
        )
      ) : found.length > 0 ? (
        <SuggestionItems items={found} isNarrowed={isNarrowed} onInsert={onInsert} />
      ) : isNarrowed ? (
        <EmptyState title="ไม่พบข้อความสำเร็จรูป">ลองค้นด้วยคำอื่น</EmptyState>
      ) : (
        <EmptyState title="ยังไม่มีข้อความสำเร็จรูป">กดเพิ่มใหม่เพื่อเก็บข้อความที่ใช้บ่อย</EmptyState>
      )}
    </Dialog>
  )
}

interface SuggestionItemsProps {
  items: readonly Suggestion[]
  /** By a search: among some of them there is no order to change. */
  isNarrowed: boolean
  onInsert: (item: Suggestion) => void
}

function SuggestionItems({ items, isNarrowed, onInsert }: SuggestionItemsProps) {
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
