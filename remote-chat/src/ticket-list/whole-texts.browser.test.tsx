import { MockAgent } from 'shared/testing/mock-profile.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import ChatQueuePage from '../pages/ChatQueuePage.page.tsx'
import MyTicketsPage from '../pages/MyTicketsPage.page.tsx'
import { desk, installMockDesk, replaceMockDesk } from '../testing/installed-desk.ts'
import { idNo, idOf, OWN_NAME, openQueue, ownTickets, waitingTickets } from '../testing/open-queue.tsx'
import { renderPage } from '../testing/render-page.tsx'

installMockDesk()

/** True when a text on the page is completely inside the boxes that would clip it. */
function isWhole(text: string): boolean {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!node.textContent?.includes(text)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const found = range.getBoundingClientRect()
    const cutting = [...parentsOf(node.parentElement)].filter(
      (each) => getComputedStyle(each).overflowX === 'hidden',
    )
    return cutting.every((each) => {
      const box = each.getBoundingClientRect()
      return found.left >= box.left - 1 && found.right <= box.right + 1 && found.bottom <= box.bottom + 1
    })
  }
  return false
}

/** Yields the ancestors of an element up to its row or card. */
function* parentsOf(element: Element | null): Generator<Element> {
  for (let each = element; each !== null && !each.matches('tr, li'); each = each.parentElement) yield each
}

const SUBJECT = 'ฝากเงินไม่สำเร็จ ยอดไม่เข้าบัญชีตั้งแต่เมื่อวานตอนเย็นแล้ว'
const SUBJECTS = [
  SUBJECT,
  'ยอดเงินไม่เข้ากระเป๋าหลังโอนจากธนาคารกสิกรไทยเมื่อเช้านี้',
  'Withdrawal is pending since yesterday evening',
]
const cut = (text: string) =>
  [...new Intl.Segmenter('th', { granularity: 'grapheme' }).segment(text)]
    .slice(0, 36)
    .map(({ segment }) => segment)
    .join('')
    .trimEnd()

test.each([
  [1440, 900, false],
  [1440, 900, true],
  [1100, 800, false],
  [390, 844, false],
])(
  'My Tickets at %i × %i show 36 characters of an issue type (next to a conversation: %s)',
  async (width, height, isOpen) => {
    await page.viewport(width, height)
    replaceMockDesk({
      me: MockAgent,
      tickets: ownTickets(3).map((ticket, index) => ({ ...ticket, subject: SUBJECTS[index] ?? '' })),
    })
    await renderPage(MyTicketsPage, isOpen ? `/my-tickets?open=${idNo(1)}` : '/my-tickets')
    for (const subject of SUBJECTS) await expect.poll(() => isWhole(`${cut(subject)}...`)).toBe(true)
  },
)

const OA_NAME = 'OA โปรโมชั่น สาขาลาดพร้าว'

test.each([
  ['/chat-queue', '', ChatQueuePage],
  ['/chat-queue', 'open', ChatQueuePage],
  ['/my-tickets', '', MyTicketsPage],
  ['/my-tickets', 'open', MyTicketsPage],
])('rows of %s at 1100 px show the channel’s name (conversation: "%s")', async (address, open, Page) => {
  await page.viewport(1100, 800)
  desk.change(idOf(OWN_NAME), { subject: 'แอดมินตอบช้า', channel: { key: 'promo', name: OA_NAME } })
  const { screen } = await renderPage(Page, open === '' ? address : `${address}?ticket=${idOf(OWN_NAME)}`)
  if (open !== '') await expect.element(screen.getByRole('complementary', { name: OWN_NAME })).toBeVisible()
  await expect.poll(() => isWhole(OA_NAME)).toBe(true)
})

test('three tickets of the queue are completely visible at a zoom of 200 % (720 × 450)', async () => {
  await page.viewport(720, 450)
  replaceMockDesk({ tickets: waitingTickets(25) })
  const { screen } = await openQueue()
  await expect.element(screen.getByText('ลูกค้าคนที่ 3.')).toBeInTheDocument()
  await expect.element(screen.getByRole('navigation')).toBeVisible()
  const foot = screen.getByRole('navigation').element().closest('nav')?.parentElement
  const whole = () => {
    const end = foot?.getBoundingClientRect().top ?? 0
    return [...document.querySelectorAll('li[data-ticket-id]')].filter(
      (each) => each.getBoundingClientRect().bottom <= end,
    ).length
  }
  await expect.poll(whole).toBeGreaterThanOrEqual(3)
})
