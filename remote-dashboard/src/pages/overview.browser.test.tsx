import { seriousProblems } from 'shared/testing/axe-problems.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  EmptyDashboard,
  MockAgents,
  MockChannels,
  MockDashboard,
  mockTickets,
} from '../testing/mock-dashboard.ts'
import { CALLS, installMockDashboard, openDashboard, server } from '../testing/open-dashboard.tsx'

installMockDashboard()

const card = (label: string) => page.getByRole('button', { name: new RegExp(`${label} ดูเคส$`) })
const address = () => page.getByTestId('address')

test('shows five cards, each with a metric and its change from the previous period', async () => {
  await openDashboard()
  await expect.element(card('เคสที่ดูแล')).toMatchTextContent(/^1,284 เคส/)
  const cards = page.getByRole('list', { name: 'ตัวเลขหลัก' }).getByRole('listitem')
  await expect.element(cards.nth(0)).toMatchTextContent(/เพิ่มขึ้น 12% จากช่วงก่อน ดีขึ้น/)
  await expect.element(cards.nth(2)).toMatchTextContent(/1 นาที 42 วิ.*ลดลง 18 วิ จากช่วงก่อน ดีขึ้น/)
  await expect.element(cards.nth(4)).toMatchTextContent(/14 นาที 20 วิ.*เท่าช่วงก่อน/)
  // Waits for the charts, which are a separate chunk.
  await expect.poll(() => document.querySelectorAll('.recharts-surface').length).toBeGreaterThan(4)
  expect(await seriousProblems(document.body)).toEqual([])
})

test("a metric's info icon opens its explanation", async () => {
  await openDashboard()
  await page.getByRole('button', { name: 'เวลาตอบกลับครั้งแรกเฉลี่ย นับอย่างไร' }).click()
  await expect
    .element(page.getByRole('dialog', { name: 'เวลาตอบกลับครั้งแรกเฉลี่ย นับอย่างไร' }))
    .toMatchTextContent(/ไม่นับข้อความอัตโนมัติ โน้ตภายใน/)
})

test('a metric opens its tickets for the same days and channel, and Back closes them', async () => {
  const { items, ...rest } = mockTickets(241, ['ธีรภัทร ทองดี'])
  server.respond(CALLS.metricTickets, {
    body: { ...rest, items: items.map((item) => ({ ...item, channel: MockChannels[1] })) },
  })
  await openDashboard('/dashboard?days=30&channel=vip')
  await page.getByRole('button', { name: /^อรทัย ใจดี ปิด 241 เคส/ }).click()
  const list = page.getByRole('dialog', { name: 'เคสที่ปิด · อรทัย ใจดี' })
  await expect.element(list.getByRole('status')).toMatchTextContent(/241 เคส · 30 วันล่าสุด · OA VIP/)
  await expect
    .element(address())
    .toHaveTextContent('/dashboard?days=30&channel=vip&cases=closed&agent=U-อรทัย+ใจดี')
  const link = list.getByRole('link', { name: /ธีรภัทร ทองดี/ })
  expect(link.element().getAttribute('href')).toMatch(/^\/chat-queue\?ticket=5f1f5a3c-/)
  expect(await seriousProblems(document.body)).toEqual([])
  await list.getByRole('button', { name: 'ปิด' }).click()
  await expect.element(list).not.toBeInTheDocument()
  await expect.element(address()).toHaveTextContent('/dashboard?days=30&channel=vip')
})

test("the heat map shows an hour's average and opens its tickets, and arrow keys move between hours", async () => {
  const incoming = [
    { weekday: 1, hour: 9, count: 12 },
    { weekday: 1, hour: 18, count: 3 },
    { weekday: 5, hour: 18, count: 42 },
  ]
  // The period has three Mondays and two Fridays.
  const days = { from: '2020-11-02', to: '2020-11-16' }
  server.respond(CALLS.overview, {
    body: { ...MockDashboard, overview: { ...MockDashboard.overview, ...days, incoming } },
  })
  server.respond(CALLS.metricTickets, { body: mockTickets(12, ['ธีรภัทร ทองดี']) })
  await openDashboard(`/dashboard?from=${days.from}&to=${days.to}`)
  const hour = (name: string) => page.getByRole('button', { name, exact: true })
  const busiest = hour('วันศุกร์ 18:00–19:00 น. เฉลี่ย 21 รวม 42 ข้อความ ดูเคส')
  await expect.element(busiest).toHaveAttribute('tabindex', '0')
  await expect.element(busiest).toHaveTextContent('21')
  await expect.element(page.getByText('ข้อความเฉลี่ยต่อชั่วโมง มากที่สุดวันศุกร์ 18:00–19:00 น. 21 ข้อความ')).toBeVisible()
  const first = hour('วันจันทร์ 09:00–10:00 น. เฉลี่ย 4 รวม 12 ข้อความ ดูเคส')
  await expect.element(first).toHaveAttribute('tabindex', '-1')
  const button = busiest.element() as HTMLElement
  button.focus()
  await userEvent.keyboard('{ArrowUp}')
  const evening = hour('วันจันทร์ 18:00–19:00 น. เฉลี่ย 1 รวม 3 ข้อความ ดูเคส')
  await expect.element(evening).toHaveFocus()
  // No hour to the right has messages, so the focus stays.
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(evening).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(first).toHaveFocus()
  await expect.element(first).toHaveAttribute('tabindex', '0')
  await userEvent.keyboard('{Enter}')
  const list = page.getByRole('dialog', { name: 'ข้อความจากลูกค้า · วันจันทร์ 09:00–10:00 น.' })
  await expect
    .element(list.getByRole('status'))
    .toMatchTextContent(/^12 ข้อความ · เฉลี่ย 4 ต่อชั่วโมง · 2–16 พ\.ย\. 2563$/)
  await expect
    .element(address())
    .toHaveTextContent('/dashboard?from=2020-11-02&to=2020-11-16&cases=incoming&weekday=1&hour=9')
  await list.getByRole('button', { name: 'ปิด' }).click()
  await expect.element(list).not.toBeInTheDocument()
  await expect.element(first).toHaveFocus()
})

test('the heat map distinguishes hours that have not started from hours without messages', async () => {
  const incoming = [{ weekday: 1, hour: 9, count: 12 }]
  const days = { from: '2020-11-02', to: '2020-11-02' }
  server.respond(CALLS.overview, {
    body: { ...MockDashboard, overview: { ...MockDashboard.overview, ...days, incoming } },
  })
  await openDashboard()
  await expect.element(page.getByTitle('วันจันทร์ 08:00–09:00 น. เฉลี่ย 0 รวม 0 ข้อความ')).toMatchTextContent(/^0$/)
  await expect.element(page.getByTitle('วันอังคาร 08:00–09:00 น. ยังไม่มีในช่วงที่เลือก')).toMatchTextContent(/^–$/)
})

test('loads more tickets of a long list, also after a failure', async () => {
  server.respond(CALLS.metricTickets, { body: mockTickets(3, ['หนึ่ง'], '1.a.b') })
  await openDashboard('/dashboard?cases=handled&category=อื่นๆ')
  const list = page.getByRole('dialog', { name: 'เคสที่ดูแล · อื่นๆ' })
  await expect.element(list.getByRole('link', { name: /หนึ่ง/ })).toBeVisible()
  server.respond(CALLS.metricTickets, { status: 500, body: { code: 'internal' } })
  await list.getByRole('button', { name: 'โหลดเพิ่ม' }).click()
  await expect.element(list.getByRole('alert')).toBeVisible()
  server.respond(CALLS.metricTickets, { body: mockTickets(3, ['สอง', 'สาม'], null, 1) })
  await list.getByRole('button', { name: 'โหลดเพิ่ม' }).click()
  await expect.element(list.getByRole('link', { name: /สาม/ })).toBeVisible()
  await expect.element(list.getByRole('link', { name: /หนึ่ง/ })).toBeVisible()
  await expect.element(list.getByRole('button', { name: 'โหลดเพิ่ม' })).not.toBeInTheDocument()
})

test('falls back to the first channel when access to the stored channel was removed', async () => {
  localStorage.setItem('biz_channel_key', 'gone')
  await openDashboard()
  await expect.element(page.getByRole('combobox', { name: 'บัญชี OA' })).toHaveValue('main')
  await expect.element(card('เคสที่ปิด')).toBeVisible()
  expect(localStorage.getItem('biz_channel_key')).toBe('main')
})

test('writes the period to the URL and shows the previous metrics until the new ones are loaded', async () => {
  await openDashboard()
  await expect.element(card('เคสที่ดูแล')).toBeVisible()
  server.respond(CALLS.overview, 'never')
  await page.getByRole('button', { name: /^ช่วงเวลา/ }).click()
  await page.getByRole('menuitemradio', { name: '90 วันล่าสุด' }).click()
  await expect.element(address()).toHaveTextContent('/dashboard?days=90')
  await expect.poll(() => document.querySelector('[aria-busy=true]')).not.toBeNull()
  await expect.element(card('เคสที่ดูแล')).toMatchTextContent(/^1,284 เคส/)
})

test('shows the time and hourly averages of the previous metrics while new ones load', async () => {
  // The period has two Fridays, and the metrics were read at 10:00.
  const days = { from: '2020-11-02', to: '2020-11-16' }
  const incoming = [{ weekday: 5, hour: 18, count: 42 }]
  server.respond(CALLS.overview, {
    body: { ...MockDashboard, overview: { ...MockDashboard.overview, ...days, incoming } },
  })
  await openDashboard(`/dashboard?from=${days.from}&to=${days.to}`)
  const busiest = page.getByRole('button', { name: 'วันศุกร์ 18:00–19:00 น. เฉลี่ย 21 รวม 42 ข้อความ ดูเคส' })
  await expect.element(busiest).toBeVisible()
  await expect.element(page.getByText('ตัวเลขเมื่อ 10:00 น. อัปเดตเองทุกนาที')).toBeVisible()
  server.respond(CALLS.overview, 'never')
  await page.getByRole('button', { name: /^ช่วงเวลา/ }).click()
  await page.getByRole('menuitemradio', { name: '90 วันล่าสุด' }).click()
  await expect.poll(() => document.querySelector('[aria-busy=true]')).not.toBeNull()
  await expect.element(busiest).toBeVisible()
  await expect.element(page.getByText('ตัวเลขเมื่อ 10:00 น. อัปเดตเองทุกนาที')).toBeVisible()
})

test('refetches a metric when its ticket list is newer, so that both have the same number', async () => {
  await openDashboard()
  const closed = (count: number) =>
    page.getByRole('button', { name: new RegExp(`^อรทัย ใจดี ปิด ${count} เคส`) })
  await expect.element(closed(241)).toBeVisible()
  const [first, ...others] = MockAgents
  const overview = { ...MockDashboard.overview, agents: [{ ...first, closed_count: 242 }, ...others] }
  server.respond(CALLS.overview, { body: { ...MockDashboard, overview } })
  server.respond(CALLS.metricTickets, { body: mockTickets(242, ['ธีรภัทร ทองดี']) })
  await closed(241).click()
  const list = page.getByRole('dialog', { name: 'เคสที่ปิด · อรทัย ใจดี' })
  await expect.element(list.getByRole('status')).toMatchTextContent(/^242 เคส/)
  await list.getByRole('button', { name: 'ปิด' }).click()
  await expect.element(closed(242)).toBeVisible()
})

test("after midnight, a click opens the tickets for the metric's days; then both change to the new days", async () => {
  await openDashboard()
  await expect.element(card('เคสที่ปิด')).toBeVisible()
  const today = { from: '2026-11-22', to: '2026-11-24' }
  server.respond(CALLS.overview, {
    body: { ...MockDashboard, overview: { ...MockDashboard.overview, ...today } },
  })
  await card('เคสที่ปิด').click()
  await expect.element(page.getByRole('dialog', { name: 'เคสที่ปิด' })).toBeVisible()
  const requestedQuery = () =>
    server.requests.filter(({ call }) => call === CALLS.metricTickets).map(({ query }) => query)
  const of = { channel_key: '__ALL__', metric: 'closed', limit: '20' }
  await expect.poll(requestedQuery).toEqual([
    { ...of, from: '2026-11-21', to: '2026-11-23' },
    { ...of, ...today },
  ])
})

test('the overview shows cards for a period without tickets, and a retry on failure', async () => {
  const { overview } = EmptyDashboard
  const before = MockDashboard.overview.totals_before
  server.respond(CALLS.overview, {
    body: { ...EmptyDashboard, overview: { ...overview, totals_before: before } },
  })
  await openDashboard()
  await expect.element(page.getByText('ยังไม่มีเคสในช่วงนี้')).toBeVisible()
  await expect
    .element(page.getByRole('list', { name: 'ตัวเลขหลัก' }).getByRole('listitem').nth(0))
    .toMatchTextContent(/0 เคส.*ลดลง 100% จากช่วงก่อน/)
  server.respond(CALLS.overview, { status: 403, body: { code: 'forbidden' } })
  await page.getByRole('combobox', { name: 'บัญชี OA' }).selectOptions('OA VIP')
  await expect.element(page.getByText('โหลดตัวเลขไม่สำเร็จ')).toBeVisible()
  server.respond(CALLS.overview, { body: MockDashboard })
  await page.getByRole('button', { name: 'ลองใหม่' }).click()
  await expect.element(card('เคสที่ดูแล')).toBeVisible()
})

test('shows the daily values of the sparklines as a table', async () => {
  await openDashboard()
  await page.getByRole('button', { name: 'ดูเป็นตาราง' }).click()
  const rows = page.getByRole('region', { name: 'ตัวเลขรายวัน' }).getByRole('row')
  await expect.element(rows.nth(1)).toMatchTextContent(/^จ\. 23 พ\.ย\. 2569.*402.*392.*01:42.*02:05.*14:20/)
  const end = (element: Element) =>
    element.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(element).paddingRight)
  const heading = rows.nth(0).getByRole('columnheader', { name: 'เคสที่ปิด' }).element()
  expect(
    end(
      rows
        .nth(1)
        .getByRole('button', { name: /^เคสที่ปิด 392/ })
        .element(),
    ),
  ).toBeCloseTo(end(heading), 0)
  await rows.nth(1).getByRole('button', { name: 'เคสที่ปิด 392 ดูเคสของ 23 พ.ย. 2569' }).click()
  await expect
    .element(page.getByRole('dialog', { name: 'เคสที่ปิด' }).getByRole('status'))
    .toMatchTextContent(/· 23 พ\.ย\. 2569$/)
  await expect.element(address()).toHaveTextContent('/dashboard?cases=closed&day=2026-11-23')
  const requestedQuery = server.requests.find(({ call }) => call === CALLS.metricTickets)
  expect(requestedQuery?.query).toMatchObject({ metric: 'closed', from: '2026-11-23', to: '2026-11-23' })
})

test('counts and lists tickets closed without a reply separately', async () => {
  await openDashboard()
  await page.getByRole('button', { name: 'ไม่ได้ตอบ 4 เคส' }).click()
  await expect.element(page.getByRole('dialog', { name: 'เคสที่ปิดโดยไม่ได้ตอบ' })).toBeVisible()
})

test('keeps the metrics after a failed refetch and shows their time', async () => {
  await openDashboard()
  await expect.element(card('เคสที่ดูแล')).toBeVisible()
  server.respond(CALLS.overview, { status: 403, body: { code: 'forbidden' } })
  await page.getByRole('button', { name: 'รีเฟรช' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/ที่เห็นเป็นตัวเลขเมื่อ/)
  await expect.element(card('เคสที่ดูแล')).toBeVisible()
  server.respond(CALLS.overview, { body: MockDashboard })
  await page.getByRole('button', { name: 'ลองใหม่' }).click()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test("computes the cards from the agents' metrics, without a comparison, when the server sends no overview", async () => {
  server.respond(CALLS.overview, {
    body: { issue_breakdown: [{ issue_category: 'อื่นๆ', count: 3 }], kpis: {} },
  })
  await openDashboard()
  await expect.element(card('เคสที่ดูแล')).toMatchTextContent(/^513 เคส/)
  await expect.element(card('เวลารับเคสเฉลี่ย')).toMatchTextContent(/^1 นาที 16 วิ/)
  await expect.element(page.getByText('ไม่มีช่วงก่อนให้เทียบ').first()).toBeVisible()
  await expect.element(page.getByText('ลูกค้าทักเข้ามาช่วงไหน')).not.toBeInTheDocument()
})

test('shows that metrics are still being counted', async () => {
  await openDashboard()
  await expect.element(page.getByText('ตัวเลขเมื่อ 10:00 น. อัปเดตเองทุกนาที', { exact: true })).toBeVisible()
  server.respond(CALLS.overview, {
    body: { ...MockDashboard, overview: { ...MockDashboard.overview, is_counting: true } },
  })
  await page.getByRole('button', { name: 'รีเฟรช' }).click()
  await expect.element(page.getByText(/กำลังนับ ตัวเลขยังเปลี่ยนได้$/)).toBeVisible()
})

test('shows the metrics of all channels when the channels cannot be loaded', async () => {
  server.respond(CALLS.listedChannels, { status: 403, body: { code: 'forbidden' } })
  await openDashboard()
  await expect.element(page.getByText('โหลดรายชื่อบัญชีไม่สำเร็จ')).toBeVisible()
  await expect.element(card('เคสที่ดูแล')).toBeVisible()
})

test('the overview shows hours as rows and agents as cards on a phone, without horizontal scrolling', async () => {
  await page.viewport(390, 844)
  await openDashboard()
  const agents = page.getByRole('list', { name: 'อันดับแอดมิน' }).getByRole('listitem')
  await expect.element(agents.first()).toMatchTextContent(/อรทัย ใจดี.*ดูแล260.*ปิด241.*01:12/)
  await expect.element(page.getByRole('rowheader', { name: '18' })).toBeVisible()
  await expect.poll(() => document.querySelectorAll('.recharts-surface').length).toBeGreaterThan(0)
  // Checks accessibility after rendering has settled.
  expect(await seriousProblems(document.body)).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  for (const region of document.querySelectorAll('section[tabindex]'))
    expect(region.scrollWidth).toBeLessThanOrEqual(region.clientWidth)
})

test("the overview scrolls inside the page, not in the page's frame", async () => {
  await openDashboard()
  await expect.element(card('เคสที่ดูแล')).toBeVisible()
  const frame = page.getByRole('main').element()
  const content = frame.firstElementChild
  await expect.poll(() => (content?.scrollHeight ?? 0) - (content?.clientHeight ?? 0)).toBeGreaterThan(100)
  await expect.poll(() => frame.scrollHeight - frame.clientHeight).toBe(0)
})

test('the printed overview shows the channel, the days and the time of printing', async () => {
  await openDashboard('/dashboard?from=2026-11-18&to=2026-11-24&hours=business')
  await expect
    .element(page.getByText(/· พิมพ์เมื่อ/))
    .toMatchTextContent(/ทุกบัญชี · 18–24 พ\.ย\. 2569 · เฉพาะเวลาทำการ · พิมพ์เมื่อ \d+ .+ \d{2}:\d{2} น\./)
})

test('the overview is printed in the light color scheme', async () => {
  await openDashboard()
  await expect.element(card('เคสที่ดูแล')).toBeVisible()
  const root = document.documentElement
  const before = root.dataset.mantineColorScheme ?? ''
  root.dataset.mantineColorScheme = 'dark'
  window.dispatchEvent(new Event('beforeprint'))
  expect(root.dataset.mantineColorScheme).toBe('light')
  window.dispatchEvent(new Event('afterprint'))
  expect(root.dataset.mantineColorScheme).toBe('dark')
  root.dataset.mantineColorScheme = before
})
