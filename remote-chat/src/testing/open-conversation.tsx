import type { MockDesk } from 'shared/testing/mock-desk.ts'
import { expect } from 'vitest'
import ChatQueuePage from '../pages/ChatQueuePage.page.tsx'
import { desk } from './installed-desk.ts'
import { renderPage } from './render-page.tsx'

/**
 * Tickets of the mock desk: the user's own (ธีรภัทร), an unassigned one (กานต์ชนก) and a colleague's (ปวีณา, assigned
 * to กิตติ).
 */
export const OWN_TICKET = 'b81d04fe-5c1e-4f0a-9b7d-2f6e8a1c3d5b'
export const UNASSIGNED_TICKET = '7f3a91c2-5c1e-4f0a-9b7d-2f6e8a1c3d5b'
export const OTHER_AGENTS_TICKET = 'e07714bd-5c1e-4f0a-9b7d-2f6e8a1c3d5b'

/** Waits until the socket, if there is one, has subscribed to the ticket, so that no later event is missed. */
export async function isFollowed(ticketId: string): Promise<void> {
  const follows = () => [...desk.sockets].some(({ subscribed }) => subscribed.has(ticketId))
  await expect.poll(() => !desk.hasSockets || follows()).toBe(true)
}

export async function openTicket(ticketId: string) {
  const drawn = await renderPage(ChatQueuePage, `/chat-queue?ticket=${ticketId}`)
  const chat = drawn.screen.getByRole('complementary')
  const composer = chat.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
  await expect.element(composer).toBeVisible()
  await isFollowed(ticketId)
  return { ...drawn, chat, composer, log: chat.getByRole('log') }
}

/** Opens the user's own ticket and waits for its messages; `text` must be visible. */
export async function openChat(text = 'โอนจากธนาคารกสิกร 1,500 บาท') {
  const drawn = await openTicket(OWN_TICKET)
  await expect.element(drawn.chat.getByText(text)).toBeVisible()
  return drawn
}

/** Marks all messages of the user's own ticket as read. */
export async function readAll(desk: MockDesk): Promise<void> {
  const body = JSON.stringify({ seq: desk.lastSeqOf(OWN_TICKET) })
  await desk.fetch(new URL(`/api/staff/tickets/${OWN_TICKET}/read`, location.href), { method: 'POST', body })
}

/** Returns the bodies of all send requests, in order. */
export function sendsOf(desk: MockDesk) {
  return desk.requests
    .filter((each) => each.call.endsWith('/send'))
    .map((each) => each.body as { text: string; client_message_id: string; retry_of?: string })
}

/** Makes a conversation longer than the screen. */
export function fillConversation(desk: MockDesk, count: number): void {
  for (let seq = desk.lastSeqOf(OWN_TICKET) + 1; seq <= count; seq += 1)
    desk.write(OWN_TICKET, `ข้อความยาวพอที่จะเลื่อนได้ ${seq}`)
}
