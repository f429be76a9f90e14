import { MockDesk } from 'shared/testing/mock-desk.ts'
import { mockMessage, mockTicket, personOf } from 'shared/testing/mock-tickets.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import ChatQueuePage from '../pages/ChatQueuePage.page.tsx'
import { renderPage } from '../testing/render-page.tsx'

const id = 'b81d04fe-5c1e-4f0a-9b7d-2f6e8a1c3d5b'
let desk: MockDesk
beforeEach(async () => {
  await page.viewport(1440, 900)
  desk = new MockDesk()
  desk.install()
})
afterEach(async () => {
  const { writeDraft, forgetAttempt } = await import('./draft.store.ts')
  writeDraft(id, '')
  forgetAttempt(id)
  desk.remove()
})

async function openChat() {
  const drawn = await renderPage(ChatQueuePage, `/chat-queue?ticket=${id}`)
  const chat = drawn.screen.getByRole('complementary')
  const composer = chat.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
  await expect.element(composer).toBeVisible()
  await expect.element(chat.getByText('โอนจากธนาคารกสิกร 1,500 บาท')).toBeVisible()
  return { ...drawn, chat, composer, log: chat.getByRole('log') }
}
const sends = () =>
  desk.requests
    .filter((each) => each.call.endsWith('/send'))
    .map((each) => each.body as { text: string; client_message_id: string })

/** A conversation longer than the screen. */
function fillConversation(count: number): void {
  for (let seq = desk.lastSeqOf(id) + 1; seq <= count; seq += 1) desk.write(id, `ข้อความยาวพอที่จะเลื่อนได้ ${seq}`)
}

describe('the header', () => {
  test('says who, which case, since when', async () => {
    const { chat } = await openChat()
    for (const text of ['ธีรภัทร จันทร์แก้ว', 'b81d04fe', 'ฝากเงินไม่สำเร็จ', 'กำลังดูแล', 'OA หลัก', 'เปิดเมื่อ'])
      await expect.element(chat).toMatchTextContent(new RegExp(text))
  })
  test('Escape closes and the focus is back on the row', async () => {
    const { screen, chat } = await openChat()
    await userEvent.keyboard('{Escape}')
    await expect.element(chat).not.toBeInTheDocument()
    await expect.element(screen.getByRole('row', { name: /ธีรภัทร/ })).toHaveFocus()
  })
})

describe('writing', () => {
  test('Enter is a new line, Ctrl+Enter sends, once however often it is pressed', async () => {
    const { chat, composer } = await openChat()
    await userEvent.type(composer, 'หนึ่ง{Enter}สอง')
    await expect.element(composer).toHaveValue('หนึ่ง\nสอง')
    expect(sends()).toHaveLength(0)
    const go = desk.hold(/send/)
    await userEvent.keyboard('{Control>}{Enter}{Enter}{/Control}')
    await expect.element(chat.getByText('กำลังส่ง...').first()).toBeVisible()
    go()
    await expect.element(composer).toHaveValue('')
    await expect.element(chat.getByText('หนึ่ง สอง')).toBeVisible()
    expect(sends().map((each) => each.text)).toEqual(['หนึ่ง\nสอง'])
  })

  test('the button sends, and only something', async () => {
    const { chat, composer } = await openChat()
    const button = chat.getByRole('button', { name: 'ส่ง' })
    await expect.element(button).toBeDisabled()
    await composer.fill(' \n ')
    await expect.element(button).toBeDisabled()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await composer.fill('สวัสดีค่ะ')
    await button.click()
    await expect.element(chat.getByText('สวัสดีค่ะ', { exact: true })).toBeVisible()
    expect(sends()).toHaveLength(1)
  })

  test('a message shows once, though the socket brings it before the answer does', async () => {
    const { chat, composer } = await openChat()
    await composer.fill('มาครั้งเดียวนะ')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(composer).toHaveValue('')
    desk.write(id, 'รับทราบครับ')
    await expect.element(chat.getByText('รับทราบครับ')).toBeVisible()
    expect(chat.getByText('มาครั้งเดียวนะ').elements()).toHaveLength(1)
  })

  test('a failed send keeps the text and goes again under the same id', async () => {
    const { screen, chat, composer } = await openChat()
    desk.fail(/send/, { status: 500, body: {} })
    await composer.fill('ส่งไม่ได้ในครั้งแรก')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(screen.getByText('ส่งข้อความไม่สำเร็จ', { exact: true })).toBeVisible()
    await expect.element(composer).toHaveValue('ส่งไม่ได้ในครั้งแรก')
    await chat.getByRole('button', { name: 'ลองใหม่' }).click()
    await expect.element(composer).toHaveValue('')
    const [first, second] = sends()
    expect(second?.client_message_id).toBe(first?.client_message_id)
    expect(chat.getByText('ส่งไม่ได้ในครั้งแรก').elements()).toHaveLength(1)
  })

  test('what failed is wholly in sight, and gives way to what is written in its place', async () => {
    fillConversation(40)
    const { chat, composer, log } = await openChat()
    desk.fail(/send/, { status: 500, body: {} })
    await composer.fill('ส่งไม่ได้')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    const retry = chat.getByRole('button', { name: 'ลองใหม่' })
    await expect
      .poll(
        () => log.element().getBoundingClientRect().bottom - retry.element().getBoundingClientRect().bottom,
      )
      .toBeGreaterThanOrEqual(0)
    await composer.fill('ส่งอย่างอื่นแทน')
    await expect.element(retry).not.toBeInTheDocument()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(composer).toHaveValue('')
    expect(sends().map(({ text }) => text)).toEqual(['ส่งไม่ได้', 'ส่งอย่างอื่นแทน'])
  })

  test('an answer that is lost after the server has stored the message does not make two of it', async () => {
    const { chat, composer } = await openChat()
    await composer.fill('คำตอบหายไป')
    const go = desk.hold(/send/)
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => sends().length).toBe(1)
    desk.fail(/send/, 'network')
    desk.write(id, 'คำตอบหายไป', {
      direction: 'OUT',
      sender: personOf(desk.me),
      delivery: 'sent',
      client_message_id: sends()[0]?.client_message_id ?? '',
    })
    await expect.element(composer).toHaveValue('')
    go()
    await expect.poll(() => desk.count(/send/)).toBe(1)
    expect(chat.getByText('คำตอบหายไป').elements()).toHaveLength(1)
    await expect.element(chat.getByRole('button', { name: 'ลองใหม่' })).not.toBeInTheDocument()
  })

  test('a reading never clears what is written, nor does another conversation', async () => {
    const { screen, client, chat, composer } = await openChat()
    await composer.fill('ยังเขียนไม่จบ')
    await client.refetchQueries()
    desk.write(id, 'ลูกค้าเขียนมาอีก')
    await expect.element(chat.getByText('ลูกค้าเขียนมาอีก')).toBeVisible()
    await expect.element(composer).toHaveValue('ยังเขียนไม่จบ')
    await screen.getByRole('row', { name: /ปวีณา/ }).click()
    await expect.element(screen.getByRole('complementary', { name: /ปวีณา/ })).toBeVisible()
    await expect.element(composer).toHaveValue('')
    await screen.getByRole('row', { name: /ธีรภัทร/ }).click()
    await expect.element(composer).toHaveValue('ยังเขียนไม่จบ')
  })

  test('near 5,000 units the count shows, beyond them nothing is sent', async () => {
    const { chat, composer } = await openChat()
    await composer.fill('a'.repeat(4_600))
    await expect.element(chat.getByText('4,600/5,000')).toBeVisible()
    await composer.fill('a'.repeat(5_001))
    await expect.element(chat.getByRole('button', { name: 'ส่ง' })).toBeDisabled()
  })

  test('the field grows to eight lines and no farther', async () => {
    const { composer } = await openChat()
    const height = () => composer.element().clientHeight
    const one = height()
    await composer.fill('1\n2\n3\n4\n5\n6\n7\n8')
    const eight = height()
    expect(eight).toBeGreaterThan(one * 4)
    await composer.fill('1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11')
    expect(height()).toBeLessThanOrEqual(eight + 4)
  })
})

describe('a closed case', () => {
  test('says who closed it and takes no messages', async () => {
    desk.change(id, { status: 'CLOSED', closed_at: new Date().toISOString(), closed_by: personOf(desk.me) })
    const { screen } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${id}`)
    const chat = screen.getByRole('complementary')
    await expect.element(chat.getByText('เคสนี้ปิดแล้ว ไม่สามารถส่งข้อความได้')).toBeVisible()
    await expect.element(chat).toMatchTextContent(/ปิดเคสโดย นภัสสร วงศ์ไทย/)
    await expect.element(chat.getByRole('textbox')).not.toBeInTheDocument()
  })
  test('becomes so while it is open here, and keeps what was written', async () => {
    const { chat, composer } = await openChat()
    await composer.fill('กำลังเขียนอยู่')
    desk.change(id, { status: 'CLOSED', closed_at: new Date().toISOString(), closed_by: personOf(desk.me) })
    await expect.element(chat.getByText('เคสนี้ปิดแล้ว ไม่สามารถส่งข้อความได้')).toBeVisible()
    desk.change(id, { status: 'OPEN', closed_at: null, closed_by: null })
    await expect.element(composer).toHaveValue('กำลังเขียนอยู่')
  })
})

describe('scrolling', () => {
  const atBottom = (element: Element) => element.scrollHeight - element.scrollTop - element.clientHeight <= 2

  test('opens at the end and follows what comes', async () => {
    fillConversation(40)
    const { chat, log } = await openChatAt('ข้อความยาวพอที่จะเลื่อนได้ 40')
    expect(atBottom(log.element())).toBe(true)
    desk.write(id, 'ข้อความล่าสุด')
    await expect.element(chat.getByText('ข้อความล่าสุด')).toBeInViewport()
    await expect.poll(() => atBottom(log.element())).toBe(true)
  })

  test('farther up it stays, says that there is more, and goes there on demand or on an own message', async () => {
    fillConversation(40)
    const { chat, log, composer } = await openChatAt('ข้อความยาวพอที่จะเลื่อนได้ 40')
    const element = log.element()
    element.scrollTop = element.scrollHeight - element.clientHeight - 65
    const place = element.scrollTop
    await expect.poll(() => element.scrollTop).toBe(place)
    // The scroll event comes with the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    desk.write(id, 'มาตอนที่อ่านของเก่า')
    await expect.element(chat.getByRole('button', { name: 'ข้อความใหม่' })).toBeVisible()
    expect(element.scrollTop).toBe(place)
    await composer.fill('ตอบเอง')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => atBottom(element)).toBe(true)
    await expect.element(chat.getByRole('button', { name: 'ข้อความใหม่' })).not.toBeInTheDocument()
  })

  test('older messages come in above and what is read stays where it is', async () => {
    fillConversation(120)
    const { log, chat } = await openChatAt('ข้อความยาวพอที่จะเลื่อนได้ 120')
    const anchor = chat.getByText('ข้อความยาวพอที่จะเลื่อนได้ 72', { exact: true })
    log.element().scrollTop = 100
    const top = () => anchor.element().getBoundingClientRect().top
    const before = top()
    await expect.element(chat.getByText('ข้อความยาวพอที่จะเลื่อนได้ 30', { exact: true })).toBeInTheDocument()
    expect(Math.abs(top() - before)).toBeLessThan(60)
    expect(desk.count(/before_seq=71/)).toBe(1)
  })

  async function openChatAt(text: string) {
    const { screen } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${id}`)
    const chat = screen.getByRole('complementary')
    await expect.element(chat.getByText(text, { exact: true })).toBeInViewport()
    const composer = chat.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
    return { chat, composer, log: chat.getByRole('log') }
  }
})

describe('reading', () => {
  test('resets the unread count, here and on the server', async () => {
    const { screen } = await openChat()
    await expect.poll(() => desk.count(/POST .*\/read$/)).toBe(1)
    await expect.element(screen.getByRole('row', { name: /ธีรภัทร/ })).not.toMatchTextContent(/ยังไม่ได้อ่าน/)
    expect(Object.keys(JSON.parse(localStorage.getItem('ticket_last_seen') ?? '{}'))).toContain(id)
  })
  test('a server without the call is no trouble', async () => {
    desk.fail(/\/read$/, { status: 404, body: {} }, 99)
    const { screen } = await openChat()
    await expect.element(screen.getByRole('row', { name: /ธีรภัทร/ })).not.toMatchTextContent(/ยังไม่ได้อ่าน/)
  })
})

describe('what is said is text', () => {
  test('markup stays as it was written, addresses become links', async () => {
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
  test('a line ends after a word that the browser does not know, and not within it', async () => {
    desk.write(id, 'ขออภัยจากใจครับ แอดมินบันทึกเรื่องนี้ส่งหัวหน้าทีมแล้วนะครับ')
    const { chat } = await openChat()
    const word = chat.getByText('แอดมิน', { exact: true })
    await expect.element(word).toBeVisible()
    expect(word.element().getClientRects()).toHaveLength(1)
  })

  test('a word without end does not widen the screen', async () => {
    desk.write(id, `https://example.com/${'a'.repeat(900)} ${'ก'.repeat(600)}`)
    const { log } = await openChat()
    expect(log.element().scrollWidth).toBeLessThanOrEqual(log.element().clientWidth)
  })
  test('an image is a link to itself; an unknown kind shows its text', async () => {
    desk.messages.push(
      mockMessage({
        ticket_id: id,
        seq: 6,
        message_type: 'image',
        text: null,
        image_url: 'https://cdn.example/slip.png',
      }),
      mockMessage({ ticket_id: id, seq: 7, message_type: 'hologram', text: 'ข้อความแบบใหม่' }),
    )
    const { chat } = await openChat()
    const link = chat.getByRole('link').elements().at(-1) as HTMLAnchorElement
    expect(link.href).toBe('https://cdn.example/slip.png')
    await expect.element(chat.getByText('ข้อความแบบใหม่')).toBeVisible()
  })
})

test('without a socket a message comes by polling', async () => {
  desk.remove()
  desk = new MockDesk({ sockets: false })
  desk.install()
  const { chat } = await openChat()
  desk.write(id, 'มาทางการถามซ้ำ')
  await expect.element(chat.getByText('มาทางการถามซ้ำ'), { timeout: 4_000 }).toBeVisible()
})

test('a reconnect brings what was missed', async () => {
  const { chat } = await openChat()
  await expect.poll(() => desk.sockets.size).toBe(1)
  for (const socket of desk.sockets) socket.drop(1006)
  desk.messages.push(mockMessage({ ticket_id: id, seq: 6, text: 'มาตอนที่สายหลุด' }))
  window.dispatchEvent(new Event('online'))
  await expect.element(chat.getByText('มาตอนที่สายหลุด'), { timeout: 5_000 }).toBeVisible()
})

test('a conversation that cannot be read says so and offers a way on', async () => {
  desk.fail(/messages/, { status: 403, body: { code: 'forbidden_channel', message: 'x' } })
  const { screen } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${id}`)
  await expect.element(screen.getByText('คุณไม่มีสิทธิ์ใน OA นี้')).toBeVisible()
  await screen.getByRole('button', { name: 'ลองใหม่' }).click()
  await expect.element(screen.getByText('โอนจากธนาคารกสิกร 1,500 บาท')).toBeVisible()
})

test('an unknown case says so', async () => {
  const { screen } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${mockTicket({ id: 'x' }).id}`)
  await expect.element(screen.getByRole('complementary').getByText('ไม่พบเคสนี้')).toBeVisible()
})
