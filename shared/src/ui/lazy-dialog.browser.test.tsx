import { useState } from 'react'
import { clearNotices } from 'shared/testing/clear-notices.ts'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../testing/render.ts'
import { Button, Dialog, deferred, Menu, ThemeProvider, Toaster, useLazyDialog } from './index.ts'

const connection = vi.hoisted(() => ({ isAway: true }))
/**
 * Makes the use of the imported code fail, not the import itself: a browser caches a failed import forever, unlike
 * the loader of the production build.
 */
const fetched = vi.hoisted(() => <T,>(part: T) => ({
  // biome-ignore lint/suspicious/noThenProperty: it is awaited
  then: (done: (part: T) => void, failed: (error: Error) => void) =>
    connection.isAway ? failed(new TypeError('Failed to fetch')) : done(part),
}))
vi.mock('./Menu/MenuList.tsx', async (original) => {
  const { MenuList } = await original<typeof import('./Menu/MenuList.tsx')>()
  return { MenuList: fetched(MenuList) }
})
vi.mock('./Dialog/DialogContent.tsx', async (original) => {
  const { DialogContent } = await original<typeof import('./Dialog/DialogContent.tsx')>()
  return { DialogContent: fetched(DialogContent) }
})

const ownDialog = deferred(async () => fetched(() => <p>เนื้อหาของหน้าต่าง</p>))

function Page() {
  const [opened, setOpened] = useState<'own' | 'shared' | null>(null)
  const close = () => setOpened(null)
  const LazyDialog = useLazyDialog(ownDialog, opened === 'own', close)
  return (
    <ThemeProvider>
      <Button onClick={() => setOpened('own')}>เปิดหน้าต่างของห้อง</Button>
      <Button onClick={() => setOpened('shared')}>เปิดหน้าต่างร่วม</Button>
      <Menu label="เมนู" items={[{ key: 'vip', label: 'ตั้งเป็น VIP', onSelect: () => undefined }]}>
        เมนู
      </Menu>
      {LazyDialog === null ? null : <LazyDialog />}
      <Dialog open={opened === 'shared'} onClose={close} title="หน้าต่างร่วม">
        เนื้อหา
      </Dialog>
      <Toaster />
    </ThemeProvider>
  )
}

test.each([
  ['เปิดหน้าต่างของห้อง', () => page.getByText('เนื้อหาของหน้าต่าง')],
  ['เปิดหน้าต่างร่วม', () => page.getByRole('dialog', { name: 'หน้าต่างร่วม' })],
  ['เมนู เมนู', () => page.getByRole('menuitem', { name: 'ตั้งเป็น VIP' })],
] as const)(
  'shows an error when lazy code cannot be loaded, and opens on the next click: %s',
  async (name, what) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    connection.isAway = true
    clearNotices()
    await render(<Page />)
    await page.getByRole('button', { name }).click()
    await expect.element(page.getByText('เปิดไม่สำเร็จ กรุณาลองใหม่อีกครั้ง')).toBeVisible()
    await expect.element(what()).not.toBeInTheDocument()
    connection.isAway = false
    await page.getByRole('button', { name }).click()
    await expect.element(what()).toBeVisible()
  },
)
