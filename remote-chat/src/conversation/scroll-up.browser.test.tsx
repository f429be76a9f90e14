import { expect, test } from 'vitest'
import { cdp, type Locator, page, userEvent } from 'vitest/browser'
import ChatQueuePage from '../pages/ChatQueuePage.page.tsx'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { fillConversation, OWN_TICKET, openChat, readAll } from '../testing/open-conversation.tsx'
import { renderPage } from '../testing/render-page.tsx'
import { frames } from '../testing/settled.ts'

const id = OWN_TICKET
installMockDesk()

/** Opens a conversation of short messages, scrolled to its bottom. */
async function openAtBottom() {
  fillConversation(desk, 30)
  await readAll(desk)
  const { log, chat } = await openChat('ข้อความยาวพอที่จะเลื่อนได้ 30')
  const element = log.element()
  await expect.poll(() => below(element)).toBeLessThanOrEqual(1)
  await frames()
  return { log, chat, element }
}

const below = ({ scrollHeight, scrollTop, clientHeight }: Element) => scrollHeight - scrollTop - clientHeight

/** Playwright's CDP session; the test runner's type lacks its methods. */
const inspector = () => cdp() as unknown as { send: (method: string, given: object) => Promise<unknown> }

/** Returns the center of an element of the test's iframe in CDP coordinates. */
function middleOf(log: Locator): { x: number; y: number } {
  const frame = window.frameElement?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight)
  const scale = frame.width / window.innerWidth
  const { x, y, width, height } = log.element().getBoundingClientRect()
  return { x: frame.x + (x + width / 2) * scale, y: frame.y + (y + height / 2) * scale }
}

/** Sends real wheel or trackpad steps and waits for a paint after each. */
async function wheel(log: Locator, deltaY: number, times: number): Promise<void> {
  for (let step = 0; step < times; step += 1) {
    await inspector().send('Input.dispatchMouseEvent', {
      type: 'mouseWheel',
      deltaX: 0,
      deltaY,
      ...middleOf(log),
    })
    await frames()
  }
}

test('a conversation scrolls up from the bottom by small trackpad steps', async () => {
  const { log, element } = await openAtBottom()
  const from = element.scrollTop
  await wheel(log, -15, 10)
  await expect.poll(() => from - element.scrollTop).toBeGreaterThanOrEqual(140)
})

test('keeps the scroll position after one wheel step until a new message arrives', async () => {
  const { log, chat, element } = await openAtBottom()
  await wheel(log, -45, 1)
  await expect.poll(() => below(element)).toBeGreaterThanOrEqual(44)
  // A re-render does not scroll down.
  desk.change(id, { subject: 'เรื่องใหม่' })
  await expect.element(chat.getByText('เรื่องใหม่').first()).toBeVisible()
  await frames()
  expect(below(element)).toBeGreaterThanOrEqual(44)
  desk.write(id, 'มาใหม่')
  await expect.element(log.getByText('มาใหม่')).toBeInViewport()
  await expect.poll(() => below(element)).toBeLessThanOrEqual(1)
})

test('announces a new message without scrolling when the view is more than 64 px above the bottom', async () => {
  const { log, chat, element } = await openAtBottom()
  await wheel(log, -30, 5)
  await expect.poll(() => below(element)).toBeGreaterThanOrEqual(149)
  const from = element.scrollTop
  desk.write(id, 'มาใหม่')
  await expect.element(chat.getByRole('button', { name: 'ข้อความใหม่' })).toBeVisible()
  expect(element.scrollTop).toBe(from)
})

test('announces a new message without scrolling when the last bubble has grown below the view', async () => {
  const { log, chat, element } = await openAtBottom()
  await wheel(log, -45, 1)
  await expect.poll(() => below(element)).toBeGreaterThanOrEqual(44)
  const last = log.getByText('ข้อความยาวพอที่จะเลื่อนได้ 30').element() as HTMLElement
  last.style.paddingBottom = '200px'
  await expect.poll(() => below(element)).toBeGreaterThanOrEqual(200)
  await frames()
  const from = element.scrollTop
  desk.write(id, 'มาใหม่')
  await expect.element(chat.getByRole('button', { name: 'ข้อความใหม่' })).toBeVisible()
  expect(element.scrollTop).toBe(from)
})

test('keeps the scroll position at the end when switching from reply to note and back on a phone', async () => {
  await page.viewport(390, 844)
  fillConversation(desk, 30)
  await readAll(desk)
  const { screen } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${id}`)
  const log = screen.getByRole('log')
  await expect.element(log.getByText('ข้อความยาวพอที่จะเลื่อนได้ 30')).toBeVisible()
  await expect.poll(() => below(log.element())).toBeLessThanOrEqual(1)
  for (const name of ['โน้ตภายใน', 'ตอบลูกค้า']) {
    await screen.getByRole('tab', { name }).click()
    await frames()
    await expect.poll(() => below(log.element())).toBeLessThanOrEqual(1)
  }
})

test.each([50, 120, 300])('a drag of %i px scrolls up by about that distance', async (distance) => {
  const { log, element } = await openAtBottom()
  const from = element.scrollTop
  const { x, y } = middleOf(log)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number | null) =>
    inspector().send('Input.dispatchTouchEvent', { type, touchPoints: at === null ? [] : [{ x, y: y + at }] })
  await touch('touchStart', 0)
  for (let moved = 10; moved <= distance; moved += 10) {
    await touch('touchMove', moved)
    await frames()
  }
  await touch('touchEnd', null)
  await frames()
  expect(from - element.scrollTop).toBeGreaterThan(distance * 0.6)
})

test('the ↑ key scrolls a conversation up', async () => {
  const { element } = await openAtBottom()
  const from = element.scrollTop
  ;(element as HTMLElement).focus()
  for (let step = 0; step < 3; step += 1) {
    await userEvent.keyboard('{ArrowUp}')
    await frames()
  }
  await expect.poll(() => from - element.scrollTop).toBeGreaterThan(60)
})
