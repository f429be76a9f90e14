import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { LAYOUT_BREAKPOINT_PX, MAX_SEARCH_LENGTH } from 'shared/contract/constants.ts'
import type { FoundMessage } from 'shared/contract/messages/search-messages.call.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Dialog, IconButton, TextField, useMediaQuery } from 'shared/ui'
import { isComposing } from 'shared/ui/keyboard-events.ts'
import { useOpenMessage } from '../address/use-open-message.ts'
import { FoundMessages } from './FoundMessages.tsx'
import classes from './MessageSearch.module.css'
import { SearchFilters } from './SearchFilters.tsx'
import { isTooShort, type SearchInput, useMessageSearch } from './use-message-search.ts'

export interface MessageSearchDialogProps {
  /** Ticket whose customer's messages are searched; undefined for all messages. */
  ticket?: Ticket | undefined
  /** Initial text; replaces the previous search. */
  text?: string | null
  onClose: () => void
}

interface StoredSearch {
  input: SearchInput
  active: number
}

const EMPTY_SEARCH: StoredSearch = { input: { text: '', channel: '', since: '', until: '' }, active: 0 }

export function MessageSearchDialog({ ticket, text = null, onClose }: MessageSearchDialogProps) {
  const listId = useId()
  const phone = useMediaQuery(`(max-width: ${LAYOUT_BREAKPOINT_PX}px)`)
  const openFound = useOpenMessage()
  const customerId = ticket?.customer_id ?? undefined
  const client = useQueryClient()
  // The search and the opened result are stored, so that the next result is one key press away.
  const searchKey = ['message-search-input', customerId ?? null]
  const [before] = useState(() =>
    text === null
      ? (client.getQueryData<StoredSearch>(searchKey) ?? EMPTY_SEARCH)
      : { input: { ...EMPTY_SEARCH.input, text }, active: 0 },
  )
  const [input, setInput] = useState<SearchInput>(before.input)
  const [active, setActive] = useState(before.active)
  const { found, hasQuery, isSettled } = useMessageSearch(input, customerId)
  const pages = (hasQuery && found.data?.pages) || []
  const items = pages.flatMap((page) => page.items)
  const title = ticket ? `ค้นในแชทของ ${ticket.profile.display_name}` : 'ค้นหาข้อความในแชท'

  function change(part: Partial<SearchInput>): void {
    setInput({ ...input, ...part })
    setActive(0)
  }

  function open(message: FoundMessage): void {
    client.setQueryData<StoredSearch>(searchKey, { input, active: items.indexOf(message) })
    openFound(message)
    onClose()
  }

  function close(): void {
    client.removeQueries({ queryKey: searchKey, exact: true })
    onClose()
  }

  const isFound = items.length > 0
  useEffect(() => {
    if (isFound && before.active > 0)
      document.getElementById(`${listId}-${before.active}`)?.scrollIntoView({ block: 'nearest' })
  }, [isFound, before, listId])

  function setActiveResult(index: number): void {
    setActive(index)
    document.getElementById(`${listId}-${index}`)?.scrollIntoView({ block: 'nearest' })
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event.nativeEvent) || items.length === 0) return
    const chosen = items[active]
    if (event.key === 'ArrowDown') setActiveResult(Math.min(active + 1, items.length - 1))
    else if (event.key === 'ArrowUp') setActiveResult(Math.max(active - 1, 0))
    else if (event.key === 'Enter' && chosen !== undefined && isSettled) open(chosen)
    else return
    event.preventDefault()
  }

  return (
    <Dialog
      open
      bare
      title={title}
      onClose={close}
      placement={phone ? 'cover' : 'center'}
      className={classes.dialog}
    >
      <div className={classes.header}>
        <h2 className={classes.title}>{title}</h2>
        <IconButton label="ปิด" onClick={close}>
          <IconX size={20} aria-hidden />
        </IconButton>
      </div>
      <search className={classes.search} aria-label="ค้นหาข้อความ">
        <TextField
          data-autofocus
          // Selects the text, so that typing replaces the stored search.
          onFocus={(event) => event.currentTarget.select()}
          type="search"
          role="combobox"
          aria-label="คำที่ต้องการค้นหา"
          aria-expanded={items.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={items[active] ? `${listId}-${active}` : undefined}
          placeholder="พิมพ์บางส่วนของข้อความ เช่น เลขรายการ"
          value={input.text}
          maxLength={MAX_SEARCH_LENGTH}
          autoComplete="off"
          enterKeyHint="search"
          onChange={(event) => change({ text: event.currentTarget.value })}
          onKeyDown={onKeyDown}
        />
        <SearchFilters input={input} onChange={change} hasChannels={customerId === undefined} />
      </search>
      <FoundMessages
        listId={listId}
        items={items}
        active={active}
        isOfOne={customerId !== undefined}
        state={
          isTooShort(input, customerId)
            ? 'short'
            : found.isLoadingError
              ? 'failed'
              : !isSettled || found.isPending
                ? 'looking'
                : 'found'
        }
        isEmpty={input.text.trim() === ''}
        found={found}
        onOpen={open}
      />
    </Dialog>
  )
}
