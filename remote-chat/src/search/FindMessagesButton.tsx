import IconMessageSearch from '@tabler/icons-react/dist/esm/icons/IconMessageSearch.mjs'
import { useState } from 'react'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { deferred, IconButton, showToast, useDeferred } from 'shared/ui'

const searchWindow = deferred(
  async () => (await import(/* webpackChunkName: "find" */ './MessageSearchWindow.tsx')).MessageSearchWindow,
)

/** Opens the search over messages: all of them, or those of one customer. Its code comes when somebody goes for it. */
export function FindMessagesButton({ ticket }: { ticket?: Ticket }) {
  const [isOpen, setOpen] = useState(false)
  const Window = useDeferred(searchWindow, isOpen, () => {
    showToast({ tone: 'error', text: 'เปิดหน้าต่างไม่สำเร็จ กรุณาลองใหม่อีกครั้ง' })
    setOpen(false)
  })
  // A server that does not tell whose a case is has no such search either.
  if (ticket && !ticket.customer_id) return null
  const preload = () => void searchWindow.load().catch(() => undefined)
  return (
    <>
      <IconButton
        label={ticket ? 'ค้นในแชทนี้' : 'ค้นหาข้อความในแชท'}
        aria-haspopup="dialog"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(true)}
      >
        <IconMessageSearch size={20} aria-hidden />
      </IconButton>
      {isOpen && Window !== null ? <Window ticket={ticket} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
