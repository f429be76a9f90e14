/** Tests of the query parameters in requests: days, channel, order, customers, and tickets of a metric. */
import { RANKING_ORDERS } from 'shared/contract/constants.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { CALLS, installMockDashboard, openDashboard, server } from '../testing/open-dashboard.tsx'
import OwnDashboardPage from './OwnDashboardPage.page.tsx'

installMockDashboard()

const ALL = { channel_key: '__ALL__' }
const lastQuery = (callName: string) => server.requests.findLast(({ call }) => call === callName)?.query

test.each([
  ['', { days: '7' }],
  ['days=1', { days: '1' }],
  ['days=90', { days: '90' }],
  ['days=8', { days: '7' }],
  ['from=2026-11-01&to=2026-11-20', { from: '2026-11-01', to: '2026-11-20' }],
  ['days=30&hours=business', { days: '30', hours: 'business' }],
])(
  'requests the overview, the ranking and an agent’s own metrics for the days of "%s"',
  async (search, days) => {
    await openDashboard(`/dashboard?${search}`)
    await expect.poll(() => lastQuery(CALLS.overview)).toEqual({ ...ALL, ...days })
    await page.getByRole('tab', { name: 'อันดับ' }).click()
    await expect.poll(() => lastQuery(CALLS.ranking)).toEqual({ ...ALL, ...days, order_by: 'closed' })
    await openDashboard(`/my-dashboard?${search}`, OwnDashboardPage)
    await expect.poll(() => lastQuery(CALLS.own)).toEqual({ ...ALL, ...days })
  },
)

test('requests metrics for the selected days and channel', async () => {
  await openDashboard('/dashboard?tab=ranking&days=30')
  await expect.element(page.getByRole('row', { name: /อรทัย/ })).toBeVisible()
  await page.getByRole('combobox', { name: 'บัญชี OA' }).selectOptions('OA VIP')
  await expect
    .poll(() => lastQuery(CALLS.ranking))
    .toEqual({ channel_key: 'vip', days: '30', order_by: 'closed' })
  const menu = page.getByRole('button', { name: /^ช่วงเวลา/ })
  // Calls `click()` on the element, because on a busy machine the menu still moves while it is being positioned.
  ;(menu.element() as HTMLElement).click()
  const item = page.getByRole('menuitemradio', { name: '14 วันล่าสุด' })
  await expect.element(item).toBeVisible()
  ;(item.element() as HTMLElement).click()
  await expect
    .poll(() => lastQuery(CALLS.ranking))
    .toEqual({ channel_key: 'vip', days: '14', order_by: 'closed' })
  await page.getByRole('tab', { name: 'ภาพรวม' }).click()
  await expect.poll(() => lastQuery(CALLS.overview)).toEqual({ channel_key: 'vip', days: '14' })
})

test('requests the ranking again in each selected order', async () => {
  await openDashboard('/dashboard?tab=ranking')
  const order = page.getByRole('combobox', { name: 'เรียงตาม' })
  await expect.element(order).toHaveValue('closed')
  // Skips the default order, which the page has already requested.
  for (const by of RANKING_ORDERS.slice(1)) {
    await order.selectOptions(by)
    await expect.poll(() => lastQuery(CALLS.ranking)).toEqual({ ...ALL, days: '7', order_by: by })
  }
})

test('requests customers by channel, search, VIP and page', async () => {
  await openDashboard('/dashboard?tab=customers&search=รัตนา&vip=0&page=2')
  const first = { ...ALL, page: '1', page_size: '20' }
  await expect
    .poll(() => lastQuery(CALLS.customers))
    .toEqual({ ...first, search: 'รัตนา', vip: '0', page: '2' })
  await page.getByRole('combobox', { name: 'ประเภทลูกค้า' }).selectOptions('VIP เท่านั้น')
  await expect.poll(() => lastQuery(CALLS.customers)).toEqual({ ...first, search: 'รัตนา', vip: '1' })
  await page.getByRole('combobox', { name: 'ประเภทลูกค้า' }).selectOptions('ทั้งหมด')
  await expect.poll(() => lastQuery(CALLS.customers)).toEqual({ ...first, search: 'รัตนา' })
  await page.getByRole('searchbox', { name: 'ค้นหาชื่อหรือ LINE user id' }).fill('')
  await expect.poll(() => lastQuery(CALLS.customers)).toEqual(first)
  await page.getByRole('button', { name: 'หน้า 3' }).click()
  await expect.poll(() => lastQuery(CALLS.customers)).toEqual({ ...first, page: '3' })
  await page.getByRole('combobox', { name: 'บัญชี OA' }).selectOptions('OA VIP')
  await expect.poll(() => lastQuery(CALLS.customers)).toEqual({ ...first, channel_key: 'vip' })
})

test.each([
  ['cases=closed&agent=U-1', { metric: 'closed', agent_line_user_id: 'U-1' }],
  ['cases=handled&category=อื่นๆ', { metric: 'handled', category: 'อื่นๆ' }],
  ['cases=incoming&weekday=5&hour=18', { metric: 'incoming', weekday: '5', hour: '18' }],
])('requests the tickets for the URL "%s" with its filters, days and channel', async (search, part) => {
  await openDashboard(`/dashboard?channel=vip&tab=customers&days=14&hours=business&${search}`)
  await expect
    .poll(() => lastQuery(CALLS.metricTickets))
    .toEqual({ channel_key: 'vip', days: '14', hours: 'business', ...part, limit: '20' })
})

test('requests the tickets of a daily value only for its day', async () => {
  await openDashboard('/dashboard?days=14&cases=closed&day=2026-11-22')
  await expect
    .poll(() => lastQuery(CALLS.metricTickets))
    .toEqual({ ...ALL, metric: 'closed', from: '2026-11-22', to: '2026-11-22', limit: '20' })
})
