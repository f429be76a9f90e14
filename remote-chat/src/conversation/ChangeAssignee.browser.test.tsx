import { seriousProblems } from 'shared/testing/axe-problems.ts'
import { MockAgent } from 'shared/testing/mock-profile.ts'
import { staffMemberOf } from 'shared/testing/mock-tickets.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import MyTicketsPage from '../pages/MyTicketsPage.page.tsx'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import {
  OTHER_AGENTS_TICKET,
  OWN_TICKET,
  openChat,
  openTicket,
  UNASSIGNED_TICKET,
} from '../testing/open-conversation.tsx'
import { renderPage } from '../testing/render-page.tsx'

installMockDesk()

const assigneeIdOf = (id: string) => desk.tickets.get(id)?.assigned_to?.id ?? null
const dialog = () => page.getByRole('dialog')
/** Listbox of the agent field. A search of the whole page would also find the options of the list's filters. */
const chosenFrom = page.getByRole('listbox')

async function choose(chat: Awaited<ReturnType<typeof openTicket>>['chat'], item: string) {
  await chat.getByRole('button', { name: 'ตัวเลือกของเคส' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function expectNoViolations(container: Element) {
  expect(await seriousProblems(container)).toEqual([])
}

test('transfers a ticket to a colleague, and shows the transfer and its reason in the conversation', async () => {
  const { chat, log } = await openChat()
  await choose(chat, 'โอนเคสให้เพื่อนร่วมทีม')
  const send = dialog().getByRole('button', { name: 'โอนเคส', exact: true })
  await expect.element(send).toBeDisabled()
  await expect.element(dialog()).toMatchTextContent(/ที่คุณดูแลอยู่/)
  const assigneeField = dialog().getByRole('combobox', { name: 'โอนให้' })
  await expect.element(assigneeField).toBeRequired()
  await assigneeField.click()
  await expect.element(assigneeField).toBeRequired()
  await chosenFrom
    .getByRole('option', { name: new RegExp(`^${MockAgent.display_name}.*ออนไลน์.*ถือ \\d+ เคส$`) })
    .click()
  await expect.element(send).toBeDisabled()
  await expectNoViolations(dialog().element())
  await dialog().getByRole('textbox', { name: 'เหตุผล' }).fill('ลูกค้าขอคุยกับคนเดิม')
  await send.click()
  await expect.element(log.getByText(new RegExp(`โอนเคสให้ ${MockAgent.display_name}`))).toBeVisible()
  await expect.element(log.getByText('ลูกค้าขอคุยกับคนเดิม')).toBeVisible()
  expect(assigneeIdOf(OWN_TICKET)).toBe(MockAgent.id)
  await expect.element(chat.getByText(`เคสนี้ ${MockAgent.display_name} ดูแลอยู่`)).toBeVisible()
  await expectNoViolations(log.element())
})

test('lists online agents first, with their number of open tickets, and warns when an offline agent is selected', async () => {
  const agents = [
    { ...staffMemberOf(MockAgent), id: 'away', display_name: 'กนกพร ไปแล้ว', is_online: false, open_count: 2 },
    {
      ...staffMemberOf(MockAgent),
      id: 'busy',
      display_name: 'ขวัญใจ ถือเยอะ',
      is_online: true,
      open_count: 100,
    },
    ...Array.from({ length: 6 }, (_, at) => ({
      ...staffMemberOf(MockAgent),
      id: `here-${at}`,
      display_name: `อยู่ คนที่ ${at}`,
      is_online: true,
      open_count: at,
    })),
  ]
  desk.fail(/\/transfer-targets/, { status: 200, body: { items: agents } }, 100)
  const { chat } = await openChat()
  await choose(chat, 'โอนเคสให้เพื่อนร่วมทีม')
  const assigneeField = dialog().getByRole('combobox', { name: 'โอนให้' })
  await assigneeField.click()
  const options = chosenFrom.getByRole('option')
  await expect.element(options.nth(0)).toMatchTextContent(/ขวัญใจ ถือเยอะ.*ออนไลน์.*ถือ 100\+ เคส$/)
  await expect.element(options.nth(7)).toMatchTextContent(/กนกพร ไปแล้ว.*ไม่อยู่.*ถือ 2 เคส$/)
  // Names are aligned, and a shadow at the list's edge shows that the list scrolls.
  const lefts = [/^ขวัญใจ/, /^อยู่ คนที่ 0/, /^กนกพร/].map(
    (name) => chosenFrom.getByText(name).element().getBoundingClientRect().left,
  )
  expect(new Set(lefts).size).toBe(1)
  expect(getComputedStyle(chosenFrom.element()).backgroundAttachment).toBe('local, local, scroll, scroll')
  // No row is cut off at the lower edge.
  const edges = () => {
    const list = chosenFrom.element()
    const view = list.getBoundingClientRect()
    return options
      .elements()
      .map((row) => row.getBoundingClientRect())
      .filter(({ top, bottom }) => top < view.bottom - 1 && bottom > view.bottom + 1)
  }
  await expect.poll(edges).toEqual([])
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(options.nth(1)).toHaveAttribute('data-combobox-selected')
  await expectNoViolations(document.body)
  await options.nth(7).click()
  await expect.element(dialog().getByText('ตอนนี้ไม่ได้ออนไลน์ ลูกค้าอาจต้องรอนานขึ้น')).toBeVisible()
  await expect.element(options.first()).not.toBeInTheDocument()
  await assigneeField.click()
  await options.nth(0).click()
  await expect.element(dialog().getByText(/ไม่ได้ออนไลน์/)).not.toBeInTheDocument()
})

test('Escape in the list of agents closes only the list', async () => {
  const { chat } = await openChat()
  await choose(chat, 'โอนเคสให้เพื่อนร่วมทีม')
  const reason = dialog().getByRole('textbox', { name: 'เหตุผล' })
  await reason.fill('ลูกค้าขอคุยกับคนเดิม')
  await dialog().getByRole('combobox', { name: 'โอนให้' }).click()
  await expect.element(chosenFrom.getByRole('option').first()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(chosenFrom).not.toBeInTheDocument()
  await expect.element(reason).toHaveValue('ลูกค้าขอคุยกับคนเดิม')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('the transfer dialog focuses the agent field, whose list opens only on typing or clicking', async () => {
  const { chat } = await openChat()
  await choose(chat, 'โอนเคสให้เพื่อนร่วมทีม')
  const assigneeField = dialog().getByRole('combobox', { name: 'โอนให้' })
  await expect.element(assigneeField).toHaveFocus()
  await expect.element(assigneeField).toHaveAttribute('placeholder', 'เลือกเพื่อนร่วมทีม')
  await expect.element(assigneeField).toHaveAttribute('aria-expanded', 'false')
  await expect.element(assigneeField).not.toHaveAttribute('readonly')
  const option = chosenFrom.getByRole('option', { name: new RegExp(`^${MockAgent.display_name}`) })
  await expect.element(option).not.toBeInTheDocument()
  await userEvent.keyboard(MockAgent.display_name.slice(0, 2))
  await expect.element(option).toBeVisible()
  await expect.element(option).toHaveAttribute('data-combobox-selected')
  await userEvent.keyboard('{Enter}')
  await expect.element(assigneeField).toHaveValue(MockAgent.display_name)
  await expect.element(option).not.toBeInTheDocument()
})

test('reloads the agents inside the transfer dialog after a failure and keeps the reason', async () => {
  desk.fail(/\/transfer-targets/, { status: 403, body: { code: 'forbidden' } }, 100)
  const { chat } = await openChat()
  await choose(chat, 'โอนเคสให้เพื่อนร่วมทีม')
  await expect.element(dialog().getByText('โหลดรายชื่อเพื่อนร่วมทีมไม่สำเร็จ')).toBeVisible()
  const reason = dialog().getByRole('textbox', { name: 'เหตุผล' })
  await reason.fill('ลูกค้าขอคุยกับคนเดิม')
  desk.mend()
  await dialog().getByRole('button', { name: 'ลองใหม่' }).click()
  await expect.element(dialog().getByRole('combobox', { name: 'โอนให้' })).toHaveFocus()
  await expect.element(reason).toHaveValue('ลูกค้าขอคุยกับคนเดิม')
})

test('unassigns a ticket back to the queue', async () => {
  const { chat, log } = await openChat()
  await choose(chat, 'คืนเคสเข้าคิว')
  const reason = dialog().getByRole('textbox', { name: 'เหตุผล' })
  await expect.element(reason).toHaveFocus()
  await reason.fill('หมดกะ')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(log.getByText(/คืนเคสเข้าคิว/)).toBeVisible()
  await expect.element(chat.getByRole('button', { name: 'รับเคส', exact: true })).toBeVisible()
  expect(assigneeIdOf(OWN_TICKET)).toBeNull()
})

test('shows the new assignee in the transfer dialog after a conflict and keeps the reason', async () => {
  const { chat } = await openChat()
  await choose(chat, 'คืนเคสเข้าคิว')
  const reason = dialog().getByRole('textbox', { name: 'เหตุผล' })
  await reason.fill('หมดกะ')
  const otherAgent = staffMemberOf(MockAgent)
  desk.fail(/\/unassign$/, { status: 409, body: { code: 'assignee_changed', assigned_to: otherAgent } })
  await dialog().getByRole('button', { name: 'คืนเข้าคิว' }).click()
  await expect
    .element(dialog().getByRole('alert'))
    .toHaveTextContent(`ตอนนี้ ${otherAgent.display_name} ดูแลเคสนี้อยู่`)
  await expect.element(reason).toHaveValue('หมดกะ')
  await expectNoViolations(dialog().element())
})

test('reports a server that does not support unassigning tickets', async () => {
  const { chat } = await openChat()
  await choose(chat, 'คืนเคสเข้าคิว')
  await dialog().getByRole('textbox', { name: 'เหตุผล' }).fill('หมดกะ')
  desk.fail(/\/unassign$/, { status: 404, body: { detail: 'Not Found' } })
  await dialog().getByRole('button', { name: 'คืนเข้าคิว' }).click()
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('เซิร์ฟเวอร์นี้ยังไม่รองรับการโอนหรือคืนเคส')
})

test('a button takes over a colleague’s ticket and focuses the reply field', async () => {
  const { chat, composer, log } = await openTicket(OTHER_AGENTS_TICKET)
  await chat.getByRole('button', { name: 'รับช่วงต่อ' }).click()
  await expect.element(log.getByText(/รับช่วงต่อจาก/)).toBeVisible()
  await expect.element(composer).toHaveFocus()
  expect(assigneeIdOf(OTHER_AGENTS_TICKET)).toBe(desk.me.id)
})

test('offers to take over a colleague’s ticket when replying, and keeps the draft', async () => {
  const { chat, composer } = await openTicket(OTHER_AGENTS_TICKET)
  await composer.fill('สวัสดีค่ะ')
  await chat.getByRole('button', { name: 'ส่ง', exact: true }).click()
  const confirmation = page.getByRole('dialog', { name: 'ตอบเคสของเพื่อนร่วมทีม' })
  await confirmation.getByRole('button', { name: 'รับช่วงต่อ' }).click()
  await expect.element(confirmation).not.toBeInTheDocument()
  await expect.element(composer).toHaveValue('สวัสดีค่ะ')
  expect(assigneeIdOf(OTHER_AGENTS_TICKET)).toBe(desk.me.id)
})

test('closes the reply confirmation when the ticket is no longer the colleague’s, and does not reopen it', async () => {
  const { screen, chat, composer } = await openTicket(OTHER_AGENTS_TICKET)
  const confirmation = screen.getByRole('dialog', { name: 'ตอบเคสของเพื่อนร่วมทีม' })
  await composer.fill('ตอบแทนค่ะ')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(confirmation).toBeVisible()
  const assignee = desk.tickets.get(OTHER_AGENTS_TICKET)?.assigned_to ?? null
  desk.change(OTHER_AGENTS_TICKET, { assigned_to: staffMemberOf(desk.me) })
  await expect.element(confirmation).not.toBeInTheDocument()
  desk.change(OTHER_AGENTS_TICKET, { assigned_to: assignee })
  await expect.element(chat.getByText('เคสนี้ กิตติ บุญมา ดูแลอยู่', { exact: true })).toBeVisible()
  expect(confirmation.elements()).toEqual([])
})

test('an unassigned ticket has no assignee menu', async () => {
  const { chat } = await openTicket(UNASSIGNED_TICKET)
  await expect.element(chat.getByRole('button', { name: 'รับเคส', exact: true })).toBeVisible()
  await expect.element(chat.getByRole('button', { name: 'ตัวเลือกของเคส' })).not.toBeInTheDocument()
})

test('ends a shift with one note, shows how many tickets will be unassigned and how many of them need a reply, and reports the result', async () => {
  const { screen } = await renderPage(MyTicketsPage, '/my-tickets')
  await screen.getByRole('button', { name: 'ตัวเลือกของเคสของฉัน' }).click()
  await page.getByRole('menuitem', { name: 'จบกะ: คืนเคสทั้งหมดเข้าคิว' }).click()
  const own = [...desk.tickets.values()].filter(
    ({ status, assigned_to }) => status === 'OPEN' && assigned_to?.id === desk.me.id,
  )
  const waiting = own.filter(({ needs_reply }) => needs_reply).length
  expect(waiting).toBeGreaterThan(0)
  await expect
    .element(dialog().getByText(`รวม ${own.length} เคส · ลูกค้ายังรอคำตอบ ${waiting} เคส`))
    .toBeVisible()
  await dialog().getByRole('textbox', { name: 'ข้อความถึงผู้รับต่อ' }).fill('หมดกะ ฝากต่อด้วยค่ะ')
  // The button is clicked twice: the result of the first click is shown.
  const unassign = dialog().getByRole('button', { name: 'คืนเข้าคิว' }).element() as HTMLButtonElement
  for (const _ of ['once', 'again']) unassign.click()
  await expect
    .element(
      dialog()
        .getByRole('status')
        .getByText(/คืนเข้าคิวแล้ว \d+ เคส/),
    )
    .toBeVisible()
  await expectNoViolations(dialog().element())
  expect(
    [...desk.tickets.values()].filter(
      ({ status, assigned_to }) => status === 'OPEN' && assigned_to?.id === desk.me.id,
    ),
  ).toEqual([])
  await dialog().getByRole('button', { name: 'ปิดหน้าต่าง' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'ตัวเลือกของเคสของฉัน' })).toHaveFocus()
})

test('ends a shift by keyboard, keeps the focus, and removes the tickets from the list immediately', async () => {
  const { screen } = await renderPage(MyTicketsPage, '/my-tickets')
  const menu = screen.getByRole('button', { name: 'ตัวเลือกของเคสของฉัน' })
  await expect.element(screen.getByRole('row').nth(1)).toBeVisible()
  ;(menu.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menuitem', { name: 'จบกะ: คืนเคสทั้งหมดเข้าคิว' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  const reason = dialog().getByRole('textbox', { name: 'ข้อความถึงผู้รับต่อ' })
  await expect.element(reason).toHaveFocus()
  // The refetch of the lists is delayed until the dialog is closed.
  const lists = desk.hold(/^GET \/api\/staff\/tickets\?/)
  await userEvent.keyboard('ฝากต่อด้วยค่ะ{Control>}{Enter}{/Control}')
  await expect.element(dialog().getByRole('button', { name: 'ปิดหน้าต่าง' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(menu).toHaveFocus()
  await expect.element(screen.getByRole('button', { name: /^(รับเคส|ปิดเคส)$/ })).not.toBeInTheDocument()
  lists()
  await expect.element(screen.getByText('ไม่มีเคสในแท็บนี้')).toBeVisible()
  await expect.element(menu).toHaveFocus()
})

test('warns at the end of a shift about failed messages of open tickets only', async () => {
  desk.fail(/send/, { status: 400, body: { code: 'invalid_request', message: 'x' } })
  const { screen } = await renderPage(MyTicketsPage, `/my-tickets?ticket=${OWN_TICKET}`)
  await screen.getByRole('textbox', { name: 'พิมพ์ข้อความ' }).fill('ส่งไม่ออก')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  const endShift = async () => {
    await screen.getByRole('button', { name: 'ตัวเลือกของเคสของฉัน' }).click()
    await page.getByRole('menuitem', { name: 'จบกะ: คืนเคสทั้งหมดเข้าคิว' }).click()
    await expect.element(dialog().getByText(/^รวม \d+ เคส/)).toBeVisible()
  }
  await expect.element(screen.getByRole('button', { name: 'แก้ไข' })).toBeVisible()
  await endShift()
  const warning = dialog().getByText(/ส่งไม่สำเร็จ 1 ข้อความ/)
  await expect.element(warning).toBeVisible()
  await dialog().getByRole('button', { name: 'ยกเลิก' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  desk.change(OWN_TICKET, {
    status: 'CLOSED',
    closed_at: new Date().toISOString(),
    closed_by: staffMemberOf(desk.me),
  })
  await expect.element(screen.getByText('เคสนี้ปิดแล้ว ไม่สามารถส่งข้อความได้')).toBeVisible()
  await endShift()
  await expect.element(warning).not.toBeInTheDocument()
})
