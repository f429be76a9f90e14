import { mockMedia } from 'shared/testing/mock-kinds.ts'
import { expect, test, vi } from 'vitest'
import type { Locator } from 'vitest/browser'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { fillConversation, OWN_TICKET, openChat, readAll } from '../testing/open-conversation.tsx'
import { bubbleOf, imageBubble, renderMessage } from '../testing/render-kind.ts'
import { frames } from '../testing/settled.ts'

const id = OWN_TICKET
const textOf = (seq: number) => `ข้อความยาวพอที่จะเลื่อนได้ ${seq}`
installMockDesk()

/** Scrolls a message to the middle of the view. Returns a function for the message's distance from the top, in px. */
async function readAt(log: Locator, seq: number) {
  const element = log.element()
  const reading = log.getByText(textOf(seq), { exact: true })
  const middle = () => element.getBoundingClientRect().top + element.clientHeight / 2
  const top = () => reading.element().getBoundingClientRect().top
  await expect
    .poll(async () => {
      if (reading.query() === null) element.scrollTop -= 200
      else element.scrollTop += top() - middle()
      await frames()
      return reading.query() !== null && Math.abs(top() - middle()) < 2
    })
    .toBe(true)
  return { top, from: element.getBoundingClientRect().top, reading }
}

test('keeps the reading position when content above it changes, whether that is rendered or not', async () => {
  const taken = renderMessage(imageBubble(mockMedia()), '[รูปภาพ]')
  fillConversation(desk, 45)
  await readAll(desk)
  const { log } = await openChat(textOf(45))
  const { top } = await readAt(log, 16)
  const before = top()
  // After an unsend, the image becomes a single line of text.
  expect(bubbleOf(taken).getBoundingClientRect().bottom).toBeLessThan(
    log.element().getBoundingClientRect().top,
  )
  desk.changeMessage(taken.id, { text: 'ยกเลิกข้อความแล้ว', message_type: 'text', content: { kind: 'unsent' } })
  await expect.poll(() => bubbleOf(taken).textContent).toContain('ยกเลิกข้อความแล้ว')
  // Waits, because an observer corrects the position after React's render, before the paint.
  await frames()
  expect(Math.abs(top() - before)).toBeLessThanOrEqual(1)
  // The new message has an earlier `sort_at` than the unsent image, so it is placed above all messages in view.
  const sort_at = new Date(Date.parse(taken.sort_at) - 1).toISOString()
  for (const words of ['ส่งก่อนแต่มาทีหลัง', `ยาวกว่า ${'มาก '.repeat(60)}`]) {
    const height = log.element().scrollHeight
    desk.write(id, words, { sort_at })
    await expect.poll(() => log.element().scrollHeight).not.toBe(height)
    await frames()
    expect(Math.abs(top() - before)).toBeLessThanOrEqual(1)
  }
})

test('keeps the reading position when content above it changes in the same frame as a scroll', async () => {
  const taken = renderMessage(imageBubble(mockMedia()), '[รูปภาพ]')
  fillConversation(desk, 45)
  await readAll(desk)
  const { log } = await openChat(textOf(45))
  const { top } = await readAt(log, 16)
  const before = top()
  // Simulates an image that grows: the list does not re-render, and the scroll event precedes the observer.
  const bubble = bubbleOf(taken)
  bubble.style.paddingBlockEnd = '43px'
  log.element().dispatchEvent(new Event('scroll'))
  await frames()
  expect(Math.abs(top() - before)).toBeLessThanOrEqual(1)
})

test('keeps the reading position to the pixel while older pages load one after the other', async () => {
  fillConversation(desk, 420)
  await readAll(desk)
  const { log } = await openChat(textOf(420))
  const element = log.element()
  let seen = 0
  for (let page = 0; page < 3; page += 1) {
    const first = 371 - page * 50
    const call = new RegExp(`before_seq=${first}(?!\\d)`)
    const releaseResponse = desk.hold(call)
    const { top } = await readAt(log, first + 10)
    await expect.poll(() => desk.count(call)).toBe(1)
    const [before, height] = [top(), element.scrollHeight]
    releaseResponse()
    await expect.poll(() => element.scrollHeight).toBeGreaterThan(height + 1_000)
    await frames()
    expect(Math.abs(top() - before)).toBeLessThanOrEqual(1)
    seen = Math.max(seen, element.querySelectorAll('*').length)
  }
  expect(seen).toBeGreaterThan(100)
  expect(seen).toBeLessThan(800)
})

test('keeps a message with the focused element rendered at any scroll position', async () => {
  fillConversation(desk, 120)
  const link = desk.write(id, 'https://example.com/focus')
  fillConversation(desk, 160)
  await readAll(desk)
  const { log } = await openChat(textOf(160))
  await expect
    .poll(() => {
      const drawn = document.querySelector(`[data-message="${link.id}"]`) !== null
      if (!drawn) log.element().scrollTop -= 200
      return drawn
    })
    .toBe(true)
  const target = bubbleOf(link).querySelector('a') as HTMLElement
  target.focus()
  log.element().scrollTop = log.element().scrollHeight
  await expect.element(log.getByText(textOf(160), { exact: true })).toBeInViewport()
  await frames()
  expect(document.activeElement).toBe(target)
})

test('renders the newest message of a burst before the smooth scroll reaches it', async () => {
  fillConversation(desk, 45)
  await readAll(desk)
  const { log } = await openChat(textOf(45))
  // Prevents the scroll from ending during the test.
  vi.spyOn(log.element(), 'scrollTo').mockImplementation(() => {})
  for (let seq = 46; seq <= 75; seq += 1) desk.write(id, textOf(seq))
  await expect.element(log.getByText(textOf(75), { exact: true })).toBeInTheDocument()
})
