import type { SeenBefore } from 'shared/contract/messages/message-content.ts'
import { mockMedia, mockPending } from 'shared/testing/mock-kinds.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import ChatQueuePage from '../../pages/ChatQueuePage.page.tsx'
import { desk, installMockDesk } from '../../testing/installed-desk.ts'
import {
  fillConversation,
  isFollowed,
  OTHER_AGENTS_TICKET,
  OWN_TICKET,
  openChat,
  readAll,
} from '../../testing/open-conversation.tsx'
import { bubbleOf, imageBubble, renderMessage, sizeOf } from '../../testing/render-kind.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { frames } from '../../testing/settled.ts'

installMockDesk()

const seenBy = (by: 'same' | 'other', seq = 1): SeenBefore => ({
  is_same_customer: by === 'same',
  ticket_id: by === 'same' ? OWN_TICKET : OTHER_AGENTS_TICKET,
  seq,
  at: '2026-03-05T02:07:30Z',
})
const seenImage = (by: 'same' | 'other', seq?: number) =>
  imageBubble(mockMedia({ seen_before: seenBy(by, seq) }))

test('shows who sent a repeated image and when, and nothing for a new image', async () => {
  const own = renderMessage(seenImage('same'), '[รูปภาพ]')
  const others = renderMessage(seenImage('other'), '[รูปภาพ]')
  const first = renderMessage(imageBubble(mockMedia()), '[รูปภาพ]')
  await openChat()
  expect(bubbleOf(own).textContent).toContain('ลูกค้ารายนี้เคยส่งรูปนี้แล้ว · 5 มี.ค. 09:07')
  expect(bubbleOf(others).textContent).toContain('ลูกค้ารายอื่นเคยส่งรูปนี้แล้ว · 5 มี.ค. 09:07')
  expect(bubbleOf(first).textContent).not.toContain('เคยส่ง')
})

test('the warning for a repeated image links to the earlier message by a URL that another tab can open', async () => {
  const { seq } = desk.write(OTHER_AGENTS_TICKET, 'สลิปใบแรก')
  renderMessage(seenImage('other', seq), '[รูปภาพ]')
  const { chat, screen } = await openChat()
  const link = chat.getByRole('link', { name: /ลูกค้ารายอื่นเคยส่งรูปนี้แล้ว/ })
  await expect
    .element(link)
    .toHaveAttribute('href', expect.stringContaining(`ticket=${OTHER_AGENTS_TICKET}&message=${seq}`))
  await link.click()
  await expect.element(screen.getByRole('log').getByText('สลิปใบแรก')).toBeInViewport()
  await expect.poll(() => document.activeElement?.textContent).toContain('สลิปใบแรก')
})

test('shows which image of a set is repeated', async () => {
  const set = (index: number) => ({ id: 'set', index, total: 2 })
  const content = (index: number, media = mockMedia()) => ({
    kind: 'image' as const,
    media,
    set: set(index),
  })
  renderMessage(content(1), '[รูปภาพ]', { message_type: 'image' })
  renderMessage(content(2, mockMedia({ seen_before: seenBy('same') })), '[รูปภาพ]', { message_type: 'image' })
  const { chat } = await openChat()
  await expect.element(chat.getByText(/^รูปที่ 2: ลูกค้ารายนี้เคยส่งรูปนี้แล้ว/)).toBeVisible()
  expect(chat.getByText(/^รูปที่ 1/).elements()).toEqual([])
})

test('the warning for a repeated image also appears in the image viewer and links to the earlier message', async () => {
  const { seq } = desk.write(OTHER_AGENTS_TICKET, 'สลิปใบแรก')
  const texts = renderMessage(seenImage('other', seq), '[รูปภาพ]')
  const { chat, screen } = await openChat()
  await expect.element(chat.getByText(/ลูกค้ารายอื่นเคยส่งรูปนี้แล้ว/)).toBeVisible()
  bubbleOf(texts).querySelector('a')?.focus()
  await userEvent.keyboard('{Enter}')
  const viewer = screen.getByRole('dialog', { name: 'ดูรูปภาพ' })
  await viewer.getByRole('link', { name: /^ลูกค้ารายอื่นเคยส่งรูปนี้แล้ว/ }).click()
  await expect.element(viewer).not.toBeInTheDocument()
  await expect.element(screen.getByRole('log').getByText('สลิปใบแรก')).toBeInViewport()
})

for (const [width, height] of [
  [1440, 900],
  [390, 844],
  [360, 640],
] as const)
  test(`the link to the earlier message of a repeated image is underlined and not covered by a button, at ${width} × ${height}`, async () => {
    await page.viewport(width, height)
    renderMessage(seenImage('other'), '[รูปภาพ]')
    fillConversation(desk, 14)
    await readAll(desk)
    const { screen } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${OWN_TICKET}`)
    const newest = screen.getByRole('log').getByText('ข้อความยาวพอที่จะเลื่อนได้ 14', { exact: true })
    await expect.element(newest).toBeInViewport()
    await isFollowed(OWN_TICKET)
    const link = screen.getByRole('link', { name: /ลูกค้ารายอื่นเคยส่งรูปนี้แล้ว/ })
    link.element().scrollIntoView({ block: 'center' })
    await frames()
    expect(getComputedStyle(link.element()).textDecorationLine).toBe('underline')
    desk.write(OWN_TICKET, 'ข้อความที่เพิ่งมา')
    const more = screen.getByRole('button', { name: 'ข้อความใหม่', exact: true })
    await expect.element(more).toBeVisible()
    expect(more.element().getBoundingClientRect().left).toBeGreaterThanOrEqual(
      link.element().getBoundingClientRect().right,
    )
  })

test('a warning that arrives late for a repeated image is in view below the last image, and moves no content when the image is above the view', async () => {
  const above = renderMessage(imageBubble(mockPending()), '[รูปภาพ]')
  // There are so few messages that the first one, above the view, is rendered as well.
  fillConversation(desk, 12)
  const below = renderMessage(imageBubble(mockPending()), '[รูปภาพ]')
  await readAll(desk)
  const { log, chat } = await openChat('ข้อความยาวพอที่จะเลื่อนได้ 12')
  const element = log.element()
  const left = () => element.scrollHeight - element.scrollTop - element.clientHeight
  await expect.poll(left).toBeLessThanOrEqual(1)
  const read = log.getByText('ข้อความยาวพอที่จะเลื่อนได้ 12', { exact: true })
  desk.changeMessage(below.id, { content: seenImage('same') })
  await expect.element(chat.getByText(/ลูกค้ารายนี้เคยส่งรูปนี้แล้ว/)).toBeInViewport()
  await expect.poll(left).toBeLessThanOrEqual(1)
  const before = read.element().getBoundingClientRect().top
  const { bottom, height } = bubbleOf(above).getBoundingClientRect()
  expect(bottom).toBeLessThan(element.getBoundingClientRect().top)
  desk.changeMessage(above.id, { content: seenImage('other') })
  // Changes the message below, too: once this change is visible, the change of the message above is rendered as well.
  desk.changeMessage(below.id, { content: seenImage('other') })
  await expect.poll(() => bubbleOf(below).textContent).toContain('ลูกค้ารายอื่น')
  await frames()
  expect(bubbleOf(above).textContent).toContain('ลูกค้ารายอื่น')
  expect(sizeOf(bubbleOf(above)).height).toBeGreaterThan(height + 10)
  expect(Math.abs(read.element().getBoundingClientRect().top - before)).toBeLessThanOrEqual(1)
})
