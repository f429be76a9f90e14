import type { Page, Route } from '@playwright/test'
import { seriousProblems } from '../src/axe-problems.ts'
import { expect, test } from '../src/desk-test.ts'
import { jpegOf, jpegTurned, readJpeg } from '../src/jpeg.ts'
import { openTicket } from '../src/open-ticket.ts'
import { imageOf, pngOf } from '../src/png.ts'
import { signInByHttp } from '../src/sign-in.ts'
import { VIEWPORTS } from '../src/viewports.ts'

const [desktop] = VIEWPORTS
const MAX = 8 * 1024 * 1024
const address = '/promo-upload'

const input = (page: Page) => page.getByLabel('เลือกรูปภาพที่จะอัปโหลด')
const heading = (page: Page, count: number) =>
  page.getByRole('heading', { name: `อัปโหลดแล้ว ${count} รูป`, exact: true })
const png = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer })
const jpeg = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer })
const linkOf = async (page: Page, name: string) =>
  (await page.getByRole('link', { name: `เปิดรูป ${name} ในแท็บใหม่` }).getAttribute('href')) ?? ''

async function dropOn(page: Page, name: string, content: Buffer): Promise<void> {
  const dropped = await page.evaluateHandle(
    ([base64, called]) => {
      const bytes = Uint8Array.from(atob(base64 ?? ''), (each) => each.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([bytes], called ?? '', { type: 'image/webp' }))
      return transfer
    },
    [content.toString('base64'), name],
  )
  await page.getByRole('main').dispatchEvent('dragenter', { dataTransfer: dropped })
  const dropZone = page.getByText('วางรูปที่นี่เพื่ออัปโหลด')
  await expect(dropZone).toBeInViewport()
  for (const type of ['dragover', 'drop']) await dropZone.dispatchEvent(type, { dataTransfer: dropped })
}

const size = desktop

test(`the promotion upload on ${size.name} creates links for dropped files and names the rejected files`, async ({
  openPage,
  simulator,
}) => {
  const page = await openPage({ size, staff: await simulator.staffWith('BUSINESS'), address })
  await expect(page.getByText('ยังไม่มีรูปที่อัปโหลด')).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])

  await input(page).setInputFiles([
    png('โปรปลายปี.png', await pngOf(page, 'gold')),
    jpeg('พอดี 8 MB.jpg', await jpegOf(page, MAX)),
    jpeg('เกินไปหนึ่งไบต์.jpg', await jpegOf(page, MAX + 1)),
    png('ข้อความ.png', Buffer.from('ไม่ใช่รูป')),
    { name: 'เอกสาร.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
  ])
  const alerts = page.getByRole('alert')
  await expect(alerts.filter({ hasText: 'ไฟล์ เกินไปหนึ่งไบต์.jpg มีขนาดเกิน 8MB' })).toBeVisible()
  await expect(alerts.filter({ hasText: 'ไฟล์ เอกสาร.txt ไม่ใช่รูปภาพ' })).toBeVisible()
  await expect(alerts.filter({ hasText: 'อัปโหลดไม่สำเร็จ: ข้อความ.png' })).toBeVisible()
  await expect(heading(page, 2)).toBeVisible()
  await expect(page.getByText(/PUBLIC_MEDIA_URL/)).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])

  // The user drops an image of another file type.
  await dropOn(page, 'วางลง.webp', await imageOf(page, 'teal', 'image/webp'))
  await expect(heading(page, 3)).toBeVisible()
  await page.getByRole('button', { name: /^ตัวเลือกของ วางลง\.webp/ }).click()
  await page.getByRole('menuitem', { name: 'เอาออกจากรายการ' }).click()
  await expect(heading(page, 2)).toBeVisible()

  // The link is public and permanent, and contains a hash of the content instead of the file name.
  const link = await linkOf(page, 'โปรปลายปี.png')
  expect(decodeURIComponent(link)).not.toContain('โปรปลายปี')
  const response = await page.request.fetch(link, { headers: { authorization: '' } })
  expect(response.status()).toBe(200)
  expect(response.headers()).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
  })

  // Another tab of this browser shows the same list. An image that is uploaded again keeps its link.
  const other = await page.context().newPage()
  await other.goto(page.url())
  await expect(heading(other, 2)).toBeVisible()
  await input(other).setInputFiles(png('ชื่ออื่น.png', await pngOf(page, 'gold')))
  await expect(other.getByText(/ชื่ออื่น\.png เคยอัปโหลดแล้ว/)).toBeVisible()
  await input(other).setInputFiles(png('แดง.png', await pngOf(page, 'red')))
  await expect(heading(page, 3)).toBeVisible()
  await page.reload()
  await expect(heading(page, 3)).toBeVisible()
  expect(await linkOf(page, 'โปรปลายปี.png')).toBe(link)

  // The user removes one link and restores it, and then removes all links.
  await page.getByRole('button', { name: /^ตัวเลือกของ แดง\.png/ }).click()
  await page.getByRole('menuitem', { name: 'เอาออกจากรายการ' }).click()
  await page.getByRole('button', { name: 'เลิกทำ' }).click()
  await expect(heading(page, 3)).toBeVisible()
  for (const isSlip of [true, false]) {
    await page.getByRole('button', { name: 'ล้างรายการ' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'ล้างรายการ' }).click()
    await expect(page.getByText('ยังไม่มีรูปที่อัปโหลด')).toBeVisible()
    if (isSlip) await page.getByRole('button', { name: 'เลิกทำ' }).last().click()
    if (isSlip) await expect(heading(page, 3)).toBeVisible()
  }
  await expect(other.getByText('ยังไม่มีรูปที่อัปโหลด')).toBeVisible()
})

test('a promotion link becomes a canned reply of a channel, which an agent sends with one click', async ({
  openPage,
  simulator,
}) => {
  const customer = await simulator.addCustomer('ลูกค้าถามโปร')
  await simulator.write('main', customer.user_id, 'มีโปรไหมคะ')
  const page = await openPage({ size: desktop, staff: await simulator.staffWith('BUSINESS'), address })
  await input(page).setInputFiles(png('โปรสงกรานต์.png', await pngOf(page, 'teal')))
  await page.getByRole('button', { name: /^ตัวเลือกของ โปรสงกรานต์\.png/ }).click()
  await page.getByRole('menuitem', { name: 'นำไปใช้...' }).click()
  const dialog = page.getByRole('dialog', { name: 'นำรูปไปใช้' })
  await expect(dialog.getByRole('textbox', { name: 'ชื่อเรียกรูป' })).toHaveValue('โปรสงกรานต์')
  await dialog.getByRole('combobox', { name: 'ใช้กับ OA' }).selectOption({ value: 'main' })
  expect(await seriousProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'เพิ่มเป็นข้อความสำเร็จรูป' }).click()
  await expect(dialog.getByRole('button', { name: 'เพิ่มแล้ว' })).toBeVisible()

  const agent = await openPage({
    size: desktop,
    staff: await simulator.staffWith('ADMIN'),
    address: `/chat-queue?search=${encodeURIComponent('ลูกค้าถามโปร')}`,
  })
  await openTicket(agent, 'ลูกค้าถามโปร')
  await agent.getByRole('textbox', { name: 'พิมพ์ข้อความ' }).fill('/โปรสงกรานต์')
  await expect(agent.getByRole('option', { name: /โปรสงกรานต์/ })).toBeVisible()
})

test('links of two tabs that upload at the same time are all kept', async ({ openPage, simulator }) => {
  const page = await openPage({ size: desktop, staff: await simulator.staffWith('BUSINESS'), address })
  const other = await page.context().newPage()
  await other.goto(page.url())
  const filesOf = (tab: string, hue: number) =>
    Promise.all(
      Array.from({ length: 6 }, async (_, index) =>
        png(`${tab} ${index}.png`, await pngOf(page, `hsl(${hue + index * 20} 60% 50%)`)),
      ),
    )
  const [here, there] = [await filesOf('ก', 0), await filesOf('ข', 180)]
  await Promise.all([input(page).setInputFiles(here), input(other).setInputFiles(there)])
  for (const tab of [page, other]) await expect(heading(tab, 12)).toBeVisible()
})

test("uploaded photos are upright and in the selected order, regardless of the camera's orientation", async ({
  openPage,
  simulator,
}) => {
  const page = await openPage({ size: desktop, staff: await simulator.staffWith('BUSINESS'), address })
  const names = Array.from({ length: 8 }, (_, index) => `หมุน ${index + 1}.jpg`)
  const files = await Promise.all(
    names.map(async (name, index) => jpeg(name, await jpegTurned(page, index + 1))),
  )
  await input(page).setInputFiles(files)
  await expect(heading(page, 8)).toBeVisible()
  // The images are in the order in which they were selected, regardless of which upload ended first.
  const opened = await page
    .getByRole('link', { name: /^เปิดรูป/ })
    .evaluateAll((links) => links.map((link) => link.ariaLabel?.match(/หมุน \d\.jpg/)?.[0]))
  expect(opened).toEqual(names)
  for (const name of names)
    expect(await readJpeg(page, await linkOf(page, name)), name).toEqual({
      width: 120,
      height: 80,
      isUpright: true,
    })
})

test('the promotion upload handles a lost connection, a response without a link, and leaving the page', async ({
  openPage,
  simulator,
}) => {
  const page = await openPage({ size: desktop, staff: await simulator.staffWith('BUSINESS'), address })
  await expect(page.getByText('ยังไม่มีรูปที่อัปโหลด')).toBeVisible()

  // The connection is lost during the upload: the page names the failed file, and later resumes the upload.
  const begun = Promise.withResolvers<Route>()
  await page.route('**/api/staff/upload**', (route) => begun.resolve(route), { times: 1 })
  await input(page).setInputFiles(png('ออฟไลน์.png', await pngOf(page, 'navy')))
  const route = await begun.promise
  await page.context().setOffline(true)
  await route.abort('internetdisconnected')
  await expect(page.getByRole('listitem').filter({ hasText: 'อัปโหลดไม่สำเร็จ: ออฟไลน์.png' })).toBeVisible()
  await page.context().setOffline(false)
  await expect(heading(page, 1)).toBeVisible()

  // The server stores the file but returns no link. A retry sends the same file again.
  await page.route('**/api/staff/upload**', (route) => route.fulfill({ json: { ok: true } }), { times: 1 })
  await input(page).setInputFiles(png('ไม่มีลิงก์.png', await pngOf(page, 'pink')))
  await expect(page.getByRole('alert').filter({ hasText: 'อัปโหลดไม่สำเร็จ: ไม่มีลิงก์.png' })).toBeVisible()
  await page.getByRole('button', { name: 'ลองใหม่ ไม่มีลิงก์.png' }).click()
  await expect(heading(page, 2)).toBeVisible()

  // Leaving the page during an upload asks for confirmation: by the menu and by Back.
  let finish = () => {}
  const held = new Promise<void>((resolve) => {
    finish = resolve
  })
  await page.route('**/api/staff/upload**', async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  await page.getByRole('navigation', { name: 'เมนูหลัก' }).getByRole('link', { name: 'คิวแชท' }).click()
  await expect(page).toHaveURL(/\/chat-queue/)
  await page.getByRole('navigation', { name: 'เมนูหลัก' }).getByRole('link', { name: 'อัปโหลดรูปภาพ' }).click()
  await input(page).setInputFiles(png('ค้าง.png', await pngOf(page, 'lime')))
  await expect(page.getByRole('progressbar', { name: 'อัปโหลด ค้าง.png' })).toBeAttached()
  expect(await seriousProblems(page)).toEqual([])
  await page.getByRole('navigation', { name: 'เมนูหลัก' }).getByRole('link', { name: 'คิวแชท' }).click()
  const confirmation = page.getByRole('dialog', { name: 'ออกจากหน้านี้?' })
  await expect(confirmation).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])
  await confirmation.getByRole('button', { name: 'อยู่ต่อ' }).click()
  await expect(confirmation).toBeHidden()
  await expect(page).toHaveURL(/\/promo-upload/)
  await page.goBack()
  await expect(confirmation).toBeVisible()
  await confirmation.getByRole('button', { name: 'ออกและยกเลิก 1 รูป' }).click()
  await expect(page).toHaveURL(/\/chat-queue/)

  // The user leaves the page by the menu, and a second time by signing out.
  for (const leave of ['คิวแชท', 'ออกจากระบบ']) {
    await page.getByRole('navigation', { name: 'เมนูหลัก' }).getByRole('link', { name: 'อัปโหลดรูปภาพ' }).click()
    await input(page).setInputFiles(png('อีก.png', await pngOf(page, 'plum')))
    await expect(page.getByRole('progressbar', { name: 'อัปโหลด อีก.png' })).toBeAttached()
    if (leave === 'คิวแชท')
      await page.getByRole('navigation', { name: 'เมนูหลัก' }).getByRole('link', { name: leave }).click()
    else {
      await page.getByRole('button', { name: /^เมนูผู้ใช้/ }).click()
      await page.getByRole('menuitem', { name: leave }).click()
    }
    await confirmation.getByRole('button', { name: 'ออกและยกเลิก 1 รูป' }).click()
    await expect(page).toHaveURL(leave === 'คิวแชท' ? /\/chat-queue/ : /\/login/)
  }
  await expect(page.getByRole('button', { name: 'เข้าสู่ระบบด้วย LINE' })).toBeVisible()
  finish()
})

test('the login page shows which uploads were lost when the session ended', async ({
  openPage,
  simulator,
}) => {
  const page = await openPage({ size: desktop, staff: await simulator.staffWith('BUSINESS'), address })
  await expect(page.getByText('ยังไม่มีรูปที่อัปโหลด')).toBeVisible()
  await page.route('**/api/staff/upload**', (route) =>
    route.fulfill({ status: 401, json: { code: 'unauthorized' } }),
  )
  await input(page).setInputFiles(png('หมดเวลา.png', await pngOf(page, 'tan')))
  await expect(page.getByRole('button', { name: 'เข้าสู่ระบบด้วย LINE' })).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('alert').filter({ hasText: 'อีก 1 รูปยังไม่ได้อัปโหลด' })).toBeVisible()
})

test(`the login page on ${size.name} shows which uploads ended when the user signs out in another tab`, async ({
  openPage,
  simulator,
}) => {
  const page = await openPage({ size, staff: await simulator.staffWith('BUSINESS'), address })
  const other = await page.context().newPage()
  await other.goto(page.url())
  await expect(other.getByText('ยังไม่มีรูปที่อัปโหลด')).toBeVisible()
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let requests = 0
  await page.route('**/api/staff/upload**', () => {
    begun[requests]?.resolve()
    requests += 1
  })
  const colours = ['navy', 'tan']
  await input(page).setInputFiles(
    await Promise.all(colours.map(async (colour) => png(`${colour}.png`, await pngOf(page, colour)))),
  )
  await Promise.all(begun.map(({ promise }) => promise))
  await other.getByRole('button', { name: /^เมนูผู้ใช้/ }).click()
  await other.getByRole('menuitem', { name: 'ออกจากระบบ' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('alert').filter({ hasText: 'อีก 2 รูปยังไม่ได้อัปโหลด' })).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])
})

test('a promotion link is made, copied, used and removed by keyboard', async ({ openPage, simulator }) => {
  const page = await openPage({
    size: desktop,
    staff: await simulator.staffWith('BUSINESS'),
    address,
    before: (context) => context.grantPermissions(['clipboard-read', 'clipboard-write']),
  })
  const choose = page.getByRole('button', { name: 'เลือกไฟล์' })
  // Waits for the file dialog from before the key press, because the browser needs a moment to intercept the dialog.
  const chooser = page.waitForEvent('filechooser')
  await choose.focus()
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(png('คีย์บอร์ด.png', await pngOf(page, 'olive')))
  await expect(heading(page, 1)).toBeVisible()
  await page.getByRole('button', { name: 'คัดลอก ลิงก์ของ คีย์บอร์ด.png' }).focus()
  await page.keyboard.press('Enter')
  const link = await linkOf(page, 'คีย์บอร์ด.png')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  // A file is pasted while the focus is in the list: the file appears immediately, and the focus stays in the list.
  const pasted = await page.evaluateHandle(
    (base64) => {
      const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([bytes], 'วาง.png', { type: 'image/png' }))
      return new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData })
    },
    (await pngOf(page, 'teal')).toString('base64'),
  )
  await page.evaluate((event) => document.activeElement?.dispatchEvent(event), pasted)
  await expect(page.getByRole('button', { name: 'คัดลอก ลิงก์ของ วาง.png' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^คัดลอก.* ลิงก์ของ คีย์บอร์ด\.png$/ })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'เปิดรูป คีย์บอร์ด.png ในแท็บใหม่' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'นำไปใช้...' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'นำรูปไปใช้' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^ตัวเลือกของ คีย์บอร์ด/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'นำไปใช้...' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'เอาออกจากรายการ' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'คัดลอก ลิงก์ของ วาง.png' })).toBeFocused()
  await page.getByRole('button', { name: 'เลิกทำ' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'คัดลอก ลิงก์ของ คีย์บอร์ด.png' })).toBeFocused()
})

test('agents get neither the promotion page nor its code, and the server rejects their promotion uploads', async ({
  deskUrl,
  openPage,
  simulator,
}) => {
  const staff = await simulator.staffWith('ADMIN')
  const requests: string[] = []
  const page = await openPage({
    size: desktop,
    staff,
    address,
    before: async (context) => {
      context.on('request', (request) => requests.push(request.url()))
    },
  })
  await expect(page).toHaveURL(`${deskUrl}/chat-queue`)
  await expect(page.getByRole('table')).toBeVisible()
  expect(requests.filter((url) => url.includes('/r/promo/'))).toEqual([])
  const upload = (query: string, content: Buffer) =>
    signInByHttp(deskUrl, staff.user_id).then((jwt) =>
      page.request.post(`${deskUrl}/api/staff/upload${query}`, {
        headers: { authorization: `Bearer ${jwt}` },
        multipart: { file: { name: 'ก.png', mimeType: 'image/png', buffer: content } },
      }),
    )
  const content = await pngOf(page, 'black')
  const refused = await upload('?purpose=promotion', content)
  expect([refused.status(), (await refused.json()).code]).toEqual([403, 'forbidden'])
  expect((await upload('', content)).status()).toBe(200)
})
