import type { Page } from '@playwright/test'
import { expect, test } from '../src/desk-test.ts'

/**
 * Returns a function that presses the browser's Back button. `page.goBack` would wait for a navigation, which never
 * happens when the page cancels it.
 */
async function backButton(page: Page): Promise<() => Promise<void>> {
  const browser = await page.context().newCDPSession(page)
  return async () => {
    const { currentIndex, entries } = await browser.send('Page.getNavigationHistory')
    const before = entries[currentIndex - 1]
    if (before === undefined) throw new Error('there is no page before this one')
    await browser.send('Page.navigateToHistoryEntry', { entryId: before.id })
  }
}

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

test('Back on a phone closes the topmost overlay and leaves the page below unchanged', async ({
  page,
  deskUrl,
  simulator,
  signIn,
}) => {
  await signIn(page, await simulator.staffWith('ADMIN'))
  // Uses a page other than the queue, because the queue's plain URL would restore the previous search.
  await page.goto(`${deskUrl}/my-tickets`)
  const { user_id, display_name } = await simulator.addCustomer('คุณย้อนกลับ')
  const [channel] = (await simulator.state()).channels
  await simulator.write(channel?.key ?? '', user_id, 'สวัสดีค่ะ')
  await page.goto(`${deskUrl}/chat-queue?search=${encodeURIComponent(display_name)}`)
  const list = page.url()
  const card = page.getByRole('listitem').filter({ hasText: display_name })
  await card.getByRole('button', { name: 'รับเคส' }).click()
  const chat = page.getByRole('dialog', { name: `แชทกับ ${display_name}` })
  await expect(chat).toBeVisible()
  const conversation = page.url()

  // The Back button closes a confirmation dialog above the conversation.
  const confirmation = page.getByRole('dialog', { name: 'ปิดเคส' })
  await chat.getByRole('button', { name: 'ปิดเคส' }).click()
  await expect(confirmation).toBeVisible()
  await page.goBack()
  await expect(confirmation).toBeHidden()
  await expect(chat).toBeVisible()
  expect(page.url()).toBe(conversation)

  // The Back button closes a menu above the conversation without leaving the conversation.
  const pressBack = await backButton(page)
  for (const name of [/^ประเภทปัญหา/, /^ตัวเลือกของเคส/]) {
    const opener = chat.getByRole('button', { name })
    await opener.tap()
    const menu = page.getByRole('menu')
    await expect(menu.getByRole('menuitem').first()).toBeVisible()
    await pressBack()
    await expect(menu).toBeHidden()
    await expect(opener).toBeFocused()
    await expect(chat).toBeVisible()
    expect(page.url()).toBe(conversation)
  }

  // Neither closing the dialog with its own button nor a reload leaves an additional history entry.
  await chat.getByRole('button', { name: 'ปิดเคส' }).click()
  await confirmation.getByRole('button', { name: 'ยกเลิก' }).click()
  await expect(confirmation).toBeHidden()
  await chat.getByRole('button', { name: 'ปิดเคส' }).click()
  await expect(confirmation).toBeVisible()
  await page.reload()
  await expect(chat).toBeVisible()
  await expect(confirmation).toBeHidden()
  await expect.poll(() => page.evaluate(() => 'windows' in history.state)).toBe(false)
  await page.goBack()
  await expect(chat).toBeHidden()
  expect(page.url()).toBe(list)

  await page.getByRole('button', { name: 'ตัวกรอง' }).click()
  const filters = page.getByRole('dialog', { name: 'ตัวกรอง' })
  await expect(filters).toBeVisible()
  await page.goBack()
  await expect(filters).toBeHidden()
  expect(page.url()).toBe(list)
  await page.getByRole('button', { name: 'เปิดเมนู' }).click()
  const menu = page.getByRole('navigation', { name: 'เมนูหลัก' })
  await expect(menu.getByRole('link').first()).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'เปิดเมนู' })).toBeFocused()
  expect(page.url()).toBe(list)

  // Closing the ticket goes back one history entry to the list, so that the next Back leaves the list.
  await card.getByRole('button', { name: /เปิดแชท/ }).click()
  await page.getByRole('textbox', { name: 'พิมพ์ข้อความ' }).fill('ยังไม่ได้ส่ง')
  await page.goBack()
  await expect(chat).toBeHidden()
  await page.getByRole('button', { name: /เมนูผู้ใช้/ }).click()
  await page.getByRole('menuitem', { name: 'ออกจากระบบ' }).click()
  const leaving = page.getByRole('dialog', { name: 'ออกจากระบบ' })
  await expect(leaving).toBeVisible()
  await page.goBack()
  await expect(leaving).toBeHidden()
  expect(page.url()).toBe(list)
  await card.getByRole('button', { name: /เปิดแชท/ }).click()
  await chat.getByRole('button', { name: 'ปิดเคส' }).click()
  await confirmation.getByRole('button', { name: 'ปิดเคส' }).click()
  await expect(chat).toBeHidden()
  expect(page.url()).toBe(list)
  await page.goBack()
  await expect(page).toHaveURL(`${deskUrl}/my-tickets`)
})
