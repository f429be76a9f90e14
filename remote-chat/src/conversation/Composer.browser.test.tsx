import { endSession } from 'shared/session'
import { MockAgent, MockManager } from 'shared/testing/mock-profile.ts'
import { mockTicket, staffMemberOf } from 'shared/testing/mock-tickets.ts'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import ChatQueuePage from '../pages/ChatQueuePage.page.tsx'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import {
  fillConversation,
  OTHER_AGENTS_TICKET,
  OWN_TICKET,
  openChat,
  openTicket,
  sendsOf,
  UNASSIGNED_TICKET,
} from '../testing/open-conversation.tsx'
import { renderPage } from '../testing/render-page.tsx'

const id = OWN_TICKET
installMockDesk()

describe('writing a reply', () => {
  test('Enter inserts a line break and Ctrl+Enter sends a reply once, however often it is pressed', async () => {
    const { chat, composer } = await openChat()
    await userEvent.type(composer, 'หนึ่ง{Enter}สอง')
    await expect.element(composer).toHaveValue('หนึ่ง\nสอง')
    expect(sendsOf(desk)).toHaveLength(0)
    const go = desk.hold(/send/)
    await userEvent.keyboard('{Control>}{Enter}{Enter}{/Control}')
    await expect.element(chat.getByText('กำลังส่ง...').first()).toBeVisible()
    go()
    await expect.element(composer).toHaveValue('')
    await expect.element(chat.getByText('หนึ่ง สอง')).toBeVisible()
    await expect.poll(() => sendsOf(desk).map((each) => each.text)).toEqual(['หนึ่ง\nสอง'])
  })

  test('the send button sends the reply and is disabled without visible text', async () => {
    const { chat, composer } = await openChat()
    const button = chat.getByRole('button', { name: 'ส่ง' })
    await expect.element(button).toBeDisabled()
    await composer.fill(' \n ')
    await expect.element(button).toBeDisabled()
    await composer.fill('\u200B\u200D\uFEFF')
    await expect.element(button).toBeDisabled()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await composer.fill('สวัสดีค่ะ')
    await button.click()
    await expect.element(chat.getByText('สวัสดีค่ะ', { exact: true })).toBeVisible()
    await expect.poll(() => sendsOf(desk)).toHaveLength(1)
  })

  test('a long reply grows the field to eight lines, but leaves room for four messages in a low window', async () => {
    await page.viewport(390, 844)
    await renderPage(ChatQueuePage, `/chat-queue?ticket=${id}`)
    const field = page.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
    await field.fill('บรรทัด\n'.repeat(12))
    const lines = () => {
      const { clientHeight } = field.element()
      return Math.floor(clientHeight / Number.parseFloat(getComputedStyle(field.element()).lineHeight))
    }
    await expect.poll(lines).toBe(8)
    await page.viewport(390, 500)
    await expect.poll(lines).toBeLessThan(6)
    expect(lines()).toBeGreaterThanOrEqual(2)
    // Waits, because the messages are rendered after the reply field.
    await expect.poll(() => page.getByRole('log').element().clientHeight).toBeGreaterThan(170)
  })

  test('shows a sent message once when the socket delivers it before the response', async () => {
    const { chat, composer } = await openChat()
    await composer.fill('มาครั้งเดียวนะ')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(composer).toHaveValue('')
    desk.write(id, 'รับทราบครับ')
    await expect.element(chat.getByText('รับทราบครับ')).toBeVisible()
    await expect.poll(() => chat.getByText('มาครั้งเดียวนะ').elements().length).toBe(1)
  })

  test('clears the reply field immediately on sending, and sends the next message after the first', async () => {
    const { chat, composer, log } = await openChat()
    const go = desk.hold(/send/)
    await composer.fill('หนึ่ง')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(composer).toHaveValue('')
    await expect.element(log.getByText('หนึ่ง', { exact: true })).toBeVisible()
    await userEvent.type(composer, 'สอง')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(log.getByText('สอง', { exact: true })).toBeVisible()
    await expect.element(composer).toHaveValue('')
    await expect.poll(() => sendsOf(desk).map(({ text }) => text)).toEqual(['หนึ่ง'])
    go()
    await expect.poll(() => sendsOf(desk).map(({ text }) => text)).toEqual(['หนึ่ง', 'สอง'])
    await expect.element(chat.getByText('✓ ส่งแล้ว').last()).toBeVisible()
    await expect.element(chat.getByText('กำลังส่ง...')).not.toBeInTheDocument()
    const replies = () => desk.messages.filter((each) => each.direction === 'OUT' && each.ticket_id === id)
    await expect.poll(replies).toHaveLength(3)
  })

  test('keeps a failed message with its reason while other messages are sent, and retries it with the same id', async () => {
    fillConversation(desk, 40)
    const { chat, composer, log } = await openChat()
    desk.fail(/send/, { status: 500, body: {} })
    await composer.fill('ส่งไม่ได้ในครั้งแรก')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(log.getByText('ส่งข้อความไม่สำเร็จ', { exact: true })).toBeVisible()
    await expect.element(chat.getByText(/ระบบเกิดข้อผิดพลาด/)).toBeVisible()
    const retry = chat.getByRole('button', { name: 'ลองใหม่' })
    // The failed message is completely in view, including its retry button.
    await expect
      .poll(
        () => log.element().getBoundingClientRect().bottom - retry.element().getBoundingClientRect().bottom,
      )
      .toBeGreaterThanOrEqual(0)
    await composer.fill('ส่งอย่างอื่นไปก่อน')
    await expect.element(retry).toBeVisible()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => sendsOf(desk).length).toBe(2)
    await expect.element(retry).toBeVisible()
    // The retry button is hidden offline, because a retry cannot succeed.
    const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    window.dispatchEvent(new Event('offline'))
    await expect.element(retry).not.toBeInTheDocument()
    await expect.element(chat.getByRole('button', { name: 'ลบ' })).toBeVisible()
    network.mockRestore()
    window.dispatchEvent(new Event('online'))
    await retry.click()
    await expect.element(retry).not.toBeInTheDocument()
    await expect.poll(() => sendsOf(desk).length).toBe(3)
    const [first, other, again] = sendsOf(desk)
    expect(again).toEqual(first)
    expect(other?.client_message_id).not.toBe(first?.client_message_id)
    await expect.poll(() => chat.getByText('ส่งไม่ได้ในครั้งแรก').elements().length).toBe(1)
  })

  test('returns a failed message to the field before the existing text, or deletes it', async () => {
    const { chat, composer } = await openChat()
    for (const text of ['จะแก้', 'จะลบ']) {
      desk.fail(/send/, { status: 400, body: { code: 'invalid_request', message: 'x' } })
      await composer.fill(text)
      await userEvent.keyboard('{Control>}{Enter}{/Control}')
      await expect.element(chat.getByText(text)).toBeVisible()
    }
    await expect.poll(() => chat.getByRole('button', { name: 'ลบ' }).elements().length).toBe(2)
    await chat.getByRole('button', { name: 'ลบ' }).last().click()
    await expect.element(chat.getByText('จะลบ')).not.toBeInTheDocument()
    await composer.fill('กำลังเขียน')
    await chat.getByRole('button', { name: 'แก้ไข' }).click()
    await expect.element(composer).toHaveValue('จะแก้\nกำลังเขียน')
    await expect.element(chat.getByRole('button', { name: 'ลองใหม่' })).not.toBeInTheDocument()
    await expect.poll(() => sendsOf(desk)).toHaveLength(2)
  })

  test('keeps messages while the connection is lost, and sends them in order after a reconnect', async () => {
    const { screen, chat, composer } = await openChat()
    // The request fails 100 times, so that the automatic retries fail as well.
    desk.fail(/send/, 'network', 100)
    const go = desk.hold(/send/)
    for (const text of ['หนึ่ง', 'สอง']) {
      await composer.fill(text)
      await userEvent.keyboard('{Control>}{Enter}{/Control}')
      await expect.element(composer).toHaveValue('')
    }
    go()
    await expect.element(chat.getByText('รอส่งเมื่อเชื่อมต่อได้', { exact: true })).toBeVisible()
    // No action is required, so neither the bubble nor the row shows an error.
    expect(chat.getByRole('alert').elements()).toHaveLength(0)
    expect(chat.element().querySelectorAll('[data-failed]')).toHaveLength(0)
    expect(screen.getByText(/มีข้อความส่งไม่สำเร็จ/).elements()).toHaveLength(0)
    await expect.element(chat.getByText('รอส่งต่อจากข้อความก่อนหน้า')).toBeVisible()
    expect(new Set(sendsOf(desk).map(({ text }) => text))).toEqual(new Set(['หนึ่ง']))
    desk.mend()
    window.dispatchEvent(new Event('online'))
    const sent = () => sendsOf(desk).map(({ text }) => text)
    await expect.poll(() => sent().at(-1)).toBe('สอง')
    expect(sent().lastIndexOf('หนึ่ง')).toBe(sent().length - 2)
    await expect.element(chat.getByText('รอส่งเมื่อเชื่อมต่อได้')).not.toBeInTheDocument()
    const stored = desk.messages.filter((each) => each.direction === 'OUT' && each.ticket_id === id)
    expect(stored.slice(-2).map(({ text }) => text)).toEqual(['หนึ่ง', 'สอง'])
  })

  test('a lost response after the server stored the message does not duplicate it', async () => {
    const { chat, composer } = await openChat()
    await composer.fill('คำตอบหายไป')
    const go = desk.hold(/send/)
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => sendsOf(desk).length).toBe(1)
    desk.fail(/send/, 'network')
    desk.write(id, 'คำตอบหายไป', {
      direction: 'OUT',
      sender: staffMemberOf(desk.me),
      delivery: 'sent',
      client_message_id: sendsOf(desk)[0]?.client_message_id ?? '',
    })
    await expect.element(composer).toHaveValue('')
    go()
    await expect.poll(() => desk.count(/send/)).toBe(1)
    await expect.poll(() => chat.getByText('คำตอบหายไป').elements().length).toBe(1)
    await expect.element(chat.getByRole('button', { name: 'ลองใหม่' })).not.toBeInTheDocument()
  })

  test('neither a refetch nor another conversation clears the draft', async () => {
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

  test('a draft is visible only to its author, and is restored when the author signs in again', async () => {
    /** Simulates an expired session and the sign-in of another user. */
    const signIn = (profile: typeof MockManager) => {
      endSession()
      Object.assign(desk, { me: profile })
      localStorage.setItem('jwt', `token of ${profile.id}`)
    }
    const manager = await openChat()
    await manager.composer.fill('ร่างของผู้จัดการ')
    await manager.screen.unmount()
    signIn(MockAgent)
    const agent = await openChat()
    await expect.element(agent.composer).toHaveValue('')
    await agent.composer.fill('ร่างของแอดมิน')
    await agent.screen.unmount()
    signIn(MockManager)
    const again = await openChat()
    await expect.element(again.composer).toHaveValue('ร่างของผู้จัดการ')
  })

  test('shows the character count of a reply near 5,000 UTF-16 units and sends nothing above this limit', async () => {
    const { chat, composer } = await openChat()
    await composer.fill('a'.repeat(4_600))
    await expect.element(chat.getByText('4,600/5,000')).toBeVisible()
    await composer.fill('a'.repeat(5_001))
    await expect.element(chat.getByRole('button', { name: 'ส่ง' })).toBeDisabled()
    // LINE counts UTF-16 units: a combining mark is one, an emoji two, with a skin tone four.
    await composer.fill(`${'ที่'.repeat(1_665)}a👍🏽`)
    await expect.element(chat.getByText('5,000/5,000')).toBeVisible()
    await expect.element(chat.getByRole('button', { name: 'ส่ง' })).toBeEnabled()
    await composer.fill(`${'ที่'.repeat(1_666)}👍🏽`)
    await expect.element(chat.getByText('ยาวเกินกว่าที่ส่งได้ 5,002/5,000')).toBeVisible()
    await expect.element(chat.getByRole('button', { name: 'ส่ง' })).toBeDisabled()
    await composer.click()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    // The first message that is sent is the short text, so the long text was not sent.
    await composer.fill('สั้น')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => sendsOf(desk).map(({ text }) => text)).toEqual(['สั้น'])
  })

  test('shows the customer a typing indicator, unless the customer has blocked the channel', async () => {
    const shown = await openTicket(OTHER_AGENTS_TICKET)
    await userEvent.type(shown.composer, 'กำลังตรวจสอบ')
    await expect.poll(() => new Set(desk.typing)).toEqual(new Set([OTHER_AGENTS_TICKET]))
    await shown.screen.unmount()
    const ticket = desk.tickets.get(UNASSIGNED_TICKET)
    if (ticket === undefined) throw new Error('there is no such case')
    desk.change(UNASSIGNED_TICKET, { profile: { ...ticket.profile, friendship: 'blocked' } })
    const blocked = await openTicket(UNASSIGNED_TICKET)
    await userEvent.type(blocked.composer, 'อยู่ไหมคะ')
    expect(desk.typing).not.toContain(UNASSIGNED_TICKET)
    desk.change(UNASSIGNED_TICKET, { profile: { ...ticket.profile, friendship: 'friend' } })
    await expect.element(blocked.chat.getByText(/^ลูกค้าบล็อกบัญชีนี้อยู่/)).not.toBeInTheDocument()
    await userEvent.type(blocked.composer, 'ๆ')
    await expect.poll(() => desk.typing.at(-1)).toBe(UNASSIGNED_TICKET)
    // A closed ticket has no reply field.
    desk.change(UNASSIGNED_TICKET, { status: 'CLOSED', closed_at: new Date().toISOString() })
    await expect.element(blocked.composer).not.toBeInTheDocument()
  })

  test('the reply field grows to eight lines', async () => {
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

describe('replies and the ticket’s assignee', () => {
  test('accepts an unassigned ticket before sending the reply', async () => {
    const { chat, composer } = await openTicket(UNASSIGNED_TICKET)
    await composer.fill('สวัสดีค่ะ รับเรื่องแล้วค่ะ')
    await chat.getByRole('button', { name: 'ตอบและรับเคส' }).click()
    await expect.poll(() => sendsOf(desk).length).toBe(1)
    const calls = desk.requests.map(({ call }) => call)
    expect(calls.findIndex((call) => /accept/.test(call))).toBeLessThan(
      calls.findIndex((call) => /send/.test(call)),
    )
    await expect.element(chat.getByRole('button', { name: 'ส่ง', exact: true })).toBeVisible()
    expect(desk.tickets.get(UNASSIGNED_TICKET)?.assigned_to?.id).toBe(desk.me.id)
  })

  test.each([
    ['an unassigned ticket', UNASSIGNED_TICKET, 'ตอบและรับเคส'],
    ['an own ticket', id, 'ส่ง'],
    ['a colleague’s ticket', OTHER_AGENTS_TICKET, 'ส่ง'],
  ])('the shortcut hint names the send button’s action: %s', async (_, ticketId, action) => {
    const { chat, composer } = await openTicket(ticketId)
    const button = chat.getByRole('button', { name: action, exact: true })
    await expect.element(button).toHaveAttribute('aria-keyshortcuts', 'Control+Enter')
    await expect.element(button).toHaveAttribute('title', `${action} (Ctrl + Enter)`)
    await expect.element(chat.getByText(`Ctrl + Enter เพื่อ${action}`, { exact: true })).toBeVisible()
    await expect.element(composer).toHaveAttribute('aria-description', `Ctrl + Enter เพื่อ${action}`)
  })

  test('sends nothing and keeps the draft when another agent accepts the ticket first', async () => {
    const { screen, chat, composer } = await openTicket(UNASSIGNED_TICKET)
    const winner = { ...staffMemberOf(desk.me), id: 'w', line_user_id: 'Uw', display_name: 'ชลธิชา แสงทอง' }
    desk.fail(/accept/, {
      status: 409,
      body: { code: 'already_accepted', message: 'x', assigned_to: winner },
    })
    await composer.fill('มาช้าไป')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(screen.getByText(/ชลธิชา แสงทอง รับเคสนี้แล้ว/)).toBeVisible()
    await expect.element(composer).toHaveValue('มาช้าไป')
    expect(sendsOf(desk)).toHaveLength(0)
    await expect.element(chat.getByRole('button', { name: 'ลองใหม่' })).not.toBeInTheDocument()
  })

  test('in a colleague’s ticket, names the assignee, confirms every reply, and keeps the draft on cancel', async () => {
    const { screen, chat, composer } = await openTicket(OTHER_AGENTS_TICKET)
    await expect.element(chat.getByText('เคสนี้ กิตติ บุญมา ดูแลอยู่', { exact: true })).toBeVisible()
    const confirmation = screen.getByRole('dialog', { name: 'ตอบเคสของเพื่อนร่วมทีม' })
    await composer.fill('ตอบแทนค่ะ')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(confirmation).toMatchTextContent(/กิตติ/)
    await confirmation.getByRole('button', { name: 'ยกเลิก' }).click()
    await expect.element(confirmation).not.toBeInTheDocument()
    await expect.element(composer).toHaveValue('ตอบแทนค่ะ')
    expect(sendsOf(desk)).toHaveLength(0)
    await composer.click()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await confirmation.getByRole('button', { name: 'ตอบแทนครั้งนี้' }).click()
    await expect.poll(() => sendsOf(desk).length).toBe(1)
    await composer.fill('อีกข้อหนึ่งค่ะ')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(confirmation).toBeVisible()
    await confirmation.getByRole('button', { name: 'ตอบแทนครั้งนี้' }).click()
    await expect.poll(() => sendsOf(desk).map(({ text }) => text)).toEqual(['ตอบแทนค่ะ', 'อีกข้อหนึ่งค่ะ'])
    expect(desk.count(/accept/)).toBe(0)
  })

  test('focuses the reply field after a ticket is accepted', async () => {
    const { chat, composer } = await openTicket(UNASSIGNED_TICKET)
    await chat.getByRole('button', { name: 'รับเคส', exact: true }).click()
    await expect.element(composer).toHaveFocus()
  })

  test.each([
    ['a colleague', OTHER_AGENTS_TICKET, 'กิตติ บุญมา'],
    ['the user', id, 'คุณ'],
  ])('shows the author of every reply: %s', async (_, ticketId, author) => {
    const { chat } = await openTicket(ticketId)
    await expect.element(chat.getByRole('log').getByText(author, { exact: true })).toBeVisible()
  })
})

describe('customer who has blocked the channel', () => {
  test('shows above the reply field that the customer has blocked the channel, until the block is lifted', async () => {
    const profile = (desk.tickets.get(id) ?? mockTicket({ id })).profile
    const { chat, composer } = await openChat()
    const words = chat.getByText('ลูกค้าบล็อกบัญชีนี้อยู่ ข้อความที่ส่งจะไม่ถึงลูกค้า')
    await expect.element(words).not.toBeInTheDocument()
    desk.change(id, { profile: { ...profile, friendship: 'blocked' } })
    await expect.element(words).toBeVisible()
    await expect
      .element(composer)
      .toHaveAttribute('aria-description', expect.stringContaining('ข้อความที่ส่งจะไม่ถึงลูกค้า'))
    desk.change(id, { profile: { ...profile, friendship: 'friend' } })
    await expect.element(words).not.toBeInTheDocument()
  })

  test('shows a message to a customer who has blocked the channel as undelivered, and resends it once the block is lifted', async () => {
    const ticket = desk.tickets.get(id)
    desk.change(id, { profile: { ...(ticket ?? mockTicket({ id })).profile, friendship: 'blocked' } })
    const { chat, composer } = await openChat()
    await expect.element(chat.getByText('บล็อกบัญชีนี้แล้ว')).toBeVisible()
    await expect.element(chat.getByText('✓ ส่งแล้ว')).toBeVisible()
    await composer.fill('ยังอยู่ไหมคะ')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    const texts = chat.getByText('! ไม่ถึงลูกค้า: ลูกค้าบล็อกบัญชีนี้ตอนที่ส่ง')
    await expect.element(texts).toBeVisible()
    await expect.poll(() => chat.getByText('✓ ส่งแล้ว').elements().length).toBe(1)
    await expect.element(chat.getByRole('button', { name: 'ส่งอีกครั้ง' })).not.toBeInTheDocument()
    // The delivery state belongs to the message, so the message stays failed when the customer unblocks the channel.
    desk.change(id, { profile: { ...(ticket ?? mockTicket({ id })).profile, friendship: 'friend' } })
    await expect.element(chat.getByText('บล็อกบัญชีนี้แล้ว')).not.toBeInTheDocument()
    await expect.element(texts).toBeVisible()
    // After the customer has unblocked the channel, the text is resent as a new message.
    await chat.getByRole('button', { name: 'ส่งอีกครั้ง' }).click()
    await expect.poll(() => chat.getByText('✓ ส่งแล้ว').elements().length).toBe(2)
    await expect.element(chat.getByText('ส่งใหม่แล้ว')).toBeVisible()
    await expect.element(texts).not.toBeInTheDocument()
    await expect.element(chat.getByRole('button', { name: 'ส่งอีกครั้ง' })).not.toBeInTheDocument()
    const [first, again] = sendsOf(desk)
    const stored = desk.messages.find((each) => each.client_message_id === first?.client_message_id)
    expect(again).toMatchObject({ text: 'ยังอยู่ไหมคะ', retry_of: stored?.id })
  })
})
