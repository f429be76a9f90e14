import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { installMockDesk } from '../testing/installed-desk.ts'
import { renderPage } from '../testing/render-page.tsx'
import MyTicketsPage from './MyTicketsPage.page.tsx'

installMockDesk()

const MINE = /ธีรภัทร จันทร์แก้ว/

test('a case of one’s own tells its customer’s rank, and not who holds it', async () => {
  const { screen } = await renderPage(MyTicketsPage, '/my-tickets')
  const row = screen.getByRole('row', { name: MINE })
  for (const text of ['กำลังดูแล', 'ทั่วไป', 'b81d04fe', 'OA หลัก'])
    await expect.element(row).toMatchTextContent(new RegExp(text))
  await expect.element(screen.getByRole('columnheader', { name: 'สถานะ' })).toBeVisible()
  await expect.element(screen.getByRole('columnheader', { name: 'ผู้รับผิดชอบ' })).not.toBeInTheDocument()
})

test('a search counts on Enter, and the emptied field shows everything again', async () => {
  const { screen, router } = await renderPage(MyTicketsPage, '/my-tickets')
  const row = screen.getByRole('row', { name: MINE })
  await expect.element(row).toBeVisible()
  await screen.getByRole('searchbox').fill('ไม่มีใครชื่อนี้')
  await expect.element(row).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('ไม่พบผลลัพธ์')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(row).toBeVisible()
  expect(router.state.location.search).toBe('')
})

test('on a phone the account and the order stand behind one button, and nothing else does', async () => {
  await page.viewport(390, 844)
  const { screen, router } = await renderPage(MyTicketsPage, '/my-tickets')
  await expect.element(screen.getByRole('listitem').first()).toBeVisible()
  await screen.getByRole('button', { name: 'ตัวกรอง' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByRole('combobox', { name: 'ผู้รับผิดชอบ' })).not.toBeInTheDocument()
  await expect.element(dialog.getByRole('checkbox').first()).not.toBeInTheDocument()
  await dialog.getByRole('combobox', { name: 'เรียงตาม' }).selectOptions('ใหม่สุดก่อน')
  await dialog.getByRole('button', { name: 'ใช้ตัวกรอง' }).click()
  await expect.poll(() => router.state.location.search).toBe('?order=newest')
})
