import type { Page } from '@playwright/test'
import { seriousProblems } from '../src/axe-problems.ts'
import { expect, test } from '../src/desk-test.ts'
import { signInByHttp } from '../src/sign-in.ts'
import { misplacedTexts } from '../src/text-positions.ts'

test('nothing overlaps in the top bar on a tablet, even with the sound warning', async ({
  deskUrl,
  page,
  simulator,
}) => {
  // Hides user gestures from the page, because the browser treats scripts of a test as gestures.
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'userActivation', { get: () => ({ hasBeenActive: false }) })
  })
  await page.setViewportSize({ width: 1100, height: 800 })
  const token = await signInByHttp(deskUrl, (await simulator.staffWith('ADMIN')).user_id)
  await page.goto(`${deskUrl}/login`)
  await page.evaluate((jwt) => localStorage.setItem('jwt', jwt), token)
  await page.goto(`${deskUrl}/chat-queue`)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('button', { name: 'เปิดเสียง', exact: true })).toBeVisible()
  for (const width of [1100, 1024, 921, 920, 800, 769]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByText(/^คิวรวม/)).toBeVisible()
    await expect(page.getByText('เบราว์เซอร์ปิดเสียงแจ้งเตือนไว้')).toBeVisible()
    await expect.poll(() => overlaps(page), `${width} px`).toEqual([])
    await expect.poll(() => misplacedTexts(page), `${width} px`).toEqual([])
    expect(await seriousProblems(page), `${width} px`).toEqual([])
  }
  // Widths of windows such as 1440x900 at a zoom of 200 %.
  for (const width of [768, 740, 720, 700]) {
    await page.setViewportSize({ width, height: 450 })
    await expect(page.getByText('เบราว์เซอร์ปิดเสียงแจ้งเตือนไว้')).toBeVisible()
    await expect.poll(() => overlaps(page), `${width} x 450`).toEqual([])
    await expect.poll(() => misplacedTexts(page), `${width} x 450`).toEqual([])
    await expect.poll(() => wholeCards(page), `${width} x 450`).toBeGreaterThanOrEqual(3)
  }
})

/** Returns how many cards of the list are completely in the viewport. */
function wholeCards(page: Page): Promise<number> {
  return page.evaluate(() => {
    const whole = (card: Element) => {
      const { left, top, bottom } = card.getBoundingClientRect()
      return [top + 2, bottom - 2].every((y) => card.contains(document.elementFromPoint(left + 40, y)))
    }
    return [...document.querySelectorAll('[data-ticket-id]')].filter(whole).length
  })
}

/** Returns texts and buttons in the frame of the page that overlap each other. */
function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = [
      ...document.querySelectorAll(
        'header :is(h1, a, button, [role="status"]), aside :is(a, button), search :is(input, button, select)',
      ),
    ]
    const seen = all.filter((each) => each.checkVisibility({ visibilityProperty: true }))
    const lie = (one: DOMRect, other: DOMRect) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1
    return seen.flatMap((one, at) =>
      seen
        .slice(at + 1)
        .filter((other) => !one.contains(other) && !other.contains(one))
        .filter((other) => lie(one.getBoundingClientRect(), other.getBoundingClientRect()))
        .map((other) => `${one.textContent} / ${other.textContent}`),
    )
  })
}
