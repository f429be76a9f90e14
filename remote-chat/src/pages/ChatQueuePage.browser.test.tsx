import { MockAgent } from 'shared/testing/mock-profile.ts'
import { mockTicket, staffMemberOf } from 'shared/testing/mock-tickets.ts'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import remote from '../../remote.config.ts'
import { desk, installMockDesk, replaceMockDesk } from '../testing/installed-desk.ts'
import { arrive, idOf, OWN_NAME, openQueue, UNASSIGNED_NAME, waitingTickets } from '../testing/open-queue.tsx'
import { settled } from '../testing/settled.ts'

installMockDesk()

const LIST = /^GET \/api\/staff\/tickets\?(?!.*page_size=1&?$)/

/** Types all characters without delay, so that a slow machine adds no pauses. */
function typeAtOnce(field: HTMLInputElement, text: string): void {
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  for (let length = 1; length <= text.length; length += 1) {
    value?.set?.call(field, text.slice(0, length))
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

test('the first API request of the queue page is the one that the remote’s configuration declares', async () => {
  const { row } = await openQueue()
  await expect.element(row(UNASSIGNED_NAME)).toBeVisible()
  const declared = remote.routes[0].firstCall
  expect(desk.requests.find(({ call }) => LIST.test(call))?.call).toBe(`GET ${declared}`)
})

test('the queue page makes no other API call before its rows are rendered', async () => {
  const early: string[] = []
  const originalFetch = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const isRendered = document.querySelector('[data-ticket-id]') !== null
    if (!isRendered && String(input).startsWith('/api/staff/')) early.push(String(input))
    return originalFetch(input, init)
  })
  const { screen } = await openQueue()
  await expect.element(screen.getByRole('tab', { name: 'เคสของฉัน 2' })).toBeVisible()
  vi.restoreAllMocks()
  expect(early).toEqual([remote.routes[0].firstCall])
})

describe('table of the queue', () => {
  test('the queue shows every column of a ticket', async () => {
    const { screen, row } = await openQueue()
    for (const heading of [
      'สถานะ',
      'ผู้รับผิดชอบ',
      'รหัสเคส',
      'ลูกค้า',
      'OA',
      'เปิดเมื่อ',
      'ประเภทปัญหา',
      'เวลารอ',
      'ยังไม่ได้อ่าน',
    ])
      await expect.element(screen.getByRole('columnheader', { name: heading })).toBeVisible()
    for (const text of ['ใหม่', '7f3a91c2', 'VIP', 'เงินยังไม่เข้าเลยค่ะ รอมา 20 นาทีแล้ว', 'OA หลัก', 'ถอนเงินช้า'])
      await expect.element(row(UNASSIGNED_NAME)).toMatchTextContent(new RegExp(text))
    await expect.element(row(OWN_NAME)).toMatchTextContent(/กำลังดูแล/)
    await expect.element(row(OWN_NAME)).toMatchTextContent(/นภัสสร วงศ์ไทย/)
    await expect.element(screen.getByText('แสดง 1–8 จาก 8 เคส')).toBeVisible()
    await expect.element(screen.getByRole('tab', { name: 'คิวรวม 8' })).toBeVisible()
    await expect.element(screen.getByRole('tab', { name: 'เคสของฉัน 2' })).toBeVisible()
  })

  test('the keyboard moves through the rows of the queue', async () => {
    const { screen, row } = await openQueue()
    await expect.element(row(UNASSIGNED_NAME)).toBeVisible()
    await expect.element(row(OWN_NAME)).toBeVisible()
    ;(row(UNASSIGNED_NAME).element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(row(OWN_NAME)).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('complementary', { name: OWN_NAME })).toBeVisible()
  })

  test('a row’s open button opens the conversation at every window width', async () => {
    const { screen, row } = await openQueue()
    const conversation = screen.getByRole('complementary', { name: OWN_NAME })
    for (const width of [1440, 1280, 1000]) {
      await page.viewport(width, 900)
      await row(OWN_NAME).getByRole('button', { name: 'เปิดแชท' }).click()
      const opened = width < 1100 ? screen.getByRole('dialog', { name: OWN_NAME }) : conversation
      await expect.element(opened).toBeVisible()
      await opened.getByRole('button', { name: 'ออกจากแชท' }).click()
      await expect.element(opened).not.toBeInTheDocument()
    }
  })

  test('reports an empty list and offers to clear the filters', async () => {
    const { screen } = await openQueue('/chat-queue?search=ไม่มีใครชื่อนี้')
    await expect.element(screen.getByText('ไม่พบเคสที่ตรงกับ “ไม่มีใครชื่อนี้”')).toBeVisible()
    await screen.getByRole('button', { name: 'ล้างทั้งหมด' }).click()
    await expect.element(screen.getByRole('row', { name: UNASSIGNED_NAME })).toBeVisible()
  })

  test('reports a list that cannot be loaded and loads it on request', async () => {
    desk.fail(LIST, { status: 403, body: { code: 'forbidden_channel', message: 'forbidden_channel' } })
    const { screen } = await openQueue()
    await expect.element(screen.getByText('คุณไม่มีสิทธิ์ใน OA นี้')).toBeVisible()
    await screen.getByRole('button', { name: 'ลองใหม่' }).click()
    await expect.element(screen.getByRole('row', { name: UNASSIGNED_NAME })).toBeVisible()
  })
})

describe('pagination of the queue', () => {
  test('the queue uses the server’s pages and stores the page number in the URL and the history', async () => {
    replaceMockDesk({ tickets: waitingTickets(45) })
    const { screen, router } = await openQueue()
    await expect.element(screen.getByText('แสดง 1–20 จาก 45 เคส')).toBeVisible()
    await screen.getByRole('button', { name: 'หน้า 3' }).click()
    await expect.element(screen.getByText('แสดง 41–45 จาก 45 เคส')).toBeVisible()
    await expect.element(screen.getByRole('row', { name: /ลูกค้าคนที่ 41\./ })).toBeVisible()
    expect(router.state.location.search).toBe('?page=3')
    await router.navigate(-1)
    await expect.element(screen.getByText('แสดง 1–20 จาก 45 เคส')).toBeVisible()
  })
})

describe('filters of the queue', () => {
  test('searches the queue once, 300 ms after the last key, and stores the search', async () => {
    const { screen, row } = await openQueue()
    await expect.element(row(UNASSIGNED_NAME)).toBeVisible()
    typeAtOnce(screen.getByRole('searchbox').element() as HTMLInputElement, 'ธีรภัทร')
    await expect.element(row(UNASSIGNED_NAME)).not.toBeInTheDocument()
    await expect.element(row(OWN_NAME)).toBeVisible()
    expect(desk.count(/search=/)).toBe(1)
    expect(localStorage.getItem('queue_search')).toBe('ธีรภัทร')
  })

  test('restores the stored search when the queue opens', async () => {
    localStorage.setItem('queue_search', 'ธีรภัทร')
    const { screen, row } = await openQueue()
    await expect.element(row(OWN_NAME)).toBeVisible()
    await expect.element(row(UNASSIGNED_NAME)).not.toBeInTheDocument()
    await expect.element(screen.getByRole('searchbox')).toHaveValue('ธีรภัทร')
  })

  test('the filter dialog applies its filters on confirmation and returns to the first page', async () => {
    const { screen, router } = await openQueue('/chat-queue?page=1&order=newest')
    await screen.getByRole('button', { name: 'ตัวกรอง' }).click()
    await screen.getByRole('checkbox', { name: 'แสดงเคสที่ปิดแล้ว' }).click()
    await screen.getByRole('checkbox', { name: 'เฉพาะที่ยังไม่ได้อ่าน' }).click()
    expect(desk.count(/unread_only/)).toBe(0)
    await screen.getByRole('button', { name: 'ใช้ตัวกรอง' }).click()
    await expect.poll(() => desk.count(/unread_only=1/)).toBeGreaterThan(0)
    expect(router.state.location.search).toBe('?order=newest&closed=1&unread=1')
    await expect.element(screen.getByRole('button', { name: 'ตัวกรอง ใช้อยู่ 2' })).toBeVisible()
  })

  test('the assignee filter lists suspended agents last, and includes closed tickets when a suspended agent is selected', async () => {
    const gone = { ...staffMemberOf(MockAgent), id: 'gone', display_name: 'ก ลาออก', id_tail: 'a1b2' }
    desk.suspended.push(gone)
    const { screen, router } = await openQueue()
    const field = screen.getByRole('combobox', { name: 'ผู้รับผิดชอบ' })
    const label = 'ผู้รับผิดชอบ: ก ลาออก (…a1b2) (ระงับแล้ว)'
    await expect.element(field.getByRole('option', { name: label })).toBeInTheDocument()
    expect(field.getByRole('option').elements().at(-1)).toHaveTextContent(label)
    await field.selectOptions(label)
    await expect.poll(() => router.state.location.search).toBe('?assignee=gone&closed=1')
    await screen.getByRole('button', { name: 'ตัวกรอง ใช้อยู่ 2' }).click()
    const dialog = screen.getByRole('dialog', { name: 'ตัวกรอง' })
    await expect
      .element(dialog.getByRole('combobox', { name: 'ผู้รับผิดชอบ' }))
      .toHaveDisplayValue('ก ลาออก (…a1b2) (ระงับแล้ว)')
  })

  test('filters the queue by channel and by unassigned tickets', async () => {
    const { screen, row } = await openQueue()
    await screen.getByRole('combobox', { name: 'OA', exact: true }).selectOptions('OA VIP')
    await expect.element(row(/วรัญญู/)).toBeVisible()
    await expect.element(row(UNASSIGNED_NAME)).not.toBeInTheDocument()
    await screen.getByRole('combobox', { name: 'ผู้รับผิดชอบ' }).selectOptions('ผู้รับผิดชอบ: ยังไม่มีผู้รับผิดชอบ')
    await expect.element(screen.getByText('ไม่พบผลลัพธ์')).toBeVisible()
    expect(desk.count(/unassigned=1/)).toBeGreaterThan(0)
  })
})

describe('accepting a ticket in the queue', () => {
  test('two quick clicks accept a ticket with one request and update the row', async () => {
    const { row } = await openQueue()
    await expect.element(row(UNASSIGNED_NAME)).toBeVisible()
    const go = desk.hold(/accept/)
    const button = row(UNASSIGNED_NAME).getByRole('button', { name: 'รับเคส' })
    ;(button.element() as HTMLElement).click()
    ;(button.element() as HTMLElement).click()
    go()
    await expect.element(row(UNASSIGNED_NAME)).toMatchTextContent(/กำลังดูแล/)
    await expect.element(row(UNASSIGNED_NAME).getByRole('button', { name: 'รับเคส' })).not.toBeInTheDocument()
    expect(desk.count(/accept/)).toBe(1)
  })

  test('accepting a ticket too late names the agent who was faster and updates the row immediately', async () => {
    const { screen, row } = await openQueue()
    const winner = { ...staffMemberOf(MockAgent), display_name: 'ชลธิชา แสงทอง' }
    await expect.element(row(UNASSIGNED_NAME)).toBeVisible()
    const id = idOf(UNASSIGNED_NAME)
    desk.fail(/accept/, {
      status: 409,
      body: { code: 'already_accepted', message: 'มีผู้รับเคสนี้แล้ว', assigned_to: winner },
    })
    desk.tickets.set(id, { ...mockTicket({ id }), ...desk.tickets.get(id), assigned_to: winner })
    await row(UNASSIGNED_NAME).getByRole('button', { name: 'รับเคส' }).click()
    await expect.element(screen.getByText('ชลธิชา แสงทอง รับเคสนี้แล้ว')).toBeVisible()
    await expect.element(row(UNASSIGNED_NAME)).toMatchTextContent(/ชลธิชา แสงทอง/)
    await expect.element(row(UNASSIGNED_NAME).getByRole('button', { name: 'รับเคส' })).not.toBeInTheDocument()
  })

  test('a failed accept without a connection leaves the ticket unchanged', async () => {
    const { screen, row } = await openQueue()
    desk.fail(/accept/, 'network')
    await row(UNASSIGNED_NAME).getByRole('button', { name: 'รับเคส' }).click()
    await expect.element(screen.getByText('ขาดการเชื่อมต่อ กรุณาลองใหม่อีกครั้ง')).toBeVisible()
    await expect.element(row(UNASSIGNED_NAME).getByRole('button', { name: 'รับเคส' })).toBeEnabled()
  })
})

describe('live updates of the queue', () => {
  test('the queue’s tab shows the list’s total while counts are loading', async () => {
    const { screen } = await openQueue()
    await screen.getByText('Live Update').hover()
    await expect.element(screen.getByText('แสดง 1–8 จาก 8 เคส')).toBeVisible()
    const heldResponse = desk.hold(/page_size=1$|page_size=1&/)
    arrive('คนมาใหม่')
    await expect.element(screen.getByText('แสดง 1–9 จาก 9 เคส')).toBeVisible()
    await expect.element(screen.getByRole('tab', { name: 'คิวรวม 9' })).toBeVisible()
    heldResponse()
    // After another channel is selected, the tab still shows the count of all tickets.
    await screen.getByRole('combobox', { name: 'OA', exact: true }).selectOptions('OA VIP')
    await expect.element(screen.getByText('แสดง 1–1 จาก 1 เคส')).toBeVisible()
    await expect.element(screen.getByRole('tab', { name: 'คิวรวม 9' })).toBeVisible()
  })

  test('shows a customer’s message in the ticket’s row without refetching the list', async () => {
    const { screen, row } = await openQueue()
    await expect.element(screen.getByText('Live Update')).toBeVisible()
    await expect.poll(() => [...desk.sockets].some((socket) => socket.subscribed.size > 0)).toBe(true)
    const before = desk.count(LIST)
    desk.write(idOf(OWN_NAME), 'ยอดเข้าแล้วครับ')
    await expect.element(row(OWN_NAME)).toMatchTextContent(/ยอดเข้าแล้วครับ/)
    await expect.element(row(OWN_NAME)).toMatchTextContent(/ยังไม่ได้อ่าน 3/)
    expect(desk.count(LIST)).toBe(before)
  })

  test('adds a new ticket to the list automatically while the list is not in use', async () => {
    const { screen, row } = await openQueue()
    await expect.element(row(UNASSIGNED_NAME)).toBeVisible()
    await screen.getByText('Live Update').hover()
    arrive('คนมาใหม่ 1')
    await expect.element(row(/คนมาใหม่ 1/)).toBeVisible()
  })

  test('shows a count of new tickets and moves no row while the list is in use', async () => {
    const { screen, row, client } = await openQueue()
    await expect.element(screen.getByText('แสดง 1–8 จาก 8 เคส')).toBeVisible()
    // Waits, because the toolbar's options are fetched after the rows are rendered.
    await expect.poll(() => desk.count(/GET \/api\/staff\/agents/)).toBeGreaterThan(0)
    await settled(client)
    const texts = () =>
      screen
        .getByRole('row')
        .elements()
        .map((each) => each.textContent?.slice(0, 20))
    const tools = ['OA', 'ผู้รับผิดชอบ', 'เรียงตาม'].map((name) =>
      screen.getByRole('combobox', { name, exact: true }),
    )
    const lefts = () => tools.map((tool) => tool.element().getBoundingClientRect().left)
    await row(OWN_NAME).hover()
    const before = { texts: texts(), lefts: lefts() }
    arrive('คนมาใหม่ 8')
    const pill = screen.getByRole('button', { name: /มีเคสใหม่/ })
    await expect.element(pill).toBeVisible()
    expect({ texts: texts(), lefts: lefts() }).toEqual(before)
    // The pointer moves from the rows to the count of new tickets and rests there; meanwhile, no row moves.
    await screen.getByRole('combobox', { name: 'เรียงตาม' }).hover()
    await pill.hover()
    arrive('คนมาใหม่ 9')
    await expect.element(pill).toHaveTextContent('มีเคสใหม่ 2')
    expect({ texts: texts(), lefts: lefts() }).toEqual(before)
    await pill.click()
    await expect.element(row(/คนมาใหม่ 8/)).toBeVisible()
    await expect.element(row(/คนมาใหม่ 9/)).toBeVisible()
    await expect.element(pill).not.toBeInTheDocument()
  })

  test('treats the list as in use while the keyboard focus moves from the rows to the count of new tickets', async () => {
    const { screen, row } = await openQueue()
    await screen.getByText('Live Update').hover()
    await expect.element(row(OWN_NAME)).toBeVisible()
    // From here on the focus is moved in code, as by keyboard; no key is pressed in the list.
    await userEvent.keyboard('{Home}')
    const pill = screen.getByRole('button', { name: /มีเคสใหม่/ })
    const stops = [row(OWN_NAME), screen.getByRole('combobox', { name: 'เรียงตาม' }), pill]
    for (const [index, stop] of stops.entries()) {
      ;(stop.element() as HTMLElement).focus()
      arrive(`คนมาใหม่ ${index + 1}`)
      await expect.element(pill).toHaveTextContent(`มีเคสใหม่ ${index + 1}`)
    }
    await userEvent.keyboard('{Enter}')
    await expect.element(row(/คนมาใหม่ 1/)).toHaveFocus()
  })

  test('polls the list when there is no socket', async () => {
    replaceMockDesk({ sockets: false })
    const { row } = await openQueue()
    await expect.element(row(OWN_NAME)).toBeVisible()
    desk.write(idOf(OWN_NAME), 'ยอดเข้าแล้วครับ')
    await expect.element(row(OWN_NAME)).toMatchTextContent(/ยอดเข้าแล้วครับ/)
  })
})

test('on a phone, the queue shows cards, filters behind one button, and a full-screen conversation that the back button closes', async () => {
  await page.viewport(390, 844)
  const { screen, router } = await openQueue()
  await expect.element(screen.getByRole('listitem').first()).toBeVisible()
  await expect.element(screen.getByRole('table')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'เปิดแชท ธีรภัทร จันทร์แก้ว' }).click()
  await expect.element(screen.getByRole('dialog', { name: OWN_NAME })).toBeVisible()
  // No button has the focus, because Enter would close the ticket.
  await expect.element(screen.getByRole('textbox', { name: /ข้อความ/ })).toBeVisible()
  await expect.poll(() => document.activeElement?.closest('[role=dialog]')?.localName).toBeDefined()
  await expect.poll(() => document.activeElement?.matches('button')).toBe(false)
  await router.navigate(-1)
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'ตัวกรอง' }).click()
  await expect
    .element(screen.getByRole('dialog', { name: 'ตัวกรอง' }).getByRole('combobox', { name: 'OA' }))
    .toBeVisible()
})
