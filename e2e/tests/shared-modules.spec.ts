import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { runToEnd } from '../../scripts/tools/child-process.ts'
import type { HostManifest, RemoteManifest } from '../../shared/src/federation/remote-manifest.ts'
import { expect, test } from '../src/desk-test.ts'
import { openSignedIn } from '../src/sign-in.ts'
import type { Simulator } from '../src/simulator-client.ts'

const FIXTURE = join(import.meta.dirname, '../fixtures/remote-shared-modules')
const HOST = join(import.meta.dirname, '../../host/dist/host.json')

test.describe.configure({ mode: 'serial' })

let before: string[]

test('a remote with new shared modules is released without a release of the host', async ({
  page,
  deskUrl,
  product,
  simulator,
}) => {
  await signedIn(page, deskUrl, simulator)
  before = await scriptsOf(page, `${deskUrl}/profile`)
  const script = join(import.meta.dirname, '../src/release-fixture.ts')
  const env = { ...process.env, DATA_DIR: product.dataDir }
  const { code, output } = await runToEnd(process.execPath, [script, 'remote-shared-modules'], { env })
  expect(code, output).toBe(0)
})

/** Returns the paths of all scripts that a page has run, including scripts that load when the page is idle. */
async function scriptsOf(page: Page, url: string): Promise<string[]> {
  await page.goto(url, { waitUntil: 'networkidle' })
  // Waits for the notification button, which loads only when the page is idle.
  await expect(page.getByRole('button', { name: /การแจ้งเตือน/ }).first()).toBeVisible()
  const read = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ name }) => new URL(name).pathname),
    )
  let last: string[] = []
  const isUnchanged = async () => {
    const [earlier, now] = [last, await read()]
    last = now
    return now.length === earlier.length
  }
  await expect.poll(isUnchanged, { intervals: [2_000] }).toBe(true)
  return [...new Set(last)].sort()
}

async function signedIn(page: Page, deskUrl: string, simulator: Simulator): Promise<Page> {
  await openSignedIn(page, deskUrl, (await simulator.staffWith('BUSINESS')).user_id)
  return page
}

for (const theme of ['light', 'dark'] as const) {
  test(`a remote uses any shared component through ordinary imports, ${theme}`, async ({
    page,
    deskUrl,
    simulator,
  }) => {
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    await page.addInitScript((name) => localStorage.setItem('theme', name), theme)
    await signedIn(page, deskUrl, simulator)
    await page.goto(`${deskUrl}/modules`)
    const sharedModules = page.getByRole('region', { name: 'modules' })
    await expect(sharedModules).toBeVisible()

    // The remote uses theme, router and cache of the page, not Mantine's default theme.
    await expect(sharedModules.getByTestId('theme')).not.toContainText('-apple-system')
    await expect(sharedModules.getByTestId('route')).toHaveText('/modules')
    await expect(sharedModules.getByTestId('pages')).toHaveText('1')
    await sharedModules.getByRole('button', { name: 'more' }).click()
    await expect(sharedModules.getByTestId('pages')).toHaveText('2')
    await sharedModules.getByRole('button', { name: 'count 1' }).click()
    await expect(sharedModules.getByRole('button', { name: 'count 2' })).toBeVisible()

    await sharedModules.getByRole('button', { name: 'first' }).click()
    await expect(sharedModules.getByText('inside the first')).toBeVisible()
    await sharedModules.getByRole('button', { name: 'menu' }).click()
    await expect(page.getByRole('menuitem', { name: 'an item' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sharedModules.getByRole('slider', { name: 'slider' })).toBeVisible()
    await expect(sharedModules.locator('.recharts-bar-rectangle').first()).toBeAttached()
    await expect(sharedModules.getByText('drop here')).toBeVisible()
    await expect(sharedModules.getByRole('button', { name: /15 .*2026/ })).toBeVisible()

    // The shared modules have styles, in the page's color scheme.
    const menu = sharedModules.getByRole('button', { name: 'menu' })
    const ground = await menu.evaluate((element) => getComputedStyle(element).backgroundColor)
    const [red = 0] = (/\d+/.exec(ground) ?? []).map(Number)
    expect(theme === 'dark' ? red < 100 : red > 200, ground).toBe(true)

    // The slot contains the card of another remote, but not the card that throws. The rest of the page still works.
    await expect(sharedModules.getByText('a card of the modules page')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-ticker', 'BUSINESS')
    expect(problems).toEqual([])
  })
}

test("a remote contains no code of Mantine's core, and adds no scripts to other pages", async ({
  page,
  deskUrl,
  simulator,
}) => {
  const { release } = JSON.parse(readFileSync(join(FIXTURE, 'dist/remote.json'), 'utf8')) as RemoteManifest
  const code = Object.keys(release?.files ?? {}).map((name) =>
    readFileSync(join(FIXTURE, 'dist', name), 'utf8'),
  )
  // These strings identify Mantine's provider and its component factory.
  expect(code.join('')).not.toMatch(/MantineProvider was not found|data-mantine-shared-styles/)
  expect(code.join('')).toContain('recharts')
  await signedIn(page, deskUrl, simulator)
  const after = await scriptsOf(page, `${deskUrl}/profile`)
  expect(after.filter((path) => !path.startsWith('/r/modules/') && !before.includes(path))).toEqual([])
  // This page does not load the list with the hashes of all shared modules.
  const { chunks } = JSON.parse(readFileSync(HOST, 'utf8')) as HostManifest
  const opened = await scriptsOf(page, `${deskUrl}/modules`)
  expect(opened).toContain(`/${chunks['shared-modules']?.js[0]}`)
  expect(opened).not.toContain(`/${chunks['shared-module-hashes']?.js[0]}`)
})

test('a service stops when its user signs out', async ({ page, deskUrl, simulator }) => {
  await signedIn(page, deskUrl, simulator)
  await page.goto(`${deskUrl}/shared-modules-empty`)
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-ticker', 'BUSINESS')
  await page.getByRole('button', { name: /เมนูผู้ใช้/ }).click()
  await page.getByRole('menuitem', { name: 'ออกจากระบบ' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(html).not.toHaveAttribute('data-ticker')
})

test('a page recovers when a shared module returns 503 once, on page load or on a click', async ({
  page,
  deskUrl,
  simulator,
}) => {
  await signedIn(page, deskUrl, simulator)
  const stumbled = new Set<string>()
  const { sharedModules = {}, chunks } = JSON.parse(readFileSync(HOST, 'utf8')) as HostManifest
  const filesOf = (sets: HostManifest['chunks']) =>
    new Set(Object.values(sets).flatMap(({ js, css }) => [...js, ...css]))
  const ownFiles = filesOf(chunks)
  const sharedModuleFiles = new Set([...filesOf(sharedModules)].filter((file) => !ownFiles.has(file)))
  await page.route(/\/assets\/[0-9a-f]{12}\/[^/]+\.(js|css)$/, async (route) => {
    const url = route.request().url()
    if (stumbled.has(url) || !sharedModuleFiles.has(new URL(url).pathname.slice(1))) return route.fallback()
    stumbled.add(url)
    await route.fulfill({ status: 503, body: 'busy' })
  })
  await page.goto(`${deskUrl}/modules`)
  const region = page.getByRole('region', { name: 'modules' })
  await expect(region).toBeVisible()
  expect(stumbled.size).toBeGreaterThan(0)

  // The page recovers when a shared module that is imported only on a click fails once.
  const before = stumbled.size
  await region.getByRole('button', { name: 'later' }).click()
  await expect(region.getByRole('radio', { name: '3' })).toBeAttached()
  expect(stumbled.size).toBeGreaterThan(before)
})

test('a page rejects a shared module whose hash is wrong', async ({ page, deskUrl, simulator }) => {
  await signedIn(page, deskUrl, simulator)
  const { sharedModules = {} } = JSON.parse(readFileSync(HOST, 'utf8')) as HostManifest
  const stepper = sharedModules['shared-module/@mantine/core/Stepper']?.js.at(-1)
  let requestCount = 0
  await page.route(`**/${stepper}`, async (route) => {
    requestCount += 1
    const response = await route.fetch()
    await route.fulfill({ response, body: `${await response.text()}\n/* changed */` })
  })
  await page.goto(`${deskUrl}/modules`)
  await expect(page.getByText('ไฟล์ของหน้านี้ไม่ตรงกับรุ่นที่เผยแพร่')).toBeVisible()
  expect(requestCount).toBeGreaterThan(0)
  await page.unroute(`**/${stepper}`)
  await page.getByRole('button', { name: 'ลองใหม่' }).click()
  await expect(page.getByRole('region', { name: 'modules' })).toBeVisible()
})
