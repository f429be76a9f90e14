import { axeProblems, seriousProblems } from 'shared/testing/axe-problems.ts'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import {
  choose,
  finish,
  image,
  installMockUploads,
  KEY,
  server,
  storeBefore,
  storedLinks,
} from '../testing/installed-uploads.ts'
import { openPage } from '../testing/open-page.tsx'

installMockUploads()

type Screen = Awaited<ReturnType<typeof openPage>>

let serial = 0
const STATES: Record<string, () => Promise<Screen>> = {
  empty: async () => {
    const screen = await openPage()
    await expect.element(screen.getByText('ยังไม่มีรูปที่อัปโหลด')).toBeVisible()
    return screen
  },
  'running, paused, waiting and refused uploads': async () => {
    storeBefore('โปรโมชันเดือนพฤศจิกายน.png', 'ข.png')
    const screen = await openPage()
    await choose(
      ...['ก.png', 'ค.png', 'ง.png', 'จ.png'].map((name) => image(name)),
      image('ข้อความ.txt', 'x', 'text/plain'),
    )
    await expect.poll(() => server.uploads.length).toBe(3)
    server.of('ก.png')[0]?.progress(0.4)
    await finish('ค.png', 429, { code: 'upload_paused', message: '', retry_after_secs: 60 })
    await expect.element(screen.getByText('รอระบบ จะส่งต่อให้เอง')).toBeVisible()
    return screen
  },
  'failed, refused by the server': async () => {
    storeBefore('ข.png')
    const screen = await openPage()
    await choose(image('ก.png'), image('ค.png'), image('ง.png'))
    await finish('ก.png', 500, {})
    await finish('ค.png', 413, { code: 'image_too_many_pixels', message: '' })
    await finish('ง.png')
    await expect.poll(() => screen.getByRole('alert').elements().length).toBe(2)
    return screen
  },
  'damaged, and not kept, at an address that LINE cannot open': async () => {
    storeBefore('ข.png')
    const links = storedLinks().map((link) => ({ ...link, url: 'http://localhost/p/1.png' }))
    localStorage.setItem(KEY, JSON.stringify([...links, { id: 1 }]))
    const screen = await openPage()
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    // Each test uses a new name, because links that could not be stored remain in this tab after the page is closed.
    serial += 1
    const name = `${serial}.png`
    await choose(image(name))
    await finish(name)
    await expect.element(screen.getByText(/เบราว์เซอร์เก็บรายการไว้ไม่ได้/)).toBeVisible()
    await expect.element(screen.getByText(/รายการที่เก็บไว้เสียหาย/)).toBeVisible()
    await expect.element(screen.getByText(/PUBLIC_MEDIA_URL/)).toBeVisible()
    return screen
  },
}

test.each(
  Object.keys(STATES).flatMap((state) =>
    [[1440, 900, 'light'] as const, [390, 844, 'dark'] as const].map((check) => [state, ...check] as const),
  ),
)('the page is accessible and fits the window: %s, %i × %i, %s', async (state, width, height, theme) => {
  await page.viewport(width, height)
  localStorage.setItem('theme', theme)
  await STATES[state]?.()
  await expect.poll(() => document.documentElement.dataset.mantineColorScheme).toBe(theme)
  expect(await seriousProblems(document.body)).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

test('the open menu of a link is fully visible and has no accessibility problems', async () => {
  storeBefore('ก.png')
  const screen = await openPage()
  await screen.getByRole('button', { name: 'ตัวเลือกของ ก.png' }).click()
  await expect.element(screen.getByRole('menuitem', { name: 'เอาออกจากรายการ' })).toBeVisible()
  // Disables the rule that requires a page header, which the test does not render.
  const rules = { 'page-has-heading-one': { enabled: false } }
  expect(await axeProblems(document.body, { rules })).toEqual([])
})
