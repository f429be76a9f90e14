import { seriousProblems } from 'shared/testing/axe-problems.ts'
import { dayKey } from 'shared/ui'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { MockHours } from '../testing/mock-dashboard.ts'
import { CALLS, installMockDashboard, openDashboard, server } from '../testing/open-dashboard.tsx'

installMockDashboard()

const hours = () => page.getByRole('dialog', { name: 'เวลาทำการ' })
const day = (name: string) => hours().getByRole('checkbox', { name, exact: true })
const time = (name: string) => hours().getByLabelText(name, { exact: true })
const save = () => hours().getByRole('button', { name: 'บันทึก' })
const today = dayKey(Date.now())
const saved = () => server.requests.filter(({ call }) => call === CALLS.setHours).map(({ body }) => body)

/** Calls `click()` instead of clicking at coordinates: on a busy machine a menu moves while being positioned. */
const press = (element: Element) => (element as HTMLElement).click()

/** Opens the hours from the ranking tab, because it has no charts, which render slowly. */
async function openHours(channel?: string): Promise<void> {
  await openDashboard(`/dashboard?tab=ranking${channel ? `&channel=${channel}` : ''}`)
  const menu = page.getByRole('button', { name: /^ช่วงเวลา/ })
  await expect.element(menu).toBeVisible()
  press(menu.element())
  const item = page.getByRole('menuitem', { name: 'ตั้งเวลาทำการ...' })
  await expect.element(item).toBeVisible()
  press(item.element())
  await expect.element(hours()).toBeVisible()
}

test.each([
  [1440, 900],
  [390, 844],
])('shows the opening hours of the selected channel at a width of %i px', async (width, height) => {
  await page.viewport(width, height)
  await openHours('vip')
  await expect.element(hours().getByRole('combobox', { name: 'บัญชี OA' })).toHaveValue('vip')
  await expect.element(day('วันจันทร์')).toBeChecked()
  await expect.element(time('วันจันทร์ เปิด')).toHaveValue('09:00')
  await expect.element(time('วันเสาร์ ปิด')).toHaveValue('00:00')
  await expect.element(day('วันอาทิตย์')).not.toBeChecked()
  const fields = hours().element().querySelectorAll('input, button')
  const farthest = () => Math.max(...[...fields].map((field) => field.getBoundingClientRect().right))
  await expect.poll(farthest).toBeLessThanOrEqual(width)
  expect(await seriousProblems(document.body)).toEqual([])
})

test('saves opening hours and shows that older tickets are being recounted', async () => {
  await openHours('vip')
  await time('วันจันทร์ ปิด').fill('20:30')
  await day('วันเสาร์').click()
  await expect.element(time('วันเสาร์ ปิด')).not.toBeInTheDocument()
  await day('วันอาทิตย์').click()
  await time('วันอาทิตย์ เปิด').fill('10:00')
  await time('วันอาทิตย์ ปิด').fill('00:00')
  const days = [
    { weekday: 0, opens_at: 600, closes_at: 1_440 },
    { weekday: 1, opens_at: 540, closes_at: 1_230 },
  ]
  const response = { channel_key: 'vip', days, is_recounting: true }
  server.respond(CALLS.setHours, { body: response })
  server.respond(CALLS.hours, { body: { items: [MockHours[0], response] } })
  await save().click()
  await expect.element(page.getByText('บันทึกเวลาทำการแล้ว')).toBeVisible()
  expect(saved()).toEqual([{ days, valid_from: today }])
  await expect.element(hours().getByText(/กำลังคิดเวลาของเคสที่ผ่านมาใหม่/)).toBeVisible()
})

test('opening hours past midnight end on the next day, and times use 24 hours', async () => {
  await openHours('vip')
  await time('วันจันทร์ เปิด').fill('22:00')
  await time('วันจันทร์ ปิด').fill('0600')
  await day('วันเสาร์').click()
  await expect.element(time('วันจันทร์ ปิด')).toHaveValue('06:00')
  await expect.element(time('วันจันทร์ ปิด')).toHaveAccessibleDescription('ข้ามคืน ปิดวันอังคาร 06:00 น.')
  const days = [{ weekday: 1, opens_at: 1_320, closes_at: 1_800 }]
  server.respond(CALLS.setHours, { body: { channel_key: 'vip', days, is_recounting: true } })
  await save().click()
  await expect.element(page.getByText('บันทึกเวลาทำการแล้ว')).toBeVisible()
  expect(saved()).toEqual([{ days, valid_from: today }])
})

test('shows an error at the day with invalid opening hours and saves nothing', async () => {
  await openHours('vip')
  await day('วันอังคาร').click()
  await time('วันอังคาร เปิด').fill('07:00')
  await time('วันจันทร์ ปิด').fill('830')
  await time('วันเสาร์ เปิด').fill('')
  await save().click()
  await expect.element(time('วันจันทร์ ปิด')).toHaveValue('08:30')
  await expect.element(hours().getByText(/เลยเวลาเปิดของวันถัดไป/)).toBeVisible()
  await expect.element(hours().getByText(/^ใส่เวลาเปิดและเวลาปิดให้ครบ/)).toBeVisible()
  await expect.element(hours().getByRole('alert')).toMatchTextContent(/แก้เวลาที่ยังไม่ถูกต้อง/)
  await expect.element(time('วันจันทร์ ปิด')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(time('วันจันทร์ ปิด')).toHaveAccessibleDescription(/เลยเวลาเปิดของวันถัดไป/)
  expect(await seriousProblems(document.body)).toEqual([])
  await day('วันจันทร์').click()
  await day('วันอังคาร').click()
  await day('วันเสาร์').click()
  await expect.element(hours().getByRole('alert')).toMatchTextContent(/เลือกวันเปิดอย่างน้อยหนึ่งวัน/)
  expect(saved()).toEqual([])
})

test('sets another channel to always open, and offers a retry when saving fails', async () => {
  await openHours()
  await expect.element(hours().getByRole('checkbox', { name: 'เปิดตลอดเวลา' })).toBeChecked()
  await hours().getByRole('combobox', { name: 'บัญชี OA' }).selectOptions('OA VIP')
  await expect.element(time('วันจันทร์ เปิด')).toHaveValue('09:00')
  await hours().getByRole('checkbox', { name: 'เปิดตลอดเวลา' }).click()
  await expect.element(time('วันจันทร์ เปิด')).not.toBeInTheDocument()
  server.respond(CALLS.setHours, { status: 403, body: { code: 'forbidden_channel' } })
  await save().click()
  await expect.element(hours().getByRole('alert')).toBeVisible()
  server.respond(CALLS.setHours, { body: { channel_key: 'vip', days: null, is_recounting: false } })
  await save().click()
  await expect.element(page.getByText('บันทึกเวลาทำการแล้ว')).toBeVisible()
  await expect.element(hours().getByRole('alert')).not.toBeInTheDocument()
  const body = { days: null, valid_from: today }
  expect(saved()).toEqual([body, body])
})

test('offers a retry when the opening hours cannot be loaded', async () => {
  server.respond(CALLS.hours, { status: 403, body: { code: 'forbidden' } })
  await openHours()
  await expect.element(hours().getByText('โหลดเวลาทำการไม่สำเร็จ')).toBeVisible()
  server.respond(CALLS.hours, { body: { items: MockHours } })
  await hours().getByRole('button', { name: 'ลองใหม่' }).click()
  await expect.element(hours().getByRole('checkbox', { name: 'เปิดตลอดเวลา' })).toBeChecked()
})

test('asks about unsaved opening hours on Escape, on close and on a change of the channel', async () => {
  await openHours('vip')
  const channel = hours().getByRole('combobox', { name: 'บัญชี OA' })
  const confirmation = page.getByRole('dialog', { name: 'ทิ้งเวลาทำการที่ยังไม่ได้บันทึก?' })
  const stay = async () => {
    await confirmation.getByRole('button', { name: 'แก้ไขต่อ' }).click()
    await expect.element(confirmation).not.toBeInTheDocument()
    await expect.element(time('วันจันทร์ เปิด')).toHaveValue('10:15')
  }
  await time('วันจันทร์ เปิด').fill('10:15')
  await userEvent.keyboard('{Escape}')
  await stay()
  await hours().getByRole('button', { name: 'ปิดหน้าต่าง' }).click()
  await stay()
  await channel.selectOptions('OA หลัก')
  await stay()
  await expect.element(channel).toHaveValue('vip')
  await channel.selectOptions('OA หลัก')
  await confirmation.getByRole('button', { name: 'ทิ้งการแก้ไข' }).click()
  await expect.element(channel).toHaveValue('main')
  // Closes without asking, because the form of this channel has no changes.
  await hours().getByRole('button', { name: 'ปิดหน้าต่าง' }).click()
  await expect.element(hours()).not.toBeInTheDocument()
})

const version = (valid_from: string) => ({
  valid_from,
  days: [{ weekday: 1, opens_at: 540, closes_at: 1_080 }],
})

test('plans, lists and withdraws future opening hours', async () => {
  await openHours('vip')
  await hours().getByLabelText('เริ่มใช้ตั้งแต่วันที่').fill('2099-01-05')
  await day('วันเสาร์').click()
  const planned = { ...MockHours[1], versions: [version('2099-01-05')], special_days: [] }
  server.respond(CALLS.setHours, { body: planned })
  server.respond(CALLS.hours, { body: { items: [planned] } })
  await save().click()
  await expect
    .element(
      hours()
        .getByText(/5 ม.ค. 2642/)
        .first(),
    )
    .toBeVisible()
  expect(saved()).toEqual([version('2099-01-05')])
  // Waits for the refetch after saving, which must still receive the planned response.
  await expect.poll(() => server.requests.filter(({ call }) => call === CALLS.hours).length).toBe(2)
  server.respond(CALLS.removeVersion, { body: MockHours[1] })
  server.respond(CALLS.hours, { body: { items: MockHours } })
  await hours()
    .getByRole('button', { name: /^ยกเลิกเวลาทำการตั้งแต่/ })
    .click()
  await expect.element(hours().getByText('ประวัติเวลาทำการ')).not.toBeInTheDocument()
})

test('asks for confirmation before opening hours of past days change', async () => {
  await openHours('vip')
  await hours().getByLabelText('เริ่มใช้ตั้งแต่วันที่').fill('2026-01-05')
  await day('วันเสาร์').click()
  server.respond(CALLS.setHours, { body: MockHours[1] })
  await save().click()
  const confirmation = page.getByRole('dialog', { name: 'เปลี่ยนเวลาทำการย้อนหลัง?' })
  await expect.element(confirmation).toBeVisible()
  expect(saved()).toEqual([])
  await confirmation.getByRole('button', { name: 'บันทึกย้อนหลัง' }).click()
  await expect.poll(saved).toEqual([{ ...version('2026-01-05'), changes_past: true }])
})

test('adds a holiday with its name to the special days', async () => {
  await openHours('vip')
  await hours().getByRole('button', { name: 'เพิ่มวัน' }).click()
  await expect.element(hours().getByText('เลือกวันที่', { exact: true })).toBeVisible()
  await hours().getByLabelText('วันที่พิเศษ').fill('2099-04-13')
  await hours().getByLabelText('ชื่อวัน').fill('วันสงกรานต์')
  const special_days = [{ day: '2099-04-13', name: 'วันสงกรานต์', opens_at: null, closes_at: null }]
  const changed = { ...MockHours[1], special_days }
  server.respond(CALLS.setSpecial, { body: changed })
  server.respond(CALLS.hours, { body: { items: [changed] } })
  await hours().getByRole('button', { name: 'เพิ่มวัน' }).click()
  await expect.element(hours().getByRole('button', { name: /^ลบ วันสงกรานต์/ })).toBeVisible()
  expect(server.requests.find(({ call }) => call === CALLS.setSpecial)?.body).toEqual({ special_days })
})
