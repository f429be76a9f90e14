import type { ComponentType } from 'react'
import { clearNotices } from 'shared/testing/clear-notices.ts'
import { type MockResponse, type MockServer, startMockServer } from 'shared/testing/mock-server.ts'
import { renderInShell } from 'shared/testing/render-in-shell.tsx'
import { afterEach, beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import DashboardPage from '../pages/DashboardPage.page.tsx'
import { MockAgents, MockChannels, MockDashboard, MockHours, mockTickets } from './mock-dashboard.ts'
import { MockCustomers } from './mock-listed-customers.ts'
import { MockOwnMetrics, MockWallboard, mockWallboardTickets } from './mock-now.ts'

/** Mock server of the running test. */
export let server: MockServer

export const CALLS = {
  listedChannels: 'GET /api/business/channels',
  overview: 'GET /api/biz/dashboard',
  ranking: 'GET /api/business/agent-ranking',
  metricTickets: 'GET /api/business/metric-tickets',
  customers: 'GET /api/business/customers',
  customerTickets: `GET /api/staff/customers/${MockCustomers[0].id}/tickets`,
  own: 'GET /api/staff/own-metrics',
  tickets: 'GET /api/staff/tickets',
  ownTickets: 'GET /api/staff/own-metric-tickets',
  wallboard: 'GET /api/staff/wallboard',
  wallboardTickets: 'GET /api/staff/wallboard-tickets',
  hours: 'GET /api/business/opening-hours',
  setHours: 'PUT /api/business/opening-hours/vip',
  setSpecial: 'PUT /api/business/opening-hours/vip/special-days',
  removeVersion: 'DELETE /api/business/opening-hours/vip/versions/2099-01-05',
  vip: `POST /api/business/customers/${MockCustomers[0].id}/vip`,
} as const

/** Gives every test of a file an empty browser storage and a mock server with metrics. */
export function installMockDashboard(): void {
  beforeEach(async () => {
    await page.viewport(1440, 900)
    localStorage.clear()
    const body = (response: unknown): MockResponse => ({ body: response })
    server = startMockServer({
      [CALLS.listedChannels]: body({ items: MockChannels }),
      [CALLS.overview]: body(MockDashboard),
      [CALLS.ranking]: body({ items: MockAgents }),
      [CALLS.customers]: body({ items: MockCustomers, total: 45, has_more: false }),
      [CALLS.own]: body(MockOwnMetrics),
      [CALLS.wallboard]: body(MockWallboard),
      [CALLS.wallboardTickets]: body(mockWallboardTickets(['ธีรภัทร ทองดี', 'รัตนา ดวงแก้ว', 'สุดา แสงทอง'])),
      [CALLS.hours]: body({ items: MockHours }),
      [CALLS.metricTickets]: body(mockTickets(241, ['ธีรภัทร ทองดี', 'รัตนา ดวงแก้ว'])),
    })
  })
  afterEach(async () => {
    await cleanup()
    server.stop()
    localStorage.clear()
  })
}

/** Renders a page of the dashboard as the host does. */
export async function openDashboard(address = '/dashboard', Page: ComponentType = DashboardPage) {
  clearNotices()
  await renderInShell(Page, address)
}
