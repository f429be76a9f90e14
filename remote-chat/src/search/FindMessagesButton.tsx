import IconMessageSearch from '@tabler/icons-react/dist/esm/icons/IconMessageSearch.mjs'
import { useState } from 'react'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { deferred, IconButton, useLateWindow } from 'shared/ui'

const searchWindow = deferred(
  async () => (await import(/* webpackChunkName: "find" */ './MessageSearchWindow.tsx')).MessageSearchWindow,
)

/** Opens the search over messages: all of them, or those of one customer. Its code comes when somebody goes for it. */
export function FindMessagesButton({ ticket }: { ticket?: Ticket }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const Window = useLateWindow(searchWindow, isOpen, close)
  // A server that does not tell whose a case is has no such search either.
  if (ticket && !ticket.customer_id) return null
  return (
    <>
      <IconButton
        label={ticket ? 'ค้นในแชทนี้' : 'ค้นหาข้อความในแชท'}
        aria-haspopup="dialog"
        onPointerEnter={searchWindow.preload}
        onFocus={searchWindow.preload}
        onClick={() => setOpen(true)}
      >
        <IconMessageSearch size={20} aria-hidden />
      </IconButton>
      {Window === null ? null : <Window ticket={ticket} onClose={close} />}
    </>
  )
}
