import { leavePage } from 'shared/extensions'
import { ThemeProvider, Toaster } from 'shared/ui'
import { expect, test, vi } from 'vitest'
import { choose, finish, image, installMockUploads, server } from '../testing/installed-uploads.ts'
import { openPage } from '../testing/open-page.tsx'

installMockUploads()

test('asks for confirmation before leaving only while files are being uploaded', async () => {
  const screen = await openPage()
  const left = vi.fn()
  await choose(image('ก.png'))
  await expect.poll(() => server.uploads.length).toBe(1)
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
  leavePage(left)
  const confirmation = screen.getByRole('dialog', { name: 'ออกจากหน้านี้?' })
  await confirmation.getByRole('button', { name: 'อยู่ต่อ' }).click()
  expect(left).not.toHaveBeenCalled()
  leavePage(left)
  await confirmation.getByRole('button', { name: 'ออกและยกเลิก 1 รูป' }).click()
  await expect.poll(() => left.mock.calls.length).toBe(1)
  await expect.poll(() => server.uploads[0]?.isAborted).toBe(true)
  await expect.poll(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true)
})

test.each([
  ['leaves by the button', true],
  ['stays by the button', false],
])(
  'still lets the user decide when the last upload ends during the confirmation: the user %s',
  async (_what, goesOn) => {
    const screen = await openPage()
    const left = vi.fn()
    await choose(image('ก.png'))
    await expect.poll(() => server.uploads.length).toBe(1)
    leavePage(left)
    const confirmation = screen.getByRole('dialog', { name: 'ออกจากหน้านี้?' })
    await expect.element(confirmation.getByText('รูปที่ยังไม่เสร็จจะไม่ถูกอัปโหลด')).toBeVisible()
    await finish('ก.png')
    await expect.element(confirmation.getByText('ไม่มีรูปที่กำลังอัปโหลดแล้ว')).toBeVisible()
    expect(left).not.toHaveBeenCalled()
    await confirmation.getByRole('button', { name: goesOn ? 'ออกจากหน้านี้' : 'อยู่ต่อ', exact: true }).click()
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    await expect.poll(() => left.mock.calls.length).toBe(goesOn ? 1 : 0)
    await choose(image('ข.png'))
    await expect.poll(() => server.uploads.length).toBe(2)
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    expect(left.mock.calls.length).toBe(goesOn ? 1 : 0)
    // The next attempt to leave asks for confirmation again.
    leavePage(left)
    await expect.element(confirmation).toBeVisible()
  },
)

test('reports the number of lost files when the page closes without asking', async () => {
  const screen = await openPage()
  await choose(image('ก.png'), image('ข.png'))
  await expect.poll(() => server.uploads.length).toBe(2)
  await screen.rerender(<ThemeProvider>{[<Toaster key="toaster" />]}</ThemeProvider>)
  await expect.element(screen.getByText(/อีก 2 รูปยังไม่ได้อัปโหลด/)).toBeVisible()
  expect(server.uploads.map(({ isAborted }) => isAborted)).toEqual([true, true])
})
