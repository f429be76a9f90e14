import 'shared/ui/theme/desk.css'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { createDeskQueryClient } from 'shared/api'
import { clearNotices } from 'shared/testing/clear-notices.ts'
import { type MockAnswer, type MockServer, startMockServer } from 'shared/testing/mock-server.ts'
import { PageHeaderOutlet, ThemeProvider, Toaster } from 'shared/ui'
import { afterEach, beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import DashboardPage from '../pages/DashboardPage.page.tsx'
import { MockAccounts, MockAgents, MockDashboard, MockHours, mockCases } from './mock-dashboard.ts'
import { MockCustomers } from './mock-listed-customers.ts'
import { MockOwnFigures, MockWall } from './mock-now.ts'
import classes from './open-dashboard.module.css'

/** What pages of the test that runs ask. */
export let server: MockServer

export const CALLS = {
  accounts: 'GET /api/business/channels',
  overview: 'GET /api/biz/dashboard',
  ranking: 'GET /api/business/agent-ranking',
  cases: 'GET /api/business/figure-cases',
  customers: 'GET /api/business/customers',
  customerCases: `GET /api/staff/customers/${MockCustomers[0].id}/tickets`,
  own: 'GET /api/staff/own-figures',
  ownCases: 'GET /api/staff/own-figure-cases',
  wall: 'GET /api/staff/live-wall',
  hours: 'GET /api/business/opening-hours',
  setHours: 'PUT /api/business/opening-hours/vip',
  vip: `POST /api/business/customers/${MockCustomers[0].id}/vip`,
} as const

/** Gives every test of a file a browser that keeps nothing, and a server with figures. */
export function installMockDashboard(): void {
  beforeEach(async () => {
    await page.viewport(1440, 900)
    localStorage.clear()
    const body = (answer: unknown): MockAnswer => ({ body: answer })
    server = startMockServer({
      [CALLS.accounts]: body({ items: MockAccounts }),
      [CALLS.overview]: body(MockDashboard),
      [CALLS.ranking]: body({ items: MockAgents }),
      [CALLS.customers]: body({ items: MockCustomers, total: 45, has_more: false }),
      [CALLS.own]: body(MockOwnFigures),
      [CALLS.wall]: body(MockWall),
      [CALLS.hours]: body({ items: MockHours }),
      [CALLS.cases]: body(mockCases(241, ['ธีรภัทร ทองดี', 'รัตนา ดวงแก้ว'])),
    })
  })
  afterEach(async () => {
    await cleanup()
    server.stop()
    localStorage.clear()
  })
}

/** Draws the page as the host would. */
export async function openDashboard(address = '/dashboard', Page: ComponentType = DashboardPage) {
  clearNotices()
  await render(
    <ThemeProvider>
      <QueryClientProvider client={createDeskQueryClient()}>
        <MemoryRouter initialEntries={[address]}>
          <div className={classes.column}>
            <header className={classes.bar}>
              <PageHeaderOutlet side="start" />
              <PageHeaderOutlet side="end" className={classes.end} />
            </header>
            <main className={classes.main}>
              <Page />
            </main>
          </div>
          <Address />
        </MemoryRouter>
        <Toaster />
      </QueryClientProvider>
    </ThemeProvider>,
  )
}

function Address() {
  const { pathname, search } = useLocation()
  return <output data-testid="address">{decodeURIComponent(pathname + search)}</output>
}
