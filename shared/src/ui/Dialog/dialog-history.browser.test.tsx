import { type ReactNode, useState } from 'react'
import { BrowserRouter, Link, Route, Routes, useLocation, useNavigate } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { render } from '../../testing/render.ts'
import { Button } from '../Button/Button.tsx'
import { ThemeProvider } from '../theme/ThemeProvider.tsx'
import { Dialog } from './Dialog.tsx'

const home = location.href
let start = 0
let keys: string[]

beforeEach(() => {
  keys = []
  start += 1
  history.pushState(null, '', `/before-${start}`)
  history.pushState(null, '', '/list')
})
afterEach(async () => {
  // Waits until a requested navigation back has happened, so that it does not affect the next test.
  await cleanup()
  await expect.poll(() => history.state?.dialogs).toBeUndefined()
  history.pushState(null, '', home)
})

/** Current URL of the browser, which changes before the page renders it. */
const address = () => location.pathname + location.search
const window1 = page.getByRole('dialog', { name: 'ตัวกรอง' })
const window2 = page.getByRole('dialog', { name: 'ยืนยัน' })

function List({ inside }: { inside?: ReactNode }) {
  const [first, setFirst] = useState(false)
  const [second, setSecond] = useState(false)
  const navigate = useNavigate()
  const { key } = useLocation()
  if (keys.at(-1) !== key) keys.push(key)
  return (
    <>
      <Button onClick={() => setFirst(true)}>เปิด</Button>
      <Button onClick={() => navigate('/list?page=2')}>หน้า 2</Button>
      <Dialog open={first} onClose={() => setFirst(false)} title="ตัวกรอง">
        <Button onClick={() => setSecond(true)}>เปิดอีก</Button>
        <Button
          onClick={() => {
            setFirst(false)
            navigate('/list?channel=main')
          }}
        >
          ใช้
        </Button>
        <Button onClick={() => navigate('/list?page=1', { replace: true })}>แทนที่</Button>
        <Button
          onClick={() => {
            setFirst(false)
            setSecond(true)
          }}
        >
          เปลี่ยนหน้าต่าง
        </Button>
        {inside}
      </Dialog>
      <Dialog open={second} onClose={() => setSecond(false)} title="ยืนยัน">
        แน่ใจ
      </Dialog>
    </>
  )
}

async function openList(inside?: ReactNode) {
  const screen = await render(
    <ThemeProvider>
      <BrowserRouter>
        <Routes>
          <Route path="/list" element={<List inside={inside} />} />
          <Route path="*" element={<p>หน้าอื่น</p>} />
        </Routes>
      </BrowserRouter>
    </ThemeProvider>,
  )
  await expect.element(page.getByRole('button', { name: 'เปิด', exact: true })).toBeVisible()
  return screen
}

/**
 * Simulates the end of a session: another page replaces the history entry, and the dialog is unmounted with its
 * page.
 */
function Away() {
  const navigate = useNavigate()
  return <Button onClick={() => navigate(`/away-${start}`, { replace: true })}>ไปที่อื่น</Button>
}

async function open() {
  await page.getByRole('button', { name: 'เปิด', exact: true }).click()
  await expect.element(window1).toBeVisible()
  // Waits until the dialog handles keys and has its history entry.
  await expect.poll(() => window1.element().contains(document.activeElement)).toBe(true)
  await expect.poll(() => history.state?.dialogs).toBe(1)
}

test('the back button closes a dialog and keeps the page unchanged; pressed again, it leaves the page', async () => {
  await openList()
  const before = { ...history.state }
  await open()
  expect(history.state).toMatchObject({ idx: before.idx, dialogs: 1 })
  history.back()
  await expect.element(window1).not.toBeInTheDocument()
  expect(address()).toBe('/list')
  expect(history.state).toEqual(before)
  expect(new Set(keys).size).toBe(1)
  history.back()
  await expect.poll(address).toBe(`/before-${start}`)
})

test('the browser does not go back when another page replaces an open dialog', async () => {
  await openList(<Away />)
  await open()
  const go = vi.spyOn(history, 'go')
  await window1.getByRole('button', { name: 'ไปที่อื่น' }).click()
  await expect.element(page.getByText('หน้าอื่น')).toBeVisible()
  await expect.element(window1).not.toBeInTheDocument()
  expect(go).not.toHaveBeenCalled()
  expect(address()).toBe(`/away-${start}`)
  go.mockRestore()
})

test('a dialog that is closed without the back button removes its history entry', async () => {
  await openList()
  await open()
  await userEvent.keyboard('{Escape}')
  await expect.element(window1).not.toBeInTheDocument()
  await expect.poll(() => history.state?.dialogs).toBeUndefined()
  await open()
  await window1.getByRole('button', { name: 'ปิด' }).click()
  await expect.poll(() => history.state?.dialogs).toBeUndefined()
  history.back()
  await expect.poll(address).toBe(`/before-${start}`)
})

test('the forward button does not open a closed dialog again', async () => {
  await openList()
  await open()
  history.back()
  await expect.element(window1).not.toBeInTheDocument()
  const arrived = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
  history.forward()
  await arrived
  await expect.poll(() => history.state?.dialogs).toBeUndefined()
  expect(address()).toBe('/list')
  await expect.element(window1).not.toBeInTheDocument()
})

test('the back button closes the upper of two dialogs first', async () => {
  await openList()
  await open()
  await page.getByRole('button', { name: 'เปิดอีก' }).click()
  await expect.element(window2).toBeVisible()
  history.back()
  await expect.element(window2).not.toBeInTheDocument()
  await expect.element(window1).toBeVisible()
  history.back()
  await expect.element(window1).not.toBeInTheDocument()
  expect(address()).toBe('/list')
  expect(history.state.dialogs).toBeUndefined()
})

test('a dialog that replaces another one reuses its history entry', async () => {
  await openList()
  await open()
  const length = history.length
  await page.getByRole('button', { name: 'เปลี่ยนหน้าต่าง' }).click()
  await expect.element(window2).toBeVisible()
  expect(history.length).toBe(length)
  history.back()
  await expect.element(window2).not.toBeInTheDocument()
  history.back()
  await expect.poll(address).toBe(`/before-${start}`)
})

test('a URL that a dialog changes adds one history entry for the back and forward buttons', async () => {
  await openList()
  await open()
  await page.getByRole('button', { name: 'ใช้', exact: true }).click()
  await expect.element(window1).not.toBeInTheDocument()
  expect(address()).toBe('/list?channel=main')
  history.back()
  await expect.poll(() => history.state?.dialogs === undefined && address()).toBe('/list')
  history.forward()
  await expect.poll(address).toBe('/list?channel=main')
  history.back()
  await expect.poll(() => history.state?.dialogs === undefined && address()).toBe('/list')
  history.back()
  await expect.poll(address).toBe(`/before-${start}`)
})

test('the back button after a link inside a dialog returns to the page without the dialog', async () => {
  await openList(<Link to="/other">อ่านต่อ</Link>)
  await open()
  await page.getByRole('link', { name: 'อ่านต่อ' }).click()
  await expect.element(page.getByText('หน้าอื่น')).toBeVisible()
  expect(address()).toBe('/other')
  history.back()
  await expect.poll(() => history.state?.dialogs === undefined && address()).toBe('/list')
  await expect.element(window1).not.toBeInTheDocument()
  history.forward()
  await expect.poll(address).toBe('/other')
})

test('a URL that the page replaces while a dialog is open remains after closing, in one history entry', async () => {
  await openList()
  await open()
  await page.getByRole('button', { name: 'แทนที่' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(window1).not.toBeInTheDocument()
  const replaced = { ...history.state }
  await expect.poll(address).toBe('/list?page=1')
  await open()
  history.back()
  await expect.element(window1).not.toBeInTheDocument()
  expect(address()).toBe('/list?page=1')
  expect(history.state).toEqual(replaced)
  history.back()
  await expect.poll(address).toBe(`/before-${start}`)
})

test('going back two history entries together closes the dialog and shows the earlier page', async () => {
  await openList()
  await page.getByRole('button', { name: 'หน้า 2' }).click()
  await expect.poll(address).toBe('/list?page=2')
  await open()
  history.go(-2)
  await expect.element(window1).not.toBeInTheDocument()
  expect(address()).toBe('/list')
})

test('a dialog that refuses to close keeps its history entry', async () => {
  const asked = vi.fn()
  await render(
    <ThemeProvider>
      <Dialog open onClose={asked} title="กำลังบันทึก">
        รอสักครู่
      </Dialog>
    </ThemeProvider>,
  )
  await expect.poll(() => history.state?.dialogs).toBe(1)
  history.back()
  await expect.poll(() => asked.mock.calls.length).toBe(1)
  await expect.poll(() => history.state?.dialogs).toBe(1)
  history.back()
  await expect.poll(() => asked.mock.calls.length).toBe(2)
  await expect.poll(() => history.state?.dialogs).toBe(1)
})
