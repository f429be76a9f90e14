import { Combobox, useCombobox } from '@mantine/core'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Suggestion } from 'shared/contract/suggestions/suggestion.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { cutGraphemes } from 'shared/ui'
import classes from './SuggestionBar.module.css'
import { SuggestionPicture } from './SuggestionPicture.tsx'
import { findSuggestions } from './slash-search.ts'
import { fillName, suggestionLabel } from './suggestion-text.ts'

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

/** What `/` in the field finds. The focus stays in the field: arrows choose, Enter inserts, Escape closes; without a hit Enter is a new line. */
export function SuggestionSearch({ ticket, items, field, query, onChoose, onClose }: SuggestionSearchProps) {
  const found = findSuggestions(items, query).slice(0, MAX_SHOWN)
  const ids = found.map(({ id }) => id).join()
  const list = useCombobox({ opened: true })

  /** The field says which option is chosen: the focus does not go there. */
  const point = useEffectEvent((optionId: string | null) => {
    if (optionId === null) field.current?.removeAttribute('aria-activedescendant')
    else field.current?.setAttribute('aria-activedescendant', optionId)
  })
  const chooseFirst = useEffectEvent(() => point(list.selectFirstOption()))
  useEffect(() => {
    if (ids === '') point(null)
    else chooseFirst()
  }, [ids])

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // The keys of a composition belong to the input method; 229 is how older ones say so.
    if (event.isComposing || event.keyCode === 229) return
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (event.key === 'Escape') onClose()
    else if (ids === '') return
    else if (event.key === 'ArrowDown') point(list.selectNextOption())
    else if (event.key === 'ArrowUp') point(list.selectPreviousOption())
    else if (event.key === 'Enter') list.clickSelectedOption()
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  const listId = list.listId
  useEffect(() => {
    const element = field.current
    if (element === null) return
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    element.addEventListener('keydown', listen)
    element.setAttribute('aria-autocomplete', 'list')
    if (listId !== null) element.setAttribute('aria-controls', listId)
    return () => {
      element.removeEventListener('keydown', listen)
      for (const name of ['aria-autocomplete', 'aria-controls', 'aria-activedescendant'])
        element.removeAttribute(name)
    }
  }, [field, listId])

  return (
    <Combobox
      store={list}
      onOptionSubmit={(id) => {
        const item = found.find((each) => each.id === id)
        if (item) onChoose(item)
      }}
    >
      <div className={classes.found}>
        <p className={found.length === 0 ? classes.none : classes.heard} role="status">
          {found.length === 0 ? 'ไม่พบข้อความสำเร็จรูป' : `พบ ${found.length} รายการ`}
        </p>
        <Combobox.Options aria-label="ค้นหาข้อความสำเร็จรูป" hidden={found.length === 0}>
          {found.map((item) => (
            <Combobox.Option key={item.id} value={item.id} className={classes.option}>
              {item.image_url === null ? null : <SuggestionPicture link={item.image_url} isSmall />}
              <span className={classes.words}>
                {cutGraphemes(fillName(suggestionLabel(item), ticket), LABEL_LENGTH)}
              </span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </div>
    </Combobox>
  )
}
