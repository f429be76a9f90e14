import { MockDesk } from 'shared/testing/mock-desk.ts'
import { mockMessage, mockTicket, personOf } from 'shared/testing/mock-tickets.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import ChatQueuePage from '../pages/ChatQueuePage.page.tsx'
import { renderPage } from '../testing/render-page.tsx'

const id = 'b81d04fe-5c1e-4f0a-9b7d-2f6e8a1c3d5b'
/** กานต์ชนก, whom nobody has taken; ปวีณา, whom กิตติ has. */
const NOBODYS = '7f3a91c2-5c1e-4f0a-9b7d-2f6e8a1c3d5b'
const COLLEAGUES = 'e07714bd-5c1e-4f0a-9b7d-2f6e8a1c3d5b'
/** On the page's own origin, as uploads are. */
const OWN_PICTURE = `${location.origin}/shared/src/testing/mock-slip.svg`
let desk: MockDesk
beforeEach(async () => {
  await page.viewport(1440, 900)
  desk = new MockDesk()
  desk.install()
})
afterEach(async () => {
  const { readOutbox, updateOutbox, writeDraft } = await import('../outbox/unsent.store.ts')
  for (const ticketId of [id, NOBODYS, COLLEAGUES, ...readOutbox().map((each) => each.ticketId)])
    writeDraft(ticketId, '')
  updateOutbox(() => [])
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

  test('what is sent leaves the field at once; the next is written and sent after it', async () => {
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
    expect(sends().map(({ text }) => text)).toEqual(['หนึ่ง'])
    go()
    await expect.poll(() => sends().map(({ text }) => text)).toEqual(['หนึ่ง', 'สอง'])
    await expect.element(chat.getByText('✓ ส่งแล้ว').last()).toBeVisible()
    await expect.element(chat.getByText('กำลังส่ง...')).not.toBeInTheDocument()
    expect(desk.messages.filter((each) => each.direction === 'OUT' && each.ticket_id === id)).toHaveLength(3)
  })

  test('a failed one stays with its reason whatever is typed next, and goes again under its id', async () => {
    fillConversation(40)
    const { chat, composer, log } = await openChat()
    desk.fail(/send/, { status: 500, body: {} })
    await composer.fill('ส่งไม่ได้ในครั้งแรก')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(log.getByText('ส่งข้อความไม่สำเร็จ', { exact: true })).toBeVisible()
    await expect.element(chat.getByText(/ระบบเกิดข้อผิดพลาด/)).toBeVisible()
    const retry = chat.getByRole('button', { name: 'ลองใหม่' })
    // Wholly in sight, with its ways on.
    await expect
      .poll(
        () => log.element().getBoundingClientRect().bottom - retry.element().getBoundingClientRect().bottom,
      )
      .toBeGreaterThanOrEqual(0)
    await composer.fill('ส่งอย่างอื่นไปก่อน')
    await expect.element(retry).toBeVisible()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => sends().length).toBe(2)
    await expect.element(retry).toBeVisible()
    await retry.click()
    await expect.element(retry).not.toBeInTheDocument()
    const [first, other, again] = sends()
    expect(again).toEqual(first)
    expect(other?.client_message_id).not.toBe(first?.client_message_id)
    expect(chat.getByText('ส่งไม่ได้ในครั้งแรก').elements()).toHaveLength(1)
  })

  test('a failed one goes back into the field before what stands there, or is given up', async () => {
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
    expect(sends()).toHaveLength(2)
  })

  test('without a connection nothing is lost, and all of it goes in order once that is back', async () => {
    const { chat, composer } = await openChat()
    desk.fail(/send/, 'network')
    const go = desk.hold(/send/)
    for (const text of ['หนึ่ง', 'สอง']) {
      await composer.fill(text)
      await userEvent.keyboard('{Control>}{Enter}{/Control}')
    }
    go()
    await expect.element(chat.getByText(/ขาดการเชื่อมต่อ/)).toBeVisible()
    await expect.element(chat.getByText('รอส่งต่อจากข้อความก่อนหน้า')).toBeVisible()
    window.dispatchEvent(new Event('online'))
    await expect.poll(() => sends().map(({ text }) => text)).toEqual(['หนึ่ง', 'หนึ่ง', 'สอง'])
    await expect.element(chat.getByText(/ขาดการเชื่อมต่อ/)).not.toBeInTheDocument()
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
  test('becomes so while it is open here, and what was written can still be read and copied', async () => {
    const { chat, composer } = await openChat()
    await composer.fill('กำลังเขียนอยู่')
    desk.change(id, { status: 'CLOSED', closed_at: new Date().toISOString(), closed_by: personOf(desk.me) })
    await expect.element(chat.getByText('เคสนี้ปิดแล้ว ไม่สามารถส่งข้อความได้')).toBeVisible()
    const kept = chat.getByRole('region', { name: 'ร่างที่ยังไม่ได้ส่ง' })
    await expect.element(kept.getByText('กำลังเขียนอยู่')).toBeVisible()
    await expect.element(kept.getByRole('button', { name: 'คัดลอก' })).toBeVisible()
    desk.change(id, { status: 'OPEN', closed_at: null, closed_by: null })
    await expect.element(composer).toHaveValue('กำลังเขียนอยู่')
  })

  test('leads to the new one when the customer writes again', async () => {
    desk.change(id, { customer_id: 'c1' })
    const { screen, chat } = await openChat()
    desk.change(id, { status: 'CLOSED', closed_at: new Date().toISOString(), closed_by: personOf(desk.me) })
    await expect.element(chat.getByText('เคสนี้ปิดแล้ว ไม่สามารถส่งข้อความได้')).toBeVisible()
    await expect.element(chat.getByRole('button', { name: 'ไปที่เคส' })).not.toBeInTheDocument()
    const again = 'aaaaaaaa-5c1e-4f0a-9b7d-2f6e8a1c3d5b'
    const profile = desk.tickets.get(id)?.profile ?? mockTicket({ id }).profile
    // Another customer of the same name is another customer.
    desk.open({ id: 'bbbbbbbb-5c1e-4f0a-9b7d-2f6e8a1c3d5b', profile, customer_id: 'c2' })
    desk.open({ id: again, profile, customer_id: 'c1' })
    desk.write(again, 'มีเรื่องใหม่ครับ')
    await chat.getByRole('button', { name: 'ไปที่เคส' }).click()
    await expect
      .element(screen.getByRole('complementary').getByText('มีเรื่องใหม่ครับ', { exact: true }))
      .toBeVisible()
  })
})

describe('whose case it is', () => {
  async function openCase(ticketId: string) {
    const drawn = await renderPage(ChatQueuePage, `/chat-queue?ticket=${ticketId}`)
    const chat = drawn.screen.getByRole('complementary')
    const composer = chat.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
    await expect.element(composer).toBeVisible()
    return { ...drawn, chat, composer }
  }

  test('nobody’s is accepted first, then the answer goes', async () => {
    const { chat, composer } = await openCase(NOBODYS)
    await composer.fill('สวัสดีค่ะ รับเรื่องแล้วค่ะ')
    await chat.getByRole('button', { name: 'ตอบและรับเคส' }).click()
    await expect.poll(() => sends().length).toBe(1)
    const calls = desk.requests.map(({ call }) => call)
    expect(calls.findIndex((call) => /accept/.test(call))).toBeLessThan(
      calls.findIndex((call) => /send/.test(call)),
    )
    await expect.element(chat.getByRole('button', { name: 'ส่ง', exact: true })).toBeVisible()
    expect(desk.tickets.get(NOBODYS)?.assigned_to?.id).toBe(desk.me.id)
  })

  test('nobody’s that another takes first: nothing is sent and the words are in the field', async () => {
    const { screen, chat, composer } = await openCase(NOBODYS)
    const winner = { ...personOf(desk.me), id: 'w', line_user_id: 'Uw', display_name: 'ชลธิชา แสงทอง' }
    desk.fail(/accept/, {
      status: 409,
      body: { code: 'already_accepted', message: 'x', assigned_to: winner },
    })
    await composer.fill('มาช้าไป')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(screen.getByText(/ชลธิชา แสงทอง รับเคสนี้แล้ว/)).toBeVisible()
    await expect.element(composer).toHaveValue('มาช้าไป')
    expect(sends()).toHaveLength(0)
    await expect.element(chat.getByRole('button', { name: 'ลองใหม่' })).not.toBeInTheDocument()
  })

  test('a colleague’s is asked about once; giving up leaves the words', async () => {
    const { screen, composer } = await openCase(COLLEAGUES)
    const question = screen.getByRole('dialog', { name: 'ตอบเคสของเพื่อนร่วมทีม' })
    await composer.fill('ตอบแทนค่ะ')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(question).toMatchTextContent(/กิตติ/)
    await question.getByRole('button', { name: 'ยกเลิก' }).click()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(composer).toHaveValue('ตอบแทนค่ะ')
    expect(sends()).toHaveLength(0)
    await composer.click()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await question.getByRole('button', { name: 'ตอบแทนครั้งนี้' }).click()
    await expect.poll(() => sends().length).toBe(1)
    await composer.fill('อีกข้อหนึ่งค่ะ')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => sends().length).toBe(2)
    expect(desk.count(/accept/)).toBe(0)
  })

  test('accepting puts the cursor in the field', async () => {
    const { chat, composer } = await openCase(NOBODYS)
    await chat.getByRole('button', { name: 'รับเคส', exact: true }).click()
    await expect.element(composer).toHaveFocus()
  })

  test.each([
    ['a colleague’s', COLLEAGUES, 'กิตติ บุญมา'],
    ['one’s own', id, 'คุณ'],
  ])('stands on every answer: %s', async (_, ticketId, author) => {
    const { chat } = await openCase(ticketId)
    await expect.element(chat.getByRole('log').getByText(author, { exact: true })).toBeVisible()
  })
})

describe('a customer who has blocked the account', () => {
  test('shows as such, and what is sent since does not read as if it had arrived', async () => {
    const ticket = desk.tickets.get(id)
    desk.change(id, { profile: { ...(ticket ?? mockTicket({ id })).profile, friendship: 'blocked' } })
    const { chat, composer } = await openChat()
    await expect.element(chat.getByText('บล็อกบัญชีนี้แล้ว')).toBeVisible()
    await expect.element(chat.getByText('✓ ส่งแล้ว')).toBeVisible()
    await composer.fill('ยังอยู่ไหมคะ')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(chat.getByText('ส่งแล้ว แต่ลูกค้าบล็อกบัญชีนี้อยู่')).toBeVisible()
    expect(chat.getByText('✓ ส่งแล้ว').elements()).toHaveLength(1)
  })
})

describe('scrolling', () => {
  const atBottom = (element: Element) => element.scrollHeight - element.scrollTop - element.clientHeight <= 2

  /** Nothing of it is unread: this person has looked before. */
  const readAll = () =>
    desk.fetch(new URL(`/api/staff/tickets/${id}/read`, location.href), {
      method: 'POST',
      body: JSON.stringify({ seq: desk.lastSeqOf(id) }),
    })

  test('opens at the end and follows what comes', async () => {
    fillConversation(40)
    await readAll()
    const { chat, log } = await openChatAt('ข้อความยาวพอที่จะเลื่อนได้ 40')
    expect(atBottom(log.element())).toBe(true)
    desk.write(id, 'ข้อความล่าสุด')
    await expect.element(chat.getByText('ข้อความล่าสุด')).toBeInViewport()
    await expect.poll(() => atBottom(log.element())).toBe(true)
  })

  test('follows a second message that comes during the smooth scroll to the first', async () => {
    fillConversation(40)
    await readAll()
    const { chat, log } = await openChatAt('ข้อความยาวพอที่จะเลื่อนได้ 40')
    const element = log.element()
    const scrolls: number[] = []
    element.addEventListener('scroll', () => {
      // The moment at which the view is on its way and not there yet.
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

  test('with 99 unread it opens where these begin', async () => {
    fillConversation(104)
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
    const line = log.getByText('ข้อความใหม่', { exact: true })
    await expect.element(line).toBeInViewport()
    const top = log.element().getBoundingClientRect().top
    expect(line.element().getBoundingClientRect().top - top).toBeLessThan(80)
    expect(line.element().getBoundingClientRect().top - top).toBeGreaterThan(20)
    await screen.getByRole('button', { name: 'ข้อความใหม่' }).click()
    await expect.poll(() => atBottom(log.element())).toBe(true)
  })

  test('the day that sticks covers no word', async () => {
    fillConversation(40)
    const { log } = await openChat()
    const element = log.element()
    element.scrollTop -= 333
    const day = log.getByRole('heading').first().element().parentElement as HTMLElement
    const strip = day.getBoundingClientRect()
    const box = element.getBoundingClientRect()
    expect(strip.width).toBeGreaterThanOrEqual(element.clientWidth)
    expect(Math.abs(strip.top - box.top)).toBeLessThanOrEqual(1)
    const color = getComputedStyle(day).backgroundColor
    expect(color).not.toMatch(/rgba\(.*, 0(\.\d+)?\)|transparent/)
  })

  test('farther up it stays, says that there is more, and goes there on demand or on an own message', async () => {
    fillConversation(40)
    await readAll()
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
    await readAll()
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
  test('is told again until the server has it', async () => {
    desk.fail(/\/read$/, { status: 503, body: {} })
    await openChat()
    await expect.poll(() => desk.count(/POST .*\/read$/), { timeout: 8_000 }).toBe(2)
  })

  test('a server without the call is no trouble, and is not asked again', async () => {
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
  test('stacked Thai marks stay within their bubble', async () => {
    desk.write(id, 'ก้๊๋์้๊๋์้๊๋์ ปั้ญญั้')
    const { chat } = await openChat()
    const bubble = chat.getByText(/ปั้ญญั้/).element().closest('[data-message]') as Element
    expect(getComputedStyle(bubble).overflow).toBe('clip')
  })

  test('an image without an address is words', async () => {
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

  test('an image is a link to itself, pictured when it is our own; an unknown kind shows its text', async () => {
    desk.messages.push(
      mockMessage({ ticket_id: id, seq: 6, message_type: 'image', text: null, image_url: OWN_PICTURE }),
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
    expect(own?.href).toBe(OWN_PICTURE)
    expect(own?.innerHTML).toContain('<img')
    expect(foreign?.href).toBe('https://cdn.example/slip.png')
    expect(foreign?.querySelector('img')).toBeNull()
    expect(foreign?.textContent).toBe('เปิดรูปภาพ')
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

test('a reconnect brings what was changed meanwhile: delivery and what was taken back', async () => {
  const sent = desk.write(id, 'ยังไม่ถึง', { direction: 'OUT', sender: personOf(desk.me), delivery: 'queued' })
  const said = desk.write(id, 'จะยกเลิกข้อความนี้')
  const { chat } = await openChat()
  await expect.element(chat.getByText('กำลังส่ง...')).toBeVisible()
  await expect.poll(() => [...desk.sockets].some((socket) => socket.subscribed.has(id))).toBe(true)
  for (const socket of desk.sockets) socket.drop(1006)
  desk.changeMessage(sent.id, { delivery: 'sent' })
  desk.changeMessage(said.id, { message_type: 'unsent', text: 'ลูกค้ายกเลิกข้อความ' })
  window.dispatchEvent(new Event('online'))
  await expect.element(chat.getByText('ลูกค้ายกเลิกข้อความ'), { timeout: 5_000 }).toBeVisible()
  await expect.element(chat.getByText('กำลังส่ง...')).not.toBeInTheDocument()
  await expect.element(chat.getByText('จะยกเลิกข้อความนี้')).not.toBeInTheDocument()
})

test('a conversation that cannot be read for now says so and reads it on demand', async () => {
  desk.fail(/messages/, { status: 429, body: { code: 'rate_limited', message: 'x' } })
  const { screen } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${id}`)
  await screen.getByRole('button', { name: 'ลองใหม่' }).click()
  await expect.element(screen.getByText('โอนจากธนาคารกสิกร 1,500 บาท')).toBeVisible()
})

test.each([
  ['that names nothing', mockTicket({ id: 'x' }).id, 'ไม่พบเคสนี้', null],
  ['that is forbidden', id, 'คุณไม่มีสิทธิ์ใน OA นี้', 'forbidden_channel'],
])('an address %s leads to the queue', async (_, ticketId, text, code) => {
  if (code !== null) desk.fail(/messages/, { status: 403, body: { code, message: code } }, 99)
  const { screen, router } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${ticketId}`)
  const chat = screen.getByRole('complementary')
  await expect.element(chat.getByText(text)).toBeVisible()
  await expect.element(chat.getByRole('button', { name: 'ลองใหม่' })).not.toBeInTheDocument()
  await chat.getByRole('button', { name: 'ไปที่คิวแชท' }).click()
  await expect.element(chat).not.toBeInTheDocument()
  expect(router.state.location.search).toBe('')
})
