import { type ReactElement, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render as renderBare } from '../testing/render.ts'
import { dialogContent } from './Dialog/Dialog.tsx'
import { deferred, useDeferred } from './deferred-import.ts'
import {
  Button,
  ConfirmDialog,
  Dialog,
  Menu,
  Popover,
  SearchSelect,
  showToast,
  TextField,
  ThemeProvider,
  Toaster,
} from './index.ts'
import { notices as noticeCode } from './Toaster/toast.store.ts'

/** Renders with the theme, like all pages after login. */
const render = (element: ReactElement) => renderBare(element, { wrapper: ThemeProvider })
const notices = () => page.getByRole('region', { name: 'การแจ้งเตือน' })

beforeEach(() => page.viewport(1440, 900))
afterEach(() => void vi.restoreAllMocks())

test('loads deferred code again on the next use after a failed load', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const fetched = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue('หน้าต่าง')
  const part = deferred(fetched)
  function Opener() {
    const [open, setOpen] = useState(false)
    const text = useDeferred(part, open, () => setOpen(false))
    return (
      <button type="button" aria-expanded={open} onClick={() => setOpen(true)}>
        {text ?? 'เปิด'}
      </button>
    )
  }
  await render(<Opener />)
  await page.getByRole('button', { name: 'เปิด' }).click()
  await expect.element(page.getByRole('button', { name: 'เปิด' })).toHaveAttribute('aria-expanded', 'false')
  await page.getByRole('button', { name: 'เปิด' }).click()
  await expect.element(page.getByRole('button', { name: 'หน้าต่าง' })).toBeVisible()
  expect(fetched).toHaveBeenCalledTimes(2)
})

describe('double click on the button that opens a dialog', () => {
  const confirmed = vi.fn()
  beforeEach(() => void confirmed.mockClear())
  function Page() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <Button onClick={() => setOpen(true)}>ถาม</Button>
        <ConfirmDialog open={open} title="แน่ใจไหม" onConfirm={confirmed} onCancel={() => setOpen(false)} />
      </>
    )
  }
  const confirmation = page.getByRole('dialog', { name: 'แน่ใจไหม' })
  const backdrop = () => document.querySelector<HTMLElement>('.mantine-Overlay-root') ?? document.body
  /**
   * Simulates a press on the backdrop at time `at`. `begins` false omits `pointerdown`; `detail` is the click
   * count.
   */
  function press(
    pointerType: 'mouse' | 'touch',
    { detail = 1, begins = true, at = performance.now() } = {},
  ): void {
    const init = { bubbles: true, pointerType, detail }
    const down = Object.defineProperty(new PointerEvent('pointerdown', init), 'timeStamp', { value: at })
    if (begins) backdrop().dispatchEvent(down)
    backdrop().dispatchEvent(new PointerEvent('click', init))
  }

  test('a double click opens a dialog without closing it, while a later click outside closes the dialog', async () => {
    await render(<Page />)
    // The dialog's code must be loaded before the second click, as on a page that was idle.
    await dialogContent.load()
    await userEvent.dblClick(page.getByRole('button', { name: 'ถาม' }))
    await expect.element(confirmation).toBeVisible()
    await page.elementLocator(backdrop()).click({ position: { x: 5, y: 5 } })
    await expect.element(confirmation).not.toBeInTheDocument()
  })

  test('a double tap, or a click that began before the opening, does not close the dialog', async () => {
    await render(<Page />)
    await dialogContent.load()
    const button = page.getByRole('button', { name: 'ถาม' }).element() as HTMLElement
    const at = performance.now()
    flushSync(() => button.click())
    press('touch', { at: at + 100 })
    press('mouse', { begins: false })
    press('mouse', { detail: 2 })
    await expect.element(confirmation).toBeVisible()
    press('mouse')
    await expect.element(confirmation).not.toBeInTheDocument()
  })

  test('a double click does not confirm when its second click hits the confirm button', async () => {
    await render(<Page />)
    await page.getByRole('button', { name: 'ถาม' }).click()
    const confirm = confirmation.getByRole('button', { name: 'ยืนยัน' })
    await expect.element(confirm).toBeVisible()
    confirm.element().dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }))
    expect(confirmed).not.toHaveBeenCalled()
    await confirm.click()
    expect(confirmed).toHaveBeenCalledTimes(1)
  })
})

test("a dialog opened from a menu focuses its first field, and restores the focus to the menu's button", async () => {
  function Page() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <Menu label="ตัวเลือก" items={[{ key: 'move', label: 'โอนเคส', onSelect: () => setOpen(true) }]}>
          ...
        </Menu>
        <Dialog open={open} onClose={() => setOpen(false)} title="โอนเคส">
          <TextField label="เหตุผล" />
        </Dialog>
      </>
    )
  }
  await render(<Page />)
  const button = page.getByRole('button', { name: /ตัวเลือก/ })
  button.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menuitem', { name: 'โอนเคส' })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('menuitem', { name: 'โอนเคส' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('textbox', { name: 'เหตุผล' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
})

test('the live region exists before the first notification, and moves into the topmost dialog', async () => {
  function Page() {
    const [open, setOpen] = useState(true)
    return (
      <>
        <Dialog open={open} onClose={() => setOpen(false)} title="แชท" placement="cover" bare>
          <Button onClick={() => showToast({ text: 'ส่งไม่สำเร็จ', tone: 'error', timeoutMs: 0 })}>ส่ง</Button>
        </Dialog>
        <Toaster />
      </>
    )
  }
  await render(<Page />)
  const dialog = page.getByRole('dialog', { name: 'แชท' })
  await expect
    .element(dialog.getByRole('region', { name: 'การแจ้งเตือน' }))
    .toHaveAttribute('aria-live', 'polite')
  const container = notices().element()
  await page.getByRole('button', { name: 'ส่ง' }).click()
  await expect.element(notices().getByRole('alert')).toHaveTextContent('ส่งไม่สำเร็จ')
  expect(notices().element()).toBe(container)
  // The notification can be seen, and reached with the keyboard, although the dialog keeps the focus inside.
  const close = page.getByRole('button', { name: 'ปิดการแจ้งเตือน' })
  const isOnTop = () => {
    const { left, top, width, height } = close.element().getBoundingClientRect()
    return close.element().contains(document.elementFromPoint(left + width / 2, top + height / 2))
  }
  await expect.poll(isOnTop).toBe(true)
  page.getByRole('button', { name: 'ส่ง' }).element().focus()
  await userEvent.keyboard('{Tab}')
  await expect.element(close).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('ส่งไม่สำเร็จ')).not.toBeInTheDocument()
  await expect.element(dialog).toBeVisible()
  // Notifications remain visible when the dialog closes.
  showToast({ text: 'ปิดเคสแล้ว', timeoutMs: 0 })
  await expect.element(page.getByText('ปิดเคสแล้ว')).toBeVisible()
  page.getByRole('button', { name: 'ส่ง' }).element().focus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText('ปิดเคสแล้ว')).toBeVisible()
  expect(notices().element()).toBe(container)
  await page.getByRole('button', { name: 'ปิดการแจ้งเตือน' }).click()
})

test('a permanent notification is not replaced by temporary ones', async () => {
  await render(<Toaster />)
  const close = showToast({ text: 'ส่งข้อความไม่สำเร็จ', tone: 'error', timeoutMs: 0 })
  const others = ['หนึ่ง', 'สอง', 'สาม', 'สี่'].map((text) => showToast({ text, timeoutMs: 60_000 }))
  await expect.element(page.getByText('สี่')).toBeVisible()
  await expect.element(page.getByText('สอง')).not.toBeInTheDocument()
  await expect.element(page.getByText('สาม')).toBeVisible()
  await expect.element(page.getByText('ส่งข้อความไม่สำเร็จ')).toBeVisible()
  for (const each of [close, ...others]) each()
})

test('an open menu is above notifications', async () => {
  await page.viewport(390, 844)
  await render(
    <>
      <div style={{ position: 'fixed', insetBlockEnd: 150, insetInlineStart: 20 }}>
        <Menu label="โน้ตที่กล่าวถึงคุณ" items={[{ key: 'all', label: 'อ่านทั้งหมดแล้ว', onSelect: () => undefined }]}>
          @
        </Menu>
      </div>
      <Toaster />
    </>,
  )
  await page.getByRole('button', { name: /^โน้ตที่กล่าวถึงคุณ/ }).click()
  const item = page.getByRole('menuitem', { name: 'อ่านทั้งหมดแล้ว' })
  await expect.element(item).toBeVisible()
  const closes = [1, 2, 3].map((number) => showToast({ text: `กล่าวถึงคุณ ${number}`, timeoutMs: 0 }))
  await expect.element(page.getByText('กล่าวถึงคุณ 3')).toBeVisible()
  // The notifications overlap the menu only after their animation.
  const positionOf = (element: Element) => element.getBoundingClientRect()
  await expect
    .poll(() => positionOf(page.getByText('กล่าวถึงคุณ 1').element()).top < positionOf(item.element()).bottom)
    .toBe(true)
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  const { left, top, width, height } = positionOf(item.element())
  expect(item.element().contains(document.elementFromPoint(left + width / 2, top + height / 2))).toBe(true)
  for (const close of closes) close()
})

test('a notification appears later when its code could not be loaded at first', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const load = vi.spyOn(noticeCode, 'load').mockRejectedValueOnce(new Error('offline'))
  await render(<Toaster />)
  showToast({ text: 'รับเคสไม่สำเร็จ', tone: 'error', timeoutMs: 0 })
  const close = showToast({ text: 'ปิดแล้วก่อนจะได้เห็น', timeoutMs: 0 })
  close()
  await expect.element(notices().getByRole('alert'), { timeout: 10_000 }).toHaveTextContent('รับเคสไม่สำเร็จ')
  expect(load).toHaveBeenCalledTimes(3)
  await expect.element(page.getByText('ปิดแล้วก่อนจะได้เห็น')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'ปิดการแจ้งเตือน' }).click()
})

test('Escape closes only the upper of two dialogs', async () => {
  const lower = vi.fn()
  function Page() {
    const [confirming, setConfirming] = useState(false)
    return (
      <Dialog open onClose={lower} title="แชท" placement="cover" bare>
        <Button onClick={() => setConfirming(true)}>ปิดเคส</Button>
        <ConfirmDialog
          open={confirming}
          title="ต้องการปิดเคส"
          onConfirm={() => undefined}
          onCancel={() => setConfirming(false)}
        />
      </Dialog>
    )
  }
  await render(<Page />)
  await page.getByRole('button', { name: 'ปิดเคส' }).click()
  await expect.element(page.getByRole('button', { name: 'ยืนยัน' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog', { name: 'ต้องการปิดเคส' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'ปิดเคส' })).toHaveFocus()
  expect(lower).not.toHaveBeenCalled()
})

test('Escape closes a dialog before it has the focus, and reaches no field behind it', async () => {
  const behind = vi.fn()
  function Page() {
    const [open, setOpen] = useState(true)
    return (
      <>
        <input aria-label="ข้อความ" onKeyDown={behind} />
        <Dialog open={open} onClose={() => setOpen(false)} title="คีย์ลัด">
          รายการ
        </Dialog>
      </>
    )
  }
  await render(<Page />)
  const dialog = page.getByRole('dialog', { name: 'คีย์ลัด' })
  await expect.element(dialog).toBeVisible()
  await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true)
  const field = document.querySelector('input')
  field?.focus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(behind).not.toHaveBeenCalled()
})

test('menu choices report their state, and a divider separates them from other items', async () => {
  const chosen = vi.fn()
  const days = [7, 14].map((count) => ({
    key: String(count),
    label: `${count} วัน`,
    choice: { kind: 'radio' as const, isOn: count === 7 },
    onSelect: () => chosen(count),
  }))
  const hours = { key: 'hours', label: 'เวลาทำการ', choice: { kind: 'checkbox' as const, isOn: true } }
  await render(
    <Menu
      label="ช่วงเวลา"
      items={[
        ...days,
        { ...hours, startsGroup: true, onSelect: () => chosen('hours') },
        { key: 'set', label: 'ตั้งเวลาทำการ...', onSelect: () => undefined },
      ]}
    >
      7 วัน
    </Menu>,
  )
  const menu = page.getByRole('menu')
  const open = () => page.getByRole('button', { name: 'ช่วงเวลา 7 วัน' }).click()
  await open()
  await expect
    .element(menu.getByRole('menuitemradio', { name: '7 วัน' }))
    .toHaveAttribute('aria-checked', 'true')
  await expect.element(menu.getByRole('separator')).toBeInTheDocument()
  await menu.getByRole('menuitemradio', { name: '14 วัน', checked: false }).click()
  await expect.element(menu).not.toBeInTheDocument()
  await open()
  await menu.getByRole('menuitemcheckbox', { name: 'เวลาทำการ', checked: true }).click()
  await expect.element(menu).not.toBeInTheDocument()
  expect(chosen.mock.calls).toEqual([[14], ['hours']])
})

test('Tab closes a menu and moves the focus on from its button in both directions', async () => {
  await render(
    <main>
      <button type="button">ก่อน</button>
      <Menu label="เมนู" items={[{ key: 'vip', label: 'ตั้งเป็น VIP', onSelect: () => undefined }]}>
        …
      </Menu>
      <button type="button">หลัง</button>
    </main>,
  )
  for (const [keys, next] of [
    ['{Tab}', 'หลัง'],
    ['{Shift>}{Tab}{/Shift}', 'ก่อน'],
  ] as const) {
    await page.getByRole('button', { name: 'เมนู …' }).click()
    await expect.element(page.getByRole('menuitem', { name: 'ตั้งเป็น VIP' })).toHaveFocus()
    await userEvent.keyboard(keys)
    await expect.element(page.getByRole('menuitem')).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: next })).toHaveFocus()
  }
})

test('Escape in a menu closes the menu but not the dialog below', async () => {
  const closed = vi.fn()
  await render(
    <Dialog open onClose={closed} title="ลูกค้า">
      <Menu label="เมนู" items={[{ key: 'vip', label: 'ตั้งเป็น VIP', onSelect: () => undefined }]}>
        เพิ่มเติม
      </Menu>
    </Dialog>,
  )
  await page.getByRole('button', { name: 'เมนู เพิ่มเติม' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'ตั้งเป็น VIP' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menuitem')).not.toBeInTheDocument()
  expect(closed).not.toHaveBeenCalled()
})

test('a popover opens next to its button and restores the focus', async () => {
  await render(
    <Popover label="คำอธิบายเวลารอ" content={<a href="#more">อ่านเพิ่มเติม</a>}>
      ⓘ
    </Popover>,
  )
  const button = page.getByRole('button', { name: 'คำอธิบายเวลารอ' })
  await button.click()
  await expect.element(page.getByRole('link', { name: 'อ่านเพิ่มเติม' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('link')).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
})

test('a select with search can be searched from the first click on', async () => {
  const chosen = vi.fn()
  await render(
    <SearchSelect
      label="ผู้รับผิดชอบ"
      value="all"
      onChange={chosen}
      options={[
        { value: 'all', label: 'ทั้งหมด' },
        { value: 'kitti', label: 'กิตติ แสงอรุณ' },
        { value: 'ora', label: 'อรทัย บุญส่ง' },
      ]}
    />,
  )
  await page.getByRole('combobox', { name: 'ผู้รับผิดชอบ' }).click()
  const row = page.getByRole('option', { name: 'กิตติ แสงอรุณ' })
  await expect.element(row).toBeVisible()
  const { paddingLeft, paddingRight } = getComputedStyle(
    page.getByRole('listbox').element().parentElement ?? document.body,
  )
  expect([paddingLeft, paddingRight]).toEqual(['4px', '4px'])
  await page.getByRole('combobox', { name: 'ผู้รับผิดชอบ' }).fill('อรท')
  await expect.element(page.getByRole('option', { name: 'กิตติ แสงอรุณ' })).not.toBeInTheDocument()
  await page.getByRole('option', { name: 'อรทัย บุญส่ง' }).click()
  expect(chosen).toHaveBeenCalledExactlyOnceWith('ora')
})

test('a select with search remains closed on focus, opens when typing, and Enter selects the found option', async () => {
  const chosen = vi.fn()
  await render(
    <SearchSelect
      label="โอนให้"
      value=""
      onChange={chosen}
      options={[{ value: 'kitti', label: 'กิตติ แสงอรุณ' }]}
    />,
  )
  await userEvent.tab()
  const field = page.getByRole('combobox', { name: 'โอนให้' })
  // The field is read-only until its code is loaded.
  await expect.element(field).not.toHaveAttribute('readonly')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveAttribute('aria-expanded', 'false')
  await userEvent.keyboard('ก')
  const found = page.getByRole('option', { name: 'กิตติ แสงอรุณ' })
  await expect.element(found).toBeVisible()
  await expect.element(found).toHaveAttribute('data-combobox-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => chosen.mock.calls).toEqual([['kitti']])
})
