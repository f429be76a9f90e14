import { SUGGESTION_CHIPS } from 'shared/contract/constants.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { type Command, offerCommands } from 'shared/extensions'
import { readSession } from 'shared/session'
import type { ChatCache } from '../cache/chat-cache.ts'
import { canAccept, canClose } from '../signed-in-user.ts'
import type { TicketActions } from '../ticket/ticket-actions.tsx'
import { focusedRowId, focusRow } from '../ticket-list/row-focus.ts'

export interface ChatDesk {
  rows: readonly Ticket[]
  ticketId: string | null
  open: (ticket: Ticket) => void
  actions: Pick<TicketActions, 'accept' | 'close'>
}

const LIST = 'รายการเคส'
const CHAT = 'แชทที่เปิดอยู่'
/** Registers the chat commands. No shortcut is a single key, because that would be typed text. */
export function offerChatCommands(desk: () => ChatDesk, cache: ChatCache): () => void {
  function openTicket(): Ticket | null {
    const { ticketId, rows } = desk()
    const id = focusedRowId() ?? ticketId
    if (id === null) return null
    return cache.tickets.get(id) ?? rows.find((row) => row.id === id) ?? null
  }
  const mayAccept = (ticket: Ticket | null) => ticket !== null && canAccept(ticket)
  const mayClose = (ticket: Ticket | null) => ticket !== null && canClose(readSession().profile, ticket)
  const withTicket =
    (act: (ticket: Ticket) => void, isOfUse: (ticket: Ticket) => boolean = () => true) =>
    () => {
      const ticket = openTicket()
      if (ticket !== null && isOfUse(ticket)) act(ticket)
    }
  const commands: readonly Command[] = [
    ...[
      { id: 'next', label: 'เคสถัดไป', code: 'KeyJ', step: 1 },
      { id: 'previous', label: 'เคสก่อนหน้า', code: 'KeyK', step: -1 },
    ].map(({ code, step, ...words }) => ({
      ...words,
      group: LIST,
      shortcut: { code, modifier: 'alt' as const },
      repeats: true,
      isKeyOnly: true,
      run: () => focusRowByStep(desk(), step),
    })),
    {
      id: 'search',
      label: 'ค้นหาในรายการ',
      group: LIST,
      shortcut: { code: 'Slash', modifier: 'alt' },
      isOfUse: () => !isCovered(),
      run: () => {
        if (!isCovered()) focusFirst('search input')
      },
    },
    {
      id: 'accept',
      label: 'รับเคส',
      group: LIST,
      shortcut: { code: 'KeyA', modifier: 'alt' },
      isOfUse: () => mayAccept(openTicket()),
      run: withTicket((ticket) => desk().actions.accept(ticket), mayAccept),
    },
    {
      id: 'close',
      label: 'ปิดเคส',
      group: LIST,
      shortcut: { code: 'KeyC', modifier: 'alt' },
      isOfUse: () => mayClose(openTicket()),
      run: withTicket((ticket) => desk().actions.close(ticket), mayClose),
    },
    ...Array.from({ length: SUGGESTION_CHIPS }, (_, index) => ({
      id: `chip-${index + 1}`,
      label: `ใส่ข้อความสำเร็จรูปที่ ${index + 1}`,
      group: CHAT,
      shortcut: { code: `Digit${index + 1}`, modifier: 'alt' as const },
      isKeyOnly: true,
      run: () =>
        document
          .querySelectorAll<HTMLElement>('[data-conversation] [data-suggestion-chips] button')
          [index]?.click(),
    })),
  ]
  return offerCommands(() => commands)
}

/** True when the conversation covers the list. */
const isCovered = () => document.querySelector('[aria-modal=true] [data-conversation]') !== null

/** Focuses the row above or below. When the conversation covers the list, opens that row's conversation instead. */
function focusRowByStep({ rows, ticketId, open }: ChatDesk, step: number): void {
  const from = rows.findIndex(({ id }) => id === (focusedRowId() ?? ticketId))
  const next = from < 0 ? rows[0] : rows[Math.min(Math.max(from + step, 0), rows.length - 1)]
  if (next === undefined) return
  if (isCovered()) open(next)
  else focusRow(next.id)
}

function focusFirst(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus()
}
