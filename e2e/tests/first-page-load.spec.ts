import type { Page } from '@playwright/test'
import { expect, test } from '../src/desk-test.ts'
import { openSignedIn } from '../src/sign-in.ts'

const login = (page: Page) => page.getByRole('button', { name: 'เข้าสู่ระบบด้วย LINE' })
const reload = (page: Page) => page.getByRole('button', { name: 'โหลดหน้าใหม่' })

/** Returns the paths of the files that the page's HTML names. */
async function initialFiles(deskUrl: string): Promise<string[]> {
  const html = await (await fetch(`${deskUrl}/login`)).text()
  const tags = [...html.matchAll(/<(?:script|link)\b[^>]*>/g)].map(([tag]) => tag)
  const named = tags.filter((tag) => tag.startsWith('<script') || tag.includes('rel="stylesheet"'))
  return named.flatMap((tag) => /(?:src|href)="(\/assets\/[^"]+)"/.exec(tag)?.[1] ?? [])
}

test('the first page retries each of its files after one failure', async ({ page, deskUrl }) => {
  const files = await initialFiles(deskUrl)
  expect(files.some((file) => file.endsWith('.css')) && files.some((file) => file.endsWith('.js'))).toBe(true)
  for (const file of files) {
    await page.route(`**${file}`, (route) => route.abort(), { times: 1 })
    await page.goto(`${deskUrl}/login`)
    await expect(login(page), file).toBeVisible()
    await page.unrouteAll()
  }
})

test('the first page shows a reload message when a file keeps failing', async ({ page, deskUrl }) => {
  for (const file of await initialFiles(deskUrl)) {
    await page.route(`**${file}`, (route) => route.abort())
    await page.goto(`${deskUrl}/login`)
    await expect(page.getByRole('alert'), file).toContainText('เปิดระบบไม่สำเร็จ')
    await page.unrouteAll()
    await reload(page).click()
    await expect(login(page), file).toBeVisible()
  }
})

test('the first page shows a reload message when a file hangs', async ({ page, deskUrl }) => {
  const [file] = (await initialFiles(deskUrl)).filter((each) => each.endsWith('.js'))
  await page.clock.install()
  await page.route(`**${file}`, () => {})
  await page.goto(`${deskUrl}/login`, { waitUntil: 'commit' })
  await expect(page.locator('#boot-page')).toBeVisible()
  // Retries, because each file that arrives may restart the timeout of the page.
  await expect(async () => {
    await page.clock.runFor(26_000)
    await expect(reload(page)).toBeVisible({ timeout: 500 })
  }).toPass()
})

test('the first page opens on a slow connection while files keep arriving', async ({ page, deskUrl }) => {
  const files = (await initialFiles(deskUrl)).filter((each) => each.endsWith('.js'))
  expect(files.length).toBeGreaterThan(1)
  await page.clock.install()
  await page.addInitScript(() => {
    const names: string[] = []
    Object.assign(window, { arrivedFiles: names })
    new PerformanceObserver((list) => names.push(...list.getEntries().map(({ name }) => name))).observe({
      entryTypes: ['resource'],
    })
  })
  const held = new Map<string, () => Promise<void>>()
  await page.route('**/assets/*.js', (route) => {
    const { pathname } = new URL(route.request().url())
    if (!files.includes(pathname)) return route.continue()
    held.set(pathname, () => route.continue())
  })
  await page.goto(`${deskUrl}/login`, { waitUntil: 'commit' })
  for (const file of files) {
    await expect.poll(() => held.has(file)).toBe(true)
    await page.clock.runFor(20_000)
    await expect(reload(page)).toBeHidden()
    await held.get(file)?.()
    await page.waitForFunction(
      (path) =>
        (window as unknown as { arrivedFiles: string[] }).arrivedFiles.some((name) => name.endsWith(path)),
      file,
    )
  }
  await expect(login(page)).toBeVisible()
})

test('the first page shows logo and skeleton in the stored theme before any script or style sheet', async ({
  page,
  deskUrl,
}) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await page.route('**/assets/**', () => {})
  await page.goto(`${deskUrl}/chat-queue`, { waitUntil: 'commit' })
  await expect(page.locator('#boot-page svg')).toBeVisible()
  await expect(page.locator('#boot')).toHaveCSS('background-color', 'rgb(16, 20, 18)')
  await expect(page.getByText('กำลังเปิด…')).toBeVisible()
})

test('the skeleton shows sidebar, top bar and title at their final positions', async ({
  page,
  deskUrl,
  simulator,
}) => {
  await openSignedIn(page, deskUrl, (await simulator.staffWith('BUSINESS')).user_id)
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.route('**/assets/**', () => {})
    await page.goto(`${deskUrl}/chat-queue`, { waitUntil: 'commit' })
    const text = page.getByText('กำลังเปิด…')
    await expect(text).toBeVisible()
    const drawn = await text.boundingBox()
    const logo = await page.locator('#boot-page svg').boundingBox()
    await page.unrouteAll()
    await page.goto(`${deskUrl}/chat-queue`)
    const title = page.getByRole('heading', { level: 1, name: 'คิวแชท' })
    await expect(title).toBeVisible()
    const bar = await page.getByRole('banner').boundingBox()
    expect(drawn?.y).toBe(bar?.y)
    expect(Math.round(drawn?.height ?? 0)).toBe(Math.round(bar?.height ?? 0))
    if (width < 769) continue
    expect(drawn?.x).toBeCloseTo((await title.boundingBox())?.x ?? 0, 0)
    expect(await page.getByRole('complementary').first().locator('svg').first().boundingBox()).toEqual(logo)
  }
})

test('the first page shows its error message in the dark scheme of the device when no theme was chosen', async ({
  page,
  deskUrl,
}) => {
  const [file] = (await initialFiles(deskUrl)).filter((each) => each.endsWith('.js'))
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.route(`**${file}`, (route) => route.abort())
  await page.goto(`${deskUrl}/login`)
  await expect(page.getByRole('alert')).toContainText('เปิดระบบไม่สำเร็จ')
  await expect(page.locator('#boot')).toHaveCSS('background-color', 'rgb(16, 20, 18)')
  await page.evaluate(() => localStorage.setItem('theme', 'light'))
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('เปิดระบบไม่สำเร็จ')
  await expect(page.locator('#boot')).toHaveCSS('background-color', 'rgb(246, 247, 245)')
})

test('the first page names the supported browsers in an outdated browser', async ({ page, deskUrl }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(AbortSignal, 'any')
  })
  await page.goto(`${deskUrl}/login`)
  await expect(page.getByText('เบราว์เซอร์นี้เก่าเกินไป')).toContainText('Safari 17.4')
})
