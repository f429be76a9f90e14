import { expect, test } from '../src/desk-test.ts'

/** Main journey of the desk, with a customer's phone in one browser and an agent's screen in another. */
test('an agent accepts, replies to and closes the ticket of a customer who writes', async ({
  browser,
  deskUrl,
  simulator,
  signIn,
}) => {
  const customer = await simulator.addCustomer('ทดสอบ เรื่องเล่า')
  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await phone.goto(`${simulator.url}/?channel=main&user=${customer.user_id}`)
  const desk = await (await browser.newContext()).newPage()
  await signIn(desk, await simulator.staffWith('ADMIN'))
  await expect(desk).toHaveURL(`${deskUrl}/chat-queue`)

  await phone.getByRole('textbox', { name: 'พิมพ์ข้อความ' }).fill('สวัสดีค่ะ ฝากเงินแล้วยอดไม่เข้าค่ะ')
  await phone.getByRole('button', { name: 'ส่ง', exact: true }).click()

  await desk.getByRole('searchbox').fill('ทดสอบ เรื่องเล่า')
  const row = desk.getByRole('row', { name: /ทดสอบ เรื่องเล่า/ })
  await expect(row).toContainText('ฝากเงินไม่สำเร็จ')
  await row.getByRole('button', { name: 'รับเคส' }).click()
  await expect(row.getByRole('button', { name: 'รับเคส' })).toHaveCount(0)

  await row.getByRole('button', { name: /เปิดแชท/ }).click()
  const chat = desk.getByRole('complementary', { name: 'แชทกับ ทดสอบ เรื่องเล่า' })
  await expect(chat.getByText('สวัสดีค่ะ ฝากเงินแล้วยอดไม่เข้าค่ะ')).toBeVisible()
  const composer = chat.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
  await composer.fill('สวัสดีค่ะ ขอสลิปการโอนด้วยนะคะ')
  await composer.press('Enter')
  await expect(composer).toHaveValue('สวัสดีค่ะ ขอสลิปการโอนด้วยนะคะ\n')
  await composer.press('Backspace')
  await composer.press('Control+Enter')
  await expect(composer).toHaveValue('')
  await expect(phone.getByRole('log').getByText('สวัสดีค่ะ ขอสลิปการโอนด้วยนะคะ')).toBeVisible()
  await expect(chat.getByText('ส่งแล้ว')).toBeVisible()
  await expect(row).toContainText('สวัสดีค่ะ ขอสลิปการโอนด้วยนะคะ')
  await expect(row).not.toContainText('ยังไม่ได้อ่าน')

  await phone.getByRole('textbox', { name: 'พิมพ์ข้อความ' }).fill('ส่งให้แล้วนะคะ ขอบคุณค่ะ')
  await phone.getByRole('button', { name: 'ส่ง', exact: true }).click()
  await expect(chat.getByText('ส่งให้แล้วนะคะ ขอบคุณค่ะ')).toBeVisible()

  await chat.getByRole('button', { name: 'ปิดเคส' }).click()
  const confirmation = desk.getByRole('dialog', { name: 'ปิดเคส' })
  await confirmation.getByRole('button', { name: 'ปิดเคส', exact: true }).click()
  await expect(chat).toHaveCount(0)
  await expect(desk.getByRole('row', { name: /ทดสอบ เรื่องเล่า/ })).toHaveCount(0)
  expect((await simulator.inbox('main', customer.user_id)).map((each) => each.text)).toEqual([
    'สวัสดีค่ะ ขอสลิปการโอนด้วยนะคะ',
  ])
})
