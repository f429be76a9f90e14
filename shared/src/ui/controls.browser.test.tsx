import { type ReactElement, useState } from 'react'
import { clearNotices, noticeTimes } from 'shared/testing/clear-notices.ts'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { render as renderBare } from '../testing/render.ts'
import {
  Avatar,
  Button,
  ConfirmDialog,
  Dialog,
  IconButton,
  Menu,
  PageHeaderOutlet,
  PageHeaderSlot,
  Pagination,
  SearchField,
  SegmentedTabs,
  Select,
  showToast,
  TextField,
  ThemeProvider,
  Toaster,
  UnreadCount,
  WaitBar,
  WaitTime,
} from './index.ts'

afterEach(() => vi.useRealTimers())

/** Renders with the theme, like all pages after login. */
const render = (element: ReactElement) => renderBare(element, { wrapper: ThemeProvider })
/** Returns true when the focus is in the dialog. The dialog sets the focus last; only then does it handle keys. */
const hasFocusInside = (dialog: Locator) =>
  expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true)

test('a tab keeps its width when its count arrives', async () => {
  const tabs = (count: number | null) => (
    <SegmentedTabs
      label="รายการ"
      value="queue"
      onChange={() => undefined}
      tabs={[{ value: 'queue', label: 'คิวรวม', count }]}
    />
  )
  const { rerender } = await render(tabs(null))
  const width = () => page.getByRole('tab').element().getBoundingClientRect().width
  await expect.element(page.getByRole('tab', { name: 'คิวรวม' })).toBeVisible()
  // Loads the font first, because the fallback font has characters of other widths.
  await document.fonts.load('400 14px "Anuphan Variable"', 'ก0')
  const before = width()
  for (const count of [7, 30]) {
    await rerender(tabs(count))
    await expect.element(page.getByRole('tab', { name: `คิวรวม ${count}` })).toBeVisible()
    expect(width()).toBeCloseTo(before, 0)
  }
})

test('the spinner is in the middle of a button, also with reduced motion', async () => {
  const { matchMedia } = window
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    matchMedia.call(window, query.includes('reduced-motion') ? 'all' : query),
  )
  onTestFinished(() => void vi.restoreAllMocks())
  const { rerender } = await render(<Button loading={false}>บันทึก</Button>)
  await rerender(<Button loading>บันทึก</Button>)
  const button = page.getByRole('button').element()
  const middleOf = (element: Element | null = null) => {
    const { x = 0, y = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {}
    return { x: x + width / 2, y: y + height / 2 }
  }
  function offset(): number {
    const spinner = middleOf(button.querySelector('[aria-hidden=true] > *'))
    return Math.hypot(spinner.x - middleOf(button).x, spinner.y - middleOf(button).y)
  }
  await expect.poll(offset).toBeLessThan(2)
})

test('tabs are selected by click and by arrow key', async () => {
  function Tabs() {
    const [value, setValue] = useState<'queue' | 'mine' | 'done'>('queue')
    return (
      <SegmentedTabs
        label="รายการ"
        value={value}
        onChange={setValue}
        tabs={[
          { value: 'queue', label: 'คิวรวม', count: 12 },
          { value: 'mine', label: 'เคสของฉัน' },
          { value: 'done', label: 'เสร็จแล้ว' },
        ]}
      />
    )
  }
  await render(<Tabs />)
  const tab = (name: string) => page.getByRole('tab', { name })
  await expect.element(tab('คิวรวม 12')).toHaveAttribute('aria-selected', 'true')
  await tab('เคสของฉัน').click()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(tab('เสร็จแล้ว')).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(tab('คิวรวม 12')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{End}')
  await expect.element(tab('เสร็จแล้ว')).toHaveFocus()
})

test('tabs that open pages only move the focus on arrow keys, and keep it on the page that Enter opens', async () => {
  const went = vi.fn()
  function Page({ view, onView }: { view: 'queue' | 'mine'; onView: (view: 'queue' | 'mine') => void }) {
    return (
      <SegmentedTabs
        label="มุมมองเคส"
        navigates
        value={view}
        onChange={onView}
        tabs={[
          { value: 'queue', label: 'คิวรวม' },
          { value: 'mine', label: 'เคสของฉัน' },
        ]}
      />
    )
  }
  function Pages() {
    const [view, setView] = useState<'queue' | 'mine'>('queue')
    const go = (next: 'queue' | 'mine') => {
      went(next)
      setView(next)
    }
    return <Page key={view} view={view} onView={go} />
  }
  await render(<Pages />)
  const tab = (name: string) => page.getByRole('tab', { name })
  tab('คิวรวม').element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(tab('เคสของฉัน')).toHaveFocus()
  expect(went).not.toHaveBeenCalled()
  await expect.element(tab('คิวรวม')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => went.mock.calls).toEqual([['mine']])
  await expect.element(tab('เคสของฉัน')).toHaveAttribute('aria-selected', 'true')
  await expect.element(tab('เคสของฉัน')).toHaveFocus()
})

test('a search field is submitted with Enter, and cleared with Escape or the clear button', async () => {
  const submitted = vi.fn()
  function Search() {
    const [value, setValue] = useState('')
    return <SearchField label="ค้นหาชื่อลูกค้า" value={value} onChange={setValue} onSubmit={submitted} />
  }
  await render(<Search />)
  const field = page.getByRole('searchbox', { name: 'ค้นหาชื่อลูกค้า' })
  await field.fill('สมชาย')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => submitted.mock.calls).toEqual([['สมชาย']])
  await userEvent.keyboard('{Escape}')
  await expect.element(field).toHaveValue('')
  await field.fill('กิตติ')
  await page.getByRole('button', { name: 'ล้างคำค้นหา' }).click()
  await expect.element(field).toHaveValue('')
  await expect.element(field).toHaveFocus()
})

test('a select has an accessible name and reports its choice', async () => {
  const chosen = vi.fn()
  await render(
    <Select
      label="บัญชี"
      value="all"
      onChange={chosen}
      options={[
        { value: 'all', label: 'ทุกบัญชี' },
        { value: 'main', label: 'OA หลัก' },
      ]}
    />,
  )
  await page.getByRole('combobox', { name: 'บัญชี' }).selectOptions('OA หลัก')
  expect(chosen).toHaveBeenCalledExactlyOnceWith('main')
})

test('pagination names the pages, marks the current page and disables the ends', async () => {
  const chosen = vi.fn()
  await render(<Pagination page={1} pageCount={11} onChange={chosen} />)
  await expect.element(page.getByRole('button', { name: 'ก่อนหน้า' })).toBeDisabled()
  await expect
    .element(page.getByRole('button', { name: 'หน้า 1', exact: true }))
    .toHaveAttribute('aria-current', 'page')
  await page.getByRole('button', { name: 'หน้า 11' }).click()
  await page.getByRole('button', { name: 'ถัดไป' }).click()
  expect(chosen.mock.calls).toEqual([[11], [2]])
})

test('compact pagination fits into one row', async () => {
  const chosen = vi.fn()
  await render(
    <div style={{ width: 362 }}>
      <Pagination page={30} pageCount={60} compact onChange={chosen} />
    </div>,
  )
  await page.getByRole('button', { name: 'ก่อนหน้า' }).click()
  await page.getByRole('button', { name: 'ถัดไป' }).click()
  expect(chosen.mock.calls).toEqual([[29], [31]])
  const tops = page
    .getByRole('button')
    .elements()
    .map((button) => button.getBoundingClientRect().top)
  expect(new Set(tops).size).toBe(1)
})

test('a menu opens, supports keys, selects an item and restores the focus', async () => {
  const left = vi.fn(() => document.activeElement)
  await render(
    <Menu
      label="เมนูผู้ใช้"
      items={[
        { key: 'profile', label: 'โปรไฟล์', href: '/profile', onSelect: () => undefined },
        { key: 'logout', label: 'ออกจากระบบ', onSelect: left },
      ]}
    >
      กข
    </Menu>,
  )
  const trigger = page.getByRole('button', { name: 'เมนูผู้ใช้ กข' })
  await trigger.click()
  await expect.element(page.getByRole('menuitem', { name: 'โปรไฟล์' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await expect.element(trigger).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('menuitem', { name: 'โปรไฟล์' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('menuitem', { name: 'ออกจากระบบ' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  // The focus must be on the button before the action runs, because a dialog restores the focus to the element that had
  // it.
  await expect.poll(() => left.mock.results[0]?.value === trigger.element()).toBe(true)
  await expect.element(trigger).toHaveAttribute('aria-expanded', 'false')
})

test('a dialog closes by Escape, the close button and the backdrop', async () => {
  const closed = vi.fn()
  await render(
    <Dialog open onClose={closed} title="ตัวกรอง">
      เนื้อหา
    </Dialog>,
  )
  const dialog = page.getByRole('dialog', { name: 'ตัวกรอง' })
  await hasFocusInside(dialog)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => closed.mock.calls.length).toBe(1)
  await dialog.getByRole('button', { name: 'ปิด' }).click()
  expect(closed).toHaveBeenCalledTimes(2)
  await page.getByText('เนื้อหา').click()
  expect(closed).toHaveBeenCalledTimes(2)
  await userEvent.click(document.body, { position: { x: 5, y: 5 } })
  expect(closed).toHaveBeenCalledTimes(3)
})

test('a dialog restores the focus', async () => {
  function Filters() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          เปิด
        </button>
        <Dialog open={open} onClose={() => setOpen(false)} title="ตัวกรอง">
          เนื้อหา
        </Dialog>
      </>
    )
  }
  await render(<Filters />)
  const button = page.getByRole('button', { name: 'เปิด', exact: true })
  await button.click()
  await hasFocusInside(page.getByRole('dialog'))
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
})

test('a confirmation calls onConfirm and is disabled while the action runs', async () => {
  const confirmed = vi.fn()
  const view = (busy: boolean) => (
    <>
      <ConfirmDialog
        open
        busy={busy}
        title="ปิดเคส"
        confirmLabel="ปิดเคส"
        onConfirm={confirmed}
        onCancel={() => undefined}
      >
        ต้องการปิดเคสนี้หรือไม่
      </ConfirmDialog>
    </>
  )
  const screen = await render(view(false))
  await page.getByRole('button', { name: 'ปิดเคส' }).click()
  await expect.poll(() => confirmed.mock.calls.length).toBe(1)
  await screen.rerender(view(true))
  await expect.element(page.getByRole('button', { name: 'ปิดเคส' })).toBeDisabled()
})

test.each([
  { by: 'a key', danger: false, first: 'ยกเลิก' },
  { by: 'a pointer', danger: false, first: 'ยืนยัน' },
  { by: 'a pointer', danger: true, first: 'ยกเลิก' },
])('a confirmation opened by $by (danger: $danger) focuses “$first”', async ({ by, danger, first }) => {
  await render(<Asking danger={danger} />)
  const open = page.getByRole('button', { name: 'ถาม' })
  if (by === 'a pointer') await open.click()
  else {
    ;(open.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
  }
  await expect.element(page.getByRole('button', { name: first })).toHaveFocus()
})

test('a confirmation ignores keys in its first 300 ms and repeats of a held key', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  await render(<Asking isOpen />)
  const confirm = page.getByRole('button', { name: 'ยืนยัน' })
  await expect.element(confirm).toBeVisible()
  now.mockRestore()
  function isIgnored(key: string, timeStamp: number, repeat = false): boolean {
    const event = new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: timeStamp })
    return !confirm.element().dispatchEvent(event)
  }
  for (const key of ['Enter', ' ']) {
    expect(isIgnored(key, 1_299)).toBe(true)
    expect(isIgnored(key, 1_300)).toBe(false)
  }
  expect(isIgnored('Enter', 2_000, true)).toBe(true)
})

function Asking({ danger = false, isOpen = false }) {
  const [open, setOpen] = useState(isOpen)
  return (
    <>
      <Button onClick={() => setOpen(true)}>ถาม</Button>
      <ConfirmDialog
        open={open}
        danger={danger}
        title="แน่ใจหรือไม่"
        onConfirm={() => undefined}
        onCancel={() => setOpen(false)}
      />
    </>
  )
}

test('an icon button has an accessible name', async () => {
  await render(<IconButton label="แนบรูปภาพ">+</IconButton>)
  await expect.element(page.getByRole('button', { name: 'แนบรูปภาพ' })).toBeVisible()
})

test('the older of two error notifications shows its whole text, because its end says what the user can do', async () => {
  await render(<Toaster />)
  const text = (name: string) => `${name}ไม่สำเร็จเพราะไม่มีการเชื่อมต่อกับระบบ กรุณาตรวจสอบอินเทอร์เน็ตแล้วลองใหม่อีกครั้ง`
  const toasts = ['ปิดเคส', 'โอนเคส'].map((name) =>
    showToast({ text: text(name), tone: 'error', timeoutMs: 0 }),
  )
  for (const name of ['ปิดเคส', 'โอนเคส']) {
    await expect.element(page.getByText(text(name))).toBeVisible()
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = page.getByText(text(name)).element()
    expect([scrollWidth, scrollHeight]).toEqual([clientWidth, clientHeight])
  }
  // Texts that need more than three lines are cut.
  toasts.push(showToast({ text: text('บันทึก').repeat(9), tone: 'error', timeoutMs: 0 }))
  toasts.push(showToast({ text: 'ล่าสุด', tone: 'error', timeoutMs: 0 }))
  const long = page.getByText(text('บันทึก').repeat(9))
  await expect.element(long).toBeVisible()
  expect(long.element().getBoundingClientRect().height).toBeLessThan(80)
  for (const close of toasts) close()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('a notification is shown only once for repeated calls, and can be closed', async () => {
  await render(<Toaster />)
  const close = showToast({ text: 'ปิดเคสไม่สำเร็จ', tone: 'error', timeoutMs: 0 })
  showToast({ text: 'บันทึกแล้ว', timeoutMs: 0 })
  showToast({ text: 'บันทึกแล้ว', timeoutMs: 0 })
  await expect.element(page.getByRole('alert')).toHaveTextContent('ปิดเคสไม่สำเร็จ')
  await expect.poll(() => page.getByText('บันทึกแล้ว').elements().length).toBe(1)
  close()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'ปิดการแจ้งเตือน' }).click()
  await expect.element(page.getByText('บันทึกแล้ว')).not.toBeInTheDocument()
  // A notification does not close while the pointer is on it.
  await userEvent.hover(document.body, { position: { x: 5, y: 500 } })
  showToast({ text: 'สั้น', timeoutMs: 500 })
  await expect.element(page.getByText('สั้น')).toBeVisible()
  await expect.element(page.getByText('สั้น')).not.toBeInTheDocument()
})

test('a notification closes after five seconds by default', async () => {
  clearNotices()
  await render(<Toaster />)
  showToast({ text: 'ห้าวินาที' })
  await expect.poll(noticeTimes).toEqual([5_000])
})

test('an avatar shows initials when its image cannot be loaded', async () => {
  await render(<Avatar name="ปวีณา" src="/no-such-image.png" label="ปวีณา" />)
  const avatar = page.getByRole('img', { name: 'ปวีณา' })
  await expect.element(avatar).toHaveTextContent('ปว')
})

test('an unread count above 99 is shown as “99+”, and 0 renders nothing', async () => {
  const screen = await render(<UnreadCount count={120} />)
  await expect.element(screen.getByText('ยังไม่ได้อ่าน')).toBeInTheDocument()
  expect(screen.container.textContent).toBe('ยังไม่ได้อ่าน 99+')
  await screen.rerender(<UnreadCount count={0} />)
  expect(screen.container.textContent).toBe('')
})

test('a waiting time has a number, a spoken text and a bar, and is updated every second', async () => {
  // The clock starts at a full second and advances only when the test advances it.
  const now = Math.ceil(Date.now() / 1_000) * 1_000 + 1_000
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now })
  const start = new Date(now - 599_000).toISOString()
  await render(
    <div style={{ position: 'relative' }}>
      <WaitBar since={start} />
      <WaitTime since={start} />
    </div>,
  )
  await expect.element(page.getByText('รอนาน 9 นาที 59 วิ')).toBeInTheDocument()
  vi.advanceTimersByTime(2_000)
  await expect.element(page.getByText('10:01')).toBeInTheDocument()
  await expect.element(page.getByText('รอนานมาก 10 นาที 1 วิ')).toBeInTheDocument()
  expect(document.querySelectorAll('[aria-hidden][data-level=critical]')).toHaveLength(1)
})

test('the waiting time is a dash without a bar when no customer is waiting', async () => {
  const screen = await render(
    <div>
      <WaitBar since={null} />
      <WaitTime since={null} />
    </div>,
  )
  expect(screen.container.textContent).toBe('–')
})

test("a page's controls appear in the top bar and disappear with the page", async () => {
  const view = (withPage: boolean) => (
    <div>
      <header>
        <PageHeaderOutlet side="start" />
        <PageHeaderOutlet side="end" />
      </header>
      {withPage ? (
        <main>
          <PageHeaderSlot>Live Update</PageHeaderSlot>
          <PageHeaderSlot side="end">7 วันล่าสุด</PageHeaderSlot>
        </main>
      ) : null}
    </div>
  )
  const screen = await render(view(true))
  await expect.element(page.getByRole('banner')).toHaveTextContent('Live Update7 วันล่าสุด')
  await screen.rerender(view(false))
  await expect.element(page.getByRole('banner')).toHaveTextContent('')
})

test('an invalid field has a border in the color of its error text', async () => {
  await render(
    <>
      <TextField label="ลิงก์ที่ใช้ได้" />
      <TextField label="ลิงก์ที่ผิด" error="ลิงก์ไม่ถูกต้อง" />
    </>,
  )
  const border = (name: string) =>
    getComputedStyle(page.getByRole('textbox', { name }).element()).borderTopColor
  const words = getComputedStyle(page.getByText('ลิงก์ไม่ถูกต้อง').element()).color
  expect(border('ลิงก์ที่ผิด')).toBe(words)
  expect(border('ลิงก์ที่ใช้ได้')).not.toBe(words)
})
