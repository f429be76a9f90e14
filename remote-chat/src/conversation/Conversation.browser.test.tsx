import { mockMessage, mockTicket, staffMemberOf } from 'shared/testing/mock-tickets.ts'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import ChatQueuePage from '../pages/ChatQueuePage.page.tsx'
import { desk, installMockDesk, replaceMockDesk } from '../testing/installed-desk.ts'
import { fillConversation, OWN_TICKET, openChat, openTicket } from '../testing/open-conversation.tsx'
import { renderPage } from '../testing/render-page.tsx'

const id = OWN_TICKET
installMockDesk()

describe('conversation header', () => {
  test('the conversation header shows the customer, the ticket and its opening time', async () => {
    const { chat } = await openChat()
    for (const text of ['ธีรภัทร จันทร์แก้ว', 'b81d04fe', 'ฝากเงินไม่สำเร็จ', 'กำลังดูแล', 'OA หลัก', 'เปิดเมื่อ'])
      await expect.element(chat).toMatchTextContent(new RegExp(text))
  })
  test.each([
    [1440, 'complementary'],
    [390, 'dialog'],
  ] as const)('at %i px the header shows that the customer has blocked the channel', async (width, role) => {
    await page.viewport(width, 844)
    const profile = desk.tickets.get(id)?.profile ?? mockTicket({ id }).profile
    const channel = { ...mockTicket({ id }).channel, name: 'OA สำหรับลูกค้าคนสำคัญ' }
    desk.change(id, { profile: { ...profile, friendship: 'blocked' }, channel })
    const { screen } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${id}`)
    const chat = screen.getByRole(role)

    await expect.element(chat.getByText('บล็อกบัญชีนี้แล้ว')).toBeVisible()
    for (const text of ['กำลังดูแล', channel.name, 'บล็อกบัญชีนี้แล้ว']) {
      const words = chat.element().querySelectorAll('header span')
      const label = [...words].filter((each) => each.textContent === text && each.children.length === 0)
      expect(label).toHaveLength(1)
      for (const each of label) {
        expect(each.scrollWidth).toBeLessThanOrEqual(each.clientWidth)
        const box = chat.element().getBoundingClientRect()
        expect(each.getBoundingClientRect().right).toBeLessThanOrEqual(box.right)
      }
    }
  })
  test('the conversation header is not a second banner landmark when the conversation covers the screen', async () => {
    await page.viewport(390, 844)
    const { screen } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${id}`)
    const chat = screen.getByRole('dialog')
    await expect.element(chat.getByText('ธีรภัทร จันทร์แก้ว')).toBeVisible()
    await expect.element(chat.getByRole('banner')).not.toBeInTheDocument()
  })
  test('Escape leaves the reply field and keeps its text; a second Escape closes the conversation and focuses its row', async () => {
    const { screen, chat, composer, log } = await openChat()
    await expect.element(composer).toHaveFocus()
    await composer.fill('เริ่มไว้')
    await userEvent.keyboard('{Escape}')
    await expect.element(log).toHaveFocus()
    await expect.element(composer).toHaveValue('เริ่มไว้')
    await userEvent.keyboard('{Escape}')
    await expect.element(chat).not.toBeInTheDocument()
    await expect.element(screen.getByRole('row', { name: /ธีรภัทร/ })).toHaveFocus()
  })
  test('Escape in a menu of the conversation closes only the menu', async () => {
    const { screen, chat } = await openChat()
    await chat.getByRole('button', { name: 'ตัวเลือกของเคส' }).click()
    const menu = screen.getByRole('menu')
    await expect.element(menu).toBeVisible()
    await expect.poll(() => menu.element().contains(document.activeElement)).toBe(true)
    await userEvent.keyboard('{Escape}')
    await expect.element(menu).not.toBeInTheDocument()
    await expect.element(chat).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(chat).not.toBeInTheDocument()
  })
})

describe('closed ticket', () => {
  test('a closed ticket shows who closed it and accepts no messages', async () => {
    desk.change(id, {
      status: 'CLOSED',
      closed_at: new Date().toISOString(),
      closed_by: staffMemberOf(desk.me),
    })
    const { screen } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${id}`)
    const chat = screen.getByRole('complementary')
    await expect.element(chat.getByText('เคสนี้ปิดแล้ว ไม่สามารถส่งข้อความได้')).toBeVisible()
    await expect.element(chat).toMatchTextContent(/ปิดเคสโดย นภัสสร วงศ์ไทย/)
    await expect.element(chat.getByRole('textbox')).not.toBeInTheDocument()
    // The tab of the reply field shows that the ticket is closed.
    await expect.element(chat.getByRole('tab', { name: 'เคสปิดแล้ว' })).toBeVisible()
    await expect.element(chat.getByRole('tab', { name: 'ตอบลูกค้า' })).not.toBeInTheDocument()
  })
  test('keeps the draft readable and copyable when a ticket is closed while its conversation is open', async () => {
    const { chat, composer } = await openChat()
    await composer.fill('กำลังเขียนอยู่')
    desk.change(id, {
      status: 'CLOSED',
      closed_at: new Date().toISOString(),
      closed_by: staffMemberOf(desk.me),
    })
    await expect.element(chat.getByText('เคสนี้ปิดแล้ว ไม่สามารถส่งข้อความได้')).toBeVisible()
    const draft = chat.getByRole('region', { name: 'ร่างที่ยังไม่ได้ส่ง' })
    await expect.element(draft.getByText('กำลังเขียนอยู่')).toBeVisible()
    // The focus moves from the removed field to the text that replaces it, not to the top of the page.
    const focused = document.activeElement
    expect(focused?.textContent).toContain('เคสนี้ปิดแล้ว ไม่สามารถส่งข้อความได้')
    expect(chat.element().contains(focused)).toBe(true)
    await expect.element(draft.getByRole('button', { name: 'คัดลอก' })).toBeVisible()
    desk.change(id, { status: 'OPEN', closed_at: null, closed_by: null })
    await expect.element(composer).toHaveValue('กำลังเขียนอยู่')
  })

  test('a closed ticket links to the new ticket when the customer writes again', async () => {
    desk.change(id, { customer_id: 'c1' })
    const { screen, chat, composer, router } = await openChat()
    await composer.fill('เขียนค้างไว้')
    desk.change(id, {
      status: 'CLOSED',
      closed_at: new Date().toISOString(),
      closed_by: staffMemberOf(desk.me),
    })
    await expect.element(chat.getByText('เคสนี้ปิดแล้ว ไม่สามารถส่งข้อความได้')).toBeVisible()
    await expect.element(chat.getByRole('button', { name: 'ไปที่เคส' })).not.toBeInTheDocument()
    const again = 'aaaaaaaa-5c1e-4f0a-9b7d-2f6e8a1c3d5b'
    const profile = desk.tickets.get(id)?.profile ?? mockTicket({ id }).profile
    // A different customer with the same name.
    desk.open({ id: 'bbbbbbbb-5c1e-4f0a-9b7d-2f6e8a1c3d5b', profile, customer_id: 'c2' })
    // The same customer under a new name.
    const renamed = { ...profile, display_name: 'ลูกค้า 1a2b' }
    desk.open({ id: again, profile: renamed, customer_id: 'c1' })
    desk.write(again, 'มีเรื่องใหม่ครับ')
    await chat.getByRole('button', { name: 'ไปที่เคส' }).click()
    await expect
      .element(screen.getByRole('complementary').getByText('มีเรื่องใหม่ครับ', { exact: true }))
      .toBeVisible()
    // The draft moves to the new ticket, and going back returns to the closed ticket.
    await expect.element(composer).toHaveValue('เขียนค้างไว้')
    await router.navigate(-1)
    await expect.element(chat.getByText('เคสนี้ปิดแล้ว ไม่สามารถส่งข้อความได้')).toBeVisible()
    await expect.element(chat.getByText('เขียนค้างไว้')).not.toBeInTheDocument()
    await chat.getByRole('button', { name: 'ไปที่เคส' }).click()
    await expect.element(composer).toHaveValue('เขียนค้างไว้')
  })

  test('leaving a conversation that was opened from a closed ticket returns to the list', async () => {
    const again = 'aaaaaaaa-5c1e-4f0a-9b7d-2f6e8a1c3d5b'
    const profile = desk.tickets.get(id)?.profile ?? mockTicket({ id }).profile
    desk.change(id, { customer_id: 'c1', status: 'CLOSED', closed_at: new Date().toISOString() })
    desk.open({ id: again, profile, customer_id: 'c1' })
    const { screen, router } = await renderPage(ChatQueuePage, '/chat-queue?closed=1')
    await screen.getByRole('row', { name: /ธีรภัทร.*ปิดแล้ว|ปิดแล้ว.*ธีรภัทร/ }).click()
    await screen.getByRole('button', { name: 'ไปที่เคส' }).click()
    await expect.poll(() => router.state.location.search).toContain(again)
    await screen.getByRole('button', { name: 'ออกจากแชท' }).click()
    await expect.poll(() => router.state.location.search).toBe('?closed=1')
    await expect.element(screen.getByRole('complementary')).not.toBeInTheDocument()
  })
})

describe('read mark', () => {
  test('an opened conversation resets its unread count locally and on the server', async () => {
    const { screen } = await openChat()
    await expect.poll(() => desk.count(/POST .*\/read$/)).toBe(1)
    await expect.element(screen.getByRole('row', { name: /ธีรภัทร/ })).not.toMatchTextContent(/ยังไม่ได้อ่าน/)
    expect(Object.keys(JSON.parse(localStorage.getItem('ticket_last_seen') ?? '{}'))).toContain(id)
  })
  test('retries the read mark until the server has it', async () => {
    desk.fail(/\/read$/, { status: 503, body: {} })
    await openChat()
    await expect.poll(() => desk.count(/POST .*\/read$/)).toBe(2)
  })

  test('sends no read mark when the server does not support read marks', async () => {
    desk.fail(/\/read$/, { status: 404, body: {} }, 99)
    const { screen } = await openChat()
    await expect.element(screen.getByRole('row', { name: /ธีรภัทร/ })).not.toMatchTextContent(/ยังไม่ได้อ่าน/)
  })
})

test('receives messages by polling when there is no socket', async () => {
  replaceMockDesk({ sockets: false })
  const { chat } = await openChat()
  desk.write(id, 'มาทางการถามซ้ำ')
  await expect.element(chat.getByText('มาทางการถามซ้ำ')).toBeVisible()
})

test('fetches missed messages after a reconnect', async () => {
  const { chat } = await openChat()
  await expect.poll(() => desk.sockets.size).toBe(1)
  for (const socket of desk.sockets) socket.drop(1006)
  desk.messages.push(mockMessage({ ticket_id: id, seq: 6, text: 'มาตอนที่สายหลุด' }))
  window.dispatchEvent(new Event('online'))
  await expect.element(chat.getByText('มาตอนที่สายหลุด')).toBeVisible()
})

test('fetches missed changes after a reconnect: delivery states and unsent messages', async () => {
  const sent = desk.write(id, 'ยังไม่ถึง', {
    direction: 'OUT',
    sender: staffMemberOf(desk.me),
    delivery: 'queued',
  })
  const texts = desk.write(id, 'จะยกเลิก ข้อความนี้')
  const { chat } = await openChat()
  await expect.element(chat.getByText('กำลังส่ง...')).toBeVisible()
  await expect.poll(() => [...desk.sockets].some((socket) => socket.subscribed.has(id))).toBe(true)
  for (const socket of desk.sockets) socket.drop(1006)
  desk.changeMessage(sent.id, { delivery: 'sent' })
  desk.changeMessage(texts.id, { message_type: 'unsent', text: 'ลูกค้ายกเลิกข้อความ' })
  window.dispatchEvent(new Event('online'))
  await expect.element(chat.getByText('ลูกค้ายกเลิกข้อความ')).toBeVisible()
  await expect.element(chat.getByText('กำลังส่ง...')).not.toBeInTheDocument()
  await expect.element(chat.getByText('จะยกเลิก ข้อความนี้')).not.toBeInTheDocument()
})

test('reports a conversation that cannot be loaded and loads it on request', async () => {
  desk.fail(/messages/, { status: 429, body: { code: 'rate_limited', message: 'x' } }, 100)
  const { screen } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${id}`)
  const again = screen.getByRole('button', { name: 'ลองใหม่' })
  await expect.element(again).toBeVisible()
  // Clicks immediately, without Playwright's checks: an automatic retry may remove the button.
  desk.mend()
  ;(again.element() as HTMLElement).click()
  await expect.element(screen.getByText('โอนจากธนาคารกสิกร 1,500 บาท')).toBeVisible()
})

test('describes a failed load without a connection as a load error, not a send error', async () => {
  desk.fail(/messages/, 'network', 99)
  const { screen } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${id}`)
  const texts = screen.getByRole('complementary').getByRole('alert')
  await expect.element(texts.getByText('โหลดแชทไม่สำเร็จ')).toBeVisible()
  await expect.element(texts.getByText('ขาดการเชื่อมต่อ กรุณาลองใหม่อีกครั้ง')).toBeVisible()
  await expect.element(texts).not.toMatchTextContent(/ส่ง/)
})

test('reports older messages that cannot be loaded and loads them on request', async () => {
  fillConversation(desk, 120)
  const body = JSON.stringify({ seq: desk.lastSeqOf(id) })
  await desk.fetch(new URL(`/api/staff/tickets/${id}/read`, location.href), { method: 'POST', body })
  desk.fail(/before_seq/, 'network', 99)
  const { chat, log } = await openTicket(id)
  await expect.element(log.getByText('ข้อความยาวพอที่จะเลื่อนได้ 120', { exact: true })).toBeInViewport()
  const again = chat.getByRole('button', { name: 'โหลดข้อความก่อนหน้าไม่สำเร็จ ลองใหม่' })
  // The scroll is repeated, because a list that is still scrolling to its end overrides the first one.
  await expect
    .poll(() => {
      log.element().scrollTop = 0
      return again.query()
    })
    .toBeVisible()
})

test.each([
  ['with an unknown ticket id', mockTicket({ id: 'x' }).id, 'ไม่พบเคสนี้', null, 404],
  ['with an invalid ticket id', 'abc', 'ไม่พบเคสนี้', 'bad_request', 400],
  ['of a forbidden channel', id, 'คุณไม่มีสิทธิ์ใน OA นี้', 'forbidden_channel', 403],
])('a URL %s offers the way to the queue', async (_, ticketId, text, code, status) => {
  if (code !== null) desk.fail(/messages|tickets\/abc/, { status, body: { code, message: code } }, 99)
  const { screen, router } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${ticketId}`)
  const chat = screen.getByRole('complementary')
  await expect.element(chat.getByText(text)).toBeVisible()
  await expect.element(chat.getByRole('button', { name: 'ลองใหม่' })).not.toBeInTheDocument()
  await chat.getByRole('button', { name: 'ไปที่คิวแชท' }).click()
  await expect.element(chat).not.toBeInTheDocument()
  expect(router.state.location.search).toBe('')
})

test.each(['00000000', 'zzzzzzzz', 'abc'])(
  'reports that %s, which is not a ticket id, is not found, and lets the user close the conversation',
  async (texts) => {
    if (texts !== '00000000')
      desk.fail(/tickets\/(zzzzzzzz|abc)/, { status: 400, body: { code: 'bad_request', message: 'x' } }, 99)
    const { screen } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${texts}`)
    const chat = screen.getByRole('complementary')
    await expect.element(chat.getByRole('alert').getByText('ไม่พบเคสนี้')).toBeVisible()
    expect(chat.element().querySelector('.mantine-Skeleton-root')).toBe(null)
    await chat.getByRole('button', { name: 'ออกจากแชท' }).click()
    await expect.element(chat).not.toBeInTheDocument()
  },
)
