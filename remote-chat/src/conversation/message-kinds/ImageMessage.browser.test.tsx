import type { Message } from 'shared/contract/messages/message.ts'
import { mockMedia, mockPending, mockRemovedMedia, mockSetImage } from 'shared/testing/mock-kinds.ts'
import { MockSlip, staffMemberOf } from 'shared/testing/mock-tickets.ts'
import { describe, expect, test } from 'vitest'
import { desk, installMockDesk } from '../../testing/installed-desk.ts'
import { fillConversation, OWN_TICKET, openChat, readAll } from '../../testing/open-conversation.tsx'
import { bubbleOf, imageBubble, missing, renderMessage, sizeOf } from '../../testing/render-kind.ts'
import { frames } from '../../testing/settled.ts'

const id = OWN_TICKET
installMockDesk()

describe('image message', () => {
  test('an image has its size before it loads, and links to the original', async () => {
    const original = `${MockSlip}?original`
    const texts = renderMessage(imageBubble(mockMedia({ url: original })), '[รูปภาพ]', {
      message_type: 'image',
    })
    await openChat()
    const link = bubbleOf(texts).querySelector('a')
    const image = bubbleOf(texts).querySelector('img')
    expect(sizeOf(link as Element)).toEqual({ width: 240, height: 320 })
    await expect.poll(() => image?.complete && image.naturalWidth > 0).toBe(true)
    expect(sizeOf(link as Element)).toEqual({ width: 240, height: 320 })
    expect(link?.href).toBe(original)
    expect(link?.rel).toContain('noopener')
    expect(image?.src).toBe(MockSlip)
  })

  test('a pending image in view keeps its size, whether it arrives or fails', async () => {
    const arrivingImage = renderMessage(imageBubble(mockPending()), '[รูปภาพ]')
    const failingImage = renderMessage(imageBubble(mockPending()), '[รูปภาพ]')
    fillConversation(desk, 14)
    await readAll(desk)
    const { chat, log } = await openChat('ข้อความยาวพอที่จะเลื่อนได้ 14')
    bubbleOf(arrivingImage).scrollIntoView({ block: 'start' })
    await frames()
    const { scrollHeight, scrollTop, clientHeight } = log.element()
    expect(scrollHeight - scrollTop - clientHeight).toBeGreaterThan(64)
    await expect.poll(() => chat.getByText('กำลังรับรูปจาก LINE...').elements().length).toBe(2)
    const before = [sizeOf(bubbleOf(arrivingImage)), sizeOf(bubbleOf(failingImage))]
    desk.changeMessage(arrivingImage.id, {
      content: imageBubble(mockMedia({ width: 4_000, height: 300 })),
      image_url: MockSlip,
    })
    desk.changeMessage(failingImage.id, { content: imageBubble(mockRemovedMedia('expired')) })
    await expect.element(chat.getByText('ไฟล์หมดอายุใน LINE แล้ว ขอให้ลูกค้าส่งใหม่')).toBeVisible()
    await expect.poll(() => bubbleOf(arrivingImage).querySelector('img')?.naturalWidth).toBeGreaterThan(0)
    expect([sizeOf(bubbleOf(arrivingImage)), sizeOf(bubbleOf(failingImage))]).toEqual(before)
  })

  test('an image takes its real shape once loaded, at the end of the conversation or above the view, without moving the content', async () => {
    const above = renderMessage(imageBubble(mockPending()), '[รูปภาพ]')
    fillConversation(desk, 15)
    const last = renderMessage(imageBubble(mockPending()), '[รูปภาพ]')
    await readAll(desk)
    const { log } = await openChat('ข้อความยาวพอที่จะเลื่อนได้ 15')
    const element = log.element()
    const left = () => element.scrollHeight - element.scrollTop - element.clientHeight
    await expect.poll(left).toBeLessThanOrEqual(1)
    const link = (message: Message) => bubbleOf(message).querySelector('a') ?? document.body
    const wide = { content: imageBubble(mockMedia({ width: 420, height: 300 })), image_url: MockSlip }
    desk.changeMessage(last.id, wide)
    await expect.poll(() => sizeOf(link(last))).toEqual({ width: 240, height: 171 })
    await expect.poll(left).toBeLessThanOrEqual(1)
    const read = log.getByText('ข้อความยาวพอที่จะเลื่อนได้ 15', { exact: true }).element()
    const before = read.getBoundingClientRect().top
    expect(bubbleOf(above).getBoundingClientRect().bottom).toBeLessThan(element.getBoundingClientRect().top)
    desk.changeMessage(above.id, wide)
    await expect.poll(() => sizeOf(link(above))).toEqual({ width: 240, height: 171 })
    await frames()
    expect(Math.abs(read.getBoundingClientRect().top - before)).toBeLessThanOrEqual(1)
  })

  test('an image refetches its message once when the URL has expired', async () => {
    const texts = renderMessage(imageBubble(mockMedia({ preview_url: missing })), '[รูปภาพ]')
    // The new URL arrives without a new revision.
    const index = desk.messages.findIndex((each) => each.id === texts.id)
    const { chat } = await openChat()
    await expect.element(chat.getByText('เปิดรูปไม่ได้')).toBeVisible()
    expect(desk.count(new RegExp(`before_seq=${texts.seq + 1}`))).toBe(1)
    desk.messages[index] = { ...texts, content: imageBubble(mockMedia()) }
    desk.changeMessage(texts.id, {})
    await expect.poll(() => bubbleOf(texts).querySelector('img')?.naturalWidth).toBeGreaterThan(0)
  })

  test('an image loads again when its message gets a new URL', async () => {
    const texts = renderMessage(imageBubble(mockMedia({ preview_url: missing })), '[รูปภาพ]')
    const go = desk.hold(/before_seq/)
    const { chat } = await openChat()
    await expect.poll(() => desk.count(/before_seq/)).toBe(1)
    const index = desk.messages.findIndex((each) => each.id === texts.id)
    desk.messages[index] = { ...texts, content: imageBubble(mockMedia()) }
    const before = sizeOf(bubbleOf(texts))
    go()
    await expect.poll(() => bubbleOf(texts).querySelector('img')?.naturalWidth).toBeGreaterThan(0)
    expect(sizeOf(bubbleOf(texts))).toEqual(before)
    await expect.element(chat.getByText('เปิดรูปไม่ได้')).not.toBeInTheDocument()
  })

  test('hides the browser’s broken-image icon while a new URL is being fetched', async () => {
    const texts = renderMessage(imageBubble(mockMedia({ preview_url: missing })), '[รูปภาพ]')
    const go = desk.hold(/before_seq/)
    await openChat()
    await expect.poll(() => desk.count(/before_seq/)).toBe(1)
    const image = () => bubbleOf(texts).querySelector('img') as Element
    await expect.poll(() => getComputedStyle(image()).visibility).toBe('hidden')
    go()
  })

  test('an image that failed without a network loads after a reconnect', async () => {
    const texts = renderMessage(imageBubble(mockMedia({ preview_url: missing })), '[รูปภาพ]')
    desk.fail(/before_seq/, 'network')
    const { chat } = await openChat()
    await expect.element(chat.getByText('เปิดรูปไม่ได้')).toBeVisible()
    const index = desk.messages.findIndex((each) => each.id === texts.id)
    desk.messages[index] = { ...texts, content: imageBubble(mockMedia()) }
    window.dispatchEvent(new Event('online'))
    await expect.poll(() => bubbleOf(texts).querySelector('img')?.naturalWidth).toBeGreaterThan(0)
    await expect.element(chat.getByText('เปิดรูปไม่ได้')).not.toBeInTheDocument()
  })

  test('shows a small image unscaled in its box, and a small box with the reason for a missing image', async () => {
    const little = renderMessage(imageBubble(mockMedia({ width: 12, height: 9 })), '[รูปภาพ]')
    const missingImage = renderMessage(imageBubble(mockRemovedMedia('expired')), '[รูปภาพ]')
    const { log } = await openChat()
    const box = (message: Message) => bubbleOf(message).querySelector('a, div') as Element
    expect(sizeOf(box(little))).toEqual({ width: 96, height: 72 })
    expect(getComputedStyle(box(little).querySelector('img') as Element).objectFit).toBe('scale-down')
    expect(sizeOf(box(missingImage))).toEqual({ width: 240, height: 88 })
    await expect.element(log.getByText('ไฟล์หมดอายุใน LINE แล้ว ขอให้ลูกค้าส่งใหม่')).toBeVisible()
  })

  test('shows the reason and a link for an image without a preview, and the image once there is a preview', async () => {
    const url = `${missing}?original`
    const texts = renderMessage(
      imageBubble(mockMedia({ reason: 'no_preview', url, preview_url: null })),
      '[รูปภาพ]',
    )
    const { log } = await openChat()
    await expect.element(log.getByRole('link', { name: 'แสดงตัวอย่างรูปนี้ไม่ได้ เปิดไฟล์' })).toBeVisible()
    expect(bubbleOf(texts).querySelector('a')?.href).toBe(url)
    desk.changeMessage(texts.id, { content: imageBubble(mockMedia()), image_url: MockSlip })
    await expect.poll(() => bubbleOf(texts).querySelector('img')?.naturalWidth).toBeGreaterThan(0)
  })

  test('an outbound image has the same size rules as an inbound one', async () => {
    const texts = desk.write(id, '', {
      direction: 'OUT',
      message_type: 'image',
      text: null,
      image_url: MockSlip,
      sender: staffMemberOf(desk.me),
    })
    await openChat()
    const before = sizeOf(bubbleOf(texts))
    const image = bubbleOf(texts).querySelector('img')
    await expect.poll(() => image?.naturalWidth).toBeGreaterThan(0)
    expect(sizeOf(bubbleOf(texts))).toEqual(before)
  })

  test('an image uploaded by staff has its size before it loads and shows its preview', async () => {
    const original = `${MockSlip}?original`
    const texts = desk.write(id, '', {
      direction: 'OUT',
      message_type: 'image',
      text: null,
      image_url: original,
      content: imageBubble(mockMedia({ url: original, width: 1_600, height: 1_200 })),
      sender: staffMemberOf(desk.me),
    })
    await openChat()
    const link = bubbleOf(texts).querySelector('a')
    const image = bubbleOf(texts).querySelector('img')
    expect(sizeOf(link as Element)).toEqual({ width: 240, height: 180 })
    await expect.poll(() => image?.naturalWidth).toBeGreaterThan(0)
    expect(sizeOf(link as Element)).toEqual({ width: 240, height: 180 })
    expect([link?.href, image?.src]).toEqual([original, MockSlip])
  })

  test('images of a set are placed next to each other, in the order of the set', async () => {
    const [second, first, third] = [2, 1, 3].map((index) =>
      renderMessage(mockSetImage('s1', index, 3), '[รูปภาพ]'),
    )
    const other = renderMessage(mockSetImage('s2', 1, 1), '[รูปภาพ]')
    const { chat } = await openChat()
    const list = chat.getByRole('list', { name: 'รูปภาพ 3 รูป' })
    await expect.element(list).toBeVisible()
    const cells = list.getByRole('listitem').elements()
    expect(cells.map((cell) => (cell as HTMLElement).dataset.message)).toEqual([
      first?.id,
      second?.id,
      third?.id,
    ])
    const [left, right, last] = cells.map((cell) => cell.getBoundingClientRect())
    expect(left?.top).toBe(right?.top)
    expect(left?.width).toBe(right?.width)
    // With an odd number of images, the last one fills its row, so that one more image would not move the content.
    expect(last?.width).toBeGreaterThan(2 * (left?.width ?? 0))
    expect(Math.abs((last?.height ?? 0) - (left?.height ?? 0))).toBeLessThanOrEqual(1)
    expect(bubbleOf(other).closest('ul')).toBeNull()
  })
})
