import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { seriousProblems } from '../src/axe-problems.ts'
import { expect, test } from '../src/desk-test.ts'
import { signInByHttp } from '../src/sign-in.ts'
import { Simulator } from '../src/simulator-client.ts'
import { startProduct } from '../src/start-product.ts'
import { VIEWPORTS } from '../src/viewports.ts'

const address = '/knowledge-base'
const [desktop] = VIEWPORTS

const size = desktop

test(`a bulk import on ${size.name} previews a file and a pasted table, imports them and undoes each as a whole`, async ({
  openPage,
  simulator,
}) => {
  const page = await openPage({ size, staff: await simulator.staffWith('BUSINESS'), address })
  const branch = `สาขา${size.name}`
  await page.getByText('นำเข้าหลายรายการ', { exact: true }).click()
  const form = page.getByRole('form', { name: 'นำเข้าหลายรายการ' })
  await form.getByRole('button', { name: 'ตรวจสอบก่อนนำเข้า' }).click()
  await expect(form.getByText('กรุณาเลือกไฟล์ หรือวางข้อมูลที่จะนำเข้า')).toBeVisible()
  const lines = [
    'คำถาม,คำตอบ',
    `${branch}เปิดกี่โมง,เปิด 9:00 น.`,
    `"${branch}มีที่จอดรถไหม\n${branch}จอดรถได้กี่คัน","มี, จอดได้ 20 คัน"`,
    `${branch}โทรเบอร์อะไร,`,
  ]
  await form.getByLabel('เลือกไฟล์ที่จะนำเข้า').setInputFiles({
    name: 'คำถาม.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\ufeff${lines.join('\r\n')}`),
  })
  await expect(form.getByText('คำถาม.csv')).toBeVisible()
  await form.getByRole('button', { name: 'ตรวจสอบก่อนนำเข้า' }).click()
  const preview = form.getByRole('region', { name: 'ตัวอย่างก่อนนำเข้า' })
  await expect(preview.getByRole('list', { name: 'สรุป' })).toContainText('ใหม่ 2')
  await expect(preview.getByRole('list', { name: 'สรุป' })).toContainText('ไม่รับ 1')
  await expect(preview.getByText('ไม่มีคำตอบ')).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])
  await preview.getByRole('button', { name: 'นำเข้า 2 รายการ' }).click()
  await expect(page.getByText('นำเข้าแล้ว 2 รายการ')).toBeVisible()

  // Pastes a table in which one question exists with a different answer, and another exists with the same answer.
  const pasted = [`${branch}เปิดกี่โมง\tเปิด 10:00 น.`, `${branch}มีที่จอดรถไหม\tมี, จอดได้ 20 คัน`]
  await form.getByRole('textbox', { name: 'หรือวางข้อมูลจากตาราง' }).fill(pasted.join('\n'))
  await form.getByRole('button', { name: 'ตรวจสอบก่อนนำเข้า' }).click()
  await expect(preview.getByText('เดิม:').first()).toBeVisible()
  await expect(preview.getByRole('alert')).toContainText('ไม่พบหัวตารางที่รู้จัก')
  const rows = preview.getByRole('list', { name: 'แถวที่จะนำเข้า' })
  await expect(rows.getByText(/เปิด 10:00 น\./)).toBeVisible()
  await preview.getByRole('button', { name: /^นำเข้า \d รายการ$/ }).click()
  await expect(form.getByRole('textbox', { name: 'หรือวางข้อมูลจากตาราง' })).toHaveValue('')

  // The import is one item of the update history, and is undone as a whole.
  await page.getByRole('tab', { name: /^ประวัติ/ }).click()
  const log = size.name === 'phone' ? page.getByRole('listitem') : page.getByRole('row')
  const imported = log.filter({ hasText: 'นำเข้า' }).first()
  await imported.getByRole('button', { name: 'ทั่วไป' }).click()
  await page.getByRole('button', { name: 'เลิกทำการเปลี่ยนแปลงนี้' }).click()
  await page
    .getByRole('dialog', { name: 'เลิกทำการเปลี่ยนแปลงนี้?' })
    .getByRole('button', { name: 'เลิกทำ', exact: true })
    .click()
  await expect(page.getByText(/^เลิกทำแล้ว ข้อมูลกลับ/)).toBeVisible()
  await page.getByRole('tab', { name: /^ทดสอบค้นหา/ }).click()
  await page.getByRole('searchbox', { name: 'คำถามที่จะทดสอบ' }).fill(`${branch}เปิดกี่โมง`)
  const results = page.getByRole('region', { name: 'ผลการค้นหา' })
  await expect(results.getByRole('article').first()).toContainText('เปิด 9:00 น.')
})

test('a public web page is imported and read again; an invalid one is refused', async ({ page }) => {
  test.setTimeout(180_000)
  let words = 'ร้านเปิดทุกวัน 9:00 ถึง 18:00 น.'
  const site = createServer((request, response) => {
    if (request.url !== '/about') {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(`<title>เกี่ยวกับร้านกาแฟริมน้ำ</title><main><p>${words}</p></main><script>nothing()</script>`)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  const product = await startProduct({ env: { KNOWLEDGE_TEST_PAGES: origin } })
  try {
    const simulator = new Simulator(product.simulatorUrl)
    const jwt = await signInByHttp(product.deskUrl, (await simulator.staffWith('BUSINESS')).user_id)
    await page.setViewportSize({ width: desktop.width, height: desktop.height })
    await page.addInitScript((token) => localStorage.setItem('jwt', token), jwt)
    await page.goto(`${product.deskUrl}${address}`)
    await page.getByText('จากหน้าเว็บ', { exact: true }).click()
    const link = page.getByRole('textbox', { name: 'ลิงก์หน้าเว็บ' })
    const read = page.getByRole('button', { name: 'อ่านและเพิ่มหน้าเว็บ' })
    await link.fill('ร้าน')
    await read.click()
    await expect(page.getByText('กรุณากรอกลิงก์ที่ขึ้นต้นด้วย http:// หรือ https://')).toBeVisible()
    // Invalid URLs: a local address that the tests do not allow, and a page that does not exist.
    for (const wrong of ['http://127.0.0.1:1/about', `${origin}/nothing`]) {
      await link.fill(wrong)
      await read.click()
      await expect(link).toHaveAttribute('aria-invalid', 'true')
      await expect(link).toHaveValue(wrong)
    }
    await link.fill(`${origin}/about`)
    await read.click()
    await expect(page.getByText('เพิ่มหน้าเว็บเข้าฐานความรู้แล้ว')).toBeVisible()
    const pages = page.getByRole('region', { name: 'หน้าเว็บที่เพิ่มไว้' })
    await expect(pages.getByRole('listitem')).toContainText('เกี่ยวกับร้านกาแฟริมน้ำ')
    expect(await seriousProblems(page)).toEqual([])

    const again = pages.getByRole('button', { name: /^อ่านใหม่/ })
    await again.click()
    await expect(page.getByText('หน้าเว็บยังเหมือนเดิม')).toBeVisible()
    words = 'ร้านเปิดทุกวัน 10:00 ถึง 20:00 น.'
    await again.click()
    await expect(page.getByText('อัปเดตข้อมูลตามหน้าเว็บแล้ว')).toBeVisible()

    await page.getByRole('tab', { name: /^ประวัติ/ }).click()
    await expect(page.getByRole('row').filter({ hasText: 'หน้าเว็บ' }).first()).toBeVisible()
    await page.getByRole('tab', { name: /^ทดสอบค้นหา/ }).click()
    await page.getByRole('searchbox', { name: 'คำถามที่จะทดสอบ' }).fill('ร้านกาแฟริมน้ำเปิดกี่โมง')
    const found = page.getByRole('region', { name: 'ผลการค้นหา' }).getByRole('article').first()
    await expect(found).toContainText('10:00 ถึง 20:00')
    await expect(found).not.toContainText('9:00 ถึง')
  } finally {
    await product.stop()
    product.remove()
    site.close()
  }
})

test('the knowledge base reports failures with a retry, and sends no search for an empty field', async ({
  openPage,
  simulator,
}) => {
  const staff = await simulator.staffWith('BUSINESS')
  const page = await openPage({ size: desktop, staff, address: `${address}?tab=overview` })
  const down = { status: 503, json: { detail: 'ระบบค้นหายังไม่พร้อม' } }
  await expect(page.getByText('ออนไลน์').last()).toBeVisible()
  for (const call of ['**/healthz', '**/kb/sources*', '**/kb/logs*', '**/kb/search*'])
    await page.route(call, (route) => route.fulfill(down))

  await page.reload()
  await expect(page.getByText('ออฟไลน์').last()).toBeVisible()
  await expect(page.getByText('ระบบค้นหายังไม่พร้อม').first()).toBeVisible()
  await page.getByRole('tab', { name: /^ประวัติ/ }).click()
  await expect(page.getByText('ระบบค้นหายังไม่พร้อม').first()).toBeVisible()
  await page.getByRole('tab', { name: /^ทดสอบค้นหา/ }).click()
  const search = page.getByRole('searchbox', { name: 'คำถามที่จะทดสอบ' })
  await search.fill('ฝากเงิน')
  await expect(page.getByText('เกิดข้อผิดพลาด: ระบบค้นหายังไม่พร้อม')).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])

  await page.unrouteAll()
  const results = page.getByRole('region', { name: 'ผลการค้นหา' })
  await results.getByRole('button').click()
  // Expects three results, the default number.
  await expect(results.getByRole('article')).toHaveCount(3)
  await page.getByRole('combobox', { name: 'จำนวนผล (top-K)' }).selectOption('5 ผล')
  await expect(results.getByRole('article')).toHaveCount(5)
  const requests: string[] = []
  page.on('request', (request) => request.url().includes('/kb/search') && requests.push(request.url()))
  await search.fill('')
  await expect(results.getByText('ลองถามอย่างที่ลูกค้าถาม')).toBeVisible()
  const answered = page.waitForResponse(/\/kb\/search/)
  await search.fill('ถอนเงิน')
  await answered
  expect(requests).toHaveLength(1)
})
