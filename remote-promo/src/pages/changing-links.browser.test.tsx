import { leavePage } from 'shared/extensions'
import { waitForAnimations } from 'shared/testing/animations-end.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { removeLinks, restoreLinks } from '../links/promo-links.store.ts'
import {
  choose,
  finish,
  image,
  installMockUploads,
  KEY,
  linkOf,
  storeBefore,
  storedLinks,
} from '../testing/installed-uploads.ts'
import { openPage } from '../testing/open-page.tsx'

installMockUploads()

type Screen = Awaited<ReturnType<typeof openPage>>
const heading = (screen: Screen, count: number) =>
  screen.getByRole('heading', { name: `อัปโหลดแล้ว ${count} รูป`, exact: true })
const copyButton = (screen: Screen, name: string) =>
  screen.getByRole('button', { name: `คัดลอก ลิงก์ของ ${name}` })
const names = () => storedLinks().map(({ name }) => name)
/** Simulates that another tab changes the list. */
function storeElsewhere(...those: string[]): void {
  storeBefore(...those)
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
}
const mayUnload = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('clears exactly the links that the confirmation counted, and restores them on undo', async () => {
  storeBefore('ก.png', 'ข.png')
  const screen = await openPage()
  await screen.getByRole('button', { name: 'ล้างรายการ' }).click()
  const confirmation = screen.getByRole('dialog', { name: 'ล้างรายการ 2 รูป?' })
  await expect.element(confirmation).toBeVisible()
  storeElsewhere('ใหม่.png', 'ก.png', 'ข.png')
  await expect.element(screen.getByText('อัปโหลดแล้ว 3 รูป', { exact: true })).toBeInTheDocument()
  await expect.element(confirmation).toBeVisible()
  await confirmation.getByRole('button', { name: 'ล้างรายการ' }).click()
  await expect.poll(names).toEqual(['ใหม่.png'])
  await expect.element(screen.getByText('เอา 2 รูปออกจากรายการแล้ว', { exact: true })).toBeVisible()
  await screen.getByRole('button', { name: 'เลิกทำ' }).click()
  await expect.poll(names).toEqual(['ใหม่.png', 'ก.png', 'ข.png'])
})

test('isolates the text direction of a long name in a notification', async () => {
  const name = `a\u202Egnp.${'โปรโมชัน'.repeat(4)}.png`
  storeBefore(name)
  const screen = await openPage()
  await screen.getByRole('button', { name: /^ตัวเลือกของ/ }).click()
  await screen.getByRole('menuitem', { name: 'เอาออกจากรายการ' }).click()
  const notice = screen.getByRole('group').filter({ hasText: 'ออกจากรายการแล้ว' })
  await expect.element(notice).toBeVisible()
  expect(notice.element().querySelector('bdi')?.textContent).toBe(name)
})

test('restores as many cleared links as the list has room for, and the rest later', async () => {
  storeBefore('ก.png', 'ข.png')
  const screen = await openPage()
  await screen.getByRole('button', { name: 'ล้างรายการ' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'ล้างรายการ' }).click()
  await expect.element(screen.getByRole('button', { name: 'เลิกทำ' })).toBeVisible()
  const others = Array.from({ length: 999 }, (_, index) => `${index}.png`)
  storeElsewhere(...others)
  await screen.getByRole('button', { name: 'เลิกทำ' }).click()
  await expect.poll(names).toEqual(['ก.png', ...others])
  await expect.element(screen.getByText(/^1 รูปกลับมาไม่ได้/)).toBeVisible()
  storeElsewhere('ก.png')
  await screen.getByRole('button', { name: 'ลองใหม่' }).click()
  await expect.poll(names).toEqual(['ก.png', 'ข.png'])
})

test.each([
  ['one of two', ['ก.png', 'ข.png']],
  ['the only one', ['ก.png']],
])('focuses the restored link after an undo by keyboard: %s', async (_which, before) => {
  storeBefore(...before)
  const screen = await openPage()
  await screen.getByRole('button', { name: 'ตัวเลือกของ ก.png' }).click()
  await screen.getByRole('menuitem', { name: 'เอาออกจากรายการ' }).click()
  const undo = screen.getByRole('button', { name: 'เลิกทำ' })
  await expect.element(undo).toBeVisible()
  undo.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(copyButton(screen, 'ก.png')).toHaveFocus()
  expect(names()).toEqual(before)
})

test('restores removed links in their order, below newer uploads', async () => {
  storeBefore('ก.png', 'ข.png', 'ค.png')
  const screen = await openPage()
  await expect.element(heading(screen, 3)).toBeVisible()
  const one = await removeLinks(new Set(['ข.png']))
  const other = await removeLinks(new Set(['ก.png']))
  await choose(image('ใหม่.png'))
  await finish('ใหม่.png')
  await expect.poll(names).toEqual(['ใหม่.png', 'ค.png'])
  await restoreLinks(one)
  await restoreLinks(other)
  expect(names()).toEqual(['ใหม่.png', 'ก.png', 'ข.png', 'ค.png'])
})

test('offers an undo for each of two cleared lists', async () => {
  storeBefore('ก.png', 'ข.png')
  const screen = await openPage()
  const clear = async () => {
    await screen.getByRole('button', { name: 'ล้างรายการ' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'ล้างรายการ' }).click()
    await expect.poll(names).toEqual([])
  }
  await clear()
  storeElsewhere('ค.png', 'ง.png')
  await clear()
  await expect.poll(() => screen.getByRole('button', { name: 'เลิกทำ' }).elements().length).toBe(2)
})

test.each([
  ['the focus', 30],
  ['a mouse', 30],
  // These lists have two links, which do not fill the page.
  ['the focus', 2],
  ['a mouse', 2],
])(
  'keeps the row with %s (in a list of %i) in place when a warning and the queue appear above',
  async (what, count) => {
    const before = Array.from({ length: count }, (_, index) => `${index}.png`)
    storeBefore(...before)
    const screen = await openPage()
    const button = copyButton(screen, '1.png')
    await expect.element(button).toBeVisible()
    const row = button.element()
    if (what === 'a mouse') await button.hover()
    else row.focus()
    // Waits until the rows were measured and have their final position.
    await waitForAnimations()
    const top = () => Math.round(row.getBoundingClientRect().top)
    const was = top()
    const links = storedLinks()
    localStorage.setItem(KEY, JSON.stringify([...links, { id: 1 }]))
    window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
    await expect.element(screen.getByText(/รายการที่เก็บไว้เสียหาย/)).toBeVisible()
    await waitForAnimations()
    expect(top()).toBe(was)
    await choose(image('ก.png'), image('ข.png'))
    await expect.element(screen.getByRole('region', { name: 'กำลังอัปโหลด' })).toBeVisible()
    if (what === 'the focus') row.focus()
    await waitForAnimations()
    expect(top()).toBe(was)
    await finish('ก.png')
    await finish('ข.png')
    await expect.poll(() => names().slice(0, 2)).toEqual(['ก.png', 'ข.png'])
    await expect.poll(top).toBe(was)
  },
)

test('keeps the finished queue visible while the keyboard focus is in the list of links', async () => {
  const screen = await openPage()
  await choose(image('ก.png', 'same'))
  await finish('ก.png')
  await expect.element(heading(screen, 1)).toBeVisible()
  await choose(image('ข.png'))
  const queue = screen.getByRole('region', { name: 'กำลังอัปโหลด' })
  await expect.element(queue).toBeVisible()
  const focused = screen.getByRole('link', { name: 'เปิดรูป ก.png ในแท็บใหม่' }).element() as HTMLElement
  copyButton(screen, 'ก.png').element().focus()
  await userEvent.keyboard('{Tab}')
  expect(document.activeElement).toBe(focused)
  await waitForAnimations()
  const top = () => Math.round(focused.getBoundingClientRect().top)
  const was = top()
  // The response adds no row, because the server recognizes the image by its pixels.
  await finish('ข.png', 200, linkOf('ก.png'))
  await expect.element(queue.getByText('อัปโหลดแล้ว', { exact: true })).toBeVisible()
  await expect.poll(top).toBe(was)
  // The queue also stays when the focus moves within the list and into a row's menu.
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(screen.getByRole('menuitem', { name: 'นำไปใช้...' })).toHaveFocus()
  expect([queue.elements().length, top()]).toEqual([1, was])
  await userEvent.keyboard('{Escape}')
  screen.getByRole('button', { name: 'เลือกไฟล์' }).element().focus()
  await expect.element(queue).not.toBeInTheDocument()
})

test('inserts new links immediately during keyboard use, without moving the focused row on the screen', async () => {
  const before = Array.from({ length: 30 }, (_, index) => `${index}.png`)
  storeBefore(...before)
  const screen = await openPage()
  await expect.element(copyButton(screen, '0.png')).toBeVisible()
  const focused = copyButton(screen, '3.png').element()
  focused.focus()
  await waitForAnimations()
  const top = () => Math.round(focused.getBoundingClientRect().top)
  const was = top()
  storeElsewhere('วาง.png', ...before)
  await expect.element(copyButton(screen, 'วาง.png')).toBeVisible()
  await expect.poll(top).toBe(was)
  expect(document.activeElement).toBe(focused)
})

test('holds back and counts new links while a mouse points at the list, and shows them when it leaves', async () => {
  storeBefore('ก.png')
  const screen = await openPage()
  await copyButton(screen, 'ก.png').hover()
  storeElsewhere('ข.png', 'ก.png')
  await expect.element(screen.getByText('รูปใหม่ 1', { exact: true })).toBeVisible()
  expect(copyButton(screen, 'ข.png').elements()).toHaveLength(0)
  await screen.getByRole('button', { name: 'เลือกไฟล์' }).hover()
  await expect.element(copyButton(screen, 'ข.png')).toBeVisible()
  expect(screen.getByText('รูปใหม่ 1', { exact: true }).elements()).toHaveLength(0)
})

test('shows new links after the list was emptied under a mouse', async () => {
  storeBefore('ก.png')
  const screen = await openPage()
  await copyButton(screen, 'ก.png').hover()
  storeElsewhere()
  await expect.element(screen.getByText('ยังไม่มีรูปที่อัปโหลด')).toBeVisible()
  storeElsewhere('ข.png')
  await expect.element(copyButton(screen, 'ข.png')).toBeVisible()
})

test('asks for confirmation before closing the tab or leaving the page when links could not be stored', async () => {
  const screen = await openPage()
  expect(mayUnload()).toBe(true)
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await choose(image('ก.png'))
  await finish('ก.png')
  await expect.element(heading(screen, 1)).toBeVisible()
  await expect.element(screen.getByText(/เบราว์เซอร์เก็บรายการไว้ไม่ได้/)).toBeVisible()
  expect(mayUnload()).toBe(false)
  const left = vi.fn()
  leavePage(left)
  const confirmation = screen.getByRole('dialog', { name: 'ออกจากหน้านี้?' })
  await expect.element(confirmation.getByText(/กรุณาคัดลอกเก็บไว้ก่อน/)).toBeVisible()
  await confirmation.getByRole('button', { name: 'ออกจากหน้านี้' }).click()
  await expect.poll(() => left.mock.calls.length).toBe(1)
  await screen.unmount()
  expect(mayUnload()).toBe(false)
  // With a working storage all links are stored, so nothing would be lost.
  setItem.mockRestore()
  const again = await openPage()
  await choose(image('ข.png'))
  await finish('ข.png')
  await expect.element(heading(again, 2)).toBeVisible()
  await expect.poll(mayUnload).toBe(true)
})

test('keeps a damaged list that is overwritten, shows it after a reload and deletes it after confirmation', async () => {
  storeBefore('เดิม.png')
  const text = localStorage.getItem(KEY)?.slice(0, -1) ?? ''
  localStorage.setItem(KEY, text)
  const first = await openPage()
  await choose(image('ใหม่.png'))
  await finish('ใหม่.png')
  await expect.poll(names).toEqual(['ใหม่.png'])
  await first.unmount()
  // Simulates a reload, after which the list is read from the storage.
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  const screen = await openPage()
  await expect.element(screen.getByText(/รายการที่เก็บไว้เสียหาย/)).toBeVisible()
  await screen.getByRole('button', { name: 'ดูข้อมูลเดิม' }).click()
  const field = screen.getByRole('dialog').getByRole('textbox', { name: 'ลิงก์' })
  await expect.element(field).toHaveValue(text)
  expect(text).toContain(linkOf('เดิม.png').url)
  await screen.getByRole('button', { name: 'ลบข้อมูลเดิม' }).click()
  const confirmation = screen.getByRole('dialog', { name: 'ลบข้อมูลเดิม?' })
  await confirmation.getByRole('button', { name: 'ยกเลิก' }).click()
  await expect.element(field).toHaveValue(text)
  await screen.getByRole('button', { name: 'ลบข้อมูลเดิม' }).click()
  await confirmation.getByRole('button', { name: 'ลบข้อมูลเดิม' }).click()
  await expect.element(screen.getByText(/รายการที่เก็บไว้เสียหาย/)).not.toBeInTheDocument()
  await expect.element(copyButton(screen, 'ใหม่.png')).toHaveFocus()
  expect(names()).toEqual(['ใหม่.png'])
  expect(Object.keys(localStorage)).not.toContain(`${KEY}_damaged`)
})

test('appends the text of a second damaged list to the first', async () => {
  const screen = await openPage()
  for (const name of ['หนึ่ง', 'สอง']) {
    localStorage.setItem(KEY, `[{"id":"${name}"`)
    window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
    await expect.element(screen.getByText(/รายการที่เก็บไว้เสียหาย/)).toBeVisible()
    await choose(image(`${name}.png`))
    await finish(`${name}.png`)
    await expect.poll(names).toEqual([`${name}.png`])
  }
  await screen.getByRole('button', { name: 'ดูข้อมูลเดิม' }).click()
  const field = screen.getByRole('dialog').getByRole('textbox', { name: 'ลิงก์' })
  await expect.element(field).toHaveValue('[{"id":"หนึ่ง"\n\n[{"id":"สอง"')
})

test('deletes a damaged list whose text could not be copied', async () => {
  storeBefore('เดิม.png')
  localStorage.setItem(KEY, localStorage.getItem(KEY)?.slice(0, -1) ?? '')
  const { setItem: originalSetItem } = Storage.prototype
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (
    this: Storage,
    key,
    value,
  ) {
    if (key === `${KEY}_damaged`) throw new DOMException('full', 'QuotaExceededError')
    originalSetItem.call(this, key, value)
  })
  onTestFinished(() => setItem.mockRestore())
  const screen = await openPage()
  await screen.getByRole('button', { name: 'ดูข้อมูลเดิม' }).click()
  await screen.getByRole('button', { name: 'ลบข้อมูลเดิม' }).click()
  const confirmation = screen.getByRole('dialog', { name: 'ลบข้อมูลเดิม?' })
  await confirmation.getByRole('button', { name: 'ลบข้อมูลเดิม' }).click()
  await expect.element(screen.getByText(/รายการที่เก็บไว้เสียหาย/)).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'เลือกไฟล์' })).toHaveFocus()
  expect(localStorage.getItem(KEY)).toBe('[]')
})

test('loads a failed thumbnail again when the connection returns', async () => {
  storeBefore('ก.png')
  const screen = await openPage()
  await expect.element(copyButton(screen, 'ก.png')).toBeVisible()
  const images = () => screen.container.querySelectorAll('li img').length
  // Dispatches the error event, because the image may take long to fail: its host does not exist.
  screen.container.querySelector('li img')?.dispatchEvent(new Event('error'))
  await expect.poll(images).toBe(0)
  const fetched = vi.fn()
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node instanceof HTMLImageElement) fetched(node.src)
  })
  observer.observe(screen.container, { childList: true, subtree: true })
  // Repeats the event, because the page may not have registered its listener yet.
  const comeBack = () => {
    window.dispatchEvent(new Event('online'))
    return fetched.mock.calls
  }
  await expect.poll(comeBack).toContainEqual([linkOf('ก.png').url])
  observer.disconnect()
})
