import type { Page } from '@playwright/test'
import { expect, test } from '../src/desk-test.ts'
import { openTicket } from '../src/open-ticket.ts'
import { VIEWPORTS } from '../src/viewports.ts'

const [, phone] = VIEWPORTS

/**
 * Returns visible controls with a touch target below 44 × 44 px. Excludes links within a text and controls in
 * clickable cards.
 */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const REACH = 21.5
    const controls = document.querySelectorAll<HTMLElement>(
      'button, a[href], input:not([type=hidden], [type=file]), select, textarea, [role=tab], [role=menuitem], [role=option]',
    )
    const small: string[] = []
    for (const control of controls) {
      const isInText = control.matches('p a, [data-message] a')
      if (isInText || control.matches(':disabled') || !control.checkVisibility({ visibilityProperty: true }))
        continue
      const { left, right, top, bottom } = control.getBoundingClientRect()
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      if (x < 0 || x > innerWidth || y < 0 || y > innerHeight) continue
      const isHit = (atX: number, atY: number) => {
        // Treats the edge of the screen as the end of a touch target.
        if (atX < 0 || atX >= innerWidth || atY < 0 || atY >= innerHeight) return true
        const hit = document.elementFromPoint(atX, atY)
        if (hit === null) return false
        const label = hit.closest('label')
        return (
          control.contains(hit) ||
          (hit.contains(control) && hit.closest('button, a, label') !== null) ||
          (label?.contains(control) ?? false)
        )
      }
      // Skips a point that another element covers.
      if (!isHit(x, y)) continue
      const isWide = right - left >= 43.5 || (isHit(x - REACH, y) && isHit(x + REACH, y))
      const isHigh = bottom - top >= 43.5 || (isHit(x, y - REACH) && isHit(x, y + REACH))
      if (!isWide || !isHigh)
        small.push(
          `${control.getAttribute('aria-label') ?? control.textContent.trim()} ${Math.round(right - left)}×${Math.round(bottom - top)}`,
        )
    }
    return small
  })
}

test('every control of the chat screens has a touch target of 44 px on a phone', async ({
  openPage,
  simulator,
}) => {
  test.setTimeout(300_000)
  const name = 'นิ้วโป้ง ใหญ่มาก'
  const customer = await simulator.newCustomer(name)
  const page = await openPage({
    size: phone,
    staff: await simulator.staffWith('ADMIN'),
    address: `/chat-queue?search=${encodeURIComponent(name)}`,
  })
  expect(customer).toBeDefined()
  await expect(page.getByRole('button', { name: `เปิดแชท ${name}` })).toBeVisible()
  const capture = async (where: string) => expect.soft(await smallTargets(page), where).toEqual([])
  await capture('queue')
  await openTicket(page, name)
  const chat = page.getByRole('dialog', { name: `แชทกับ ${name}` })
  const composer = chat.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
  await expect(composer).toBeVisible()
  await expect(
    chat.getByRole('list', { name: 'ข้อความสำเร็จรูป', exact: true }).getByRole('button').first(),
  ).toBeVisible()
  await capture('unassigned conversation')
  await chat.getByRole('button', { name: 'รับเคส', exact: true }).click()
  await expect(chat.getByRole('button', { name: 'ปิดเคส' })).toBeVisible()
  await composer.focus()
  await capture('own conversation')
  await chat.getByRole('button', { name: 'จัดการข้อความสำเร็จรูป' }).click()
  await expect(page.getByRole('dialog', { name: 'ข้อความสำเร็จรูป' })).toBeVisible()
  await capture('canned replies')
  await page.keyboard.press('Escape')
  await chat.getByRole('button', { name: 'ปิดเคส' }).click()
  await expect(page.getByRole('dialog', { name: 'ปิดเคส' })).toBeVisible()
  await capture('closing')
  await page.keyboard.press('Escape')
  await chat.getByRole('button', { name: /^ข้อมูลลูกค้า/ }).click()
  await expect(page.getByRole('dialog', { name: 'ข้อมูลลูกค้า' })).toBeVisible()
  await capture('customer')
  await page.keyboard.press('Escape')
  await page.goto(new URL('/my-tickets', page.url()).href)
  await expect(page.getByRole('button', { name: `เปิดแชท ${name}` })).toBeVisible()
  await capture('my tickets')
})
