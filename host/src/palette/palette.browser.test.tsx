import { type FoundCommand, offerCommands, offeredCommands, offerSource } from 'shared/extensions'
import { signOut } from 'shared/session'
import { MockAgent, MockManager } from 'shared/testing/mock-profile.ts'
import type { MockServer } from 'shared/testing/mock-server.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderApp } from '../testing/render-app.tsx'
// Loads the module before the first test types.
import './prevent-accidental-activation.ts'
import { readShown } from './palette.store.ts'

const palette = page.getByRole('dialog', { name: 'ค้นหาและคำสั่ง' })
const field = palette.getByRole('textbox')
const sheet = page.getByRole('dialog', { name: 'คีย์ลัด' })
const address = page.getByTestId('address')
const leave: (() => void)[] = []
let server: MockServer

beforeEach(async () => {
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await page.viewport(1440, 900)
})
afterEach(() => {
  for (const each of leave.splice(0)) each()
  signOut()
  server.stop()
  vi.restoreAllMocks()
})

async function open(profile = MockManager) {
  server = await renderApp('/profile', profile)
  await expect.element(page.getByRole('button', { name: /^ค้นหาและคำสั่ง/ })).toBeVisible()
  // Waits, because the key handler is registered only shortly after the button is rendered.
  await expect.poll(() => offeredCommands().some(({ id }) => id === 'palette')).toBe(true)
}

/** Types letters faster than a user or `userEvent` can. */
function type(text: string): void {
  const input = field.element() as HTMLInputElement
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  for (const letter of text) {
    write?.call(input, input.value + letter)
    input.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
}

/** Waits until the row is selected (shortly after rendering), then presses Enter. */
async function enter(row: RegExp): Promise<void> {
  await expect.element(palette.getByRole('button', { name: row })).toHaveAttribute('data-selected', 'true')
  await userEvent.keyboard('{Enter}')
}

/** Sends a key of the Thai layout: `code` is the key's position, `key` its character. */
const press = (code: string, key: string, more: KeyboardEventInit = {}, target: Element = document.body) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { code, key, bubbles: true, cancelable: true, ...more }))

test('typed text does not press a focused button before the page is idle', async () => {
  vi.spyOn(globalThis, 'requestIdleCallback').mockReturnValue(0)
  await open()
  ;(page.getByRole('button', { name: /^ค้นหาและคำสั่ง/ }).element() as HTMLElement).focus()
  await userEvent.keyboard('laew{Enter} ')
  expect(readShown()).toBeNull()
})

test('Ctrl+K opens the palette, which finds a screen, and Escape restores the focus', async () => {
  await open()
  const button = page.getByRole('button', { name: /^ค้นหาและคำสั่ง/ })
  ;(button.element() as HTMLElement).focus()
  press('KeyK', 'า', { ctrlKey: true }, button.element())
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(palette).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  press('KeyK', 'k', { ctrlKey: true })
  await field.fill('เคสของ')
  await enter(/เคสของฉัน/)
  await expect.element(address).toHaveTextContent('/my-tickets')
  await expect.element(palette).not.toBeInTheDocument()
})

test("puts text typed right after Ctrl+K into the palette's field, also when it is opened again", async () => {
  await open()
  const other = fieldsOfPage()[0] as HTMLInputElement
  const button = page.getByRole('button', { name: /^ค้นหาและคำสั่ง/ }).element() as HTMLElement
  for (const focused of [other, button, other]) {
    focused.focus()
    press('KeyK', 'า', { ctrlKey: true }, focused)
    // Presses the keys in the same task as Ctrl+K, so that the palette's field cannot have the focus yet.
    const keys = ['ส', 'ม', 'x', 'Backspace', ' ', 'ช', 'Enter', 'ั']
    expect(keys.map((key) => press('', key, {}, focused))).toEqual(keys.map(() => false))
    press('KeyC', 'c', { ctrlKey: true }, focused)
    await expect.element(field).toHaveFocus()
    await expect.element(field).toHaveValue('สม ชั')
    await userEvent.keyboard('ย')
    await expect.element(field).toHaveValue('สม ชัย')
    await userEvent.keyboard('{Escape}')
    await expect.element(palette).not.toBeInTheDocument()
  }
  expect(other.value).toBe('')
})

test("keys pressed right after Ctrl+K reach the palette's field, and an early Escape closes the palette", async () => {
  await open()
  for (let opening = 0; opening < 2; opening += 1) {
    await userEvent.keyboard('{Control>}k{/Control}somchai')
    await expect.element(field).toHaveValue('somchai')
    await userEvent.keyboard('{Escape}')
    await expect.element(palette).not.toBeInTheDocument()
  }
  press('KeyK', 'k', { ctrlKey: true })
  press('KeyA', 'a')
  expect(press('Escape', 'Escape')).toBe(false)
  expect(readShown()).toBeNull()
  press('KeyK', 'k', { ctrlKey: true })
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('')
})

test('the palette lists only the screens that the role may open', async () => {
  await open(MockAgent)
  await page.getByRole('button', { name: /^ค้นหาและคำสั่ง/ }).click()
  await expect.element(palette.getByText('คิวแชท')).toBeVisible()
  expect(palette.getByText('แดชบอร์ด').elements()).toHaveLength(0)
})

test('the palette also searches sources that remotes add, after a delay, and runs the selected result', async () => {
  await open()
  const run = vi.fn()
  const find = vi.fn(async (query: string) => [{ id: '1', label: `คุณ${query}`, description: 'OA หลัก', run }])
  leave.push(offerSource({ group: 'เคส', find }))
  press('KeyK', 'k', { ctrlKey: true })
  await expect.element(field).toHaveFocus()
  type('สมชาย')
  await expect.element(palette.getByText('คุณสมชาย')).toBeVisible()
  expect(find.mock.calls.map(([query]) => query)).toEqual(['สมชาย'])
  await enter(/คุณสมชาย/)
  await expect.poll(() => run.mock.calls.length).toBe(1)
})

test('the palette shows the results of each search source as they arrive, and reports no results only after all sources have responded', async () => {
  await open()
  const run = () => undefined
  const slow = Promise.withResolvers<readonly FoundCommand[]>()
  leave.push(
    offerSource({ group: 'เคส', find: () => slow.promise }),
    offerSource({
      group: 'ลูกค้า',
      find: async (query) =>
        query === 'สมชาย' ? [{ id: '1', label: 'คุณสมชาย', description: 'VIP', run }] : [],
    }),
  )
  press('KeyK', 'k', { ctrlKey: true })
  await field.fill('สมชาย')
  await expect.element(palette.getByText('คุณสมชาย')).toBeVisible()
  await expect.element(palette.getByText('กำลังค้นหา...')).toBeVisible()
  await field.fill('ไม่มีใคร')
  await expect.element(palette.getByText('กำลังค้นหา...')).toBeVisible()
  expect(palette.getByText('ไม่พบผลลัพธ์').elements()).toHaveLength(0)
  slow.resolve([])
  await expect.element(palette.getByText('ไม่พบผลลัพธ์')).toBeVisible()
  leave.push(
    offerSource({ group: 'โน้ต', find: async () => [{ id: '2', label: 'โน้ตที่มาทีหลัง', description: '', run }] }),
  )
  await expect.element(palette.getByText('โน้ตที่มาทีหลัง')).toBeVisible()
})

test('the palette offers the search in messages only when it has found nothing itself', async () => {
  await open()
  const run = vi.fn()
  const otherwise = (query: string) => ({ id: 'm', label: `ค้นหา ${query} ในข้อความ`, description: '', run })
  const find = async () => []
  leave.push(offerSource({ group: 'เคส', find, otherwise }))
  press('KeyK', 'k', { ctrlKey: true })
  await field.fill('โปรไฟล์')
  await expect.element(palette.getByRole('button', { name: 'โปรไฟล์' })).toBeVisible()
  await expect.element(palette.getByText('กำลังค้นหา...')).not.toBeInTheDocument()
  await expect.element(palette.getByText(/ในข้อความ/)).not.toBeInTheDocument()
  await field.fill('0812345678')
  await expect.element(palette.getByText('ไม่พบเคสหรือชื่อลูกค้าที่ตรงกัน')).toBeVisible()
  await enter(/ค้นหา 0812345678 ในข้อความ/)
  await expect.poll(() => run.mock.calls.length).toBe(1)
})

test.each([390, 1440])('the palette truncates a long result at a width of %i px', async (width) => {
  await page.viewport(width, 844)
  await open()
  const label = 'เจริญพร กัลยาณมิตรวรรณวิภา ศรีสุวรรณภูมิพัฒนาเจริญรุ่งเรืองกิจ'.repeat(2)
  const description = 'กำลังดูแล · เปิดเมื่อ 20 พ.ย. 20:03 · OA โปรโมชั่น · ฝากเงินไม่สำเร็จ · 1758f759'.repeat(2)
  leave.push(
    offerSource({
      group: 'เคส',
      find: async () => [{ id: '1', label, description, run: () => undefined }],
    }),
  )
  await page.getByRole('button', { name: /^ค้นหาและคำสั่ง/ }).click()
  await field.fill('เจริญพร')
  const [name, more] = [palette.getByText(label, { exact: true }), palette.getByText(description)]
  await expect.element(name).toBeVisible()
  expect(more.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(
    name.element().getBoundingClientRect().bottom,
  )
  for (let box: Element | null = name.element(); box; box = box.parentElement)
    if (/auto|scroll/.test(getComputedStyle(box).overflowX)) expect(box.scrollWidth).toBe(box.clientWidth)
  const outer = palette.element().getBoundingClientRect()
  for (const each of [name, more])
    expect(each.element().getBoundingClientRect().right).toBeLessThanOrEqual(outer.right)
})

function offerNext(run: () => void) {
  const shortcut = { code: 'KeyJ', modifier: 'alt' as const }
  leave.push(offerCommands(() => [{ id: 'next', label: 'เคสถัดไป', group: 'รายการ', shortcut, run }]))
}

/** Adds one element of each kind of text field to the page, and returns them. */
function fieldsOfPage(): HTMLElement[] {
  return ['input', 'textarea', 'select', 'div'].map((tag) => {
    const element = document.createElement(tag)
    if (tag === 'div') element.contentEditable = 'true'
    document.body.append(element)
    leave.push(() => element.remove())
    return element
  })
}

test('a shortcut works on every keyboard layout and in every text field, but not with another modifier', async () => {
  await open()
  const run = vi.fn()
  offerNext(run)
  const targets = [document.body, ...fieldsOfPage()]
  for (const target of targets) press('KeyJ', '่', { altKey: true }, target)
  expect(run).toHaveBeenCalledTimes(targets.length)
  run.mockClear()
  press('KeyJ', '่')
  for (const more of ['shiftKey', 'ctrlKey', 'metaKey']) press('KeyJ', 'j', { altKey: true, [more]: true })
  press('KeyJ', 'j', { altKey: true, isComposing: true })
  press('KeyJ', 'j', { altKey: true, repeat: true })
  expect(run).not.toHaveBeenCalled()
})

test("Ctrl+K opens the palette from every field and above a dialog, instead of the browser's search", async () => {
  await open()
  for (const field of fieldsOfPage()) {
    expect(press('KeyK', 'า', { ctrlKey: true }, field)).toBe(false)
    expect(readShown()).toBe('palette')
    await expect.element(palette).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(palette).not.toBeInTheDocument()
  }
  press('Slash', 'ฝ', { metaKey: true })
  await expect.element(sheet).toBeVisible()
  expect(press('KeyK', 'k', { metaKey: true, repeat: true })).toBe(false)
  expect(readShown()).toBe('sheet')
  press('KeyK', 'k', { metaKey: true })
  await expect.element(palette).toBeVisible()
})

test('Escape closes only the palette, not a dialog below it', async () => {
  await open()
  press('KeyK', 'k', { ctrlKey: true })
  await expect.element(field).toHaveFocus()
  const taken: boolean[] = []
  const handle = ({ defaultPrevented }: KeyboardEvent) => taken.push(defaultPrevented)
  window.addEventListener('keydown', handle)
  leave.push(() => window.removeEventListener('keydown', handle))
  await userEvent.keyboard('{Escape}')
  expect(taken).toEqual([true])
})

test('`?` opens the list of all shortcuts, but not in text fields or with an open conversation', async () => {
  await open()
  offerNext(() => undefined)
  const chat = document.createElement('aside')
  chat.dataset.conversation = ''
  document.body.append(chat)
  press('KeyM', '?', { shiftKey: true })
  // The key for `?` on a US keyboard types another character on the Thai layout.
  chat.remove()
  press('Slash', 'ฦ', { shiftKey: true })
  for (const each of fieldsOfPage()) press('Slash', '?', { shiftKey: true }, each)
  expect(readShown()).toBeNull()
  press('Slash', '?', { shiftKey: true })
  await expect.element(sheet.getByText('เคสถัดไป')).toBeVisible()
  await expect.element(sheet.getByText('Alt', { exact: true })).toBeVisible()
  await expect.element(sheet.getByText('Esc')).toBeVisible()
})

test('shortcuts work in a dialog that is part of the page, and commands that would do nothing are hidden', async () => {
  await open()
  const run = vi.fn()
  const command = { label: 'เคสถัดไป', group: 'รายการ', run }
  leave.push(
    offerCommands(() => [
      { ...command, id: 'next', shortcut: { code: 'KeyJ', modifier: 'alt' } },
      { ...command, id: 'none', label: 'ปิดเคส', isOfUse: () => false },
    ]),
  )
  const window = document.createElement('div')
  window.setAttribute('aria-modal', 'true')
  document.body.append(window)
  leave.push(() => window.remove())
  press('KeyJ', 'j', { altKey: true })
  expect(run).toHaveBeenCalledTimes(0)
  window.innerHTML = '<p data-shortcut-scope></p>'
  press('KeyJ', 'j', { altKey: true })
  expect(run).toHaveBeenCalledTimes(1)
  press('KeyK', 'k', { ctrlKey: true })
  await expect.element(palette.getByText('เคสถัดไป')).toBeVisible()
  expect(palette.getByText('ปิดเคส').elements()).toHaveLength(0)
  press('KeyJ', 'j', { altKey: true })
  expect(run).toHaveBeenCalledTimes(1)
})
