import { seriousProblems } from 'shared/testing/axe-problems.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { MockAgents } from '../testing/mock-dashboard.ts'
import { CALLS, installMockDashboard, openDashboard, server } from '../testing/open-dashboard.tsx'

installMockDashboard()
afterEach(() => {
  vi.restoreAllMocks()
})

const rows = () => page.getByRole('row')

test("writes the ranking's tab and the order of a clicked heading to the URL", async () => {
  await openDashboard()
  await page.getByRole('tab', { name: 'อันดับ' }).click()
  await expect.element(page.getByTestId('address')).toHaveTextContent('/dashboard?tab=ranking')
  await expect.element(rows().nth(1)).toMatchTextContent(/อรทัย ใจดี.*260.*241.*01:12.*00:38.*12:05/)
  server.respond(CALLS.ranking, { body: { items: MockAgents.toReversed() } })
  await page.getByRole('button', { name: 'ตอบครั้งแรกเฉลี่ย นาที:วินาที' }).click()
  await expect.element(rows().nth(1)).toMatchTextContent(/=พิม.*1:01:40/)
  await expect.element(page.getByTestId('address')).toHaveTextContent('/dashboard?tab=ranking&order_by=first')
  await expect
    .element(page.getByRole('columnheader', { name: /ตอบครั้งแรก/ }))
    .toHaveAttribute('aria-sort', 'ascending')
  expect(await seriousProblems(document.body)).toEqual([])
})

test('aligns a missing value with the other values of its row in the ranking', async () => {
  const [first] = MockAgents
  server.respond(CALLS.ranking, { body: { items: [{ ...first, closed_count: 0, avg_pickup_secs: null }] } })
  await openDashboard('/dashboard?tab=ranking')
  await expect.element(rows().nth(1)).toBeVisible()
  const [held, ...others] = [...rows().nth(1).element().querySelectorAll('td')].slice(0, 3).map((cell) => {
    const text = document.createRange()
    text.selectNodeContents(cell.firstElementChild as Element)
    const { top, bottom } = text.getBoundingClientRect()
    return (top + bottom) / 2
  })
  for (const other of others) expect(Math.abs(other - (held ?? 0))).toBeLessThan(1)
})

test("exports the ranking's metrics to a CSV file without formulas", async () => {
  const saved: { name: string; content: Blob }[] = []
  const blobs: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob)
    return 'blob:ranking'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const content = blobs.at(-1)
    if (content !== undefined) saved.push({ name: this.download, content })
  })
  await openDashboard('/dashboard?tab=ranking&days=30')
  await page.getByRole('button', { name: 'ส่งออก CSV' }).click()
  expect(saved.map(({ name }) => name)).toEqual(['agent-ranking_all_30d.csv'])
  const bytes = new Uint8Array((await saved[0]?.content.arrayBuffer()) ?? new ArrayBuffer(0))
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(new TextDecoder().decode(bytes).split('\r\n')).toEqual([
    'Admin,Handled,Closed,AvgPickup,AvgFirst,AvgResolution,AdminId,MedianPickup,P90Pickup,MedianFirst,P90First,MedianResolution,P90Resolution,AvgResolutionAnswered,MedianResolutionAnswered,P90ResolutionAnswered',
    '"อรทัย ใจดี",260,241,0:01:12,0:00:38,0:12:05,"U-อรทัย ใจดี",0:01:10,0:02:24,0:00:37,0:01:16,0:11:05,0:36:15,0:12:05,0:11:05,0:36:15',
    '"กิตติ บุญมา",251,224,0:01:20,0:00:52,0:13:40,"U-กิตติ บุญมา",0:01:18,0:02:40,0:00:51,0:01:44,0:12:40,0:41:00,0:13:40,0:12:40,0:41:00',
    `"'=พิม",2,1,0:00:05,0:00:01,1:01:40,"U-=พิม",0:00:03,0:00:10,0:00:00,0:00:02,1:00:40,3:05:00,1:01:40,1:00:40,3:05:00`,
    '',
  ])
})

test("a metric in the ranking opens the agent's tickets", async () => {
  await openDashboard('/dashboard?tab=ranking')
  await page.getByRole('button', { name: /^ดูแล 260 ดูเคสของ อรทัย ใจดี/ }).click()
  await expect.element(page.getByRole('dialog', { name: 'เคสที่ดูแล · อรทัย ใจดี' })).toBeVisible()
  await expect
    .element(page.getByTestId('address'))
    .toHaveTextContent('/dashboard?tab=ranking&cases=held&agent=U-อรทัย+ใจดี')
})

test('the ranking shows an empty state without agents, and a retry on failure', async () => {
  server.respond(CALLS.ranking, { body: { items: [] } })
  await openDashboard('/dashboard?tab=ranking')
  await expect.element(page.getByText('ยังไม่มีใครทำงานในช่วงนี้')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'ส่งออก CSV' })).toBeDisabled()
  server.respond(CALLS.ranking, { status: 403, body: { code: 'forbidden' } })
  await page.getByRole('combobox', { name: 'เรียงตาม' }).selectOptions('รับเคสเร็วที่สุดก่อน')
  await expect.element(page.getByText('โหลดอันดับไม่สำเร็จ')).toBeVisible()
  server.respond(CALLS.ranking, { body: { items: MockAgents } })
  await page.getByRole('button', { name: 'ลองใหม่' }).click()
  await expect.element(rows().nth(1)).toMatchTextContent(/อรทัย/)
})
