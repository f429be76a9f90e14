import { expect, test } from '../src/desk-test.ts'

interface OnPhone {
  id: string
  type: string
  direction: 'in' | 'out'
  status?: number
  unsent?: boolean
  message: Record<string, unknown>
}

const WORDS = '@OA หลัก ยอดยังไม่เข้า (sad)'
const PHONE = { viewport: { width: 390, height: 844 } }

/** A customer performs all actions on the simulated phone, and each takes effect in LINE. */
test('a customer on the simulated phone sends every message type, replies, unsends, blocks and unblocks', async ({
  browser,
  simulator,
}) => {
  const { user_id } = await simulator.addCustomer('ทดสอบ โทรศัพท์')
  const phone = await (await browser.newContext(PHONE)).newPage()
  await phone.goto(`${simulator.url}/?channel=main&user=${user_id}`)
  const log = phone.getByRole('log')
  const messages = log.locator('.message')
  const image = { name: 'slip.png', mimeType: 'image/png', buffer: await phone.screenshot() }

  await phone.getByRole('textbox', { name: 'พิมพ์ข้อความ' }).fill(WORDS)
  await phone.getByRole('button', { name: 'ส่ง', exact: true }).click()
  await expect(log.getByRole('img', { name: '(sad)' })).toBeVisible()
  await phone.getByLabel('ไฟล์รูปภาพ').setInputFiles([image, { ...image, name: 'slip-2.png' }])
  await expect(log.getByRole('button', { name: 'เปิดรูปภาพ' })).toHaveCount(2)
  await log.getByRole('button', { name: 'เปิดรูปภาพ' }).first().click()
  await expect(phone.getByRole('dialog', { name: 'รูปภาพ' }).getByRole('img')).toBeVisible()
  await phone.getByRole('dialog', { name: 'รูปภาพ' }).getByRole('button', { name: 'ปิด', exact: true }).click()
  const pdf = { name: 'ใบเสร็จ.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') }
  await phone.locator('#any-file').setInputFiles(pdf)
  await expect(log.getByText('ใบเสร็จ.pdf')).toBeVisible()
  const videoFile = {
    name: 'a.mp4',
    mimeType: 'video/mp4',
    buffer: Buffer.from('\0\0\0\x18ftypisom', 'latin1'),
  }
  await phone.getByLabel('ไฟล์วิดีโอ').setInputFiles(videoFile)
  await expect(messages).toHaveCount(5)
  await phone.getByRole('button', { name: 'แนบ' }).click()
  await phone.getByRole('button', { name: 'เสียงตัวอย่าง' }).click()
  await expect(log.getByLabel(/^ข้อความเสียง/)).toBeVisible()
  await phone.getByRole('button', { name: 'แนบ' }).click()
  await phone.getByRole('button', { name: 'ตำแหน่ง' }).click()
  const locationDialog = phone.getByRole('dialog', { name: 'ส่งตำแหน่ง' })
  await locationDialog.getByRole('combobox', { name: 'สถานที่' }).selectOption({ label: 'หาดป่าตอง ภูเก็ต' })
  await locationDialog.getByRole('button', { name: 'ส่งตำแหน่ง' }).click()
  await expect(log.getByText('หาดป่าตอง')).toBeVisible()

  await messages.first().hover()
  await messages.first().getByRole('button', { name: 'ตอบกลับ' }).click()
  await phone.getByRole('button', { name: 'สติกเกอร์' }).click()
  await phone.getByRole('button', { name: 'ขอบคุณ', exact: true }).click()
  await expect(log.getByRole('button', { name: /คุณ.*ยอดยังไม่เข้า/ })).toBeVisible()
  await messages.nth(1).hover()
  await messages.nth(1).getByRole('button', { name: 'ยกเลิกส่ง' }).click()
  await expect(log.getByText('ยกเลิกข้อความแล้ว')).toBeVisible()
  await phone.getByRole('button', { name: 'ริชเมนู' }).click()
  await phone.getByRole('button', { name: 'เช็คยอด' }).click()
  await expect(log.getByText('กดเมนู “เช็คยอด”')).toBeVisible()
  await phone.getByRole('button', { name: 'บล็อก', exact: true }).click()
  await phone.getByRole('button', { name: 'เลิกบล็อก' }).click()
  await expect(phone.getByRole('button', { name: 'บล็อก', exact: true })).toBeVisible()

  const conversation = async () => {
    const query = new URLSearchParams({ channel_key: 'main', user_id })
    const response = await fetch(`${simulator.url}/simulator/conversation?${query}`)
    return ((await response.json()) as { messages: OnPhone[] }).messages
  }
  // Waits until the desk has accepted all of the webhooks.
  await expect.poll(async () => (await conversation()).map((each) => each.status)).toEqual(Array(8).fill(200))
  const [text, first, second, file, video, audio, location, sticker] = await conversation()
  expect(text?.message).toMatchObject({
    emojis: [{ index: WORDS.indexOf('('), length: 5 }],
    mention: { mentionees: [{ index: 0, length: 8, isSelf: true }] },
  })
  const set = first?.message.imageSet
  expect(set).toMatchObject({ id: expect.any(String), index: 1, total: 2 })
  expect(first).toMatchObject({ type: 'image', unsent: true })
  expect(second?.message.imageSet).toEqual({ ...(set as object), index: 2 })
  expect(file?.message).toMatchObject({ type: 'file', fileName: 'ใบเสร็จ.pdf', fileSize: pdf.buffer.length })
  expect([video?.type, audio?.type]).toEqual(['video', 'audio'])
  expect(location?.message).toMatchObject({ title: 'หาดป่าตอง', latitude: 7.8965 })
  expect(sticker?.message).toMatchObject({ type: 'sticker', quotedMessageId: text?.id })
})

test('the simulated phone on a touch screen shows only the actions of a touched message', async ({
  browser,
  simulator,
}) => {
  const { user_id } = await simulator.addCustomer('ทดสอบ สัมผัส')
  for (const text of ['หนึ่ง', 'สอง']) await simulator.write('main', user_id, text)
  const phone = await (await browser.newContext({ ...PHONE, isMobile: true, hasTouch: true })).newPage()
  await phone.goto(`${simulator.url}/?channel=main&user=${user_id}`)
  const log = phone.getByRole('log')
  const replyButton = log.getByRole('button', { name: 'ตอบกลับ' })
  await expect(log.getByText('สอง')).toBeVisible()
  await expect(replyButton).toHaveCount(0)
  await log.getByText('หนึ่ง').tap()
  await expect(replyButton).toHaveCount(1)
  await log.getByText('สอง').tap()
  await expect(replyButton).toHaveCount(1)
  await log.getByRole('button', { name: 'ยกเลิกส่ง' }).tap()
  await expect(log.getByText('ยกเลิกข้อความแล้ว')).toBeVisible()
  await expect(log.getByText('หนึ่ง')).toBeVisible()
  await expect(log.getByText('สอง')).toHaveCount(0)
})

test('the console of the simulator shows and changes channels and faults', async ({ browser, simulator }) => {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await page.goto(`${simulator.url}/?channel=promo`)
  await page.getByRole('button', { name: 'คอนโซล' }).click()
  const desk = page.getByRole('dialog', { name: 'คอนโซล' })
  await expect(desk.getByRole('heading', { name: 'OA โปรโมชั่น' })).toBeVisible()
  await desk.getByRole('button', { name: 'ตรวจสอบ' }).click()
  await expect(desk.getByText('เว็บฮุกตอบ 200 ใช้งานได้')).toBeVisible()
  await desk.getByRole('spinbutton', { name: 'จำนวนพุชต่อเดือน' }).fill('300')
  await desk.getByRole('spinbutton', { name: 'ใช้ไปแล้ว' }).fill('250')
  await desk.getByRole('button', { name: 'บันทึกโควตา' }).click()
  await expect(desk.getByText('บันทึกแล้ว')).toBeVisible()
  const channel = await (await fetch(`${simulator.url}/simulator/channels/promo`)).json()
  expect(channel).toMatchObject({ quota: 300, used: 250 })
  // Restores the channel's settings for the other tests.
  await fetch(`${simulator.url}/simulator/channels/promo`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ quota: null, used: 0 }),
  })

  // Profiles are fetched only once a day, so this fault affects no other test.
  await desk.getByRole('combobox', { name: 'ที่', exact: true }).selectOption({ label: 'โปรไฟล์ (profile)' })
  await desk.getByRole('combobox', { name: 'เกิดอะไร' }).selectOption({ label: 'ช้า' })
  await desk.getByRole('spinbutton', { name: 'โอกาสเกิด (%)' }).fill('1')
  await desk.getByRole('spinbutton', { name: 'ช้ากี่วินาที' }).fill('0.1')
  await desk.getByRole('button', { name: 'เพิ่มข้อผิดพลาด' }).click()
  await expect(desk.getByRole('listitem')).toContainText('โปรไฟล์ (profile): ช้า')
  await desk.getByRole('button', { name: 'ปิด', exact: true }).click()
  const open = page.getByRole('button', { name: 'คอนโซล มีข้อผิดพลาดจำลอง 1 รายการ' })
  await open.click()
  await desk.getByRole('button', { name: 'ลบ โปรไฟล์ (profile) ช้า' }).click()
  await expect(desk.getByText('ไม่มี ทุกอย่างทำงานปกติ')).toBeVisible()
})
