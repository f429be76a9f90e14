import type { Locator, Page } from '@playwright/test'
import { seriousProblems } from '../src/axe-problems.ts'
import { expect, test } from '../src/desk-test.ts'
import { rowOf } from '../src/open-ticket.ts'
import type { Simulator } from '../src/simulator-client.ts'
import { VIEWPORTS, type Viewport } from '../src/viewports.ts'

const [desktop, phone] = VIEWPORTS
/** Window size that fits a table, but is too narrow for a conversation next to the table. */
const NARROW: Viewport = { ...desktop, width: 1000, height: 800 }

/** Adds customers who write in the given order. */
async function customersWait(simulator: Simulator, names: readonly string[]): Promise<void> {
  for (const name of names) await simulator.newCustomer(name)
}

/** Presses Alt and a key as the Thai Kedmanee layout reports it: with the code of the key and the printed letter. */
async function thaiKeys(page: Page) {
  const session = await page.context().newCDPSession(page)
  return async (code: string, key: string) => {
    await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', code, key, modifiers: 1 })
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', code, key, modifiers: 1 })
  }
}

/** Presses Tab through the whole page. Returns each element that gets the focus, and whether its focus is visible. */
async function walk(page: Page): Promise<{ name: string; isSeen: boolean }[]> {
  const stops: { name: string; isSeen: boolean }[] = []
  await page.evaluate(() => {
    // Removes the focused element, so that the next Tab continues from the top of the page.
    const top = document.createElement('button')
    document.body.prepend(top)
    top.focus()
    top.remove()
  })
  for (let count = 0; count < 60; count += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      const element = document.activeElement
      if (element === null || element === document.body) return null
      const hasRing = ({ outlineStyle, outlineWidth }: CSSStyleDeclaration) =>
        outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
      // Also checks the parent element, which draws the log's outline so that a sticky date does not cover the outline.
      const frame = element.parentElement && getComputedStyle(element.parentElement, '::after')
      // For a field without a border, the outline is on the surrounding box.
      const box = element.closest('form') ?? element
      const isFramed = element.matches('textarea') && getComputedStyle(box).boxShadow !== 'none'
      return {
        name: `${element.getAttribute('aria-label') ?? ''} ${element.textContent}`.trim(),
        isSeen: isFramed || hasRing(getComputedStyle(element)) || (frame !== null && hasRing(frame)),
      }
    })
    if (stop === null) return stops
    stops.push(stop)
  }
  throw new Error('the focus does not come to the end of the page')
}

async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let count = 0; count < 20; count += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('the focus does not come there')
}

test('an agent on a desktop opens, accepts, replies to and closes tickets by keyboard, even with a Thai layout', async ({
  openPage,
  simulator,
}) => {
  test.setTimeout(180_000)
  const [one, two, three] = ['หนึ่ง', 'สอง', 'สาม'].map((name) => `แป้นพิมพ์ ${name}`) as [string, string, string]
  await customersWait(simulator, [one, two, three])
  const page = await openPage({
    size: desktop,
    staff: await simulator.staffWith('ADMIN'),
    address: `/chat-queue?search=${encodeURIComponent('แป้นพิมพ์')}`,
  })
  const press = await thaiKeys(page)
  await expect(page.locator('[data-ticket-id]')).toHaveCount(3)
  // Retries until a row has the focus, because keys work only when the page is idle.
  const anyRow = page.locator('[data-ticket-id]:focus')
  await expect(async () => {
    await press('KeyJ', '่')
    await expect(anyRow).toHaveCount(1, { timeout: 1_000 })
  }).toPass()
  await expect(async () => {
    await press('KeyK', 'า')
    await expect(rowOf(page, one)).toBeFocused({ timeout: 1_000 })
  }).toPass()
  await press('KeyJ', '่')
  await expect(rowOf(page, two)).toBeFocused()
  await press('KeyK', 'า')
  await expect(rowOf(page, one)).toBeFocused()

  await page.keyboard.press('Enter')
  const chat = page.getByRole('complementary', { name: `แชทกับ ${one}` })
  const composer = chat.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
  await expect(composer).toBeFocused()
  await expect(chat.getByRole('log')).toBeVisible()
  // Escape moves the focus out of the field. A typed letter moves the focus back.
  await page.keyboard.press('Escape')
  await expect(chat.getByRole('log')).toBeFocused()
  await page.keyboard.press('KeyJ')
  await expect(composer).toHaveValue('j')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(chat).toBeHidden()
  await expect(rowOf(page, one)).toBeFocused()
  await press('KeyA', 'ฟ')
  await expect(chat.getByRole('button', { name: 'ปิดเคส' })).toBeVisible()
  await expect(composer).toBeFocused()

  const chips = chat.getByRole('list', { name: 'ข้อความสำเร็จรูป', exact: true }).getByRole('button')
  await expect(chips.first()).toBeVisible()
  await press('Digit1', 'ๅ')
  await expect(composer).not.toHaveValue('')
  await page.keyboard.press('Control+Enter')
  await expect(composer).toHaveValue('')
  await press('KeyC', 'แ')
  const confirmation = page.getByRole('dialog', { name: 'ปิดเคส' })
  await expect(confirmation.getByRole('button', { name: 'ยกเลิก' })).toBeFocused()
  expect(await seriousProblems(page)).toEqual([])
  await tabTo(page, confirmation.getByRole('button', { name: 'ปิดเคส' }))
  await page.keyboard.press('Enter')
  await expect(rowOf(page, one)).toHaveCount(0)
  // Waits until the dialog is gone, because an open dialog would receive the next key. The row may be removed earlier.
  await expect(confirmation).toBeHidden()

  await press('Slash', 'ฝ')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('Control+Slash')
  const sheet = page.getByRole('dialog', { name: 'คีย์ลัด' })
  await expect(sheet.getByText('เคสถัดไป')).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  await page.keyboard.press('Control+KeyK')
  const palette = page.getByRole('dialog', { name: 'ค้นหาและคำสั่ง' })
  await expect(palette.getByRole('textbox')).toBeFocused()
  await page.keyboard.insertText(three)
  // The item that Enter selects is highlighted.
  await expect(palette.getByRole('button', { name: three })).toHaveAttribute('data-selected', 'true')
  expect(await seriousProblems(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name: `แชทกับ ${three}` })).toBeVisible()
})

test('Tab moves a visible focus through both ticket lists and a conversation, and is never trapped', async ({
  deskUrl,
  openPage,
  simulator,
}) => {
  const name = 'แป้นพิมพ์ ทีละปุ่ม'
  await customersWait(simulator, [name])
  const address = `/chat-queue?search=${encodeURIComponent(name)}`
  const page = await openPage({ size: desktop, staff: await simulator.staffWith('ADMIN'), address })
  await expect(rowOf(page, name)).toBeVisible()
  const queue = await walk(page)
  expect(queue.filter(({ isSeen }) => !isSeen)).toEqual([])
  expect(queue.map(({ name: each }) => each)).toContainEqual(expect.stringContaining(name))
  expect(queue[0]?.name).toBe('ข้ามไปยังเนื้อหา')
  // Tab stops once per row; arrow keys reach the buttons of the row.
  await rowOf(page, name).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(rowOf(page, name).getByRole('button', { name: 'รับเคส' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'พิมพ์ข้อความ' })).toBeFocused()
  const chat = await walk(page)
  expect(chat.filter(({ isSeen }) => !isSeen)).toEqual([])
  expect(chat.map(({ name: each }) => each)).toEqual(expect.arrayContaining(['ออกจากแชท', 'พิมพ์ข้อความ']))
  await page.goto(`${deskUrl}/my-tickets`)
  await expect(rowOf(page, name)).toBeVisible()
  const own = await walk(page)
  expect(own.filter(({ isSeen }) => !isSeen)).toEqual([])
  expect(own.map(({ name: each }) => each)).toContainEqual(expect.stringContaining('ต้องทำ'))
})

test('shortcuts work in a conversation that covers the ticket list', async ({ openPage, simulator }) => {
  const [one, two] = ['แคบ หนึ่ง', 'แคบ สอง'] as const
  await customersWait(simulator, [one, two])
  const page = await openPage({
    size: NARROW,
    staff: await simulator.staffWith('ADMIN'),
    address: `/chat-queue?search=${encodeURIComponent('แคบ ')}`,
  })
  await expect(rowOf(page, two)).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('Alt+KeyJ')
    await expect(rowOf(page, one)).toBeFocused({ timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: `แชทกับ ${one}` })).toBeVisible()
  await page.keyboard.press('Alt+KeyJ')
  const chat = page.getByRole('dialog', { name: `แชทกับ ${two}` })
  const composer = chat.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
  await expect(composer).toBeVisible()
  await page.keyboard.press('KeyR')
  await expect(composer).toBeFocused()
  await expect(composer).toHaveValue('r')
  await page.keyboard.press('Alt+KeyA')
  await expect(chat.getByRole('button', { name: 'ปิดเคส' })).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])
  // The shortcut sheet opens above the conversation, and Escape returns to the conversation.
  await page.keyboard.press('Control+Slash')
  const sheet = page.getByRole('dialog', { name: 'คีย์ลัด' })
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(chat).toBeVisible()
})

test('the palette on a phone opens by its button, finds a ticket, and closes on Back', async ({
  openPage,
  simulator,
}) => {
  const name = 'แป้นพิมพ์ มือถือ'
  await customersWait(simulator, [name])
  const page = await openPage({ size: phone, staff: await simulator.staffWith('ADMIN') })
  const address = page.url()
  const button = page.getByRole('button', { name: /^ค้นหาและคำสั่ง/ })
  const palette = page.getByRole('dialog', { name: 'ค้นหาและคำสั่ง' })
  await button.click()
  await expect(palette).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])
  await page.goBack()
  await expect(palette).toBeHidden()
  expect(page.url()).toBe(address)
  await button.click()
  await palette.getByRole('textbox').fill(name)
  await palette.getByRole('button', { name }).click()
  await expect(page.getByRole('dialog', { name: `แชทกับ ${name}` })).toBeVisible()
})
