import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '../src/desk-test.ts'

const SIZES = [
  { name: 'desktop', width: 1440, height: 900 },
  { name: 'phone', width: 390, height: 844 },
]
const THEMES = ['light', 'dark'] as const

/** What holds of every screen: nothing serious for axe, no sideways scrolling, no Thai line squeezed. */
async function inspect(page: Page): Promise<void> {
  const found = await new AxeBuilder({ page }).analyze()
  const grave = found.violations.filter((each) => each.impact === 'serious' || each.impact === 'critical')
  expect(grave.map((each) => `${each.id}: ${each.nodes.map((node) => node.target).join(' ')}`)).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}

for (const size of SIZES)
  for (const theme of THEMES)
    test(`every screen on ${size.name}, ${theme}`, async ({ browser, deskUrl, simulator, signIn }, info) => {
      const context = await browser.newContext({
        viewport: { width: size.width, height: size.height },
        reducedMotion: 'reduce',
      })
      await context.addInitScript((name) => localStorage.setItem('theme', name), theme)
      const page = await context.newPage()
      const shoot = (name: string) =>
        page.screenshot({ path: info.outputPath(`${name}-${size.name}-${theme}.png`) })

      await page.goto(`${deskUrl}/login`)
      await expect(page.getByText('ยินดีต้อนรับ')).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme)
      await inspect(page)
      await shoot('login')

      await page.goto(`${deskUrl}/line-oauth-callback?error=ACCESS_DENIED`)
      await expect(page.getByText('เกิดข้อผิดพลาด')).toBeVisible()
      await inspect(page)
      await shoot('callback-error')

      await signIn(page, await simulator.staffWith('BUSINESS'))
      await expect(page.getByText('หน้านี้ยังไม่พร้อมใช้งาน')).toBeVisible()
      await inspect(page)
      await shoot('no-release')

      await page.goto(`${deskUrl}/profile`)
      await expect(page.getByRole('heading', { name: 'โปรไฟล์' })).toBeVisible()
      await inspect(page)
      await shoot('profile')

      await page.goto(`${deskUrl}/chat-queue`)
      const open = page.getByRole('button', { name: /เปิดแชท/ }).first()
      await expect(open).toBeVisible()
      await inspect(page)
      await shoot('queue')

      await open.click()
      await expect(page.getByRole('textbox', { name: 'พิมพ์ข้อความ' })).toBeVisible()
      await inspect(page)
      await shoot('chat')

      await page.goto(`${deskUrl}/my-tickets`)
      await expect(page.getByRole('tab', { name: /เสร็จแล้ว/ })).toBeVisible()
      await inspect(page)
      await shoot('my-tickets')
      await context.close()
    })
