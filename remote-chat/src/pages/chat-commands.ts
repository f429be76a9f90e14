import { SUGGESTION_CHIPS } from 'shared/contract/constants.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { type Command, offerCommands } from 'shared/extensions'
import type { ChatCache } from '../cache/chat-cache.ts'
import type { TicketActions } from '../ticket/ticket-actions.tsx'
import { focusedRowId, focusRow } from '../ticket-list/row-focus.ts'
import type { PickedRows } from '../ticket-list/use-picked-rows.ts'
import { canClose, type Viewer } from '../viewer.ts'

/** What the commands work on, as it is when one is run. */
export interface ChatDesk {
  rows: readonly Ticket[]
  /** The open conversation. */
  ticketId: string | null
  open: (ticket: Ticket) => void
  actions: Pick<TicketActions, 'accept' | 'close'>
  pick: PickedRows['pick']
  cache: ChatCache
  viewer: Viewer | null
}

const LIST = 'รายการเคส'
const CHAT = 'แชทที่เปิดอยู่'

/** The keys of lists and conversations: what the sheet lists is what they do. */
export function offerChatCommands(desk: () => ChatDesk): () => void {
  const commands: readonly Command[] = [
    ...[
      { id: 'next', label: 'เคสถัดไป', code: 'KeyJ', step: 1 },
      { id: 'previous', label: 'เคสก่อนหน้า', code: 'KeyK', step: -1 },
    ].map(({ code, step, ...words }) => ({
      ...words,
      group: LIST,
      shortcut: { code },
      repeats: true,
      isKeyOnly: true,
      run: () => focusBeside(desk(), step),
    })),
    {
      id: 'open',
      label: 'เปิดแชทของเคสที่โฟกัส',
      group: LIST,
      shortcut: { code: 'KeyO' },
      isKeyOnly: true,
      run: () => withTicket(desk(), ({ open }, ticket) => open(ticket)),
    },
    {
      id: 'pick',
      label: 'เลือกหรือไม่เลือกเคส',
      group: LIST,
      shortcut: { code: 'KeyX' },
      isKeyOnly: true,
      run: () => {
        const id = focusedRowId()
        if (id !== null) desk().pick(id)
      },
    },
    {
      id: 'search',
      label: 'ค้นหาในรายการ',
      group: LIST,
      shortcut: { code: 'Slash' },
      run: () => focusFirst('search input'),
    },
    {
      id: 'accept',
      label: 'รับเคส',
      group: LIST,
      shortcut: { code: 'KeyA' },
      run: () =>
        withTicket(desk(), ({ actions }, ticket) => {
          if (ticket.status === 'OPEN' && ticket.assigned_to === null) actions.accept(ticket)
        }),
    },
    {
      id: 'close',
      label: 'ปิดเคส',
      group: LIST,
      shortcut: { code: 'KeyC' },
      run: () =>
        withTicket(desk(), ({ actions, viewer }, ticket) => {
          if (canClose(viewer, ticket)) actions.close(ticket)
        }),
    },
    {
      id: 'write',
      label: 'พิมพ์ข้อความ',
      group: CHAT,
      shortcut: { code: 'KeyR' },
      run: () => focusFirst('aside textarea'),
    },
    ...Array.from({ length: SUGGESTION_CHIPS }, (_, index) => ({
      id: `chip-${index + 1}`,
      label: `ใส่ข้อความสำเร็จรูปที่ ${index + 1}`,
      group: CHAT,
      shortcut: { code: `Digit${index + 1}` },
      isKeyOnly: true,
      run: () =>
        document.querySelectorAll<HTMLElement>('aside ul[aria-label="ข้อความสำเร็จรูป"] button')[index]?.click(),
    })),
  ]
  return offerCommands(() => commands)
}

/** From the row with the focus, else from that of the open conversation, else from the top. */
function focusBeside({ rows, ticketId }: ChatDesk, step: number): void {
  const from = rows.findIndex(({ id }) => id === (focusedRowId() ?? ticketId))
  const next = from < 0 ? rows[0] : rows[Math.min(Math.max(from + step, 0), rows.length - 1)]
  if (next !== undefined) focusRow(next.id)
}

function withTicket(desk: ChatDesk, act: (desk: ChatDesk, ticket: Ticket) => void): void {
  const id = focusedRowId() ?? desk.ticketId
  const ticket = id === null ? null : (desk.cache.tickets.get(id) ?? desk.rows.find((row) => row.id === id))
  if (ticket) act(desk, ticket)
}

function focusFirst(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus()
}
