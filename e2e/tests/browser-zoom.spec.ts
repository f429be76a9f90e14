import type { Locator, Page } from '@playwright/test'
import { seriousProblems } from '../src/axe-problems.ts'
import { expect, test } from '../src/desk-test.ts'
import { openTicket } from '../src/open-ticket.ts'
import { signInByHttp } from '../src/sign-in.ts'
import { misplacedTexts } from '../src/text-positions.ts'

const LONG_NAME = 'กนกวรรณ ศรีสุวรรณโชติวัฒนากุล ณ อยุธยา'

/** Ways to zoom a window of 768 px to 200 %: by the browser, and by a style sheet. */
const WAYS = [
  { name: 'of the browser', viewport: { width: 384, height: 512 }, deviceScaleFactor: 2, zoom: '1' },
  { name: 'of a style sheet', viewport: { width: 768, height: 1024 }, deviceScaleFactor: 1, zoom: '2' },
]

for (const { name, zoom, ...screen } of WAYS)
  test(`text stays readable at 768 px with a 200 % zoom ${name}`, async ({ browser, deskUrl, simulator }) => {
    test.setTimeout(300_000)
    const context = await browser.newContext({ ...screen, reducedMotion: 'reduce', locale: 'th-TH' })
    await context.addInitScript((value) => {
      document.addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.zoom = value
      })
    }, zoom)
    const page = await context.newPage()
    const capture = async (what: string, marker: Locator) => {
      await expect(marker).toBeVisible()
      await expect.poll(() => misplacedTexts(page), what).toEqual([])
    }

    await page.goto(`${deskUrl}/login`)
    await capture('login', page.getByText('ยินดีต้อนรับ'))
    await page.getByRole('button', { name: 'เข้าสู่ระบบด้วย LINE' }).click()
    await page.getByText('เพิ่มบัญชีใหม่').click()
    await page.getByLabel('ชื่อที่แสดงใน LINE').fill('ปิยะธิดา มาใหม่')
    await page.getByRole('button', { name: 'สร้างและล็อกอิน' }).click()
    await capture('pending', page.getByText('บัญชีอยู่ระหว่างรออนุมัติ'))

    // Uses long names of channel and customer, and an unread count of three digits.
    const { channels } = await simulator.state()
    const channel = channels.find((each) => each.key === 'promo')?.key ?? ''
    const customer = await simulator.addCustomer(LONG_NAME)
    for (let count = 0; count < 100; count += 1)
      await simulator.write(channel, customer.user_id, `ที่นี่กี่โมงปู่ ${'https://example.com/'.repeat(6)}`)
    const agent = await simulator.staffWith('ADMIN')
    await enter(page, deskUrl, agent.user_id)
    await page.goto(`${deskUrl}/chat-queue?order=newest`)
    const card = page.getByRole('listitem').filter({ hasText: LONG_NAME })
    await capture('queue', card.first())
    await page.getByText(/^แสดง 1–20 จาก/).scrollIntoViewIfNeeded()
    await capture('queue-end', page.getByText(/^แสดง 1–20 จาก/))
    await card.first().getByRole('button', { name: 'รับเคส' }).click()
    const chat = page.getByRole('dialog', { name: LONG_NAME })
    await expect(chat.getByText('กำลังดูแล')).toBeVisible()
    await capture('conversation', chat.getByText(/^ที่นี่กี่โมงปู่/).first())
    await page.goto(`${deskUrl}/my-tickets`)
    await capture('my-tickets', card.first())
    await page.goto(`${deskUrl}/profile`)
    await capture('profile', page.getByText('LINE User ID'))
    await context.close()
  })

test('a conversation at 1440x900 and a zoom of 200 % shows three messages, and two while typing', async ({
  browser,
  deskUrl,
  simulator,
}) => {
  const name = 'ลูกค้าจอเตี้ย'
  const customer = await simulator.addCustomer(name)
  const texts = ['สวัสดีค่ะ', 'ถอนเงินไปเมื่อวาน ยังไม่เข้าเลยค่ะ', 'รบกวนตรวจสอบให้หน่อยนะคะ', 'ขอบคุณค่ะ รออยู่นะคะ']
  for (const text of texts) await simulator.write('main', customer.user_id, text)
  const context = await browser.newContext({
    viewport: { width: 720, height: 450 },
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await enter(page, deskUrl, (await simulator.staffWith('ADMIN')).user_id)
  await page.goto(`${deskUrl}/chat-queue?search=${encodeURIComponent(name)}`)
  await openTicket(page, name)
  const log = page.getByRole('log')
  await expect(log.getByText('ขอบคุณค่ะ รออยู่นะคะ')).toBeVisible()
  await expect(page.getByRole('button', { name: 'ค้นในแชทนี้' })).toBeVisible()
  await expect.poll(() => wholeMessages(log)).toBeGreaterThanOrEqual(3)
  await expect.poll(async () => (await log.boundingBox())?.height).toBeGreaterThanOrEqual(280)
  await expect.poll(() => misplacedTexts(page)).toEqual([])
  expect(await seriousProblems(page)).toEqual([])

  // Collapsed controls appear when the field is focused by keyboard, and can then be clicked.
  const note = page.getByRole('tab', { name: 'โน้ตภายใน' })
  const field = page.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
  const suggestions = page.getByRole('button', { name: 'จัดการข้อความสำเร็จรูป' })
  await expect.poll(() => isInView(note)).toBe(false)
  await field.focus()
  await expect.poll(() => isInView(note)).toBe(true)
  await expect.poll(() => isInView(suggestions)).toBe(true)
  await expect.poll(() => wholeMessages(log)).toBeGreaterThanOrEqual(2)
  await expect.poll(() => misplacedTexts(page)).toEqual([])
  await suggestions.click()
  await expect(page.getByRole('dialog', { name: 'ข้อความสำเร็จรูป' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(suggestions).toBeFocused()

  // In a low, wide window the conversation is next to the list, and more than one message is visible while typing.
  await page.setViewportSize({ width: 1440, height: 450 })
  await field.focus()
  await expect.poll(() => isInView(note)).toBe(true)
  await expect.poll(async () => (await log.boundingBox())?.height).toBeGreaterThanOrEqual(120)
  await expect.poll(() => misplacedTexts(page)).toEqual([])
  await note.click()
  await expect(page.getByRole('textbox', { name: 'เขียนโน้ตภายใน' })).toBeVisible()
})

/** Returns the number of messages that are completely visible. */
const wholeMessages = (log: Locator) =>
  log.evaluate((view) => {
    const { top, bottom } = view.getBoundingClientRect()
    return [...view.querySelectorAll('[data-message]')].filter((message) => {
      const box = message.getBoundingClientRect()
      return box.top >= top - 1 && box.bottom <= bottom + 1
    }).length
  })

/** Returns whether a click in the center of the button would hit the button. */
const isInView = (button: Locator) =>
  button.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })

async function enter(page: Page, deskUrl: string, userId: string): Promise<void> {
  const token = await signInByHttp(deskUrl, userId)
  await page.goto(`${deskUrl}/login`)
  await page.evaluate((jwt) => localStorage.setItem('jwt', jwt), token)
}
