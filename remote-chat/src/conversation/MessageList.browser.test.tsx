import { mockMessage, mockTicket, staffMemberOf } from 'shared/testing/mock-tickets.ts'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import ChatQueuePage from '../pages/ChatQueuePage.page.tsx'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { fillConversation, OWN_CASE, openChat, sendsOf } from '../testing/open-conversation.tsx'
import { renderPage } from '../testing/render-page.tsx'

const id = OWN_CASE
/** On the page's own origin, as uploads are. */
const OWN_PICTURE = `${location.origin}/shared/src/testing/mock-slip.svg`
installMockDesk()

describe('scrolling', () => {
  const atBottom = (element: Element) => element.scrollHeight - element.scrollTop - element.clientHeight <= 2

  /** Nothing of it is unread: this person has looked before. */
  const readAll = () =>
    desk.fetch(new URL(`/api/staff/tickets/${id}/read`, location.href), {
      method: 'POST',
      body: JSON.stringify({ seq: desk.lastSeqOf(id) }),
    })

  test('opens at the end and follows what comes', async () => {
    fillConversation(desk, 40)
    await readAll()
    const { chat, log } = await openChatAt('ข้อความยาวพอที่จะเลื่อนได้ 40')
    expect(atBottom(log.element())).toBe(true)
    desk.write(id, 'ข้อความล่าสุด')
    await expect.element(chat.getByText('ข้อความล่าสุด')).toBeInViewport()
    await expect.poll(() => atBottom(log.element())).toBe(true)
  })

  test('follows a second message that comes during the smooth scroll to the first', async () => {
    fillConversation(desk, 40)
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
    const line = log.getByText('ข้อความใหม่', { exact: true })
    await expect.element(line).toBeInViewport()
    const edge = () => dayOf(line.element()).getBoundingClientRect().bottom
    const below = () => line.element().getBoundingClientRect().top - edge()
    await expect.poll(below).toBeGreaterThanOrEqual(0)
    expect(below()).toBeLessThan(40)
    // A second line in the header pushes the conversation down, and the line with it.
    const ticket = desk.tickets.get(id) ?? mockTicket({ id })
    const top = log.element().getBoundingClientRect().top
    desk.change(id, {
      channel: { ...ticket.channel, name: 'OA สำหรับลูกค้าคนสำคัญของสาขาเชียงใหม่ ลำพูน และลำปาง' },
    })
    await expect.poll(() => log.element().getBoundingClientRect().top).toBeGreaterThan(top)
    await expect.poll(below).toBeGreaterThanOrEqual(0)
    // Whoever has scrolled meanwhile is led nowhere.
    log.element().scrollTop += 200
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const read = log.element().scrollTop
    desk.change(id, { channel: ticket.channel })
    await expect.poll(() => log.element().getBoundingClientRect().top).toBe(top)
    expect(Math.abs(log.element().scrollTop - read)).toBeLessThan(80)
    expect(below()).toBeLessThan(-100)
    await screen.getByRole('button', { name: 'ข้อความใหม่' }).click()
    await expect.poll(() => atBottom(log.element())).toBe(true)
  })

  test('the line above what was unread stays until this person has answered', async () => {
    desk.write(id, 'ยังไม่ได้อ่านข้อความนี้')
    const { log, composer } = await openChat()
    const line = log.getByText('ข้อความใหม่', { exact: true })
    await expect.element(line).toBeVisible()
    const go = desk.hold(/send/)
    await composer.fill('ตอบแล้วค่ะ')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(log.getByText('ตอบแล้วค่ะ')).toBeVisible()
    await expect.element(line).toBeVisible()
    const colleague = { ...staffMemberOf(desk.me), id: 'w', line_user_id: 'Uw', display_name: 'ชลธิชา แสงทอง' }
    desk.write(id, 'เพื่อนร่วมทีมตอบ', { direction: 'OUT', sender: colleague })
    await expect.element(log.getByText('เพื่อนร่วมทีมตอบ')).toBeVisible()
    await expect.element(line).toBeVisible()
    go()
    await expect.element(line).not.toBeInTheDocument()
  })

  test('the day that sticks covers no word', async () => {
    fillConversation(desk, 40)
    const { log } = await openChat()
    const element = log.element()
    element.scrollTop -= 333
    const day = log.getByRole('heading').first().element().parentElement as HTMLElement
    const strip = day.getBoundingClientRect()
    const box = element.getBoundingClientRect()
    expect(strip.width).toBeGreaterThan(element.clientWidth - 1)
    expect(Math.abs(strip.top - box.top)).toBeLessThanOrEqual(1)
    const color = getComputedStyle(day).backgroundColor
    expect(color).not.toMatch(/rgba\(.*, 0(\.\d+)?\)|transparent/)
  })

  test('farther up it stays, says that there is more, and goes there on demand or on an own message', async () => {
    fillConversation(desk, 40)
    await readAll()
    const { chat, log, composer } = await openChatAt('ข้อความยาวพอที่จะเลื่อนได้ 40')
    const element = log.element()
    element.scrollTop = element.scrollHeight - element.clientHeight - 65
    const place = element.scrollTop
    await expect.poll(() => element.scrollTop).toBe(place)
    // The scroll event comes with the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    desk.write(id, 'มาตอนที่อ่านของเก่า')
    const more = chat.getByRole('button', { name: 'ข้อความใหม่' })
    await expect.element(more).toBeVisible()
    expect(element.scrollTop).toBe(place)
    // It lies over no word.
    expect(more.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(
      element.getBoundingClientRect().bottom,
    )
    await composer.fill('ตอบเอง')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => atBottom(element)).toBe(true)
    await expect.element(chat.getByRole('button', { name: 'ข้อความใหม่' })).not.toBeInTheDocument()
  })

  test('older messages come in above and what is read stays where it is', async () => {
    fillConversation(desk, 120)
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

  /** The day that sticks above something in the conversation. */
  const dayOf = (element: Element) =>
    element.closest('section')?.querySelector('h3')?.parentElement ?? document.body

  async function openChatAt(text: string) {
    const { screen } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${id}`)
    const chat = screen.getByRole('complementary')
    await expect.element(chat.getByText(text, { exact: true })).toBeInViewport()
    const composer = chat.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
    return { chat, composer, log: chat.getByRole('log') }
  }
})

describe('what LINE did not take', () => {
  /** Messages of one's own that failed, in one run; newest last. */
  const failedOnes = (...texts: [text: string, error: string][]) =>
    texts.map(([text, delivery_error]) =>
      desk.write(id, text, {
        direction: 'OUT',
        sender: staffMemberOf(desk.me),
        delivery: 'failed',
        delivery_error,
      }),
    )
  const bubbleOf = (message: { id: string }) => document.querySelector(`[data-message="${message.id}"]`)
  const readsOf = (message: { id: string }) => expect.poll(() => bubbleOf(message)?.textContent)

  test('looks so and says why, each in a run of several', async () => {
    const [first, second] = failedOnes(['หนึ่ง', 'line_rejected'], ['สอง', 'line_quota'])
    await openChat()
    if (!first || !second) throw new Error('nothing has failed')
    for (const [message, reason] of [
      [first, /! ส่งไม่สำเร็จ: LINE ไม่รับข้อความนี้/],
      [second, /! ส่งไม่สำเร็จ: OA นี้ใช้โควตา/],
    ] as const) {
      await readsOf(message).toMatch(reason)
      expect(bubbleOf(message)).toHaveAttribute('data-failed')
    }
  })

  test('a picture that LINE did not take is sent again as the picture that it is', async () => {
    const link = 'https://pictures.example/slip.png'
    const failed = desk.write(id, '', {
      direction: 'OUT',
      message_type: 'image',
      text: null,
      image_url: link,
      sender: staffMemberOf(desk.me),
      delivery: 'failed',
      delivery_error: 'invalid_request',
    })
    const { chat } = await openChat()
    await expect.element(chat.getByRole('button', { name: 'แก้ไข' })).not.toBeInTheDocument()
    desk.fail(/send$/, 'network')
    await chat.getByRole('button', { name: 'ส่งอีกครั้ง' }).click()
    const again = chat.getByRole('button', { name: 'ลองใหม่' })
    await expect.element(again).toBeVisible()
    expect(chat.getByRole('link', { name: /^เปิดรูปภาพ/ }).elements()).toHaveLength(2)
    await expect.element(chat.getByRole('button', { name: 'แก้ไข' })).not.toBeInTheDocument()
    await again.click()
    await expect.element(chat.getByText('ส่งใหม่แล้ว')).toBeVisible()
    await expect.element(again).not.toBeInTheDocument()
    const [first, second] = sendsOf(desk)
    expect(first).toMatchObject({ type: 'image', image_url: link, retry_of: failed.id })
    expect(second).toEqual(first)
    expect(first).not.toHaveProperty('text')
  })

  test('is sent again once: then it reads withdrawn, also after a reload', async () => {
    const [failed] = failedOnes(['ไปไม่ถึง', 'line_rejected'])
    if (!failed) throw new Error('nothing has failed')
    const { screen, chat } = await openChat()
    const go = desk.hold(/send/)
    const again = chat.getByRole('button', { name: 'ส่งอีกครั้ง' })
    await again.click()
    await expect.element(again).not.toBeInTheDocument()
    go()
    await readsOf(failed).toMatch(/ส่งใหม่แล้ว$/)
    expect(bubbleOf(failed)).not.toHaveAttribute('data-failed')
    expect(sendsOf(desk)).toMatchObject([{ text: 'ไปไม่ถึง', retry_of: failed.id }])
    await screen.unmount()
    await openChat()
    await readsOf(failed).toMatch(/ส่งใหม่แล้ว$/)
    expect(bubbleOf(failed)?.querySelector('button')).toBeNull()
  })

  test('and a colleague has sent again reads so here too', async () => {
    const [failed] = failedOnes(['ไปไม่ถึง', 'line_rejected'])
    if (!failed) throw new Error('nothing has failed')
    const { chat } = await openChat()
    await expect.element(chat.getByRole('button', { name: 'ส่งอีกครั้ง' })).toBeVisible()
    desk.changeMessage(failed.id, { retried: true })
    await readsOf(failed).toMatch(/ส่งใหม่แล้ว$/)
    await expect.element(chat.getByRole('button', { name: 'ส่งอีกครั้ง' })).not.toBeInTheDocument()
    await expect.element(chat.getByRole('button', { name: 'แก้ไข' })).not.toBeInTheDocument()
  })

  test('is taken back with the keyboard: it reads so, its list raises no alarm any more, and nothing offers to send it', async () => {
    const [failed] = failedOnes(['ไม่ต้องส่งแล้ว', 'line_quota'])
    if (!failed) throw new Error('nothing has failed')
    const { screen, chat, log } = await openChat()
    await expect.element(screen.getByText('! ส่งไม่สำเร็จ', { exact: true })).toBeVisible()
    const withdraw = chat.getByRole('button', { name: 'ยกเลิกข้อความนี้' })
    ;(withdraw.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await readsOf(failed).toMatch(/ยกเลิกแล้ว$/)
    expect(bubbleOf(failed)).not.toHaveAttribute('data-failed')
    expect(bubbleOf(failed)?.querySelector('button')).toBeNull()
    await expect.element(log).toHaveFocus()
    await expect.element(screen.getByText('! ส่งไม่สำเร็จ', { exact: true })).not.toBeInTheDocument()
    expect(desk.count(/withdraw$/)).toBe(1)
    expect(sendsOf(desk)).toEqual([])
  })

  test('and a colleague has taken back reads so here too', async () => {
    const [failed] = failedOnes(['ไปไม่ถึง', 'line_rejected'])
    if (!failed) throw new Error('nothing has failed')
    const { chat } = await openChat()
    await expect.element(chat.getByRole('button', { name: 'ส่งอีกครั้ง' })).toBeVisible()
    desk.changeMessage(failed.id, { delivery_error: 'withdrawn' })
    await readsOf(failed).toMatch(/ยกเลิกแล้ว$/)
    await expect.element(chat.getByRole('button', { name: 'ส่งอีกครั้ง' })).not.toBeInTheDocument()
    await expect.element(chat.getByRole('button', { name: 'ยกเลิกข้อความนี้' })).not.toBeInTheDocument()
  })

  test('and cannot be taken back any more says why, and what became of it', async () => {
    const [failed] = failedOnes(['ไปไม่ถึง', 'line_rejected'])
    if (!failed) throw new Error('nothing has failed')
    const { screen, chat } = await openChat()
    const withdraw = chat.getByRole('button', { name: 'ยกเลิกข้อความนี้' })
    await expect.element(withdraw).toBeVisible()
    desk.fail(/withdraw$/, { status: 409, body: { code: 'message_under_way' } })
    await withdraw.click()
    await expect.element(screen.getByText('ข้อความนี้ส่งออกไปแล้ว จึงยกเลิกไม่ได้')).toBeVisible()
    await expect.element(withdraw).toBeVisible()
    await withdraw.click()
    await readsOf(failed).toMatch(/ยกเลิกแล้ว$/)
  })

  test('in a closed case is taken back, and not sent again', async () => {
    const [failed] = failedOnes(['ไปไม่ถึง', 'line_rejected'])
    if (!failed) throw new Error('nothing has failed')
    desk.change(id, { status: 'CLOSED', closed_at: new Date().toISOString() })
    const { screen } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${id}`)
    const chat = screen.getByRole('complementary')
    await chat.getByRole('button', { name: 'ยกเลิกข้อความนี้' }).click()
    await readsOf(failed).toMatch(/ยกเลิกแล้ว$/)
    await expect.element(chat.getByRole('button', { name: 'ส่งอีกครั้ง' })).not.toBeInTheDocument()
  })

  test.each([
    ['reply_unknown', '! ไม่แน่ใจว่าถึงลูกค้าหรือไม่'],
    ['line_unreachable', '! ติดต่อ LINE ไม่ได้ ไม่แน่ใจว่าถึงลูกค้าหรือไม่'],
    ['retry_key_expired', '! ไม่แน่ใจว่าข้อความถึงลูกค้าแล้วหรือไม่'],
  ])(
    'or may have taken (%s) does not read failed, and is sent again only after a warning',
    async (error, words) => {
      const [unknown] = failedOnes(['โอนคืนแล้วค่ะ', error])
      if (!unknown) throw new Error('nothing has failed')
      const { screen, chat } = await openChat()
      await readsOf(unknown).toContain(words)
      expect(bubbleOf(unknown)).not.toMatchTextContent('ส่งไม่สำเร็จ')
      const again = chat.getByRole('button', { name: 'ส่งอีกครั้ง' })
      await again.click()
      const question = screen.getByRole('dialog', { name: 'ลูกค้าอาจได้รับข้อความซ้ำ' })
      // What Enter does by itself is not to send.
      await expect.element(question.getByRole('button', { name: 'ยกเลิก' })).toHaveFocus()
      await userEvent.keyboard('{Enter}')
      await expect.element(question).not.toBeInTheDocument()
      expect(sendsOf(desk)).toEqual([])
      await again.click()
      await question.getByRole('button', { name: 'ส่งอีกครั้ง' }).click()
      await readsOf(unknown).toMatch(/ส่งใหม่แล้ว$/)
      expect(sendsOf(desk)).toMatchObject([{ text: 'โอนคืนแล้วค่ะ', retry_of: unknown.id }])
    },
  )

  test('or may have taken is taken into the field to be changed only after the same warning', async () => {
    const [unknown] = failedOnes(['โอนคืนแล้วค่ะ', 'reply_unknown'])
    if (!unknown) throw new Error('nothing has failed')
    const { screen, chat, composer } = await openChat()
    await chat.getByRole('button', { name: 'แก้ไข' }).click()
    const question = screen.getByRole('dialog', { name: 'ลูกค้าอาจได้รับข้อความซ้ำ' })
    await expect.element(question).toBeVisible()
    await expect.element(composer).toHaveValue('')
    await question.getByRole('button', { name: 'แก้ไขแล้วส่งใหม่' }).click()
    await expect.element(composer).toHaveValue('โอนคืนแล้วค่ะ')
  })

  test('goes into an empty field to be changed, with the cursor, and what is sent takes its place', async () => {
    const [failed] = failedOnes(['พิมพ์ผิด', 'line_rejected'])
    if (!failed) throw new Error('nothing has failed')
    const { screen, chat, composer } = await openChat()
    const edit = chat.getByRole('button', { name: 'แก้ไข' })
    await composer.fill('กำลังเขียน')
    await expect.element(edit).toHaveAttribute('aria-disabled', 'true')
    await expect.element(edit).toHaveAccessibleDescription('มีข้อความอยู่ในช่องพิมพ์ กรุณาส่งหรือลบก่อน')
    ;(edit.element() as HTMLElement).click()
    await expect.element(screen.getByText('มีข้อความอยู่ในช่องพิมพ์ กรุณาส่งหรือลบก่อน')).toBeVisible()
    await expect.element(composer).toHaveValue('กำลังเขียน')
    await composer.fill('')
    await edit.click()
    await expect.element(composer).toHaveValue('พิมพ์ผิด')
    await expect.element(composer).toHaveFocus()
    await expect.element(edit).toHaveAttribute('aria-disabled', 'true')
    await userEvent.keyboard(' แก้แล้ว')
    await expect.element(composer).toHaveValue('พิมพ์ผิด แก้แล้ว')
    // The draft knows what it is made of when the person comes back to it.
    await screen.unmount()
    await openChat()
    await composer.click()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await readsOf(failed).toMatch(/แก้ไขแล้วส่งใหม่$/)
    expect(sendsOf(desk)).toMatchObject([{ text: 'พิมพ์ผิด แก้แล้ว', retry_of: failed.id }])
  })

  test('and was changed here while a colleague sent it again: the change stands in the field, unsent', async () => {
    const [failed] = failedOnes(['พิมพ์ผิด', 'line_rejected'])
    if (!failed) throw new Error('nothing has failed')
    const { screen, chat, composer } = await openChat()
    await chat.getByRole('button', { name: 'แก้ไข' }).click()
    await composer.fill('แก้แล้ว')
    const colleague = { direction: 'OUT', client_message_id: 'other', retry_of: failed.id } as const
    desk.write(id, 'พิมพ์ผิด', colleague)
    await composer.click()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(screen.getByText(/มีผู้ส่งข้อความเดิมใหม่แล้ว/)).toBeVisible()
    await expect.element(composer).toHaveValue('แก้แล้ว')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(composer).toHaveValue('')
    await expect.poll(() => sendsOf(desk).map((each) => each.retry_of)).toEqual([failed.id, undefined])
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
    expect(foreign?.textContent).toMatch(/^เปิดรูปภาพ /)
    await expect.element(chat.getByText('ข้อความแบบใหม่')).toBeVisible()
  })
})
