import IconBulb from '@tabler/icons-react/dist/esm/icons/IconBulb.mjs'
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import { memo, type RefObject, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { SUGGESTION_CHIPS } from 'shared/contract/constants.ts'
import type { Suggestion } from 'shared/contract/suggestions/suggestion.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Slot } from 'shared/extensions'
import { Button, cutGraphemes, deferred, IconButton, showToast, useDeferred, useLazyDialog } from 'shared/ui'
import { noteSuggestion } from '../outbox/drafts.store.ts'
import type { ChosenImage } from './ConfirmImageDialog.tsx'
import { appendToField, insertIntoField } from './insert-suggestion.ts'
import { readParticle, useParticle } from './polite-particle.store.ts'
import classes from './SuggestionBar.module.css'
import { fillPlaceholders, needsParticle, suggestionLabel, unknownPlaceholder } from './suggestion-text.ts'
import { useChipScroll } from './use-chip-scroll.ts'
import { useSlashSearch } from './use-slash-search.ts'
import { useSuggestions } from './use-suggestions.ts'

const searchList = deferred(
  async () =>
    (await import(/* webpackChunkName: "suggestion-search" */ './SuggestionSearch.tsx')).SuggestionSearch,
)
const suggestionDialog = deferred(
  async () => (await import(/* webpackChunkName: "suggestions" */ './SuggestionDialog.tsx')).SuggestionDialog,
)
const confirmImageDialog = deferred(
  async () =>
    (await import(/* webpackChunkName: "suggestions" */ './ConfirmImageDialog.tsx')).ConfirmImageDialog,
)

const particleDialog = deferred(
  async () => (await import(/* webpackChunkName: "suggestions" */ './ParticleChoice.tsx')).ParticleDialog,
)

const NO_ITEMS: readonly Suggestion[] = []
const CHIP_LENGTH = 28

interface Range {
  from: number
  to: number
}

export interface SuggestionBarProps {
  ticket: Ticket
  field: RefObject<HTMLTextAreaElement | null>
  /** Container for the tools below the field, so that the chips have their own row; null until mounted. */
  tools: HTMLElement | null
}

export const SuggestionBar = memo(function SuggestionBar({ ticket, field, tools }: SuggestionBarProps) {
  const { data } = useSuggestions(ticket.channel.key)
  const items = data?.items ?? NO_ITEMS
  const { slash, dismiss } = useSlashSearch(field, ticket.id)
  const [isOpen, setOpen] = useState(false)
  const [image, setImage] = useState<ChosenImage | null>(null)
  const Search = useDeferred(searchList, slash !== null, dismiss)
  const close = () => setOpen(false)
  const Dialog = useLazyDialog(suggestionDialog, isOpen, close)
  const closeImageDialog = () => setImage(null)
  const ConfirmImageDialog = useLazyDialog(confirmImageDialog, image !== null, closeImageDialog)

  const chips = useChipScroll()
  const particle = useParticle()
  const [particleRequest, setParticleRequest] = useState<{
    item: Suggestion
    range: Range | undefined
  } | null>(null)
  const closeParticleDialog = () => setParticleRequest(null)
  const ParticleDialog = useLazyDialog(particleDialog, particleRequest !== null, closeParticleDialog)

  function insert(item: Suggestion, range?: Range): void {
    const element = field.current
    if (element === null) return
    if (item.image_url !== null) {
      // Removes the search text that the user has typed into the field.
      if (range) insertIntoField(element, '', range)
      setImage({ imageUrl: item.image_url, suggestionIds: [item.id] })
      return
    }
    const text = item.text ?? ''
    const chosen = readParticle()
    if (chosen === null && needsParticle(text)) {
      setParticleRequest({ item, range })
      return
    }
    insertIntoField(element, fillPlaceholders(text, ticket, chosen), range)
    noteSuggestion(ticket.id, item.id)
    const unknown = unknownPlaceholder(text)
    if (unknown !== null) showToast({ tone: 'error', text: `ไม่รู้จัก ${unknown} กรุณาแก้ก่อนส่ง` })
  }

  return (
    <div className={classes.bar}>
      <ul ref={chips} className={classes.chips} aria-label="ข้อความสำเร็จรูป" data-suggestion-chips>
        {items.slice(0, SUGGESTION_CHIPS).map((item) => {
          const words = fillPlaceholders(suggestionLabel(item), ticket, particle)
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
      {tools === null
        ? null
        : createPortal(
            <>
              <IconButton label="จัดการข้อความสำเร็จรูป" onClick={() => setOpen(true)}>
                <IconBulb size={20} aria-hidden />
              </IconButton>
              <Slot
                name="composer-tools"
                context={{
                  ticketId: ticket.id,
                  insert: (text) => field.current && appendToField(field.current, text),
                  insertImage: (imageUrl) => setImage({ imageUrl, suggestionIds: [] }),
                }}
              />
            </>,
            tools,
          )}
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
      {Dialog ? (
        <Dialog
          ticket={ticket}
          onInsert={(item) => {
            // The dialog restores the focus when it closes, so the text is inserted after that.
            flushSync(close)
            insert(item)
          }}
          onClose={close}
        />
      ) : null}
      {ParticleDialog && particleRequest ? (
        <ParticleDialog
          onChosen={() => {
            // The dialog restores the focus when it closes, so the text is inserted after that.
            flushSync(closeParticleDialog)
            insert(particleRequest.item, particleRequest.range)
          }}
          onClose={closeParticleDialog}
        />
      ) : null}
      {ConfirmImageDialog && image ? (
        <ConfirmImageDialog ticket={ticket} image={image} onClose={closeImageDialog} />
      ) : null}
    </div>
  )
})
