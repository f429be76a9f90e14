import IconBulb from '@tabler/icons-react/dist/esm/icons/IconBulb.mjs'
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import { memo, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { SUGGESTION_CHIPS } from 'shared/contract/constants.ts'
import type { Suggestion } from 'shared/contract/suggestions/suggestion.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Button, cutGraphemes, deferred, IconButton, useDeferred } from 'shared/ui'
import { noteSuggestion } from '../outbox/unsent.store.ts'
import { insertIntoField } from './insert-suggestion.ts'
import classes from './SuggestionBar.module.css'
import { fillName, suggestionLabel } from './suggestion-text.ts'
import { useSlash } from './use-slash.ts'
import { useSuggestions } from './use-suggestions.ts'

const searchList = deferred(
  async () =>
    (await import(/* webpackChunkName: "suggestion-search" */ './SuggestionSearch.tsx')).SuggestionSearch,
)
const suggestionWindow = deferred(
  async () => (await import(/* webpackChunkName: "suggestions" */ './SuggestionWindow.tsx')).SuggestionWindow,
)
const pictureQuestion = deferred(
  async () => (await import(/* webpackChunkName: "suggestions" */ './PictureQuestion.tsx')).PictureQuestion,
)

const NO_ITEMS: readonly Suggestion[] = []
const CHIP_LENGTH = 28

export interface SuggestionBarProps {
  ticket: Ticket
  /** The composer's field. */
  field: RefObject<HTMLTextAreaElement | null>
}

/**
 * Canned replies above the field: the first five as chips, the others behind a button, and a search over all by `/` in the field. A text
 * goes into the field with the customer's name in it; a picture is asked about and then sent. The row is as high before they are there.
 */
export const SuggestionBar = memo(function SuggestionBar({ ticket, field }: SuggestionBarProps) {
  const { data } = useSuggestions(ticket.channel.key)
  const items = data?.items ?? NO_ITEMS
  const { slash, dismiss } = useSlash(field, ticket.id)
  const [isOpen, setOpen] = useState(false)
  const [picture, setPicture] = useState<Suggestion | null>(null)
  /** Chosen in the window, which gives the focus back as it closes: goes into the field after that. */
  const [chosen, setChosen] = useState<Suggestion | null>(null)
  const Search = useDeferred(searchList, slash !== null, dismiss)
  const Window = useDeferred(suggestionWindow, isOpen, () => setOpen(false))
  const Question = useDeferred(pictureQuestion, picture !== null, () => setPicture(null))

  function insert(item: Suggestion, range?: { from: number; to: number }): void {
    const element = field.current
    if (element === null) return
    if (item.image_url !== null) {
      // What was typed to find it.
      if (range) insertIntoField(element, '', range)
      setPicture(item)
      return
    }
    insertIntoField(element, fillName(item.text ?? '', ticket), range)
    noteSuggestion(ticket.id, item.id)
  }

  const insertChosen = useEffectEvent((item: Suggestion) => {
    setChosen(null)
    insert(item)
  })
  useEffect(() => {
    if (chosen !== null) insertChosen(chosen)
  }, [chosen])

  return (
    <div className={classes.bar}>
      <ul className={classes.chips} aria-label="ข้อความสำเร็จรูป">
        {items.slice(0, SUGGESTION_CHIPS).map((item) => {
          const words = fillName(suggestionLabel(item), ticket)
          return (
            <li key={item.id}>
              <Button
                size="sm"
                variant="outline"
                className={classes.chip}
                title={words}
                leftSection={item.image_url === null ? undefined : <IconPhoto size={16} aria-hidden />}
                onClick={() => insert(item)}
              >
                {cutGraphemes(words, CHIP_LENGTH)}
              </Button>
            </li>
          )
        })}
      </ul>
      <IconButton label="จัดการข้อความสำเร็จรูป" className={classes.all} onClick={() => setOpen(true)}>
        <IconBulb size={20} aria-hidden />
      </IconButton>
      {Search && slash ? (
        <Search
          ticket={ticket}
          items={items}
          field={field}
          query={slash.query}
          onChoose={(item) => insert(item, { from: slash.from, to: slash.from + 1 + slash.query.length })}
          onClose={dismiss}
        />
      ) : null}
      {Window && isOpen ? (
        <Window
          ticket={ticket}
          onInsert={(item) => {
            setOpen(false)
            setChosen(item)
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
      {Question && picture ? (
        <Question ticket={ticket} suggestion={picture} onClose={() => setPicture(null)} />
      ) : null}
    </div>
  )
})
