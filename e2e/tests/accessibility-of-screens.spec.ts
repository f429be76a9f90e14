import type { Locator, Page } from '@playwright/test'
import { seriousProblems } from '../src/axe-problems.ts'
import { expect, test } from '../src/desk-test.ts'
import { signInByHttp } from '../src/sign-in.ts'
import { VIEWPORTS } from '../src/viewports.ts'

/** Checks a screen: no serious axe violation, no horizontal scrolling, sufficient line height of Thai text. */
async function inspect(page: Page): Promise<void> {
  expect(await seriousProblems(page)).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}

/** Makes the next page load behave as if the remote had no release yet. */
async function withoutRelease(page: Page, remote: string): Promise<void> {
  await page.route(
    (url) => url.pathname === '/knowledge-base',
    async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(
        /(<script type="application\/json" id="release-registry">)(.*?)(?=<\/script>)/,
        (_, tag: string, json: string) => {
          const registry = JSON.parse(json) as { remotes: Record<string, object> }
          registry.remotes[remote] = { ...registry.remotes[remote], active: null, previous: null }
          return tag + JSON.stringify(registry).replaceAll('<', '\\u003c')
        },
      )
      await route.fulfill({ response, body })
    },
    { times: 1 },
  )
}

for (const size of VIEWPORTS)
  test(`every screen on ${size.name}, ${size.theme}, is accessible and readable`, async ({
    browser,
    deskUrl,
    simulator,
    signIn,
  }) => {
    const { theme } = size
    // Checks about twenty screens with axe, which takes minutes on a busy machine.
    test.setTimeout(300_000)
    const phone = size.name === 'phone'
    const context = await browser.newContext({
      viewport: { width: size.width, height: size.height },
      isMobile: phone,
      hasTouch: phone,
      colorScheme: theme,
      reducedMotion: 'reduce',
    })
    await context.addInitScript((name) => localStorage.setItem('theme', name), theme)
    const page = await context.newPage()
    const composer = page.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
    const open = page.getByRole('button', { name: /เปิดแชท/ }).first()
    /** Waits until `marker` is visible, and then checks the screen. */
    const capture = async (marker: Locator) => {
      await expect(marker).toBeVisible()
      await inspect(page)
    }

    await page.goto(`${deskUrl}/login`)
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme)
    await capture(page.getByText('ยินดีต้อนรับ'))
    await page.getByRole('button', { name: 'เข้าสู่ระบบด้วย LINE' }).click()
    await capture(page.getByText('รออนุมัติ').first())
    await page.goto(`${deskUrl}/line-oauth-callback?error=ACCESS_DENIED`)
    await capture(page.getByText('เกิดข้อผิดพลาด'))

    const manager = await simulator.staffWith('BUSINESS')
    await signIn(page, manager)
    await capture(page.getByRole('list', { name: 'ตัวเลขหลัก' }))
    await page.goto(`${deskUrl}/dashboard?tab=ranking&cases=closed`)
    await capture(page.getByRole('dialog').getByRole('link').first())
    await page.goto(`${deskUrl}/my-dashboard`)
    await capture(page.getByRole('list', { name: 'ตัวเลขหลัก' }))
    await page.goto(`${deskUrl}/wallboard`)
    await capture(page.getByRole('region', { name: 'ลูกค้าที่รอนานที่สุด' }))
    await page.goto(`${deskUrl}/knowledge-base?tab=overview`)
    await capture(page.getByRole('table', { name: 'แหล่งข้อมูล' }))
    await withoutRelease(page, 'knowledge')
    await page.goto(`${deskUrl}/knowledge-base`)
    await capture(page.getByText('หน้านี้ยังไม่พร้อมใช้งาน'))
    await page.goto(`${deskUrl}/profile`)
    await expect(page.getByRole('button', { name: 'กลับไปแดชบอร์ด' })).toBeVisible()
    await page.getByRole('button', { name: /เมนูผู้ใช้/ }).click()
    await capture(page.getByRole('menuitem', { name: 'โปรไฟล์' }))
    await page.goto(`${deskUrl}/nowhere`)
    await capture(page.getByText('ที่อยู่นี้ไม่มีในระบบ หรืออาจถูกย้ายไปแล้ว'))

    await page.goto(`${deskUrl}/chat-queue`)
    await capture(open)
    await page.getByRole('button', { name: 'ตัวกรอง' }).click()
    await capture(page.getByRole('dialog', { name: 'ตัวกรอง' }))
    await page.keyboard.press('Escape')
    const otherAgentsRows = page
      .locator('[data-ticket-id]')
      .filter({ hasText: 'กำลังดูแล', hasNotText: manager.display_name })
    await otherAgentsRows
      .getByRole('button', { name: /เปิดแชท/ })
      .first()
      .click()
    await capture(composer)
    // A message that gets no response stays in the conversation as failed, with a retry.
    await page.route('**/send', (route) => route.abort())
    await composer.fill('ยาวมากกก'.repeat(60))
    await composer.press('Control+Enter')
    const retry = page.getByRole('button', { name: 'ลองใหม่' })
    const consent = page.getByRole('button', { name: 'ตอบแทนครั้งนี้' })
    await capture(consent)
    await consent.click()
    await capture(retry)
    await composer.fill('')

    await page.goto(`${deskUrl}/chat-queue?search=${encodeURIComponent('ไม่มีใครชื่อนี้')}`)
    await capture(page.getByText(/ไม่พบเคสที่ตรงกับ/))

    const agent = await simulator.staffWith('ADMIN')
    const token = await signInByHttp(deskUrl, agent.user_id)
    await page.evaluate((jwt) => {
      localStorage.setItem('jwt', jwt)
      localStorage.removeItem('queue_search')
    }, token)
    await page.goto(`${deskUrl}/my-tickets?tab=closed`)
    await capture(open)
    await open.click()
    await capture(page.getByText('เคสนี้ปิดแล้ว ไม่สามารถส่งข้อความได้'))

    await page.goto(simulator.url)
    await page.getByRole('navigation', { name: 'ลูกค้า' }).getByRole('link').first().click()
    await capture(composer)
    await context.close()
  })
