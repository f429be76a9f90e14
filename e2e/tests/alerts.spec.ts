import type { Page } from '@playwright/test'
import { seriousProblems } from '../src/axe-problems.ts'
import { countSounds, soundCountOf } from '../src/count-sounds.ts'
import { expect, test } from '../src/desk-test.ts'
import { rowOf } from '../src/open-ticket.ts'
import { VIEWPORTS } from '../src/viewports.ts'

const [size] = VIEWPORTS

/**
 * Repeats `write` until a sound plays: a message within 2 s of another alert is silent, and tickets of absent assignees
 * cause alerts at any time.
 */
const expectSound = (page: Page, write: () => Promise<unknown>) =>
  expect(async () => {
    const before = await soundCountOf(page)
    await write()
    await expect.poll(() => soundCountOf(page), { timeout: 2_500 }).toBeGreaterThan(before)
  }).toPass({ timeout: 30_000 })

test('alert sounds wait for a click, and can be tested and muted', async ({ openPage, simulator }) => {
  test.setTimeout(120_000)
  const own = 'เตือน ของเรา'
  const { user_id } = await simulator.newCustomer(own)
  const page = await openPage({
    size,
    staff: await simulator.staffWith('ADMIN'),
    address: `/chat-queue?search=${encodeURIComponent(own)}`,
    before: (context) => countSounds(context),
  })
  const comes = async (text: string) => {
    await simulator.write('main', user_id, text)
    await expect(rowOf(page, own)).toContainText(text)
  }
  const unread = async () => Number(/^\((\d+)/.exec(await page.title())?.[1] ?? 0)

  // The browser blocks sounds before the first click, and the page shows a button to enable them.
  const enable = page.getByRole('button', { name: 'เปิดเสียง', exact: true })
  await expect(enable).toBeVisible()
  await expect.poll(unread).toBeGreaterThan(0)
  const count = await unread()
  await comes('ก่อนกด')
  await expect.poll(unread).toBe(count + 1)
  expect(await soundCountOf(page)).toBe(0)
  const [badge, button] = [await page.getByText('Live Update').boundingBox(), await enable.boundingBox()]
  if (badge === null || button === null) throw new Error('not on the screen')
  // Checks that the banner with the button does not cover the live indicator.
  expect(badge.x + badge.width <= button.x || badge.y + badge.height <= button.y).toBe(true)
  expect(await seriousProblems(page)).toEqual([])
  await enable.click()
  await expect(enable).toBeHidden()
  await expect.poll(() => soundCountOf(page)).toBeGreaterThan(0)
  await expectSound(page, () => comes('ถึงเรา'))

  await page.getByRole('button', { name: 'เสียงและการแจ้งเตือน', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'ทดสอบเสียง' })).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])
  await page.getByRole('menuitem', { name: 'ปิดเสียงแจ้งเตือน' }).click()
  const bell = page.getByRole('button', { name: 'การแจ้งเตือน ปิดเสียงอยู่' })
  await expect(bell).toBeVisible()
  // Counts from now on, because tickets of other tests may have caused sounds until the alerts were muted.
  const muted = await soundCountOf(page)
  await comes('เงียบ')
  expect(await soundCountOf(page)).toBe(muted)
  // Checks that the test sound plays even when alerts are muted.
  await bell.click()
  await page.getByRole('menuitem', { name: 'ทดสอบเสียง' }).click()
  await expect.poll(() => soundCountOf(page)).toBe(muted + 2)
})

test('alert sounds play in one of several tabs, on every page, and in another tab when the first is closed', async ({
  openPage,
  simulator,
}) => {
  const name = 'เตือน หลายแท็บ'
  const { user_id } = await simulator.newCustomer(name)
  const address = `/chat-queue?search=${encodeURIComponent(name)}`
  const first = await openPage({
    size: VIEWPORTS[0],
    staff: await simulator.staffWith('ADMIN'),
    address,
    before: (context) => countSounds(context),
  })
  const enable = first.getByRole('button', { name: 'เปิดเสียง', exact: true })
  await enable.click()
  await expect(enable).toBeHidden()
  const second = await first.context().newPage()
  // Opens a page that has no ticket list.
  await second.goto(new URL('/profile', first.url()).href)
  await expect(second.getByRole('button', { name: /^เสียงและการแจ้งเตือน/ })).toBeVisible()
  // The other tab already plays sounds, so this tab has no button to enable them.
  await expect(second.getByRole('button', { name: 'เปิดเสียง', exact: true })).toBeHidden()
  await second.getByRole('main').click({ position: { x: 4, y: 4 } })
  await expectSound(first, () => simulator.write('main', user_id, 'แท็บเดียว'))
  expect(await soundCountOf(second)).toBe(0)
  await first.close()
  await expect
    .poll(() =>
      second.evaluate(async () => {
        const { held = [], pending = [] } = await navigator.locks.query()
        const named = (locks: LockInfo[]) => locks.filter((lock) => lock.name === 'alert-sound').length
        return [named(held), named(pending)]
      }),
    )
    .toEqual([1, 0])
  await simulator.write('main', user_id, 'แท็บที่เหลือ')
  await expect.poll(() => soundCountOf(second)).toBe(2)
})
