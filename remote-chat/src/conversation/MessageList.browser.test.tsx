import { MockAgent } from 'shared/testing/mock-profile.ts'
import { mockMessage, mockTicket, staffMemberOf } from 'shared/testing/mock-tickets.ts'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import ChatQueuePage from '../pages/ChatQueuePage.page.tsx'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { fillConversation, isFollowed, OWN_TICKET, openChat, readAll } from '../testing/open-conversation.tsx'
import { renderPage } from '../testing/render-page.tsx'
import { frames } from '../testing/settled.ts'

const id = OWN_TICKET
/** Image URL on the page's own origin, like the URLs of uploads. */
const OWN_IMAGE = `${location.origin}/shared/src/testing/mock-slip.svg`
installMockDesk()

test('shows one avatar for consecutive messages of the customer, and an avatar with a name for a colleague’s', async () => {
  desk.messages.splice(0)
  for (const text of ['หนึ่ง', 'สอง']) desk.write(id, text)
  desk.write(id, 'จากเพื่อน', { direction: 'OUT', sender: staffMemberOf(MockAgent) })
  const { log } = await openChat('จากเพื่อน')
  const faces = (direction: string) => [
    ...log
      .element()
      .querySelectorAll(
        `[data-direction="${direction}"] > [data-tint], [data-direction="${direction}"] > span:has([data-tint])`,
      ),
  ]
  await expect.poll(() => faces('IN').length).toBe(1)
  expect(faces('OUT').map((each) => each.textContent)).toEqual([
    expect.stringContaining(MockAgent.display_name),
  ])
})

describe('scrolling in a conversation', () => {
  const atBottom = (element: Element) => element.scrollHeight - element.scrollTop - element.clientHeight <= 2

  test('a conversation opens at its end and follows new messages', async () => {
    fillConversation(desk, 40)
    await readAll(desk)
    const { chat, log } = await openChatAt('ข้อความยาวพอที่จะเลื่อนได้ 40')
    await expect.poll(() => atBottom(log.element())).toBe(true)
    desk.write(id, 'ข้อความล่าสุด')
    await expect.element(chat.getByText('ข้อความล่าสุด')).toBeInViewport()
    await expect.poll(() => atBottom(log.element())).toBe(true)
  })

  test('follows a second message that arrives during the smooth scroll to the first', async () => {
    fillConversation(desk, 40)
    await readAll(desk)
    const { chat, log } = await openChatAt('ข้อความยาวพอที่จะเลื่อนได้ 40')
    const element = log.element()
    await expect.poll(() => atBottom(element)).toBe(true)
    await frames()
    const scrolls: number[] = []
    element.addEventListener('scroll', () => {
      // At the first scroll event, the smooth scroll is still running.
      if (scrolls.push(element.scrollTop) === 1) {
        desk.write(id, `ข้อความถัดไป ${'ยาว '.repeat(200)}`)
        desk.write(id, 'ข้อความสุดท้าย')
      }
    })
    desk.write(id, `ข้อความแรก ${'ยาว '.repeat(200)}`)
    await expect.element(chat.getByText('ข้อความสุดท้าย')).toBeInTheDocument()
    await expect.poll(() => atBottom(element)).toBe(true)
    await expect.element(chat.getByRole('button', { name: 'ข้อความใหม่' })).not.toBeInTheDocument()
  })

  test('a conversation opens at the first of 99 unread messages', async () => {
    fillConversation(desk, 104)
    desk.messages.splice(0)
    const first = desk.lastSeqOf(id) - 99
    for (let seq = 1; seq <= first + 99; seq += 1)
      desk.messages.push(
        mockMessage({
          ticket_id: id,
          seq,
          direction: seq === first ? 'OUT' : 'IN',
          text: `ข้อความที่ยาวพอ ${seq}`,
        }),
      )
    await desk.fetch(new URL(`/api/staff/tickets/${id}/read`, location.href), {
      method: 'POST',
      body: JSON.stringify({ seq: first }),
    })
    const { screen } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${id}`)
    const log = screen.getByRole('log')
    await expect.element(log.getByText(`ข้อความที่ยาวพอ ${first + 1}`, { exact: true })).toBeInViewport()
    await expect.element(screen.getByRole('button', { name: 'แนบรูปภาพ' })).toBeVisible()
    await isFollowed(id)
    const line = log.getByText('ข้อความใหม่', { exact: true })
    await expect.element(line).toBeInViewport()
    const edge = () => dayOf(line.element()).getBoundingClientRect().bottom
    const below = () => line.element().getBoundingClientRect().top - edge()
    const isAtTop = () => expect.poll(() => below() >= 0 && below() < 40).toBe(true)
    await isAtTop()
    // A second line in the header moves the conversation and the separator down.
    const ticket = desk.tickets.get(id) ?? mockTicket({ id })
    const top = log.element().getBoundingClientRect().top
    desk.change(id, {
      channel: { ...ticket.channel, name: 'OA สำหรับลูกค้าคนสำคัญของสาขาเชียงใหม่ ลำพูน และลำปาง' },
    })
    await expect.poll(() => log.element().getBoundingClientRect().top).toBeGreaterThan(top)
    await isAtTop()
    // After a scroll by the user, the position is no longer kept. The event is dispatched synchronously, like a wheel
    // event, so nothing renders in between.
    log.element().scrollTop += 200
    log.element().dispatchEvent(new Event('scroll'))
    await frames()
    const read = log.element().scrollTop
    desk.change(id, { channel: ticket.channel })
    await expect.poll(() => log.element().getBoundingClientRect().top).toBe(top)
    await frames()
    expect(Math.abs(log.element().scrollTop - read)).toBeLessThan(80)
    expect(below()).toBeLessThan(-100)
    await screen.getByRole('button', { name: 'ข้อความใหม่' }).click()
    await expect.poll(() => atBottom(log.element())).toBe(true)
  })

  test('a conversation opened at the first unread message announces messages below the view, unless only a footer is hidden', async () => {
    fillConversation(desk, 20)
    await readAll(desk)
    for (const text of ['หนึ่ง', 'สอง', 'สาม']) desk.write(id, `ยังไม่อ่าน ${text}`)
    const { chat, log } = await openChatAt('ยังไม่อ่าน สาม')
    const element = log.element() as HTMLElement
    const line = log.getByText('ข้อความใหม่', { exact: true }).element()
    const more = chat.getByRole('button', { name: 'ข้อความใหม่' })
    await expect.element(more).not.toBeInTheDocument()
    // Shrinks the view, as in a lower window, so that the last `hidden` px of the content are below the view.
    const below = element.scrollHeight - element.scrollTop + element.getBoundingClientRect().top
    const day = dayOf(line).getBoundingClientRect().height
    const whole = below - line.getBoundingClientRect().top + day + 8
    const hide = async (hidden: number) => {
      element.style.flex = 'none'
      element.style.height = `${whole - hidden}px`
      await expect
        .poll(() => Math.abs(element.scrollHeight - element.scrollTop - element.clientHeight - hidden))
        .toBeLessThan(9)
      await frames()
    }
    await hide(30)
    await expect.element(more).not.toBeInTheDocument()
    await hide(60)
    await expect.element(more).toBeVisible()
    await more.click()
    await expect.poll(() => atBottom(element)).toBe(true)
    await expect.element(more).not.toBeInTheDocument()
  })

  test('shows the unread separator until the user has replied', async () => {
    desk.write(id, 'ยังไม่ได้อ่านข้อความนี้')
    const { log, composer } = await openChat()
    const line = log.getByText('ข้อความใหม่', { exact: true })
    await expect.element(line).toBeVisible()
    const go = desk.hold(/send/)
    await composer.fill('ตอบแล้วค่ะ')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(log.getByText('ตอบแล้วค่ะ')).toBeVisible()
    await expect.element(line).toBeVisible()
    const otherAgent = {
      ...staffMemberOf(desk.me),
      id: 'w',
      line_user_id: 'Uw',
      display_name: 'ชลธิชา แสงทอง',
    }
    desk.write(id, 'เพื่อนร่วมทีมตอบ', { direction: 'OUT', sender: otherAgent })
    await expect.element(log.getByText('เพื่อนร่วมทีมตอบ')).toBeVisible()
    await expect.element(line).toBeVisible()
    go()
    await expect.element(line).not.toBeInTheDocument()
  })

  test('the sticky day heading does not overlap text', async () => {
    fillConversation(desk, 40)
    await readAll(desk)
    const { log } = await openChatAt('ข้อความยาวพอที่จะเลื่อนได้ 40')
    const element = log.element()
    await expect.poll(() => atBottom(element)).toBe(true)
    element.scrollTop -= 333
    expect(element.scrollTop).toBeGreaterThan(0)
    const day = log.getByRole('heading').first().element().parentElement as HTMLElement
    const strip = day.getBoundingClientRect()
    const box = element.getBoundingClientRect()
    expect(strip.width).toBeGreaterThan(element.clientWidth - 1)
    expect(Math.abs(strip.top - box.top)).toBeLessThanOrEqual(1)
    const color = getComputedStyle(day).backgroundColor
    expect(color).not.toMatch(/rgba\(.*, 0(\.\d+)?\)|transparent/)
  })

  test('a conversation that is scrolled up keeps its position, announces new messages, and scrolls down on request or after a message of the user', async () => {
    fillConversation(desk, 40)
    await readAll(desk)
    const { chat, log, composer } = await openChatAt('ข้อความยาวพอที่จะเลื่อนได้ 40')
    const element = log.element()
    await expect.poll(() => atBottom(element)).toBe(true)
    await frames()
    element.scrollTop = element.scrollHeight - element.clientHeight - 65
    // Dispatched synchronously, like a wheel event, so nothing renders in between.
    element.dispatchEvent(new Event('scroll'))
    await frames()
    const scrollTop = element.scrollTop
    const height = element.clientHeight
    desk.write(id, 'มาตอนที่อ่านของเก่า')
    const more = chat.getByRole('button', { name: 'ข้อความใหม่' })
    await expect.element(more).toBeVisible()
    expect(element.scrollTop).toBe(scrollTop)
    // The button covers part of the messages instead of moving them.
    expect(element.clientHeight).toBe(height)
    await composer.fill('ตอบเอง')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => atBottom(element)).toBe(true)
    await expect.element(chat.getByRole('button', { name: 'ข้อความใหม่' })).not.toBeInTheDocument()
  })

  /** Returns the sticky day heading above an element. */
  const dayOf = (element: Element) =>
    element.closest('section')?.querySelector('h3')?.parentElement ?? document.body

  async function openChatAt(text: string) {
    const { screen } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${id}`)
    const chat = screen.getByRole('complementary')
    await expect.element(chat.getByText(text, { exact: true })).toBeInViewport()
    // Waits for lazily loaded components, which change the layout.
    await expect.element(chat.getByRole('button', { name: 'แนบรูปภาพ' })).toBeVisible()
    await isFollowed(id)
    const composer = chat.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
    return { chat, composer, log: chat.getByRole('log') }
  }
})

describe('rendering of message texts', () => {
  test('shows markup in a message literally and turns URLs into links', async () => {
    desk.write(id, '<img src=x onerror=alert(1)> https://example.com/a?b=1 javascript:alert(1)')
    const { chat } = await openChat()
    await expect
      .element(chat)
      .toMatchTextContent('<img src=x onerror=alert(1)> https://example.com/a?b=1 javascript:alert(1)')
    expect(document.querySelector('img[src="x"]')).toBeNull()
    const links = chat.getByRole('log').getByRole('link').elements() as HTMLAnchorElement[]
    expect(
      links.map((link) => link.getAttribute('href')).filter((href) => href?.includes('example')),
    ).toEqual(['https://example.com/a?b=1'])
    for (const link of links) expect(link.rel).toContain('noopener')
  })
  test('does not break a line inside a loanword that the browser does not know', async () => {
    desk.write(id, 'ขออภัยจากใจครับ แอดมินบันทึกเรื่องนี้ส่งหัวหน้าทีมแล้วนะครับ')
    const { chat } = await openChat()
    const word = chat.getByText('แอดมิน', { exact: true })
    await expect.element(word).toBeVisible()
    expect(word.element().getClientRects()).toHaveLength(1)
  })

  test('an extremely long word does not widen the view', async () => {
    desk.write(id, `https://example.com/${'a'.repeat(900)} ${'ก'.repeat(600)}`)
    const { log } = await openChat()
    expect(log.element().scrollWidth).toBeLessThanOrEqual(log.element().clientWidth)
  })
  test('clips stacked Thai marks at the bubble’s edge', async () => {
    desk.write(id, 'ก้๊๋์้๊๋์้๊๋์ ปั้ญญั้')
    const { chat } = await openChat()
    const bubble = chat.getByText(/ปั้ญญั้/).element().closest('[data-message]') as Element
    expect(getComputedStyle(bubble).overflow).toBe('clip')
  })

  test('shows a text in place of an image without a URL', async () => {
    const image = { ticket_id: id, message_type: 'image', text: '[รูปภาพ]' }
    desk.messages.push(mockMessage({ ...image, seq: 6 }))
    const { chat } = await openChat()
    await expect.element(chat.getByRole('log').getByText('[รูปภาพ]', { exact: true }).last()).toBeVisible()
    expect(
      chat
        .getByRole('link')
        .elements()
        .filter((link) => decodeURIComponent((link as HTMLAnchorElement).href).includes('[รูปภาพ]')),
    ).toEqual([])
  })

  test('shows an image of our own server, a foreign image as a link only, and the text of an unknown message kind', async () => {
    desk.messages.push(
      mockMessage({ ticket_id: id, seq: 6, message_type: 'image', text: null, image_url: OWN_IMAGE }),
      mockMessage({
        ticket_id: id,
        seq: 7,
        message_type: 'image',
        text: null,
        image_url: 'https://cdn.example/slip.png',
      }),
      mockMessage({ ticket_id: id, seq: 8, message_type: 'hologram', text: 'ข้อความแบบใหม่' }),
    )
    const { chat } = await openChat()
    const [own, foreign] = chat.getByRole('link').elements().slice(-2) as HTMLAnchorElement[]
    expect(own?.href).toBe(OWN_IMAGE)
    expect(own?.innerHTML).toContain('<img')
    expect(foreign?.href).toBe('https://cdn.example/slip.png')
    expect(foreign?.querySelector('img')).toBeNull()
    expect(foreign?.textContent).toMatch(/^เปิดรูปภาพ /)
    await expect.element(chat.getByText('ข้อความแบบใหม่')).toBeVisible()
  })
})
