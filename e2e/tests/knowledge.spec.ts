import type { Locator, Page } from '@playwright/test'
import { seriousProblems } from '../src/axe-problems.ts'
import { expect, test } from '../src/desk-test.ts'
import { pngOf } from '../src/png.ts'
import { signInByHttp } from '../src/sign-in.ts'
import { VIEWPORTS } from '../src/viewports.ts'

// The timeout is long, because the tests have many steps, each on a new page or with an axe check.
test.describe.configure({ timeout: 240_000 })

const [desktop, phone] = VIEWPORTS
const address = '/knowledge-base'

/** Opens a tab. The tab's name may end with the number of pending items. */
const tab = (page: Page, name: string) =>
  page.getByRole('tab', { name: new RegExp(`^${name}(?: [\\d,]+)?$`) }).click()
const field = (container: Page | Locator, name: string) =>
  container.getByRole('textbox', { name, exact: true })
const choose = (page: Page, name: string) => page.getByText(name, { exact: true }).click()
const add = (page: Page) => page.getByRole('button', { name: 'เพิ่มเข้าฐานความรู้' }).click()
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const leave = (page: Page, name: string | RegExp) =>
  dialog(page, name).getByRole('button', { name: 'ปิด', exact: true }).first().click()

/** Adds a question. Tests use unique texts, because all tests share one knowledge base. */
async function addQuestion(page: Page, question: string, answer: string): Promise<void> {
  await field(page, 'คำถามตัวอย่าง').fill(question)
  await field(page, 'คำตอบ').fill(answer)
  await add(page)
  await expect(page.getByText('เพิ่มข้อมูลเข้าฐานความรู้แล้ว')).toBeVisible()
}

test(`the knowledge base on ${phone.name} adds, lists, edits, undoes and finds entries`, async ({
  openPage,
  simulator,
}) => {
  const page = await openPage({ size: phone, staff: await simulator.staffWith('BUSINESS'), address })
  /** Checks the screen with axe, and that it does not scroll horizontally. */
  const capture = async () => {
    expect(await seriousProblems(page)).toEqual([])
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0)
  }
  const unique = 'จอมือถือ'
  const question = `ฝากเงินผ่านพร้อมเพย์${unique}ได้ไหม`

  // Submits an empty form, which shows validation errors, and then adds a question with its answer.
  await add(page)
  await expect(page.getByText('กรุณากรอกคำถามอย่างน้อย 1 ข้อ')).toBeVisible()
  await expect(page.getByText('กรุณากรอกคำตอบ')).toBeVisible()
  await capture()
  await addQuestion(page, `${question}\nพร้อมเพย์ใช้ได้หรือเปล่า`, 'ได้ตลอด 24 ชั่วโมง ยอดเข้าใน 5 นาที')
  await expect(field(page, 'คำถามตัวอย่าง')).toHaveValue('')
  await capture()

  // Adds a promotion with an uploaded image and an end date.
  await choose(page, 'โปรโมชั่น')
  await add(page)
  await expect(page.getByText('กรุณากรอกชื่อโปรโมชั่น')).toBeVisible()
  await expect(page.getByText('กรุณากรอกข้อความโปรโมชั่น')).toBeVisible()
  await choose(page, 'รูปภาพ')
  await expect(page.getByText('กรุณากรอกลิงก์รูปภาพ')).toBeVisible()
  await choose(page, 'ข้อความ + รูปภาพ')
  await field(page, 'ลิงก์รูปภาพ').fill('promo.png')
  await expect(page.getByText(/ลิงก์รูปภาพไม่ถูกต้อง/)).toBeVisible()
  await field(page, 'ชื่อโปรโมชั่น').fill(`วันเกิด${unique}รับ 100 บาท`)
  await field(page, 'ข้อความโปรโมชั่น').fill('แจ้งวันเกิดในแชทพร้อมบัตรประชาชน')
  await page.getByLabel('เลือกรูปโปรโมชั่นจากเครื่อง').setInputFiles({
    name: 'วันเกิด.png',
    mimeType: 'image/png',
    buffer: await pngOf(page, 'teal'),
  })
  await expect(field(page, 'ลิงก์รูปภาพ')).toHaveValue(/\/p\//)
  await page.getByRole('button', { name: /ใช้ได้ถึงวันที่/ }).click()
  await page.getByRole('button', { name: 'เดือนถัดไป' }).click()
  await page.getByRole('button', { name: /^28 / }).click()
  await expect(page.getByRole('img', { name: 'รูปโปรโมชั่น' })).toBeVisible()
  await capture()
  await add(page)
  await expect(page.getByText('เพิ่มข้อมูลเข้าฐานความรู้แล้ว')).toBeVisible()
  await expect(field(page, 'ชื่อโปรโมชั่น')).toHaveValue('')

  // A click on a source in the overview lists the entries of the source, and one of the entries is edited.
  await tab(page, 'ภาพรวมหมวดหมู่')
  await expect(page.getByText('ออนไลน์').last()).toBeVisible()
  const sources = page.getByRole('table', { name: 'แหล่งข้อมูล' })
  await expect(sources.getByRole('row', { name: /ทั่วไป [1-9]/ })).toBeVisible()
  await capture()
  await sources.getByRole('button', { name: 'โปรโมชั่น' }).click()
  await expect(page.getByText(/^มีผล ถึง 28 /).first()).toBeVisible()
  await capture()
  await page.getByRole('button', { name: 'ทุกแหล่งข้อมูล' }).click()
  await sources.getByRole('button', { name: 'ทั่วไป' }).click()
  const entry = page.getByRole('listitem').filter({ hasText: question })
  await entry.getByRole('button', { name: 'แก้ไข' }).click()
  const editor = dialog(page, 'แก้ไขรายการ')
  await field(editor, 'คำตอบ').fill('ได้ตลอด 24 ชั่วโมง ยอดเข้าใน 10 นาที')
  await capture()
  await editor.getByRole('button', { name: 'บันทึก' }).click()
  await expect(page.getByText('บันทึกการแก้ไขแล้ว')).toBeVisible()
  await expect(entry).toContainText('ยอดเข้าใน 10 นาที')

  // The history shows the change with its differences, and can undo it.
  await tab(page, 'ประวัติการอัปเดต')
  const lines = page.getByRole('listitem')
  const edited = lines.filter({ hasText: 'แก้ไข' }).first()
  await expect(edited).toBeVisible()
  await capture()
  await edited.getByRole('button', { name: 'ทั่วไป' }).click()
  const changes = dialog(page, /^สิ่งที่เปลี่ยน/)
  await expect(changes.getByRole('deletion')).toHaveText('5')
  await expect(changes.getByRole('insertion')).toHaveText('10')
  await capture()
  await changes.getByRole('button', { name: 'เลิกทำการเปลี่ยนแปลงนี้' }).click()
  await dialog(page, 'เลิกทำการเปลี่ยนแปลงนี้?').getByRole('button', { name: 'เลิกทำ', exact: true }).click()
  await expect(page.getByText(/^เลิกทำแล้ว ข้อมูลกลับ/)).toBeVisible()
  await expect(lines.filter({ hasText: 'เลิกทำ' }).first()).toBeVisible()
  await edited.getByRole('button', { name: 'ทั่วไป' }).click()
  await expect(changes.getByText(/^เลิกทำไปแล้ว .* โดย /)).toBeVisible()
  await leave(page, /^สิ่งที่เปลี่ยน/)

  const filter = page.getByRole('searchbox', { name: 'กรองตามแหล่งข้อมูล' })
  await filter.fill('โปรโมชั่น')
  await expect(lines.filter({ hasText: 'ทั่วไป' })).toHaveCount(0)
  await expect(lines.filter({ hasText: 'โปรโมชั่น' }).first()).toBeVisible()
  await expect(page.getByText('หน้า 1', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'ก่อนหน้า' })).toBeDisabled()

  await tab(page, 'ทดสอบค้นหา')
  const search = page.getByRole('searchbox', { name: 'คำถามที่จะทดสอบ' })
  await search.fill(`พร้อมเพย์${unique}`)
  const results = page.getByRole('region', { name: 'ผลการค้นหา' })
  const found = results.getByRole('article').filter({ hasText: question })
  await expect(found).toContainText('ยอดเข้าใน 5 นาที')
  await search.fill(`วันเกิด${unique}รับ 100`)
  // Waits for the first result of this search: until the response arrives, the previous results stay, dimmed.
  await expect(results.getByRole('article').first()).toContainText(`วันเกิด${unique}รับ 100 บาท`)
  await expect(results).toHaveAttribute('aria-busy', 'false')
  const image = results.getByRole('img', { name: 'รูปโปรโมชั่น' }).first()
  await expect(image).toBeVisible()
  await expect
    .poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  await capture()
  await search.fill('qxzj')
  await expect(results.getByText('ไม่พบผลลัพธ์')).toBeVisible()
  await capture()
})

test('the knowledge base opens from the user menu, the palette and the dashboard, and turns an image into a promotion', async ({
  deskUrl,
  openPage,
  simulator,
}) => {
  const page = await openPage({
    size: desktop,
    staff: await simulator.staffWith('BUSINESS'),
    address: '/dashboard',
  })
  const card = page.getByRole('region', { name: 'ฐานความรู้' })
  await card.scrollIntoViewIfNeeded()
  await expect(card).toContainText(/ทั่วไป [\d,]+ ชิ้น/)
  expect(await seriousProblems(page)).toEqual([])
  await card.getByRole('link', { name: 'ทดสอบค้นหา' }).click()
  await expect(page).toHaveURL(`${deskUrl}${address}?tab=search`)

  await page.goto(`${deskUrl}/profile`)
  await page.getByRole('button', { name: /เมนูผู้ใช้/ }).click()
  // The arrow keys reach every item of the menu.
  await expect(page.getByRole('menu').getByRole('link')).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'ฐานความรู้' }).click()
  await expect(page).toHaveURL(`${deskUrl}${address}`)

  await page.goto(`${deskUrl}/profile`)
  await expect(page.getByRole('button', { name: 'กลับไปแดชบอร์ด' })).toBeVisible()
  await page.keyboard.press('Control+KeyK')
  await page.getByRole('dialog').getByRole('textbox').fill('ฐานความรู้')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${deskUrl}${address}`)

  await page.goto(`${deskUrl}/promo-upload`)
  await page.getByLabel('เลือกรูปภาพที่จะอัปโหลด').setInputFiles({
    name: 'โปรตรุษจีน.png',
    mimeType: 'image/png',
    buffer: await pngOf(page, 'crimson'),
  })
  await page.getByRole('button', { name: /^ตัวเลือกของ โปรตรุษจีน\.png/ }).click()
  await page.getByRole('menuitem', { name: 'นำไปใช้...' }).click()
  const use = page.getByRole('button', { name: 'ใช้เป็นโปรโมชั่นในฐานความรู้' })
  await expect(use).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])
  await use.click()
  await expect(page).toHaveURL(`${deskUrl}${address}?kind=promotion`)
  await expect(field(page, 'ชื่อโปรโมชั่น')).toHaveValue('โปรตรุษจีน')
  await expect(field(page, 'ลิงก์รูปภาพ')).toHaveValue(/\/p\//)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(`${deskUrl}/promo-upload`)
})

test('the knowledge base keeps typed text after a failure, and links a duplicate text to its existing entry', async ({
  openPage,
  simulator,
}) => {
  const page = await openPage({
    size: desktop,
    staff: await simulator.staffWith('BUSINESS'),
    address: `${address}?kind=promotion`,
  })
  const write = async () => {
    await field(page, 'ชื่อโปรโมชั่น').fill('คืนยอดเสียทุกวันจันทร์')
    await field(page, 'ข้อความโปรโมชั่น').fill('คืน 5% ของยอดเสีย')
  }
  await write()
  await page.route('**/kb/upsert', (route) => route.fulfill({ status: 422, json: { detail: 'ยาวเกินไป' } }), {
    times: 1,
  })
  await add(page)
  await expect(page.getByRole('alert').filter({ hasText: 'เกิดข้อผิดพลาด: ยาวเกินไป' })).toBeVisible()
  await tab(page, 'ประวัติการอัปเดต')
  await tab(page, 'เพิ่มข้อมูลใหม่')
  await expect(field(page, 'ข้อความโปรโมชั่น')).toHaveValue('คืน 5% ของยอดเสีย')
  await add(page)
  await expect(page.getByText('เพิ่มข้อมูลเข้าฐานความรู้แล้ว')).toBeVisible()

  await write()
  await page.getByRole('button', { name: /เริ่มวันที่/ }).click()
  await page.getByRole('button', { name: 'เดือนถัดไป' }).click()
  await page.getByRole('button', { name: /^1 / }).click()
  await add(page)
  await page.getByRole('button', { name: 'แก้ไขช่วงเวลาของรายการเดิม' }).click()
  const editor = dialog(page, 'แก้ไขรายการ')
  await expect(field(editor, 'ชื่อโปรโมชั่น')).toHaveValue('คืนยอดเสียทุกวันจันทร์')
  await expect(editor.getByRole('button', { name: /เริ่มวันที่/ })).toHaveText(/^1 /)
  await editor.getByRole('button', { name: 'บันทึก' }).click()
  await expect(page.getByText('บันทึกการแก้ไขแล้ว')).toBeVisible()
  // No search finds the entry, because its validity period has not started.
  await tab(page, 'ทดสอบค้นหา')
  await page.getByRole('searchbox', { name: 'คำถามที่จะทดสอบ' }).fill('คืนยอดเสียทุกวันจันทร์')
  const results = page.getByRole('region', { name: 'ผลการค้นหา' })
  await expect(results).toHaveAttribute('aria-busy', 'false')
  await expect(results.getByText('คืนยอดเสียทุกวันจันทร์')).toHaveCount(0)
})

test('the second of two managers who edit an entry sees the latest text', async ({ openPage, simulator }) => {
  const staff = await simulator.staffWith('BUSINESS')
  const page = await openPage({ size: desktop, staff, address })
  const question = 'เปลี่ยนเบอร์โทรที่ผูกไว้ทำอย่างไร'
  await addQuestion(page, question, 'แจ้งในแชท')
  await tab(page, 'ภาพรวมหมวดหมู่')
  await page.getByRole('table', { name: 'แหล่งข้อมูล' }).getByRole('button', { name: 'ทั่วไป' }).click()
  await page.getByRole('listitem').filter({ hasText: question }).getByRole('button', { name: 'แก้ไข' }).click()
  const mine = dialog(page, 'แก้ไขรายการ')
  await field(mine, 'คำตอบ').fill('ของฉัน')
  const other = await openPage({
    size: desktop,
    staff,
    address: new URL(page.url()).pathname + new URL(page.url()).search,
  })
  const theirs = dialog(other, 'แก้ไขรายการ')
  await field(theirs, 'คำตอบ').fill('ของเพื่อน')
  await theirs.getByRole('button', { name: 'บันทึก' }).click()
  await expect(other.getByText('บันทึกการแก้ไขแล้ว')).toBeVisible()
  await mine.getByRole('button', { name: 'บันทึก' }).click()
  await expect(mine.getByRole('alert')).toContainText('ของเพื่อน')
  expect(await seriousProblems(page)).toEqual([])
  await mine.getByRole('button', { name: 'บันทึกของฉันแทน' }).click()
  await expect(page.getByText('บันทึกการแก้ไขแล้ว')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: question })).toContainText('ของฉัน')
})

test('agents add, read and search entries, but the server rejects their changes', async ({
  deskUrl,
  openPage,
  simulator,
}) => {
  const staff = await simulator.staffWith('ADMIN')
  const page = await openPage({ size: desktop, staff, address })
  await addQuestion(page, 'เวลาทำการของธนาคารคือกี่โมง', '8:30 ถึง 15:30')
  await tab(page, 'ภาพรวมหมวดหมู่')
  await page.getByRole('table', { name: 'แหล่งข้อมูล' }).getByRole('button', { name: 'ทั่วไป' }).click()
  const entry = page.getByRole('listitem').filter({ hasText: 'เวลาทำการของธนาคาร' })
  await expect(entry.getByRole('button', { name: 'แก้ไข' })).toHaveCount(0)
  await entry.getByRole('button', { name: 'อ่านทั้งหมด' }).click()
  await expect(dialog(page, 'รายการในฐานความรู้')).toContainText('8:30 ถึง 15:30')
  const id = new URL(page.url()).searchParams.get('entry')
  const jwt = await signInByHttp(deskUrl, staff.user_id)
  const refused = await page.request.delete(`${deskUrl}/kb/entries/${id}?version=1`, {
    headers: { authorization: `Bearer ${jwt}` },
  })
  expect(refused.status()).toBe(403)
})
