/**
 * Tests the accessibility (axe) of every tab, list and page in each state: full, empty, failed and loading; on desktop
 * and phone, light and dark.
 */
import type { ComponentType } from 'react'
import { seriousProblems } from 'shared/testing/axe-problems.ts'
import { mockTicket } from 'shared/testing/mock-tickets.ts'
import { expect, type TestContext, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { EmptyDashboard, MockDashboard, mockTickets } from '../testing/mock-dashboard.ts'
import { MockCustomers } from '../testing/mock-listed-customers.ts'
import { MockOwnMetrics, MockWallboard } from '../testing/mock-now.ts'
import { CALLS, installMockDashboard, openDashboard, server } from '../testing/open-dashboard.tsx'
import DashboardPage from './DashboardPage.page.tsx'
import OwnDashboardPage from './OwnDashboardPage.page.tsx'
import WallboardPage from './WallboardPage.page.tsx'

installMockDashboard()

interface PageState {
  address: string
  Page?: ComponentType
  call: string
  full: unknown
  empty: unknown
  /** Elements that are visible only in the full and only in the empty state. */
  markers: { full: () => Locator; empty: () => Locator }
}

const text = (words: string) => () => page.getByText(new RegExp(words)).first()
const NO_METRICS = {
  ...MockOwnMetrics,
  open_tickets: [],
  open_count: 0,
  handling: { sample: 0, avg_secs: null },
}

const PAGE_STATES: readonly PageState[] = [
  {
    address: '/dashboard',
    call: CALLS.overview,
    full: MockDashboard,
    empty: EmptyDashboard,
    markers: { full: text('สัดส่วนประเภทปัญหา'), empty: text('ยังไม่มีเคสในช่วงนี้') },
  },
  {
    address: '/dashboard?tab=ranking',
    call: CALLS.ranking,
    full: { items: MockDashboard.overview.agents },
    empty: { items: [] },
    markers: { full: text('อรทัย ใจดี'), empty: text('ยังไม่มีใครทำงานในช่วงนี้') },
  },
  {
    address: '/dashboard?tab=customers',
    call: CALLS.customers,
    full: { items: MockCustomers, total: 45, has_more: false },
    empty: { items: [], total: 0, has_more: false },
    markers: { full: text('ธีรภัทร ทองดี'), empty: text('ยังไม่มีลูกค้า') },
  },
  {
    address: '/dashboard?tab=ranking&cases=closed',
    call: CALLS.metricTickets,
    full: mockTickets(241, ['ธีรภัทร ทองดี', 'รัตนา ดวงแก้ว']),
    empty: mockTickets(0, []),
    markers: { full: text('รัตนา ดวงแก้ว'), empty: text('ไม่มีเคสในช่วงนี้') },
  },
  {
    address: `/dashboard?tab=customers&customer=${MockCustomers[0].id}`,
    call: CALLS.customerTickets,
    full: { items: [mockTicket({ id: '5f1f5a3c-2a0b-4c9e-8d52-000000000001' })], has_more: false },
    empty: { items: [], has_more: false },
    markers: { full: text('เปิดเมื่อ'), empty: text('ลูกค้ารายนี้ยังไม่มีเคส') },
  },
  {
    address: '/my-dashboard',
    Page: OwnDashboardPage,
    call: CALLS.own,
    full: MockOwnMetrics,
    empty: NO_METRICS,
    markers: { full: text('รัตนา ดวงแก้ว'), empty: text('ไม่มีเคสที่กำลังดูแล') },
  },
  {
    address: '/wallboard',
    Page: WallboardPage,
    call: CALLS.wallboard,
    full: MockWallboard,
    empty: { ...MockWallboard, channels: [], longest: [], staff: [] },
    markers: { full: text('ลูกค้าที่รอนานที่สุด'), empty: text('ยังไม่มีบัญชี OA ที่คุณดูได้') },
  },
]

const SCREENS = [
  [1920, 1080, 'light'],
  [1920, 1080, 'dark'],
  [390, 844, 'light'],
  [390, 844, 'dark'],
] as const

test.for(SCREENS.flatMap((screen) => PAGE_STATES.map((face) => [...screen, face.address, face] as const)))(
  'has no accessibility problems at %i × %i, %s: %s',
  async ([width, height, theme, , face], _: TestContext) => {
    const { address, Page = DashboardPage, call, full, empty, markers } = face
    await page.viewport(width, height)
    const check = async (response: Parameters<typeof server.respond>[1], marker: () => Locator) => {
      await cleanup()
      localStorage.setItem('theme', theme)
      server.respond(call, response)
      await openDashboard(address, Page)
      await expect.element(marker()).toBeVisible()
      expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', theme)
      expect(await seriousProblems(document.body)).toEqual([])
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    }
    await check({ body: full }, markers.full)
    await check({ body: empty }, markers.empty)
    await check({ status: 403, body: { code: 'forbidden' } }, () => page.getByText(/ไม่สำเร็จ|ไม่มีสิทธิ์/).first())
    await check('never', () => page.getByRole('status', { name: 'กำลังโหลด...' }).first())
  },
)
