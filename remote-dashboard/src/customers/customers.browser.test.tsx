import { seriousProblems } from 'shared/testing/axe-problems.ts'
import { mockTicket } from 'shared/testing/mock-tickets.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { MockCustomers } from '../testing/mock-listed-customers.ts'
import { CALLS, installMockDashboard, openDashboard, server } from '../testing/open-dashboard.tsx'

installMockDashboard()

const TAB = '/dashboard?tab=customers'
const [first, second] = MockCustomers
const address = () => page.getByTestId('address')
const table = () => page.getByRole('table', { name: 'รายชื่อลูกค้า' })
const rowOf = (name: string) => table().getByRole('row', { name: new RegExp(name) })
const requestCount = () => server.requests.filter(({ call }) => call === CALLS.customers).length

test('searches customers on Enter or by the button, and writes the search to the URL', async () => {
  await openDashboard(TAB)
  await expect
    .element(rowOf('ธีรภัทร'))
    .toMatchTextContent(/U1+.*OA VIP.*20 พ\.ย\. 09:00.*23 พ\.ย\. 09:05.*ทั่วไป/)
  await expect.element(page.getByText('45 คน · ทักครั้งแรกล่าสุดก่อน')).toBeVisible()
  await expect
    .element(table().getByRole('columnheader', { name: 'ทักครั้งแรก' }))
    .toHaveAttribute('aria-sort', 'descending')
  const field = page.getByRole('searchbox', { name: 'ค้นหาชื่อหรือ LINE user id' })
  const before = requestCount()
  await field.fill(' รัตนา ')
  expect(requestCount()).toBe(before)
  server.respond(CALLS.customers, { body: { items: [second], total: 1, has_more: false } })
  await page.getByRole('button', { name: 'ค้นหา', exact: true }).click()
  // Waits for each request, so that the request does not receive the response planned for the next one.
  await expect.poll(requestCount).toBe(before + 1)
  await expect.element(rowOf('ธีรภัทร')).not.toBeInTheDocument()
  await expect.element(address()).toHaveTextContent(`${TAB}&search=รัตนา`)
  await page.getByRole('combobox', { name: 'ประเภทลูกค้า' }).selectOptions('VIP เท่านั้น')
  await expect.element(address()).toHaveTextContent(`${TAB}&search=รัตนา&vip=1`)
  await expect.poll(requestCount).toBe(before + 2)
  server.respond(CALLS.customers, { body: { items: [], total: 0, has_more: false } })
  await field.fill('ไม่มีใคร')
  await userEvent.keyboard('{Enter}')
  await expect.element(address()).toHaveTextContent(`${TAB}&search=ไม่มีใคร&vip=1`)
  await expect.poll(requestCount).toBe(before + 3)
  await expect.element(page.getByText('ไม่พบลูกค้าที่ตรงกับเงื่อนไข')).toBeVisible()
  server.respond(CALLS.customers, { body: { items: MockCustomers, total: 45, has_more: false } })
  await page.getByRole('button', { name: 'ล้างทั้งหมด' }).click()
  await expect.element(rowOf('ธีรภัทร')).toBeVisible()
  await expect.element(address()).toHaveTextContent(TAB)
  await expect.element(field).toHaveValue('')
})

test('shows 20 customers per page and starts another channel at page 1', async () => {
  await openDashboard(TAB)
  const pages = page.getByRole('navigation', { name: 'หน้าของรายชื่อลูกค้า' })
  await pages.getByRole('button', { name: 'หน้า 3' }).click()
  await expect.element(address()).toHaveTextContent(`${TAB}&page=3`)
  await expect.element(pages.getByRole('button', { name: 'หน้า 4' })).not.toBeInTheDocument()
  await page.getByRole('combobox', { name: 'บัญชี OA' }).selectOptions('OA VIP')
  await expect.element(address()).toHaveTextContent(`${TAB}&channel=vip`)
  await expect.element(page.getByText(/^45 คน ·/)).toBeVisible()
  // Waits until the new page is loaded, because the previous page is dimmed until then.
  await expect.element(table()).toHaveAttribute('aria-busy', 'false')
  expect(await seriousProblems(document.body)).toEqual([])
})

test('the VIP button shows a saving state, and the VIP mark changes only when it is saved', async () => {
  await openDashboard(TAB)
  server.respond(CALLS.vip, { status: 500, body: { message: 'ฐานข้อมูลไม่พร้อม' } })
  const button = (words: string) => page.getByRole('button', { name: `${words} ธีรภัทร ทองดี` })
  await button('ตั้งเป็น VIP').click()
  await expect.element(page.getByText('ฐานข้อมูลไม่พร้อม')).toBeVisible()
  await expect.element(button('ตั้งเป็น VIP')).toBeVisible()
  server.respond(CALLS.vip, 'never')
  await button('ตั้งเป็น VIP').click()
  await expect.element(button('กำลังบันทึก...')).toBeVisible()
  await expect.element(rowOf('ธีรภัทร')).toMatchTextContent(/ทั่วไป/)
  // Waits for the request; otherwise the mock server of the next test would receive it.
  await expect.poll(() => server.requests.filter(({ call }) => call === CALLS.vip)).toHaveLength(2)
})

test("updates a customer's row when the VIP mark is saved", async () => {
  await openDashboard(TAB)
  server.respond(CALLS.vip, { body: { ...first, is_vip: true } })
  await page.getByRole('button', { name: 'ตั้งเป็น VIP ธีรภัทร ทองดี' }).click()
  await expect.element(page.getByRole('button', { name: 'ยกเลิก VIP ธีรภัทร ทองดี' })).toBeVisible()
  await expect.element(rowOf('ธีรภัทร').getByText('VIP', { exact: true })).toBeVisible()
  expect(server.requests.filter(({ call }) => call === CALLS.vip).map(({ body }) => body)).toEqual([
    { is_vip: true },
  ])
})

test('shows one VIP mark and button per channel of a customer', async () => {
  const inVip = { id: '7d1f5a3c-2a0b-4c9e-8d52-000000000009', channel: { key: 'vip', name: 'OA VIP' } }
  const channels = [
    { id: first.id, channel: { key: 'main', name: 'OA หลัก' }, is_vip: false },
    { ...inVip, is_vip: true },
  ]
  server.respond(CALLS.customers, { body: { items: [{ ...first, channels }], total: 1, has_more: false } })
  await openDashboard(TAB)
  const row = rowOf('ธีรภัทร')
  await expect.element(row).toMatchTextContent(/OA หลัก.*OA VIP.*ทั่วไป.*VIP/)
  await expect.element(page.getByText(/^1 คน ·/)).toBeVisible()
  const mark = CALLS.vip.replace(first.id, inVip.id)
  server.respond(mark, { body: { ...first, id: inVip.id, is_vip: false } })
  await row.getByRole('button', { name: 'ยกเลิก VIP ธีรภัทร ทองดี ใน OA VIP' }).click()
  await expect.element(row.getByRole('button', { name: 'ตั้งเป็น VIP ธีรภัทร ทองดี ใน OA VIP' })).toBeVisible()
  await expect.element(row.getByRole('button', { name: 'ตั้งเป็น VIP ธีรภัทร ทองดี ใน OA หลัก' })).toBeVisible()
  const requests = server.requests.filter(({ call }) => call === mark)
  expect(requests.map(({ body }) => body)).toEqual([{ is_vip: false }])
  expect(await seriousProblems(document.body)).toEqual([])
})

test("aligns the VIP marks of a customer's channels in one column on a phone", async () => {
  await page.viewport(390, 844)
  const channels = ['OA', 'OA โปรโมชั่นประจำเดือนธันวาคมของสาขาใหญ่ทุกสาขา', 'OA หลัก'].map((name, at) => ({
    id: `7d1f5a3c-2a0b-4c9e-8d52-00000000001${at}`,
    channel: { key: `key${at}`, name },
    is_vip: false,
  }))
  server.respond(CALLS.customers, { body: { items: [{ ...first, channels }], total: 1, has_more: false } })
  await openDashboard(TAB)
  const marks = page.getByRole('listitem').getByText('ทั่วไป', { exact: true })
  await expect.poll(() => marks.elements().length).toBe(3)
  const [left, ...others] = marks.elements().map((mark) => Math.round(mark.getBoundingClientRect().left))
  expect(others).toEqual([left, left])
})

test('saves a VIP mark only once on a double click', async () => {
  await openDashboard(TAB)
  server.respond(CALLS.vip, { body: { ...first, is_vip: true } })
  const mark = page.getByRole('button', { name: 'ตั้งเป็น VIP ธีรภัทร ทองดี' })
  await expect.element(mark).toBeVisible()
  const button = mark.element() as HTMLElement
  button.click()
  button.click()
  await expect.element(page.getByRole('button', { name: 'ยกเลิก VIP ธีรภัทร ทองดี' })).toBeVisible()
  expect(server.requests.filter(({ call }) => call === CALLS.vip)).toHaveLength(1)
})

test('the LINE user id of a customer can be selected, although the row is a button', async () => {
  await openDashboard(TAB)
  const id = page.getByText(first.line_user_id)
  await expect.element(id).toBeVisible()
  const { left, top, width, height } = id.element().getBoundingClientRect()
  expect(document.elementFromPoint(left + width / 2, top + height / 2)).toBe(id.element())
  expect(getComputedStyle(id.element()).userSelect).toBe('text')
})

test('reports a missing connection, and loads the customers when the connection returns', async () => {
  server.respond(CALLS.customers, new Error('offline'))
  await openDashboard(TAB)
  await expect
    .element(page.getByRole('alert'), { timeout: 15_000 })
    .toMatchTextContent(/โหลดรายชื่อลูกค้าไม่สำเร็จ.*ขาดการเชื่อมต่อ/)
  server.respond(CALLS.customers, { body: { items: MockCustomers, total: 2, has_more: false } })
  window.dispatchEvent(new Event('online'))
  await expect.element(rowOf('ธีรภัทร')).toBeVisible()
})

test('does not cancel a running customer request when a VIP mark is saved', async () => {
  await openDashboard(TAB)
  await expect.element(rowOf('ธีรภัทร')).toBeVisible()
  server.respond(CALLS.customers, 'never')
  await page.getByRole('button', { name: 'หน้า 2' }).click()
  await expect.element(table()).toHaveAttribute('aria-busy', 'true')
  await expect.poll(requestCount).toBe(2)
  server.respond(CALLS.customers, { body: { items: [second], total: 45, has_more: false } })
  server.respond(CALLS.vip, { body: { ...first, is_vip: true } })
  await page.getByRole('button', { name: 'ตั้งเป็น VIP ธีรภัทร ทองดี' }).click()
  await expect.element(rowOf('ธีรภัทร')).not.toBeInTheDocument()
  await expect.element(table()).toHaveAttribute('aria-busy', 'false')
})

test("ignores a second click on the close button of a customer's tickets", async () => {
  server.respond(CALLS.customerTickets, { body: { items: [], has_more: false } })
  await openDashboard(TAB)
  await page.getByRole('button', { name: 'หน้า 2' }).click()
  await expect.element(address()).toHaveTextContent(`${TAB}&page=2`)
  await page.getByRole('button', { name: 'ธีรภัทร ทองดี', exact: true }).click()
  const list = page.getByRole('dialog', { name: 'เคสของ ธีรภัทร ทองดี' })
  const cross = list.getByRole('button', { name: 'ปิด', exact: true })
  await expect.element(cross).toBeVisible()
  const button = cross.element() as HTMLElement
  button.click()
  button.click()
  await expect.element(list).not.toBeInTheDocument()
  await expect.element(address()).toHaveTextContent(`${TAB}&page=2`)
})

test("opens a customer's tickets, which link to the chat, and closes them on Back", async () => {
  const [open, closed] = [
    mockTicket({ id: '5f1f5a3c-2a0b-4c9e-8d52-000000000001', status: 'OPEN', subject: 'ถอนเงินช้า' }),
    mockTicket({ id: '5f1f5a3c-2a0b-4c9e-8d52-000000000002', status: 'CLOSED', subject: 'อื่นๆ' }),
  ]
  server.respond(CALLS.customerTickets, { body: { items: [open], has_more: true } })
  await openDashboard(TAB)
  await page.getByRole('button', { name: 'ธีรภัทร ทองดี', exact: true }).click()
  const list = page.getByRole('dialog', { name: 'เคสของ ธีรภัทร ทองดี' })
  await expect.element(address()).toHaveTextContent(`${TAB}&customer=${first.id}`)
  const link = list.getByRole('link', { name: /ถอนเงินช้า/ })
  await expect.element(link).toHaveAttribute('href', `/chat-queue?ticket=${open.id}`)
  server.respond(CALLS.customerTickets, { body: { items: [closed], has_more: false } })
  await list.getByRole('button', { name: 'โหลดเพิ่ม' }).click()
  await expect.element(list.getByRole('link', { name: /อื่นๆ.*ปิดแล้ว/ })).toBeVisible()
  await expect.element(link).toBeVisible()
  expect(await seriousProblems(document.body)).toEqual([])
  await list.getByRole('button', { name: 'ปิด', exact: true }).click()
  await expect.element(list).not.toBeInTheDocument()
  await expect.element(address()).toHaveTextContent(TAB)
})

test('offers another channel for a forbidden channel, and a retry for other failures', async () => {
  server.respond(CALLS.customers, { status: 403, body: { code: 'forbidden_channel' } })
  await openDashboard(`${TAB}&channel=vip`)
  await expect.element(page.getByRole('alert')).toMatchTextContent(/คุณไม่มีสิทธิ์ใน OA นี้.*เลือกบัญชีอื่นจากด้านบน/)
  server.respond(CALLS.customers, { status: 403, body: { message: 'ยังเปิดดูไม่ได้' } })
  await page.getByRole('button', { name: 'ดูทุกบัญชี' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/โหลดรายชื่อลูกค้าไม่สำเร็จ.*ยังเปิดดูไม่ได้/)
  server.respond(CALLS.customers, { body: { items: [], total: 0, has_more: false } })
  await page.getByRole('button', { name: 'ลองใหม่' }).click()
  await expect.element(page.getByText('ยังไม่มีลูกค้า')).toBeVisible()
})

test('shows customers as cards on a phone', async () => {
  await page.viewport(390, 844)
  await openDashboard(TAB)
  const card = page.getByRole('listitem').filter({ hasText: 'ธีรภัทร' })
  await expect.element(card).toMatchTextContent(/OA VIP.*ข้อความล่าสุด23 พ\.ย\. 09:05/)
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  expect(await seriousProblems(document.body)).toEqual([])
})
