import IconMessageSearch from '@tabler/icons-react/dist/esm/icons/IconMessageSearch.mjs'
import { useState } from 'react'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { deferred, IconButton, useLazyDialog } from 'shared/ui'
import { requestMessageSearch, useRequestedSearch } from './requested-search.store.ts'

const searchDialog = deferred(
  async () => (await import(/* webpackChunkName: "find" */ './MessageSearchDialog.tsx')).MessageSearchDialog,
)

export function FindMessagesButton({ ticket }: { ticket?: Ticket }) {
  const [isPressed, setPressed] = useState(false)
  const requestedText = useRequestedSearch()
  const requested = ticket ? null : requestedText
  const isOpen = isPressed || requested !== null
  const close = () => {
    setPressed(false)
    if (requested !== null) requestMessageSearch(null)
  }
  const Dialog = useLazyDialog(searchDialog, isOpen, close)
  // A server that sends no customer ids cannot search the messages of one customer.
  if (ticket && !ticket.customer_id) return null
  return (
    <>
      <IconButton
        label={ticket ? 'ค้นในแชทนี้' : 'ค้นหาข้อความในแชท'}
        aria-haspopup="dialog"
        onPointerEnter={searchDialog.preload}
        onFocus={searchDialog.preload}
        onClick={() => setPressed(true)}
      >
        <IconMessageSearch size={20} aria-hidden />
      </IconButton>
      {Dialog === null ? null : <Dialog ticket={ticket} text={requested} onClose={close} />}
    </>
  )
}
