import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  choose,
  finish,
  image,
  installMockUploads,
  KEY,
  linkOf,
  server,
  storedLinks,
} from '../testing/installed-uploads.ts'
import { openPage } from '../testing/open-page.tsx'

installMockUploads()

test('uploads several files in parallel, shows their progress and stores their links', async () => {
  const screen = await openPage()
  await expect.element(screen.getByText('ยังไม่มีรูปที่อัปโหลด')).toBeVisible()
  await choose(image('ก.png'), image('ข.png'), image('ค.png'), image('ง.png'))
  await expect.poll(() => server.uploads.length).toBe(3)
  expect(server.uploads[0]?.address).toContain('/api/staff/upload?purpose=promotion')
  server.of('ข.png')[0]?.progress(0.42)
  await expect
    .element(screen.getByRole('progressbar', { name: 'อัปโหลด ข.png' }))
    .toHaveAttribute('aria-valuenow', '42')
  await expect.element(screen.getByText('รอคิว')).toBeVisible()
  for (const name of ['ค.png', 'ก.png', 'ง.png', 'ข.png']) await finish(name)
  await expect.element(screen.getByRole('heading', { name: 'อัปโหลดแล้ว 4 รูป' })).toBeVisible()
  // Links are in the order of selection, although the uploads ended in another order.
  expect(storedLinks().map(({ name }) => name)).toEqual(['ก.png', 'ข.png', 'ค.png', 'ง.png'])
  expect(storedLinks()[0]).toMatchObject({
    name: 'ก.png',
    size: new Blob(['ก.png']).size,
    ...linkOf('ก.png'),
  })
  expect(Object.keys(storedLinks()[0] ?? {})).toEqual(
    expect.arrayContaining(['id', 'name', 'size', 'url', 'createdAt']),
  )
  await expect.element(screen.getByRole('region', { name: 'กำลังอัปโหลด' })).not.toBeInTheDocument()
})

test('shows a newer drop above an older drop whose upload ends last', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const screen = await openPage()
  await choose(image('เก่า 1.png'), image('เก่า 2.png'))
  await finish('เก่า 2.png')
  await choose(image('ใหม่ 1.png'), image('ใหม่ 2.png'))
  for (const name of ['ใหม่ 2.png', 'ใหม่ 1.png', 'เก่า 1.png']) await finish(name)
  await expect.element(screen.getByRole('heading', { name: 'อัปโหลดแล้ว 4 รูป' })).toBeVisible()
  await screen.getByRole('button', { name: 'คัดลอกลิงก์ทั้งหมด' }).click()
  const inOrder = ['ใหม่ 1.png', 'ใหม่ 2.png', 'เก่า 1.png', 'เก่า 2.png']
  await expect.poll(() => write.mock.lastCall).toEqual([inOrder.map((name) => linkOf(name).url).join('\n')])
})

test('restores a link that is missing in a list from another tab that did not know the link', async () => {
  const screen = await openPage()
  const theirs = {
    id: 'other',
    name: 'แท็บอื่น.png',
    size: 1,
    ...linkOf('แท็บอื่น.png'),
    createdAt: new Date().toISOString(),
  }
  await choose(image('ก.png'))
  await finish('ก.png')
  await expect.element(screen.getByRole('heading', { name: 'อัปโหลดแล้ว 1 รูป' })).toBeVisible()
  localStorage.setItem(KEY, JSON.stringify([theirs]))
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
  await expect.element(screen.getByRole('heading', { name: 'อัปโหลดแล้ว 2 รูป' })).toBeVisible()
  expect(
    storedLinks()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['ก.png', 'แท็บอื่น.png'].sort())
})

test('does not restore links that another tab removed right after they were added', async () => {
  const screen = await openPage()
  await choose(image('ก.png'), image('ข.png'))
  for (const name of ['ก.png', 'ข.png']) await finish(name)
  await expect.element(screen.getByRole('heading', { name: 'อัปโหลดแล้ว 2 รูป' })).toBeVisible()
  const links = storedLinks()
  for (const { id } of links) {
    window.dispatchEvent(new StorageEvent('storage', { key: `${KEY}_taken`, newValue: String(id) }))
    localStorage.setItem(KEY, JSON.stringify(storedLinks().filter((link) => link.id !== id)))
    window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
  }
  await expect.element(screen.getByText('ยังไม่มีรูปที่อัปโหลด')).toBeVisible()
  // Adds a link, so that the page reads the stored list again.
  await choose(image('ค.png'))
  await finish('ค.png')
  await expect.poll(() => storedLinks().map(({ name }) => name)).toEqual(['ค.png'])
})

test('uploads work on a page without HTTPS, where hashing, locks and clipboard are missing', async () => {
  for (const [of, name] of [
    [crypto, 'randomUUID'],
    [crypto, 'subtle'],
    [navigator, 'clipboard'],
  ] as const)
    Object.defineProperty(of, name, { value: undefined, configurable: true })
  const locks = Object.getOwnPropertyDescriptor(Navigator.prototype, 'locks') ?? {}
  Reflect.deleteProperty(Navigator.prototype, 'locks')
  try {
    expect([crypto.randomUUID, crypto.subtle, navigator.clipboard, 'locks' in navigator]).toEqual([
      undefined,
      undefined,
      undefined,
      false,
    ])
    const screen = await openPage()
    await choose(image('ก.png'), image('ข.png'))
    for (const name of ['ข.png', 'ก.png']) await finish(name)
    await expect.element(screen.getByRole('heading', { name: 'อัปโหลดแล้ว 2 รูป' })).toBeVisible()
    await screen.getByRole('button', { name: 'คัดลอกลิงก์ทั้งหมด' }).click()
    const field = screen.getByRole('textbox', { name: 'ลิงก์' })
    await expect.element(field).toHaveFocus()
    const selected = () => {
      const { value, selectionStart, selectionEnd } = field.element() as HTMLTextAreaElement
      return value.slice(selectionStart, selectionEnd)
    }
    await expect.poll(selected).toBe(`${linkOf('ก.png').url}\n${linkOf('ข.png').url}`)
  } finally {
    Object.defineProperty(Navigator.prototype, 'locks', locks)
    for (const name of ['randomUUID', 'subtle'] as const) Reflect.deleteProperty(crypto, name)
    Reflect.deleteProperty(navigator, 'clipboard')
  }
})

test('names pasted files that are not images and uploads the others', async () => {
  const screen = await openPage()
  const dropped = new DataTransfer()
  const large = new File([new Uint8Array(8 * 1024 * 1024 + 1)], 'ใหญ่.png', { type: 'image/png' })
  for (const file of [image('ดี.png'), image('ก.txt', 'x', 'text/plain'), large]) dropped.items.add(file)
  const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: dropped })
  document.dispatchEvent(paste)
  expect(paste.defaultPrevented).toBe(true)
  await expect
    .element(screen.getByRole('alert').filter({ hasText: 'ไฟล์ ก.txt' }))
    .toHaveTextContent('ไฟล์ ก.txt ไม่ใช่รูปภาพ กรุณาใช้ .jpg, .png หรือ .webp')
  await expect.element(screen.getByText('ไฟล์ ใหญ่.png มีขนาดเกิน 8MB', { exact: true })).toBeVisible()
  // The size of a file one byte above the limit is not displayed as the limit.
  await expect.element(screen.getByText('มากกว่า 8 MB', { exact: true })).toBeVisible()
  await finish('ดี.png')
  await expect.element(screen.getByRole('heading', { name: 'อัปโหลดแล้ว 1 รูป' })).toBeVisible()
})

test.each([
  ['a response without a link', (name: string) => finish(name, 200, { ok: true })],
  ['a server error', (name: string) => finish(name, 500, {})],
])('names the file after %s, and retries the upload without a new selection', async (_what, fail) => {
  const screen = await openPage()
  await choose(image('โปร.png'))
  await fail('โปร.png')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('อัปโหลดไม่สำเร็จ: โปร.png')
  await screen.getByRole('button', { name: 'ลองใหม่ โปร.png' }).click()
  await expect.poll(() => server.of('โปร.png').length).toBe(2)
  await finish('โปร.png')
  await expect.element(screen.getByRole('heading', { name: 'อัปโหลดแล้ว 1 รูป' })).toBeVisible()
})

test("the queue's title shows the number of files when all of them failed", async () => {
  const screen = await openPage()
  await choose(image('ก.png'), image('ข.png'))
  for (const name of ['ก.png', 'ข.png']) await finish(name, 500, {})
  await expect.element(screen.getByRole('heading', { name: 'ไม่สำเร็จ 2 ไฟล์' })).toBeVisible()
})

test('removes all rejected files at once and moves the focus to the file button', async () => {
  const screen = await openPage()
  await choose(...['ก.txt', 'ข.txt', 'ค.txt'].map((name) => image(name, name, 'text/plain')))
  await expect.element(screen.getByRole('heading', { name: 'ไม่สำเร็จ 3 ไฟล์' })).toBeVisible()
  await screen.getByRole('button', { name: 'เอาออกทั้งหมด' }).click()
  await expect.element(screen.getByRole('heading', { name: 'ไม่สำเร็จ 3 ไฟล์' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'เลือกไฟล์' })).toHaveFocus()
})

test('explains a 413 response of a proxy to an upload', async () => {
  const screen = await openPage()
  await choose(image('ใหญ่.png'))
  await finish('ใหญ่.png', 413, '<html>413 Request Entity Too Large</html>')
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('อัปโหลดไม่สำเร็จ: ใหญ่.png (ข้อมูลที่ส่งมามีขนาดใหญ่เกินไป)')
})

test('keeps running uploads visible on a phone when many other uploads failed', async () => {
  await page.viewport(390, 844)
  const screen = await openPage()
  const all = Array.from({ length: 12 }, (_, index) => `โปรโมชัน ${index}.png`)
  await choose(...all.map((name) => image(name)))
  for (const name of all.slice(0, 8)) await finish(name, 500, {})
  const title = (words: string, level = 2) => screen.getByRole('heading', { name: words, exact: true, level })
  await expect.element(title('กำลังอัปโหลด เหลือ 4 รูป · ไม่สำเร็จ 8 ไฟล์')).toBeInViewport()
  await expect.element(title('ไม่สำเร็จ 8 ไฟล์', 3)).toBeVisible()
  // The title has no line break inside its part about failed files.
  const words = document.evaluate("//h2//text()[contains(., 'ไม่สำเร็จ')]", document.body).iterateNext()
  const range = document.createRange()
  range.setStart(words ?? document, words?.textContent?.indexOf('ไม่สำเร็จ') ?? 0)
  range.setEnd(words ?? document, words?.textContent?.length ?? 0)
  expect(new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size).toBe(1)
  const [retryAll, cancelAll] = ['ลองใหม่ทั้งหมด', 'ยกเลิกทั้งหมด'].map((name) =>
    Math.round(screen.getByRole('button', { name }).element().getBoundingClientRect().top),
  )
  expect(retryAll).toBe(cancelAll)
  const failed = () =>
    screen
      .getByRole('button', { name: /^ลองใหม่ โปร/ })
      .elements()
      .map(({ textContent }) => textContent)
  expect(failed()).toEqual(all.slice(0, 8).map((name) => `ลองใหม่ ${name}`))
  for (const name of all.slice(8, 11))
    await expect.element(screen.getByRole('progressbar', { name: `อัปโหลด ${name}` })).toBeInViewport()
  await expect.element(screen.getByText('รอคิว')).toBeInViewport()
  // Failed files can be retried individually and all together.
  await screen.getByRole('button', { name: `ลองใหม่ ${all[0]}` }).click()
  await expect.element(title('ไม่สำเร็จ 7 ไฟล์', 3)).toBeVisible()
  await screen.getByRole('button', { name: 'ลองใหม่ทั้งหมด' }).click()
  await expect.element(title('กำลังอัปโหลด เหลือ 12 รูป')).toBeVisible()
})

test('keeps finished files in place under the mouse until the mouse rests or leaves', async () => {
  const screen = await openPage()
  const queue = screen.getByRole('region', { name: 'กำลังอัปโหลด' })
  await choose(image('ก.png'), image('ข.png'), image('ค.png'))
  await expect.poll(() => server.uploads.length).toBe(3)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const rests = () => vi.advanceTimersByTime(3_000)
    await screen.getByRole('button', { name: 'ยกเลิกการอัปโหลด ค.png' }).hover()
    await finish('ก.png')
    await expect.element(queue.getByText('อัปโหลดแล้ว')).toBeVisible()
    rests()
    await expect.element(queue.getByText('อัปโหลดแล้ว')).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'ยกเลิกการอัปโหลด ข.png' }).hover()
    await finish('ค.png')
    await expect.element(queue.getByText('อัปโหลดแล้ว')).toBeVisible()
    await screen.getByRole('button', { name: 'เลือกไฟล์' }).hover()
    await expect.element(queue.getByText('อัปโหลดแล้ว')).not.toBeInTheDocument()
    // Ends the time for which the list stays locked.
    rests()
  } finally {
    vi.useRealTimers()
  }
})

test('removes a finished queue even if the previous queue was removed under the mouse', async () => {
  const screen = await openPage()
  await choose(image('ก.png'))
  await screen.getByRole('button', { name: 'ยกเลิกการอัปโหลด ก.png' }).click()
  await expect.element(screen.getByRole('region', { name: 'กำลังอัปโหลด' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'เลือกไฟล์' }).hover()
  await choose(image('ข.png'))
  await finish('ข.png')
  await expect.element(screen.getByRole('heading', { name: 'อัปโหลดแล้ว 1 รูป' })).toBeVisible()
  await expect.element(screen.getByRole('region', { name: 'กำลังอัปโหลด' })).not.toBeInTheDocument()
})

test('moves the focus to the next file when the upload of the focused file ends', async () => {
  const screen = await openPage()
  await choose(image('ก.png'), image('ข.png'))
  await expect.poll(() => server.uploads.length).toBe(2)
  screen.getByRole('button', { name: 'ยกเลิกการอัปโหลด ก.png' }).element().focus()
  await finish('ก.png')
  await expect.element(screen.getByRole('button', { name: 'ยกเลิกการอัปโหลด ข.png' })).toHaveFocus()
  await finish('ข.png')
  await expect.element(screen.getByRole('button', { name: 'เลือกไฟล์' })).toHaveFocus()
})

test('isolates the text direction of a file name in an error message', async () => {
  const screen = await openPage()
  const name = 'a\u202Egnp.exe.png'
  await choose(image(name))
  await finish(name, 415, { code: 'image_type_unsupported' })
  const alert = screen.getByRole('alert')
  await expect.element(alert).toMatchTextContent(/^อัปโหลดไม่สำเร็จ: .+ \(.+\)$/)
  expect(Array.from(alert.element().querySelectorAll('bdi'), (each) => each.textContent)).toEqual([name])
})

test('moves the focus to the next file when the focused file is canceled', async () => {
  const screen = await openPage()
  await choose(image('ก.png'), image('ข.png'))
  await expect.poll(() => server.uploads.length).toBe(2)
  const stop = (name: string) => screen.getByRole('button', { name: `ยกเลิกการอัปโหลด ${name}` })
  stop('ก.png').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(stop('ข.png')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('button', { name: 'เลือกไฟล์' })).toHaveFocus()
})

test('focuses a retried file, or the list after a retry of all files, but never a cancel button', async () => {
  const screen = await openPage()
  const names = ['ก.png', 'ข.png', 'ค.png']
  await choose(...names.map((name) => image(name)))
  for (const name of names) await finish(name, 500, {})
  const retry = (name: string) => screen.getByRole('button', { name: `ลองใหม่ ${name}` })
  const row = () => document.activeElement?.closest('li')?.textContent
  await expect.element(retry('ค.png')).toBeVisible()
  retry('ข.png').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('button', { name: 'ยกเลิกการอัปโหลด ข.png' })).toBeVisible()
  await expect.poll(() => document.activeElement?.tagName).toBe('LI')
  expect(row()).toMatch(/^ข\.png/)
  await userEvent.keyboard('{Enter}')
  await finish('ข.png', 500, {})
  await expect.element(retry('ข.png')).toBeVisible()
  await expect.poll(row).toMatch(/^ข\.png/)
  screen.getByRole('button', { name: 'ลองใหม่ทั้งหมด' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('heading', { name: 'กำลังอัปโหลด เหลือ 3 รูป' })).toHaveFocus()
})

test('explains why the server rejected an image and offers no retry', async () => {
  const screen = await openPage()
  await choose(image('ปลอม.png'))
  await finish('ปลอม.png', 415, { code: 'image_type_unsupported' })
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/^อัปโหลดไม่สำเร็จ: ปลอม\.png \(.+\)$/)
  await expect.element(screen.getByRole('button', { name: 'เอา ปลอม.png ออก' })).toBeVisible()
  expect(screen.getByRole('button', { name: /ลองใหม่/ }).elements()).toHaveLength(0)
})

test('cancels the upload of one file, and of all files', async () => {
  const screen = await openPage()
  await choose(image('ก.png'), image('ข.png'))
  await expect.poll(() => server.uploads.length).toBe(2)
  await screen.getByRole('button', { name: 'ยกเลิกการอัปโหลด ก.png' }).click()
  await expect.poll(() => server.of('ก.png')[0]?.isAborted).toBe(true)
  await screen.getByRole('button', { name: 'ยกเลิกทั้งหมด' }).click()
  await expect.poll(() => server.of('ข.png')[0]?.isAborted).toBe(true)
  await expect.element(screen.getByText('ยังไม่มีรูปที่อัปโหลด')).toBeVisible()
})

test('reuses the link of an image that was already uploaded, without a second upload', async () => {
  const screen = await openPage()
  await choose(image('หนึ่ง.png', 'same'), image('สอง.png', 'same'))
  await finish('หนึ่ง.png')
  await expect.element(screen.getByText(/สอง\.png เคยอัปโหลดแล้ว/)).toBeVisible()
  await choose(image('สาม.png', 'same'))
  await expect.element(screen.getByText(/สาม\.png เคยอัปโหลดแล้ว/)).toBeVisible()
  expect(server.uploads).toHaveLength(1)
  expect(storedLinks()).toHaveLength(1)
})

test('selecting several already uploaded images shows one notification for all of them', async () => {
  const screen = await openPage()
  const same = ['หนึ่ง.png', 'สอง.png', 'สาม.png', 'สี่.png'].map((name) => image(name, 'same'))
  await choose(...same)
  await finish('หนึ่ง.png')
  await expect.element(screen.getByText('3 รูปเคยอัปโหลดแล้ว ใช้ลิงก์เดิม', { exact: true })).toBeVisible()
  await expect.poll(() => screen.getByText(/เคยอัปโหลดแล้ว/).elements().length).toBe(1)
})

test('reports an image that the server recognized although its bytes differ, and reuses the link', async () => {
  const screen = await openPage()
  await choose(image('หนึ่ง.png'), image('สอง.png'))
  for (const name of ['หนึ่ง.png', 'สอง.png']) await finish(name, 200, linkOf('หนึ่ง.png'))
  await expect
    .element(screen.getByText('สอง.png เคยอัปโหลดแล้ว ใช้ลิงก์เดิมของ หนึ่ง.png', { exact: true }))
    .toBeVisible()
  expect(storedLinks().map(({ name }) => name)).toEqual(['หนึ่ง.png'])
})
