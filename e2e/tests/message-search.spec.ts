import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { seriousProblems } from '../src/axe-problems.ts'
import { expect, test } from '../src/desk-test.ts'
import { VIEWPORTS } from '../src/viewports.ts'

const [, size] = VIEWPORTS

test(`the message search on ${size.name} finds part of a Thai sentence, opens its position, and respects channel rights`, async ({
  openPage,
  product,
  simulator,
}) => {
  const isPhone = size.name === 'phone'
  const name = `ลูกค้าค้นหา ${size.name}`
  const customer = await simulator.addCustomer(name)
  const secret = isPhone ? 'หมอนขิดลายช้าง' : 'ตะกร้าหวายลายดอก'
  await simulator.write('promo', customer.user_id, `รบกวนเช็คสต็อก${secret}ให้หน่อยนะคะ`)
  for (let count = 1; count <= 20; count += 1)
    await simulator.write('promo', customer.user_id, `ข้อความต่อมาที่ ${count}`)

  const openSearch = async (staff: { user_id: string }) => {
    const page = await openPage({ size, staff })
    await page.getByRole('button', { name: 'ค้นหาข้อความในแชท' }).click()
    const dialog = page.getByRole('dialog', { name: 'ค้นหาข้อความในแชท' })
    const field = dialog.getByRole('combobox', { name: 'คำที่ต้องการค้นหา' })
    await expect(field).toBeFocused()
    return { page, dialog, field }
  }
  const { page, dialog, field } = await openSearch(await simulator.staffWith('BUSINESS'))
  // Repeats the search, because a new message may be found only after a second.
  const found = dialog
    .getByRole('listbox', { name: 'ข้อความที่พบ' })
    .getByRole('option')
    .filter({ hasText: name })
  await expect(async () => {
    await field.fill('')
    await field.fill(secret.slice(2, -2))
    await expect(found).toHaveCount(1, { timeout: 3_000 })
  }).toPass()
  await expect(found.locator('mark')).toHaveText(secret.slice(2, -2))
  expect(await seriousProblems(page)).toEqual([])
  await field.fill('สวัสดี')
  await expect(found).toHaveCount(0)
  await expect(dialog.getByRole('option').filter({ hasText: 'สวัสดี' }).first()).toBeVisible()
  await field.fill(secret)
  await expect(found).toHaveCount(1)
  await field.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/ticket=[0-9a-f-]{36}.*message=1\b/)
  await expect(page.getByRole('log').getByText(secret)).toBeVisible()

  // A search within the conversation finds only messages of this customer.
  await page.getByRole('button', { name: 'ค้นในแชทนี้' }).click()
  const own = page.getByRole('dialog', { name: `ค้นในแชทของ ${name}` })
  await own.getByRole('combobox', { name: 'คำที่ต้องการค้นหา' }).fill('17')
  await expect(own.getByRole('option')).toHaveText([/ข้อความต่อมาที่ 17/])
  await own.getByRole('button', { name: 'ปิด', exact: true }).click()
  await expect(own).toHaveCount(0)

  // An agent without access to the channel finds nothing.
  const stranger = await simulator.staffWith('ADMIN', 4)
  execFileSync(
    process.execPath,
    ['server/src/staff.cli.ts', 'approve', stranger.user_id, '--role', 'ADMIN', '--channels', 'main'],
    {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, DATA_DIR: product.dataDir },
    },
  )
  const other = await openSearch(stranger)
  await other.field.fill(secret)
  await expect(other.dialog.getByText('ไม่พบข้อความ')).toBeVisible()
})
