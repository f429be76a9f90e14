import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useId, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { errorText } from 'shared/api'
import type { Suggestion } from 'shared/contract/suggestions/suggestion.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Button, Dialog, EmptyState, ErrorState, SearchField, Spinner } from 'shared/ui'
import { focusField, NewSuggestion } from './NewSuggestion.tsx'
import { ParticleChoice } from './ParticleChoice.tsx'
import classes from './SuggestionDialog.module.css'
import { SuggestionItems } from './SuggestionItems.tsx'
import { findSuggestions } from './slash-search.ts'
import { useSuggestionEdits } from './use-suggestion-edits.ts'
import { useSuggestions } from './use-suggestions.ts'

const NONE: readonly Suggestion[] = []

export interface SuggestionDialogProps {
  ticket: Ticket
  onInsert: (item: Suggestion) => void
  onClose: () => void
}

export function SuggestionDialog({ ticket, onInsert, onClose }: SuggestionDialogProps) {
  const { key, name } = ticket.channel
  const { data, error, isFetching, refetch } = useSuggestions(key)
  const [query, setQuery] = useState('')
  const [isAdding, setAdding] = useState(false)
  const formId = useId()
  const adding = useRef<HTMLDivElement>(null)
  const all = data?.items ?? NONE
  const found = useMemo(() => findSuggestions(all, query), [all, query])
  const edits = useSuggestionEdits()
  const shown = edits.among(found, all)
  const isNarrowed = query.trim() !== ''
  return (
    <Dialog open title="ข้อความสำเร็จรูป" placement="sheet" className={classes.dialog ?? ''} onClose={onClose}>
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
          onClick={() => {
            // Renders the form immediately, so that its field can take the focus.
            flushSync(() => setAdding(!isAdding))
            if (!isAdding) focusField(adding.current)
          }}
        >
          เพิ่มใหม่
        </Button>
      </div>
      <ParticleChoice />
      {/* The form is only hidden, so that its text is kept. */}
      <div ref={adding} id={formId} hidden={!isAdding} className={classes.adding}>
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
      ) : shown.length > 0 ? (
        <SuggestionItems
          channelKey={key}
          items={shown}
          isDeleted={(item) => !all.some(({ id }) => id === item.id)}
          edits={edits}
          isNarrowed={isNarrowed}
          onInsert={onInsert}
        />
      ) : isNarrowed ? (
        <EmptyState title="ไม่พบข้อความสำเร็จรูป">ลองค้นด้วยคำอื่น</EmptyState>
      ) : (
        <EmptyState title="ยังไม่มีข้อความสำเร็จรูป">กดเพิ่มใหม่เพื่อเก็บข้อความที่ใช้บ่อย</EmptyState>
      )}
    </Dialog>
  )
}
