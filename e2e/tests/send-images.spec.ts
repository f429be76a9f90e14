import { seriousProblems } from '../src/axe-problems.ts'
import { expect, test } from '../src/desk-test.ts'
import { openTicket } from '../src/open-ticket.ts'
import { pngOf } from '../src/png.ts'
import { VIEWPORTS } from '../src/viewports.ts'

for (const size of VIEWPORTS)
  test(`an agent on ${size.name} sends selected, dropped and linked images once and in order`, async ({
    openPage,
    simulator,
  }) => {
    const name = `ลูกค้าขอรูป ${size.name}`
    const customer = await simulator.newCustomer(name, { text: 'ขอดูโปรโมชันหน่อยค่ะ' })
    const staff = await simulator.staffWith('ADMIN')
    const page = await openPage({ size, staff, address: `/chat-queue?search=${encodeURIComponent(name)}` })
    await openTicket(page, name)
    const composer = page.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
    await composer.fill('ส่งให้เลยนะคะ')
    await composer.press('Control+Enter')
    const inbox = () => simulator.inbox('main', customer.user_id)
    await expect.poll(async () => (await inbox()).map(({ type }) => type)).toEqual(['text'])

    // The user selects files. Files that are not images or are too large are reported. The other files are shown, and
    // those that the user keeps are sent in order.
    await page.getByLabel('เลือกรูปภาพ').setInputFiles([
      { name: 'แดง.png', mimeType: 'image/png', buffer: await pngOf(page, 'red') },
      { name: 'ใหญ่.png', mimeType: 'image/png', buffer: Buffer.alloc(8 * 1024 * 1024 + 1) },
      { name: 'เขียว.png', mimeType: 'image/png', buffer: await pngOf(page, 'green') },
      { name: 'ผิดใบ.png', mimeType: 'image/png', buffer: await pngOf(page, 'orange') },
      { name: 'เอกสาร.txt', mimeType: 'text/plain', buffer: Buffer.from('ไม่ใช่รูป') },
    ])
    await expect(page.getByText('ไฟล์ ใหญ่.png มีขนาดเกิน 8MB')).toBeVisible()
    await expect(page.getByText(/ไฟล์ เอกสาร\.txt ไม่ใช่รูปภาพ/)).toBeVisible()
    const confirmation = page.getByRole('dialog', { name: 'ส่งรูปภาพ' })
    await expect(confirmation.getByRole('img')).toHaveCount(3)
    await confirmation.getByRole('button', { name: 'ไม่ส่งรูป ผิดใบ.png' }).click()
    await expect(confirmation.getByText('ส่งรูปภาพ 2 รูปให้')).toBeVisible()
    expect(await seriousProblems(page)).toEqual([])
    expect((await inbox()).length).toBe(1)
    await confirmation.getByRole('button', { name: 'ส่งรูปภาพ' }).click()
    await expect.poll(async () => (await inbox()).map(({ type }) => type)).toEqual(['text', 'image', 'image'])
    // The images are sent in one request to LINE, which counts as one message.
    const [, red, green] = (await inbox()).map(({ retry_key }) => retry_key)
    expect(red).toEqual(expect.any(String))
    expect(green).toBe(red)
    const log = page.getByRole('log')
    await expect(log.getByRole('link', { name: /รูป/ })).toHaveCount(2)

    // The user drops images. The page first shows the images for confirmation.
    const dropped = await page.evaluateHandle(
      ([base64]) => {
        const bytes = Uint8Array.from(atob(base64 ?? ''), (each) => each.charCodeAt(0))
        const transfer = new DataTransfer()
        transfer.items.add(new File([bytes], 'น้ำเงิน.png', { type: 'image/png' }))
        return transfer
      },
      [(await pngOf(page, 'blue')).toString('base64')],
    )
    await log.dispatchEvent('dragover', { dataTransfer: dropped })
    await expect(page.getByText('วางรูปภาพที่นี่เพื่อส่ง')).toBeVisible()
    await log.dispatchEvent('drop', { dataTransfer: dropped })
    await expect(confirmation.getByRole('img', { name: 'น้ำเงิน.png' })).toBeVisible()
    expect(await seriousProblems(page)).toEqual([])
    expect((await inbox()).length).toBe(3)
    await confirmation.getByRole('button', { name: 'ส่งรูปภาพ' }).click()
    await expect.poll(async () => (await inbox()).length).toBe(4)

    // The user enters links. Only http and https are accepted, and http is sent as https.
    await page.getByRole('button', { name: 'ส่งรูปภาพจากลิงก์' }).click()
    const dialog = page.getByRole('dialog', { name: 'ส่งรูปภาพจากลิงก์' })
    const field = dialog.getByRole('textbox', { name: 'ลิงก์รูปภาพ' })
    const send = dialog.getByRole('button', { name: 'ส่งรูปภาพ', exact: true })
    await expect(send).toBeDisabled()
    // On a desktop the field has the focus. On a phone it must be tapped first.
    if (size.name === 'desktop') await expect(field).toBeFocused()
    await field.fill('ftp://example.com/promo.png')
    await expect(send).toBeDisabled()
    expect(await seriousProblems(page)).toEqual([])
    await field.fill('http://example.com/promo.png')
    await send.click()
    await expect
      .poll(async () => (await inbox()).at(-1)?.message.originalContentUrl)
      .toBe('https://example.com/promo.png')
  })
