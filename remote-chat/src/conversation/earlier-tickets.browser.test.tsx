import { seriousProblems } from 'shared/testing/axe-problems.ts'
import { MockAgent } from 'shared/testing/mock-profile.ts'
import { mockTicket, staffMemberOf } from 'shared/testing/mock-tickets.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { fillConversation, OWN_TICKET, openChat, readAll } from '../testing/open-conversation.tsx'
import { frames } from '../testing/settled.ts'

installMockDesk()

const CUSTOMER = 'c0ffee00-5c1e-4f0a-9b7d-2f6e8a1c3d5b'
const DAY = 86_400_000

/** Clicks without scrolling the button into view, because the scroll alone would load the earlier ticket. */
const press = (button: Element) => (button as HTMLElement).click()

/** Adds closed tickets of the same customer, newest first. */
function addPast(...subjects: string[]): void {
  desk.change(OWN_TICKET, { customer_id: CUSTOMER })
  for (const [index, subject] of subjects.entries()) {
    const id = `${index + 1}1111111-5c1e-4f0a-9b7d-2f6e8a1c3d5b`
    const at = new Date(Date.now() - (index + 2) * DAY).toISOString()
    desk.tickets.set(id, mockTicket({ id, customer_id: CUSTOMER, subject, opened_at: at }))
    desk.write(id, `เรื่องเก่า ${subject}`, { event_time: at, created_at: at })
    desk.write(id, `ตอบเรื่องเก่า ${subject}`, {
      event_time: at,
      created_at: at,
      direction: 'OUT',
      delivery: 'failed',
      delivery_error: 'line_quota',
      sender: staffMemberOf(MockAgent),
    })
    desk.change(id, { status: 'CLOSED', closed_at: at, closed_by: staffMemberOf(MockAgent) })
  }
}

test('shows a customer’s earlier tickets above the current one, one after the other, read-only', async () => {
  addPast('ถอนเงินช้า', 'อื่นๆ')
  const { log } = await openChat()
  const before = log.getByRole('button', { name: /^เคสก่อนหน้า · ปิดเมื่อ .* โดย กิตติ/ })
  await expect.element(before).toBeVisible()
  // Messages of an earlier ticket are fetched only when the user opens that ticket.
  expect(desk.count(/tickets\/11111111.*messages/)).toBe(0)
  ;(before.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(log.getByText('เรื่องเก่า ถอนเงินช้า', { exact: true })).toBeInTheDocument()
  await expect.element(log).toHaveFocus()
  await expect
    .element(log.getByRole('heading', { name: /^เคสก่อนหน้า 11111111 · ถอนเงินช้า/ }))
    .toBeInTheDocument()
  await expect.element(log.getByRole('heading', { name: /^เคสนี้ b81d04fe/ })).toBeInTheDocument()
  // Failed messages of an earlier ticket cannot be resent.
  await expect.element(log.getByRole('button', { name: 'ส่งอีกครั้ง' })).not.toBeInTheDocument()
  expect(await seriousProblems(log.element())).toEqual([])
  const older = () => log.getByText('เรื่องเก่า อื่นๆ', { exact: true }).elements().length
  await expect
    .poll(() => {
      log.element().scrollTop = log.element().scrollTop === 0 ? 200 : 0
      return older()
    })
    .toBe(1)
  await expect.element(before).not.toBeInTheDocument()
})

test('loads the earlier ticket when the user scrolls past the start of the conversation', async () => {
  addPast('ถอนเงินช้า')
  fillConversation(desk, 40)
  await readAll(desk)
  const { log } = await openChat('ข้อความยาวพอที่จะเลื่อนได้ 40')
  const box = log.element()
  await expect.element(log.getByText('ข้อความยาวพอที่จะเลื่อนได้ 40')).toBeInTheDocument()
  await expect.poll(() => desk.count(/customers\/[^/]+\/tickets/)).toBe(1)
  const headings = () => log.getByRole('heading', { name: /^เคสก่อนหน้า/ }).elements().length
  await expect
    .poll(() => {
      box.scrollTop = box.scrollTop === 0 ? 200 : 0
      return headings()
    })
    .toBe(1)
  await expect.element(log.getByRole('heading', { name: /^เคสก่อนหน้า/ })).toBeInTheDocument()
  await expect.element(log.getByText('เรื่องเก่า ถอนเงินช้า', { exact: true })).toBeInTheDocument()
})

test.each(['wheel', 'finger'])(
  'loads the earlier ticket by a %s gesture when there is nothing to scroll',
  async (by) => {
    await page.viewport(1440, 2400)
    addPast('ถอนเงินช้า')
    const { log } = await openChat()
    await expect.element(log.getByRole('button', { name: /^เคสก่อนหน้า/ })).toBeVisible()
    const box = log.element()
    expect(box.scrollHeight).toBe(box.clientHeight)
    const touch = (type: string, clientY: number) =>
      box.dispatchEvent(
        new TouchEvent(type, {
          bubbles: true,
          touches: [new Touch({ identifier: 1, target: box, clientY })],
        }),
      )
    const pull = (distance: number) => {
      if (by === 'wheel')
        return box.dispatchEvent(new WheelEvent('wheel', { bubbles: true, deltaY: -distance }))
      touch('touchstart', 300)
      return touch('touchmove', 300 + distance)
    }
    // A gesture that scrolls down loads nothing.
    pull(-200)
    await frames()
    expect(desk.count(/tickets\/11111111.*messages/)).toBe(0)
    pull(200)
    await expect.element(log.getByText('เรื่องเก่า ถอนเงินช้า', { exact: true })).toBeInTheDocument()
  },
)

test('loads an earlier ticket once for a wheel event and the scroll it causes', async () => {
  await page.viewport(1440, 2400)
  addPast('ถอนเงินช้า', 'อื่นๆ')
  const { log } = await openChat()
  await expect.element(log.getByRole('button', { name: /^เคสก่อนหน้า/ })).toBeVisible()
  const releaseResponse = desk.hold(/tickets\/11111111.*messages/)
  // Dispatches two wheel events before the next render.
  for (const _ of [1, 2])
    log.element().dispatchEvent(new WheelEvent('wheel', { bubbles: true, deltaY: -200 }))
  await expect.poll(() => desk.count(/tickets\/11111111.*messages/)).toBe(1)
  releaseResponse()
  const words = log.getByText('เรื่องเก่า ถอนเงินช้า', { exact: true })
  await expect.element(words.first()).toBeInTheDocument()
  await expect.element(log.getByRole('button', { name: /^เคสก่อนหน้า/ })).toBeInTheDocument()
  await expect.poll(() => words.elements().length).toBe(1)
  expect(desk.count(/customers\/[^/]+\/tickets/)).toBe(2)
})

test('shows nothing above the first ticket, and reports an earlier ticket that cannot be loaded', async () => {
  addPast('ถอนเงินช้า')
  desk.fail(/tickets\/11111111.*messages/, { status: 403, body: { code: 'forbidden' } }, 99)
  const { log } = await openChat()
  const before = log.getByRole('button', { name: /^เคสก่อนหน้า/ })
  await expect.element(before).toBeVisible()
  press(before.element())
  const again = log.getByRole('button', { name: 'โหลดเคสก่อนหน้าไม่สำเร็จ ลองใหม่' })
  await expect.element(again).toBeVisible()
  desk.mend()
  press(again.element())
  await expect.element(log.getByText('เรื่องเก่า ถอนเงินช้า', { exact: true })).toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: /^เคสก่อนหน้า/ })).not.toBeInTheDocument()
})

test('finds the earlier ticket of a conversation that was opened without a connection, once the connection is back', async () => {
  addPast('ถอนเงินช้า')
  desk.fail(/customers\/[^/]+\/tickets/, { status: 503, body: { code: 'unavailable' } }, 99)
  const { log } = await openChat()
  const before = log.getByRole('button', { name: /^เคสก่อนหน้า/ })
  await expect.poll(() => desk.count(/customers\/[^/]+\/tickets/), { timeout: 30_000 }).toBe(3)
  await expect.element(before).not.toBeInTheDocument()
  desk.mend()
  // Dispatches `online` repeatedly, because the last retry may still be running.
  await expect
    .poll(() => {
      window.dispatchEvent(new Event('online'))
      return before.elements().length
    })
    .toBe(1)
})

test('updates an earlier ticket when events arrive, and shows its notes read-only', async () => {
  addPast('ถอนเงินช้า')
  const past = '11111111-5c1e-4f0a-9b7d-2f6e8a1c3d5b'
  desk.addTimelineEvent(past, { kind: 'note', staff: staffMemberOf(MockAgent), text: 'โน้ตของเคสเก่า' })
  const { log } = await openChat()
  const before = log.getByRole('button', { name: /^เคสก่อนหน้า/ })
  await expect.element(before).toBeVisible()
  press(before.element())
  const words = log.getByText('เรื่องเก่า ถอนเงินช้า', { exact: true })
  await expect.element(words).toBeInTheDocument()
  await expect.element(log.getByText('โน้ตของเคสเก่า')).toBeInTheDocument()
  await expect.element(log.getByRole('button', { name: 'ตัวเลือกของโน้ต' })).not.toBeInTheDocument()

  const texts = desk.messages.filter(({ ticket_id }) => ticket_id === past)
  const first = texts[0]?.id ?? ''
  // The page subscribes to the earlier ticket's events when the ticket is shown.
  await expect.poll(() => [...desk.sockets].some((socket) => socket.subscribed.has(past))).toBe(true)
  desk.changeMessage(first, { text: 'แก้ไขแล้วจากทางลูกค้า' })
  await expect.element(log.getByText('แก้ไขแล้วจากทางลูกค้า')).toBeInTheDocument()
  await expect.element(words).not.toBeInTheDocument()
})
