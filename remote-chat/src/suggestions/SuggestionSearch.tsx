import type { RefObject } from 'react'
import type { Suggestion } from 'shared/contract/suggestions/suggestion.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { cutGraphemes } from 'shared/ui'
import classes from './FieldSearch.module.css'
import { FieldSearch } from './FieldSearch.tsx'
import { useParticle } from './polite-particle.store.ts'
import { SuggestionImage } from './SuggestionImage.tsx'
import { findSuggestions } from './slash-search.ts'
import { fillPlaceholders, suggestionLabel } from './suggestion-text.ts'

const MAX_SHOWN = 50
const LABEL_LENGTH = 160

export interface SuggestionSearchProps {
  ticket: Ticket
  items: readonly Suggestion[]
  field: RefObject<HTMLTextAreaElement | null>
  query: string
  onChoose: (item: Suggestion) => void
  onClose: () => void
}

export function SuggestionSearch({ ticket, items, field, query, onChoose, onClose }: SuggestionSearchProps) {
  const particle = useParticle()
  const found = findSuggestions(items, query).slice(0, MAX_SHOWN)
  return (
    <FieldSearch
      field={field}
      label="ค้นหาข้อความสำเร็จรูป"
      status={found.length === 0 ? 'ไม่พบข้อความสำเร็จรูป' : `พบ ${found.length} รายการ`}
      options={found.map((item) => ({
        id: item.id,
        content: (
          <>
            {item.image_url === null ? null : <SuggestionImage link={item.image_url} isSmall />}
            <span className={classes.words}>
              {cutGraphemes(fillPlaceholders(suggestionLabel(item), ticket, particle), LABEL_LENGTH)}
            </span>
          </>
        ),
      }))}
      onChoose={(id) => {
        const item = found.find((each) => each.id === id)
        if (item) onChoose(item)
      }}
      onClose={onClose}
    />
  )
}
