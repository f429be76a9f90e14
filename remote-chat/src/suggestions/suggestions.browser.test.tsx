import { waitForAnimations } from 'shared/testing/animations-end.ts'
import { seriousProblems } from 'shared/testing/axe-problems.ts'
import { mockSuggestion } from 'shared/testing/mock-suggestions.ts'
import { staffMemberOf } from 'shared/testing/mock-tickets.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { readOutbox } from '../outbox/outbox.store.ts'
import ChatQueuePage from '../pages/ChatQueuePage.page.tsx'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import {
  OTHER_AGENTS_TICKET,
  OWN_TICKET,
  openChat,
  openTicket,
  sendsOf,
  UNASSIGNED_TICKET,
} from '../testing/open-conversation.tsx'
import { renderPage } from '../testing/render-page.tsx'
import { frames } from '../testing/settled.ts'
import { greeting, image, mockStoredSuggestions } from '../testing/stored-suggestions.ts'

installMockDesk()
beforeEach(mockStoredSuggestions)

const GREETED = 'สวัสดีค่ะ คุณธีรภัทร จันทร์แก้ว'
type Chat = Pick<Awaited<ReturnType<typeof openChat>>['chat'], 'getByRole'>
const chipsOf = (chat: Chat) => chat.getByRole('list', { name: 'ข้อความสำเร็จรูป', exact: true })
const listOf = (chat: Chat) => chat.getByRole('listbox', { name: 'ค้นหาข้อความสำเร็จรูป' })
const usesOf = () =>
  desk.requests
    .filter(({ call }) => call.endsWith('/send'))
    .map(({ body }) => (body as { suggestion_ids?: string[] }).suggestion_ids)

describe('suggestion chips', () => {
  test('shows the first five suggestions as chips in a reserved row, which insert the text with the customer’s name', async () => {
    const go = desk.hold(/suggestions/)
    const { chat, composer } = await openChat()
    await expect.poll(() => desk.count(/suggestions/)).toBeGreaterThan(0)
    await frames()
    const before = composer.element().getBoundingClientRect().top
    go()
    await expect
      .poll(() =>
        chipsOf(chat)
          .getByRole('button')
          .elements()
          .map((each) => each.textContent),
      )
      .toEqual(['ของ OA นี้', GREETED, 'ขอเวลาตรวจสอบสักครู่นะคะ', 'ตารางโปร', 'ห้า'])
    expect(composer.element().getBoundingClientRect().top).toBe(before)
    await composer.fill('เริ่มต้น')
    await chipsOf(chat).getByRole('button', { name: GREETED }).click()
    await expect.element(composer).toHaveValue(`เริ่มต้น ${GREETED}`)
    await expect.element(composer).toHaveFocus()
    await userEvent.keyboard('!')
    await expect.element(composer).toHaveValue(`เริ่มต้น ${GREETED}!`)
    expect(await seriousProblems(chat.element())).toEqual([])
  })

  test('counts each inserted suggestion once per message, and none after the field was emptied', async () => {
    const { chat, composer } = await openChat()
    const chip = chipsOf(chat).getByRole('button', { name: GREETED })
    await chip.click()
    await chipsOf(chat).getByRole('button', { name: 'ห้า' }).click()
    await chip.click()
    await composer.fill('')
    await composer.fill('เขียนเอง')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => usesOf()).toEqual([undefined])
    await chip.click()
    await userEvent.keyboard(' และ')
    await chip.click()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => usesOf()).toEqual([undefined, [greeting.id]])
  })

  test('suggestion chips update after a colleague’s change without a reload', async () => {
    const { chat } = await openChat()
    await expect.element(chipsOf(chat).getByRole('button', { name: 'ห้า' })).toBeVisible()
    desk.suggestions.items = [mockSuggestion({ text: 'เพิ่งเพิ่ม' })]
    desk.publish({ type: 'suggestions_update', data: { channel_key: null } })
    await expect.element(chipsOf(chat).getByRole('button', { name: 'เพิ่งเพิ่ม' })).toBeVisible()
    await expect.poll(() => chipsOf(chat).getByRole('button').elements().length).toBe(1)
  })
})

test('reports an unknown placeholder when a suggestion is inserted', async () => {
  desk.suggestions.items = [mockSuggestion({ text: 'คุณ{{name}}' })]
  const { chat, screen, composer } = await openChat()
  await chipsOf(chat).getByRole('button').first().click()
  await expect.element(composer).toHaveValue('คุณ{{name}}')
  await expect.element(screen.getByText(/ไม่รู้จัก {{name}}/)).toBeVisible()
})

describe('suggestion search with `/` in the reply field', () => {
  test('`/` opens a suggestion search, arrow keys select a suggestion, and Enter replaces the search text with it without sending', async () => {
    const { chat, composer } = await openChat()
    await userEvent.type(composer, 'ครับ /')
    await expect.poll(() => listOf(chat).getByRole('option').elements()).toHaveLength(6)
    await expect.poll(() => composer.element().getAttribute('aria-activedescendant')).not.toBeNull()
    expect(await seriousProblems(chat.element())).toEqual([])
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
    const chosen = () =>
      document.getElementById(composer.element().getAttribute('aria-activedescendant') ?? '')
    await expect.poll(() => chosen()?.textContent).toBe(GREETED)
    await userEvent.keyboard('{Enter}')
    await expect.element(composer).toHaveValue(`ครับ ${GREETED}`)
    await expect.element(listOf(chat)).not.toBeInTheDocument()
    await expect.element(composer).not.toHaveAttribute('aria-activedescendant')
    // The browser can undo the insertion, as after typing.
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.element(composer).toHaveValue('ครับ /')
    expect(sendsOf(desk)).toEqual([])
  })

  test('the suggestion search filters while the user types, and Enter inserts a line break when there are no results', async () => {
    const { chat, composer } = await openChat()
    await userEvent.type(composer, '/ตรวจ')
    await expect
      .poll(() =>
        listOf(chat)
          .getByRole('option')
          .elements()
          .map((each) => each.textContent),
      )
      .toEqual(['ขอเวลาตรวจสอบสักครู่นะคะ'])
    await userEvent.keyboard('ไม่มี')
    await expect.element(chat.getByText('ไม่พบข้อความสำเร็จรูป')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(composer).toHaveValue('/ตรวจไม่มี\n')
    await expect.element(chat.getByText('ไม่พบข้อความสำเร็จรูป')).not.toBeInTheDocument()
  })

  test('Escape closes only the suggestion search, the next `/` opens it again, and a `/` inside a word is plain text', async () => {
    const { chat, composer } = await openChat()
    await userEvent.type(composer, '20/11 ')
    await userEvent.keyboard('/')
    await expect.element(listOf(chat)).toBeVisible()
    // Waits, because the list handles keys only shortly after it is rendered.
    await expect.element(composer).toHaveAttribute('aria-activedescendant')
    await userEvent.keyboard('{Escape}')
    await expect.element(listOf(chat)).not.toBeInTheDocument()
    await expect.element(composer).toHaveFocus()
    await userEvent.keyboard('ต')
    await userEvent.keyboard('{Enter}')
    await expect.element(composer).toHaveValue('20/11 /ต\n')
    expect(listOf(chat).elements()).toHaveLength(0)
    await userEvent.keyboard('/')
    await expect.element(listOf(chat)).toBeVisible()
  })

  test.each([420, 560])('the search is above a phone’s keyboard in a window %i px high', async (height) => {
    await page.viewport(390, height)
    const { screen } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${OWN_TICKET}`)
    const chat = screen.getByRole('dialog')
    const composer = chat.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
    await composer.click()
    // Waits, because on a phone the conversation slides in from below.
    await waitForAnimations()
    const before = composer.element().getBoundingClientRect().top
    await userEvent.keyboard('/ห้า')
    const option = chat.getByRole('option', { name: 'ห้า' })
    await expect.element(option).toBeVisible()
    await waitForAnimations()
    const { left, top, width, height: high } = option.element().getBoundingClientRect()
    const seen = document.elementFromPoint(left + width / 2, top + high / 2)
    expect(seen?.closest('[role=option]')).toBe(option.element())
    expect(composer.element().getBoundingClientRect().top).toBeCloseTo(before, 0)
    await expect.element(chipsOf(chat).getByRole('button').first()).not.toBeInTheDocument()
  })

  test('the suggestion search has no serious accessibility problem when it scrolls', async () => {
    desk.suggestions.items = Array.from({ length: 30 }, (_, at) => mockSuggestion({ text: `คำตอบที่ ${at}` }))
    const { chat, composer } = await openChat()
    await userEvent.type(composer, '/')
    await expect.poll(() => listOf(chat).getByRole('option').elements()).toHaveLength(30)
    expect(await seriousProblems(chat.element())).toEqual([])
  })

  test('the suggestion search leaves keys of an IME composition and Ctrl+Enter to the reply field', async () => {
    const { chat, composer } = await openChat()
    await userEvent.type(composer, '/')
    await expect.poll(() => composer.element().getAttribute('aria-activedescendant')).not.toBeNull()
    const first = composer.element().getAttribute('aria-activedescendant')
    for (const key of ['ArrowDown', 'Enter', 'Escape']) {
      const event = new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true })
      composer.element().dispatchEvent(event)
      expect(event.defaultPrevented).toBe(false)
    }
    expect(composer.element().getAttribute('aria-activedescendant')).toBe(first)
    await expect.element(listOf(chat)).toBeVisible()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => sendsOf(desk).map(({ text }) => text)).toEqual(['/'])
    await expect.element(listOf(chat)).not.toBeInTheDocument()
  })

  test('a click in the suggestion search inserts the text and keeps the focus in the reply field', async () => {
    const { chat, composer } = await openChat()
    await userEvent.type(composer, '/ห้า')
    await listOf(chat).getByRole('option', { name: 'ห้า' }).click()
    await expect.element(composer).toHaveValue('ห้า')
    await expect.element(composer).toHaveFocus()
  })
})

describe('image suggestion', () => {
  const confirmation = page.getByRole('dialog', { name: 'ส่งรูปภาพ' })

  test('an image suggestion is confirmed before sending, and the draft remains', async () => {
    const { chat, composer } = await openChat()
    await userEvent.type(composer, 'ร่าง /ตาราง')
    await expect.element(listOf(chat).getByRole('option', { name: 'ตารางโปร' })).toBeVisible()
    await expect.poll(() => composer.element().getAttribute('aria-activedescendant')).not.toBeNull()
    await userEvent.keyboard('{Enter}')
    await expect.element(confirmation.getByText('cdn.example.com')).toBeVisible()
    expect(sendsOf(desk)).toEqual([])
    await confirmation.getByRole('button', { name: 'ยกเลิก' }).click()
    await expect.element(composer).toHaveValue('ร่าง ')
    expect(sendsOf(desk)).toEqual([])
    await chipsOf(chat).getByRole('button', { name: 'ตารางโปร' }).click()
    await confirmation.getByRole('button', { name: 'ส่งรูปภาพ' }).click()
    await expect
      .poll(() => sendsOf(desk))
      .toMatchObject([
        { type: 'image', image_url: 'https://cdn.example.com/promo.png', suggestion_ids: [image.id] },
      ])
    await expect.element(composer).toHaveValue('ร่าง ')
  })

  test('an image suggestion on our own server is loaded from the desk’s host, regardless of the host in its URL', async () => {
    const path = `/p/${'a'.repeat(64)}.jpg`
    desk.suggestions.items = [
      mockSuggestion({ text: 'ตารางเวลา', image_url: `https://media.example.com/desk${path}` }),
    ]
    const { chat } = await openChat()
    await chipsOf(chat).getByRole('button', { name: 'ตารางเวลา' }).click()
    await expect.element(confirmation.getByRole('img', { name: 'รูปภาพ' })).toHaveAttribute('src', path)
  })

  test('sending an image suggestion accepts an unassigned ticket first, and names the assignee of a colleague’s ticket', async () => {
    const unassignedTicket = await openTicket(UNASSIGNED_TICKET)
    await chipsOf(unassignedTicket.chat).getByRole('button', { name: 'ตารางโปร' }).click()
    await confirmation.getByRole('button', { name: 'ส่งรูปภาพและรับเคส' }).click()
    await expect
      .poll(() => desk.requests.map(({ call }) => call).filter((call) => /accept|send/.test(call)))
      .toEqual([
        `POST /api/staff/tickets/${UNASSIGNED_TICKET}/accept`,
        `POST /api/staff/tickets/${UNASSIGNED_TICKET}/send`,
      ])
    await unassignedTicket.screen.unmount()
    const otherAgentsTicket = await openTicket(OTHER_AGENTS_TICKET)
    await chipsOf(otherAgentsTicket.chat).getByRole('button', { name: 'ตารางโปร' }).click()
    await expect.element(confirmation.getByText(/เคสนี้ กิตติ .*ดูแลอยู่/)).toBeVisible()
    await expect.element(confirmation.getByRole('button', { name: 'ส่งรูปภาพแทนครั้งนี้' })).toBeVisible()
  })

  test('when a colleague accepts the ticket first, an image suggestion can be sent again or deleted, and unsent text returns to the reply field', async () => {
    const { screen, chat, composer } = await openTicket(UNASSIGNED_TICKET)
    const releaseResponse = desk.hold(/accept/)
    const winner = { ...staffMemberOf(desk.me), id: 'w', line_user_id: 'Uw', display_name: 'ชลธิชา แสงทอง' }
    desk.fail(/accept/, {
      status: 409,
      body: { code: 'already_accepted', message: 'x', assigned_to: winner },
    })
    await composer.fill('สวัสดี ')
    await chipsOf(chat).getByRole('button', { name: 'ห้า' }).click()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(composer).toHaveValue('')
    await chipsOf(chat).getByRole('button', { name: 'ตารางโปร' }).click()
    await confirmation.getByRole('button', { name: 'ส่งรูปภาพและรับเคส' }).click()
    await expect.poll(readOutbox).toHaveLength(2)
    desk.change(UNASSIGNED_TICKET, { assigned_to: winner })
    releaseResponse()
    await expect.element(screen.getByText(/ชลธิชา แสงทอง รับเคสนี้แล้ว/)).toBeVisible()
    await expect.element(composer).toHaveValue('สวัสดี ห้า')
    expect(sendsOf(desk)).toEqual([])
    await chat.getByRole('button', { name: 'ลองใหม่' }).click()
    await expect.poll(usesOf).toEqual([[image.id]])
    await composer.click()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await screen.getByRole('button', { name: 'ตอบแทนครั้งนี้' }).click()
    await expect
      .poll(() => usesOf().at(-1))
      .toEqual([desk.suggestions.items.find(({ text }) => text === 'ห้า')?.id])
  })
})
