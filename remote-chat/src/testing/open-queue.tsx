import { MockAgent } from 'shared/testing/mock-profile.ts'
import { mockTicket, staffMemberOf } from 'shared/testing/mock-tickets.ts'
import ChatQueuePage from '../pages/ChatQueuePage.page.tsx'
import { desk } from './installed-desk.ts'
import { renderPage } from './render-page.tsx'

/** Customer names of an unassigned ticket and of the user's own ticket. */
export const UNASSIGNED_NAME = /กานต์ชนก พูนสุข/
export const OWN_NAME = /ธีรภัทร จันทร์แก้ว/

/** Opens the queue page. `names` returns the customers of its rows, from top to bottom. */
export async function openQueue(address = '/chat-queue', routes: string[] = []) {
  const drawn = await renderPage(ChatQueuePage, address, routes)
  const row = (name: RegExp) => drawn.screen.getByRole('row', { name })
  const names = () =>
    drawn.screen
      .getByRole('row')
      .elements()
      .slice(1)
      .map((each) => each.querySelector('[data-column="contact"]')?.textContent ?? '')
  return { ...drawn, row, names }
}

export const idOf = (name: RegExp) =>
  [...desk.tickets.values()].find((each) => name.test(each.profile.display_name))?.id ?? ''

/** Returns the id of the ticket with this number. */
export const idNo = (number: number) => `${(0x10000000 + number).toString(16)}-5c1e-4f0a-9b7d-2f6e8a1c3d5b`

/** Returns tickets of waiting customers; a higher number means a later arrival. */
export const waitingTickets = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const number = index + 1
    const at = new Date(Date.UTC(2026, 10, 20, 7, number)).toISOString()
    return mockTicket({
      id: idNo(number),
      profile: { display_name: `ลูกค้าคนที่ ${number}.` },
      opened_at: at,
      waiting_since: at,
      last_activity_at: at,
    })
  })

/** Returns the same tickets as `waitingTickets`, but assigned to the user. */
export const ownTickets = (count: number) =>
  waitingTickets(count).map((ticket) => ({ ...ticket, assigned_to: staffMemberOf(MockAgent) }))

/** Simulates the first message of a new customer. */
export const arrive = (name: string, at = new Date().toISOString()) =>
  desk.open({ id: crypto.randomUUID(), profile: { display_name: name }, opened_at: at, waiting_since: at })
