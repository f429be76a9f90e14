import { expect, test } from '../src/desk-test.ts'
import { VIEWPORTS } from '../src/viewports.ts'

const [desktop] = VIEWPORTS
const NOT_OPENED = 'เปิดไม่สำเร็จ กรุณาลองใหม่อีกครั้ง'

test('the dashboard shows an error when the code of a chart cannot be loaded, and loads the code on retry', async ({
  openPage,
  simulator,
}) => {
  let isAway = true
  const page = await openPage({
    size: desktop,
    staff: await simulator.staffWith('BUSINESS'),
    address: '/dashboard',
    before: (context) =>
      context.route('**/r/dashboard/**/*.js', async (route) => {
        const response = await route.fetch()
        if (isAway && (await response.text()).includes('recharts-surface')) await route.abort()
        else await route.fulfill({ response })
      }),
  })
  const closers = page.getByRole('region', { name: 'ปิดเคสมากที่สุด' })
  await expect(closers.getByRole('alert')).toHaveText(/แสดงกราฟไม่สำเร็จ/)
  // The card still shows the numbers when its chart fails to load.
  await expect(closers.getByRole('button', { name: /ปิด [\d,]+ เคส ดูเคส$/ }).first()).toBeVisible()
  isAway = false
  await closers.getByRole('button', { name: 'ลองใหม่' }).click()
  await expect(closers.locator('svg .recharts-rectangle').first()).toBeVisible()
  await expect(closers.getByRole('alert')).toBeHidden()
  await expect(page.getByRole('list', { name: 'ตัวเลขหลัก' }).locator('svg .recharts-area-curve')).toHaveCount(
    5,
  )
})

test('the dashboard reports a ticket list that cannot be opened offline, and opens it when online', async ({
  openPage,
  simulator,
}) => {
  const page = await openPage({
    size: desktop,
    staff: await simulator.staffWith('BUSINESS'),
    address: '/dashboard',
  })
  const metric = page.getByRole('button', { name: /เคสที่ปิด ดูเคส$/ })
  await expect(metric).toBeVisible()
  // Waits until the code of notifications is loaded, so that a lost connection can be reported.
  const items = page.getByRole('region', { name: 'การแจ้งเตือน', exact: true }).locator('> *')
  await expect(items.first()).toBeAttached()
  await page.context().setOffline(true)
  const days = page.getByRole('button', { name: /^ช่วงเวลา/ })
  await days.click()
  await expect(page.getByText(NOT_OPENED)).toBeVisible()
  await expect(days).toHaveAttribute('aria-expanded', 'false')
  // Waits until the notification disappears, so that the next one belongs to the next click.
  await expect(page.getByText(NOT_OPENED)).toHaveCount(0)
  await metric.click()
  await expect(page.getByText(NOT_OPENED)).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.context().setOffline(false)
  await days.click()
  await expect(page.getByRole('menuitemradio', { name: '14 วันล่าสุด' })).toBeVisible()
  await page.keyboard.press('Escape')
  await metric.click()
  await expect(page.getByRole('dialog', { name: 'เคสที่ปิด' })).toBeVisible()
})
