import { MAX_FOUND_MESSAGES } from 'shared/contract/constants.ts'
import { seriousProblems } from 'shared/testing/axe-problems.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import ChatQueuePage from '../pages/ChatQueuePage.page.tsx'
import { desk, installMockDesk, replaceMockDesk } from '../testing/installed-desk.ts'
import { fillConversation, OWN_TICKET, openChat, readAll } from '../testing/open-conversation.tsx'
import { idNo, idOf, OWN_NAME, openQueue, UNASSIGNED_NAME, waitingTickets } from '../testing/open-queue.tsx'
import { renderPage } from '../testing/render-page.tsx'
import { frames } from '../testing/settled.ts'

installMockDesk()

const dialog = () => page.getByRole('dialog')
const field = () => dialog().getByRole('combobox', { name: 'คำที่ต้องการค้นหา' })
const options = () => dialog().getByRole('listbox', { name: 'ข้อความที่พบ' }).getByRole('option')
const requests = () => desk.requests.filter(({ call }) => call.includes('/messages/search'))

async function openSearch() {
  const drawn = await openQueue()
  await page.getByRole('button', { name: 'ค้นหาข้อความในแชท' }).click()
  await expect.element(field()).toHaveFocus()
  return drawn
}

test('the message search finds and highlights a part of a word, and Enter opens the message', async () => {
  desk.write(idOf(OWN_NAME), 'รบกวนขอเลขพัสดุด้วยค่ะ')
  const { seq } = desk.write(idOf(UNASSIGNED_NAME), 'เลขพัสดุ TH123 ยังไม่ขึ้นเลย')
  const { router } = await openSearch()
  await expect.element(dialog().getByText('พิมพ์คำที่จำได้จากข้อความ')).toBeVisible()
  await field().fill('ขพัสดุ')
  await expect.poll(() => options().elements().length).toBe(2)
  expect([...dialog().element().querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
    'ขพัสดุ',
    'ขพัสดุ',
  ])
  await expect.element(options().nth(0)).toHaveAttribute('aria-selected', 'true')
  expect(await seriousProblems(dialog().element())).toEqual([])
  const isFirst = options().nth(0).element().textContent?.includes('TH123')
  if (!isFirst) await userEvent.keyboard('{ArrowDown}')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('complementary').getByRole('heading', { name: UNASSIGNED_NAME }))
    .toBeVisible()
  const params = new URLSearchParams(router.state.location.search)
  expect([params.get('ticket'), params.get('message')]).toEqual([idOf(UNASSIGNED_NAME), String(seq)])
  expect(requests()).toHaveLength(1)
})

test('search results distinguish customers with the same name by the end of their id', async () => {
  for (const [name, customer_id] of [
    [OWN_NAME, '11111111-0000-4000-8000-00000000a1b2'],
    [UNASSIGNED_NAME, '11111111-0000-4000-8000-00000000c3d4'],
  ] as const) {
    const ticket = desk.tickets.get(idOf(name))
    if (ticket === undefined) throw new Error('no such ticket')
    desk.change(ticket.id, { customer_id, profile: { ...ticket.profile, display_name: 'Ploy' } })
    desk.write(ticket.id, 'เลขพัสดุ TH123')
  }
  await renderPage(ChatQueuePage, '/chat-queue')
  await page.getByRole('button', { name: 'ค้นหาข้อความในแชท' }).click()
  await field().fill('TH123')
  await expect.element(options().filter({ hasText: 'Ploy (…a1b2)' })).toBeVisible()
  await expect.element(options().filter({ hasText: 'Ploy (…c3d4)' })).toBeVisible()
})

test('the message search opens the same message each time it is selected', async () => {
  fillConversation(desk, 60)
  await readAll(desk)
  const { screen } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${OWN_TICKET}`)
  const log = screen.getByRole('log')
  const text = 'ข้อความยาวพอที่จะเลื่อนได้ 21'
  for (const _ of ['once', 'again']) {
    await page.getByRole('button', { name: 'ค้นหาข้อความในแชท' }).click()
    await field().fill(text)
    await expect.poll(() => options().elements().length).toBe(1)
    await userEvent.keyboard('{Enter}')
    await expect.element(log.getByText(text, { exact: true })).toBeInViewport()
    await frames()
    log.element().scrollTop = log.element().scrollHeight
    await expect.element(log.getByText(text, { exact: true })).not.toBeInViewport()
  }
})

test('keeps the message search and its selected result until the dialog is closed without opening a result', async () => {
  desk.write(idOf(OWN_NAME), 'เลขพัสดุของชิ้นแรก')
  desk.write(idOf(UNASSIGNED_NAME), 'เลขพัสดุของชิ้นที่สอง')
  await openSearch()
  await field().fill('เลขพัสดุ')
  await expect.poll(() => options().elements().length).toBe(2)
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(() => document.activeElement?.matches('[data-message]')).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('complementary')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'ค้นหาข้อความในแชท' }).click()
  await expect.element(field()).toHaveValue('เลขพัสดุ')
  await expect.element(options().nth(1)).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'ค้นหาข้อความในแชท' }).click()
  await expect.element(field()).toHaveValue('')
})

test('closing a conversation that a search result opened restores the focus even if its row is not on this page of the list', async () => {
  replaceMockDesk({ tickets: waitingTickets(30) })
  const hidden = idNo(30)
  desk.write(hidden, 'คำที่ไม่มีใครใช้')
  const { row } = await openSearch()
  await field().fill('ไม่มีใครใช้')
  await expect.poll(() => options().elements().length).toBe(1)
  await userEvent.keyboard('{Enter}')
  await expect
    .element(page.getByRole('complementary').getByRole('heading', { name: /คนที่ 30\./ }))
    .toBeVisible()
  await expect.element(row(/คนที่ 30\./)).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement?.matches('[data-message]')).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('complementary')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'ค้นหาข้อความในแชท' })).toHaveFocus()
})

test('the message search accepts two characters only in a selected channel', async () => {
  desk.write(idOf(UNASSIGNED_NAME), 'ฌฆ')
  await openSearch()
  await field().fill('ฌฆ')
  await expect.element(dialog().getByText('พิมพ์อย่างน้อย 3 ตัวอักษร')).toBeVisible()
  const { channel } = desk.tickets.get(idOf(UNASSIGNED_NAME)) ?? { channel: { key: '' } }
  await dialog().getByRole('combobox', { name: 'OA' }).selectOptions(channel.key)
  await expect.poll(() => options().elements().length).toBe(1)
  expect(requests().map(({ call }) => call)).toEqual([expect.stringContaining(`channel_key=${channel.key}`)])
})

test('the message search reports an empty result and failures, and filters by days', async () => {
  desk.write(idOf(UNASSIGNED_NAME), 'ข้อความเก่า', { event_time: '2026-01-05T03:00:00.000Z' })
  await openSearch()
  desk.fail(/messages\/search/, { status: 422, body: { code: 'search_too_slow' } })
  await field().fill('ข้อความเก่า')
  await expect
    .element(
      dialog()
        .getByRole('alert')
        .getByText(/ค้นหานานเกินไป/),
    )
    .toBeVisible()
  expect(await seriousProblems(dialog().element())).toEqual([])
  desk.mend()
  await dialog().getByRole('button', { name: 'ลองใหม่' }).click()
  await expect.poll(() => options().elements().length).toBe(1)
  await dialog().getByLabelText('ตั้งแต่วันที่').fill('2026-01-06')
  await expect.element(dialog().getByText('ไม่พบข้อความ')).toBeVisible()
  await dialog().getByLabelText('ตั้งแต่วันที่').fill('2026-01-05')
  await dialog().getByLabelText('ถึงวันที่').fill('2026-01-05')
  await expect.poll(() => options().elements().length).toBe(1)
})

test('the message search inside a conversation searches only the customer’s messages', async () => {
  desk.change(OWN_TICKET, { customer_id: 'c0ffee00-5c1e-4f0a-9b7d-2f6e8a1c3d5b' })
  const { chat } = await openChat()
  await chat.getByRole('button', { name: 'ค้นในแชทนี้' }).click()
  await expect.element(field()).toHaveFocus()
  await expect.element(dialog().getByRole('combobox', { name: 'OA' })).not.toBeInTheDocument()
  await field().fill('ไม่มีใครพูด')
  await expect.element(dialog().getByText('ไม่พบข้อความ')).toBeVisible()
  expect(requests()[0]?.call).toContain('customer_id=c0ffee00')
})

test('the message search loads a long result list page by page', async () => {
  for (let index = 0; index < MAX_FOUND_MESSAGES * 2 + 5; index += 1)
    desk.write(idOf(UNASSIGNED_NAME), `ซ้ำซ้ำ ${index}`)
  await openSearch()
  await field().fill('ซ้ำซ้ำ')
  await expect.poll(() => options().elements().length).toBeGreaterThanOrEqual(MAX_FOUND_MESSAGES)
  await expect
    .poll(() => {
      options().elements().at(-1)?.scrollIntoView()
      return options().elements().length
    })
    .toBe(MAX_FOUND_MESSAGES * 2 + 5)
  // Each page of results is fetched once.
  expect(requests()).toHaveLength(3)
})

test('the message search keeps its results when a later page fails, and continues on click', async () => {
  for (let index = 0; index < MAX_FOUND_MESSAGES + 5; index += 1)
    desk.write(idOf(UNASSIGNED_NAME), `ซ้ำซ้ำ ${index}`)
  await openSearch()
  desk.fail(/messages\/search\?.*cursor=/, { status: 422, body: { code: 'search_too_slow' } }, 2)
  await field().fill('ซ้ำซ้ำ')
  await expect.poll(() => options().elements().length).toBe(MAX_FOUND_MESSAGES)
  const more = dialog().getByRole('button', { name: 'ค้นต่อ' })
  more.element().scrollIntoView()
  await expect
    .element(
      dialog()
        .getByRole('alert')
        .getByText(/ค้นหานานเกินไป/),
    )
    .toBeVisible()
  expect(options().elements()).toHaveLength(MAX_FOUND_MESSAGES)
  // There is no automatic retry, although the end of the list is in view.
  const calls = requests().length
  await more.click()
  await expect.poll(() => requests().length).toBe(calls + 1)
  desk.mend()
  await more.click()
  await expect.poll(() => options().elements().length).toBe(MAX_FOUND_MESSAGES + 5)
  await expect.element(dialog().getByRole('alert')).not.toBeInTheDocument()
})
