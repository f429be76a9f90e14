import { expect, test, vi } from 'vitest'
import { LIST_FULL } from '../links/promo-link.ts'
import {
  choose,
  finish,
  image,
  installMockUploads,
  KEY,
  linkOf,
  server,
  storeBefore,
  storedLinks,
} from '../testing/installed-uploads.ts'
import { openPage } from '../testing/open-page.tsx'

installMockUploads()

test('copies all links as lines or a single link, and shows links in a field when copying is denied', async () => {
  storeBefore('ก.png', 'ข.png')
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const screen = await openPage()
  await screen.getByRole('button', { name: 'คัดลอกลิงก์ทั้งหมด' }).click()
  await expect.poll(() => write.mock.lastCall).toEqual([`${linkOf('ก.png').url}\n${linkOf('ข.png').url}`])
  // Clicks and checks in parallel, because the button shows the confirmation for only two seconds.
  await Promise.all([
    screen.getByRole('button', { name: 'คัดลอก ลิงก์ของ ข.png' }).click(),
    expect.element(screen.getByRole('button', { name: /^คัดลอกแล้ว/ })).toBeVisible(),
  ])
  expect(write).toHaveBeenLastCalledWith(linkOf('ข.png').url)
  write.mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  await screen.getByRole('button', { name: 'คัดลอก ลิงก์ของ ก.png' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'ลิงก์' })).toHaveValue(linkOf('ก.png').url)
})

test('removes and restores one link, and clears all links after a confirmation', async () => {
  storeBefore('ก.png', 'ข.png')
  const screen = await openPage()
  await screen.getByRole('button', { name: /ตัวเลือกของ ก\.png/ }).click()
  await screen.getByRole('menuitem', { name: 'เอาออกจากรายการ' }).click()
  await expect.poll(() => storedLinks().map(({ name }) => name)).toEqual(['ข.png'])
  await expect.element(screen.getByRole('button', { name: 'คัดลอก ลิงก์ของ ข.png' })).toHaveFocus()
  await screen.getByRole('button', { name: 'เลิกทำ' }).click()
  await expect.poll(() => storedLinks().map(({ name }) => name)).toEqual(['ก.png', 'ข.png'])
  await screen.getByRole('button', { name: 'ล้างรายการ' }).click()
  const confirmation = screen.getByRole('dialog', { name: 'ล้างรายการ 2 รูป?' })
  await confirmation.getByRole('button', { name: 'ยกเลิก' }).click()
  expect(storedLinks()).toHaveLength(2)
  await screen.getByRole('button', { name: 'ล้างรายการ' }).click()
  await confirmation.getByRole('button', { name: 'ล้างรายการ' }).click()
  await expect.element(screen.getByText('ยังไม่มีรูปที่อัปโหลด')).toBeVisible()
  expect(storedLinks()).toEqual([])
})

test.each(['[{', 'null', '{"a":1}', '[{"id":1}]'])(
  'shows a damaged list of links (%s) as empty with a warning',
  async (text) => {
    localStorage.setItem(KEY, text)
    const screen = await openPage()
    await expect.element(screen.getByText('ยังไม่มีรูปที่อัปโหลด')).toBeVisible()
    await expect.element(screen.getByText(/รายการที่เก็บไว้เสียหาย/)).toBeVisible()
  },
)

test('keeps new links in this tab with a warning when the storage is full', async () => {
  storeBefore('เดิม.png')
  const screen = await openPage()
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await choose(image('ใหม่.png'))
  await finish('ใหม่.png')
  await expect.element(screen.getByRole('heading', { name: 'อัปโหลดแล้ว 2 รูป' })).toBeVisible()
  await expect.element(screen.getByText(/เบราว์เซอร์เก็บรายการไว้ไม่ได้/)).toBeVisible()
  expect(storedLinks().map(({ name }) => name)).toEqual(['เดิม.png'])
  vi.restoreAllMocks()
  await choose(image('อีก.png'))
  await finish('อีก.png')
  await expect.poll(() => storedLinks().map(({ name }) => name)).toEqual(['อีก.png', 'ใหม่.png', 'เดิม.png'])
  await expect.element(screen.getByText(/เบราว์เซอร์เก็บรายการไว้ไม่ได้/)).not.toBeInTheDocument()
})

test('shows links that another tab adds, and does not overwrite them', async () => {
  storeBefore('ก.png')
  const screen = await openPage()
  await expect.element(screen.getByRole('heading', { name: 'อัปโหลดแล้ว 1 รูป' })).toBeVisible()
  storeBefore('ข.png', 'ก.png')
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
  await expect.element(screen.getByRole('heading', { name: 'อัปโหลดแล้ว 2 รูป' })).toBeVisible()
  // Changes the stored list without a storage event, as if the event had not arrived yet.
  storeBefore('ค.png', 'ข.png', 'ก.png')
  await choose(image('ง.png'))
  await finish('ง.png')
  await expect.poll(() => storedLinks().map(({ name }) => name)).toEqual(['ง.png', 'ค.png', 'ข.png', 'ก.png'])
})

test('drops no link when other tabs have filled the list: the new upload fails and can be retried', async () => {
  const names = Array.from({ length: 1_000 }, (_, index) => `${index}.png`)
  storeBefore(...names.slice(1))
  const screen = await openPage()
  await choose(image('ใหม่.png'))
  await expect.poll(() => server.uploads.length).toBe(1)
  storeBefore(...names)
  await finish('ใหม่.png')
  await expect.element(screen.getByRole('alert')).toHaveTextContent(`อัปโหลดไม่สำเร็จ: ใหม่.png (${LIST_FULL})`)
  expect(storedLinks().map(({ name }) => name)).toEqual(names)
  storeBefore(...names.slice(1))
  await screen.getByRole('button', { name: 'ลองใหม่ ใหม่.png' }).click()
  await expect.poll(() => server.of('ใหม่.png').length).toBe(2)
  await finish('ใหม่.png')
  await expect.poll(() => storedLinks().map(({ name }) => name)).toEqual(['ใหม่.png', ...names.slice(1)])
})

test("shows the stored format of an image when it differs from the file's format", async () => {
  storeBefore('เหมือนเดิม.png', 'ตัวใหญ่.JPEG', 'เปลี่ยน.png', 'ไม่มีนามสกุล')
  const links = storedLinks().map((link, nth) => ({
    ...link,
    url: `https://media.example.com/p/${nth}.${nth ? 'jpg' : 'png'}`,
  }))
  localStorage.setItem(KEY, JSON.stringify(links))
  const screen = await openPage()
  await expect.element(screen.getByText('ไม่มีนามสกุล', { exact: true })).toBeVisible()
  const rows = screen.getByRole('listitem').elements()
  expect(rows.map((row) => row.textContent?.includes('เก็บเป็น .jpg'))).toEqual([false, false, true, false])
})

test('ignores unknown notes of an image and shows repeated notes once', async () => {
  storeBefore('รูป.png')
  const links = storedLinks().map((link) => ({
    ...link,
    notes: ['__proto__', 'constructor', 'made_smaller', 'made_smaller'],
  }))
  localStorage.setItem(KEY, JSON.stringify(links))
  const screen = await openPage()
  await expect.element(screen.getByRole('listitem')).toBeVisible()
  const words = screen.getByRole('listitem').element().textContent ?? ''
  expect(words.split(' · ').slice(2)).toHaveLength(1)
})

test('renders only the rows of 500 links that are near the viewport, and scrolls to the last row', async () => {
  storeBefore(...Array.from({ length: 500 }, (_, index) => `${index}.png`))
  const screen = await openPage()
  await expect.element(screen.getByRole('heading', { name: 'อัปโหลดแล้ว 500 รูป' })).toBeVisible()
  await expect.element(screen.getByText('0.png', { exact: true })).toBeVisible()
  expect(screen.getByRole('listitem').elements().length).toBeLessThan(40)
  const view = screen.getByRole('list').element().closest('section')?.parentElement
  view?.scrollTo(0, view.scrollHeight)
  await expect.element(screen.getByText('499.png', { exact: true })).toBeVisible()
})

test.each([
  ['https://media.example.com', false],
  ['http://localhost:8080', true],
])('for links at %s, warns that LINE cannot open them: %s', async (origin, isWarned) => {
  const link = {
    id: '1',
    name: 'ก.png',
    size: 1,
    url: `${origin}/p/1.png`,
    createdAt: '2026-11-23T07:00:00Z',
  }
  localStorage.setItem(KEY, JSON.stringify([link]))
  const screen = await openPage()
  await expect.element(screen.getByText('ก.png', { exact: true })).toBeVisible()
  expect(screen.getByText(/PUBLIC_MEDIA_URL/).elements()).toHaveLength(isWarned ? 1 : 0)
})

test('marks rows with links that LINE cannot open only when other links are reachable', async () => {
  const link = (name: string, origin: string) => ({
    id: name,
    name,
    size: 1,
    url: `${origin}/p/${name}`,
    createdAt: '2026-11-23T07:00:00Z',
  })
  const links = [link('ก.png', 'https://media.example.com'), link('ข.png', 'http://localhost:8080')]
  localStorage.setItem(KEY, JSON.stringify(links))
  const screen = await openPage()
  const marked = (name: string) =>
    screen
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByText(/เปิดใน LINE ไม่ได้/)
  await expect.element(marked('ข.png')).toBeVisible()
  expect(marked('ก.png').elements()).toEqual([])
  await screen.getByRole('button', { name: 'ตัวเลือกของ ข.png' }).click()
  await screen.getByRole('menuitem', { name: 'นำไปใช้...' }).click()
  const use = screen.getByRole('dialog', { name: 'นำรูปไปใช้' })
  await expect.element(use.getByText('ลูกค้าเปิดลิงก์นี้ใน LINE ไม่ได้')).toBeVisible()
})

test('reports files added while the user has scrolled far down, with a button that scrolls up to them', async () => {
  storeBefore(...Array.from({ length: 100 }, (_, index) => `${index}.png`))
  const screen = await openPage()
  await expect.element(screen.getByRole('button', { name: 'คัดลอก ลิงก์ของ 0.png' })).toBeVisible()
  const view = screen.container.querySelector('main > div')
  view?.scrollTo({ top: 4_000 })
  await expect.element(screen.getByRole('button', { name: 'คัดลอก ลิงก์ของ 55.png' })).toBeInViewport()
  await choose(image('ก.png'), image('ข.png'))
  await expect.element(screen.getByText('เพิ่ม 2 ไฟล์แล้ว', { exact: true })).toBeVisible()
  await screen.getByRole('button', { name: 'ดูความคืบหน้า' }).click()
  await expect.element(screen.getByRole('heading', { name: 'กำลังอัปโหลด เหลือ 2 รูป' })).toBeInViewport()
})
