import { inflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { test as base, expect } from '../src/desk-test.ts'
import { Simulator } from '../src/simulator-client.ts'
import { type Product, startProduct } from '../src/start-product.ts'
import { VIEWPORTS } from '../src/viewports.ts'

const [desktop] = VIEWPORTS

/** Test with a separate product: other tests of the shared product add staff and customers, which fill more pages. */
const test = base.extend<object, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its first parameter
    async ({}, use) => {
      const product = await startProduct()
      await use(product)
      await product.stop()
      product.remove()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  deskUrl: ({ product }, use) => use(product.deskUrl),
  simulator: ({ product }, use) => use(new Simulator(product.simulatorUrl)),
})

async function pagesOf(page: Page): Promise<number> {
  const pdf = await page.pdf({ preferCSSPageSize: true })
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
}

test('when a ticket list of the dashboard is open, only that list is printed, without blank pages', async ({
  openPage,
  simulator,
}) => {
  const page = await openPage({
    size: desktop,
    staff: await simulator.staffWith('BUSINESS'),
    address: '/dashboard?tab=ranking',
  })
  const ranking = page.getByRole('table')
  const head = page.getByText(/· พิมพ์เมื่อ/)
  await expect(ranking).toBeVisible()
  expect(await pagesOf(page)).toBe(1)
  await page.emulateMedia({ media: 'print' })
  await expect(head).toBeVisible()
  await expect(ranking).toBeVisible()

  await page.emulateMedia({ media: 'screen' })
  await page
    .getByRole('button', { name: /^ปิด [\d,]+ ดูเคสของ/ })
    .first()
    .click()
  const list = page.getByRole('dialog')
  const rows = list.getByRole('link')
  await expect(rows.first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(head).toBeVisible()
  await expect(page.locator('table')).toBeHidden()
  await expect(list.getByRole('heading', { name: /^เคสที่ปิด · / })).toBeVisible()
  await expect(list.getByRole('button', { includeHidden: true, name: 'ปิด' })).toBeHidden()
  // The list is printed completely and with the full page width, without scrolling.
  const width = await page.evaluate(() => innerWidth)
  const box = await list.boundingBox()
  expect(box?.width).toBe(width)
  const last = await rows.last().boundingBox()
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + (box?.height ?? 0))
})

/** Returns the text runs of each page of a PDF as glyphs. The same text always has the same glyphs. */
function textRunsOf(pdf: Buffer): string[][] {
  const text = pdf.toString('latin1')
  return [...text.matchAll(/stream\r?\n/g)].flatMap((match) => {
    const start = match.index + match[0].length
    let content = ''
    try {
      content = inflateSync(pdf.subarray(start, text.indexOf('endstream', start))).toString('latin1')
    } catch {
      return []
    }
    const runs = content.match(/\bBT\b[\s\S]*?\bET\b/g)
    return runs === null ? [] : [runs.map((run) => (run.match(/<[\dA-F]+>/gi) ?? []).join(''))]
  })
}

test('a long ranking repeats all headings on each printed page, in light colors', async ({
  openPage,
  simulator,
}) => {
  const page = await openPage({
    size: desktop,
    staff: await simulator.staffWith('BUSINESS'),
    address: '/profile',
  })
  // Rows that have no text in common, except the dash for unknown values.
  const items = Array.from({ length: 90 }, (_, n) => ({
    agent_name: `${n}`,
    agent_line_user_id: `U${n}`,
    handled_count: 1_000 + n,
    closed_count: 2_000 + n,
    avg_pickup_secs: null,
    avg_first_response_secs: null,
    avg_resolution_secs: 4_000 + n,
  }))
  await page.route('**/api/business/agent-ranking?*', (route) => route.fulfill({ json: { items } }))
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await page.goto(new URL('/dashboard?tab=ranking', page.url()).href)
  await expect(page.getByRole('row')).toHaveCount(91)
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.evaluate(() => {
    addEventListener('beforeprint', () => {
      const { dataset } = document.documentElement
      dataset.printed = dataset.mantineColorScheme
    })
  })
  const pages = textRunsOf(await page.pdf({ preferCSSPageSize: true }))
  await expect(root).toHaveAttribute('data-printed', 'light')
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
  expect(pages.length).toBeGreaterThan(1)
  const repeated = new Set(pages[0]?.filter((run) => pages.every((runs) => runs.includes(run))))
  // Expects more than six repeated texts: each page repeats six headings, and the units below three of them.
  expect(repeated.size).toBeGreaterThan(6)
})

test("the dashboard's overview is printed on one page with its charts and without focus outline", async ({
  openPage,
  simulator,
}) => {
  const page = await openPage({
    size: desktop,
    staff: await simulator.staffWith('BUSINESS'),
    address: '/dashboard',
  })
  const columns = page.getByRole('region', { name: 'ปิดเคสมากที่สุด' }).locator('svg .recharts-rectangle')
  const lines = page.getByRole('list', { name: 'ตัวเลขหลัก' }).locator('svg .recharts-area-curve')
  await expect(columns.first()).toBeVisible()
  await expect(lines).toHaveCount(5)
  const drawn = await columns.count()
  const metric = page.getByRole('button', { name: /เคสที่ปิด ดูเคส$/ })
  await page.keyboard.press('Tab')
  await metric.focus()
  expect(await pagesOf(page)).toBe(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(/· พิมพ์เมื่อ/)).toBeVisible()
  // Polls, because browsers measure the charts again before printing.
  await expect.poll(() => columns.count()).toBe(drawn)
  await expect(columns.first()).toBeVisible()
  await expect(lines).toHaveCount(5)
  for (const drawing of await page.locator('svg.recharts-surface').all()) {
    const box = await drawing.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThan(10)
  }
  expect(await metric.evaluate((button) => getComputedStyle(button, '::after').outlineStyle)).toBe('none')
  expect(await pagesOf(page)).toBe(1)
})

test('the wallboard in full screen lists all longest-waiting customers', async ({ openPage, simulator }) => {
  const monitor = { ...desktop, width: 1920, height: 1080 }
  const page = await openPage({
    size: monitor,
    staff: await simulator.staffWith('ADMIN'),
    address: '/wallboard',
  })
  const rows = page.getByRole('region', { name: 'ลูกค้าที่รอนานที่สุด' }).getByRole('listitem')
  await expect(rows.first()).toBeVisible()
  await page.getByRole('button', { name: 'เต็มจอ', exact: true }).click()
  await expect(page.getByRole('button', { name: 'ออกจากเต็มจอ' })).toBeVisible()
  const screen = page.getByText(/^จอสด \d\d:\d\d น\.$/)
  await expect(screen).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
  await expect
    .poll(async () => {
      const last = await rows.last().boundingBox()
      return last === null ? Number.POSITIVE_INFINITY : last.y + last.height
    })
    .toBeLessThanOrEqual(monitor.height)
  await page.getByRole('button', { name: 'ออกจากเต็มจอ' }).click()
  await expect(page.getByRole('button', { name: 'เต็มจอ', exact: true })).toBeVisible()
  await expect(screen).toBeHidden()
})
