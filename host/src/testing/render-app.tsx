import { MemoryRouter, useLocation } from 'react-router-dom'
import type { StaffProfile } from 'shared/contract/auth/staff-profile.ts'
import type {
  PageRegistry,
  PageRemote,
  RemoteDeclaration,
  RemoteNavItem,
} from 'shared/federation/remote-manifest.ts'
import { renewSession } from 'shared/session'
import { type MockResponse, type MockServer, startMockServer } from 'shared/testing/mock-server.ts'
import { render } from 'shared/testing/render.ts'
import { App } from '../App.tsx'
import { loadScreenOf } from '../lazy-screens.ts'
import { writeRegistry } from './mock-remotes.ts'

/** Registry like the one that the server writes into the page: all remotes are declared, none is released. */
const MockRegistry: PageRegistry = {
  revision: 1,
  remotes: {
    dashboard: declared(
      'dashboard',
      [{ path: 'dashboard', title: 'แดชบอร์ด', expose: './DashboardPage', role: 'BUSINESS' }],
      {
        path: 'dashboard',
        label: 'แดชบอร์ด',
        icon: 'dashboard',
        roles: ['BUSINESS'],
        order: 10,
      },
    ),
    chat: declared(
      'chat',
      [
        { path: 'chat-queue', title: 'คิวแชท', expose: './ChatQueuePage' },
        { path: 'my-tickets', title: 'เคสของฉัน', expose: './MyTicketsPage' },
        { path: 'my-ticket/:id?', title: 'เคสของฉัน', expose: './MyTicketsPage' },
      ],
      { path: 'chat-queue', label: 'คิวแชท', icon: 'queue', roles: ['BUSINESS', 'ADMIN'], order: 20 },
    ),
    promo: declared(
      'promo',
      [{ path: 'promo-upload', title: 'อัปโหลดรูปภาพ', expose: './PromoUploadPage', role: 'BUSINESS' }],
      {
        path: 'promo-upload',
        label: 'อัปโหลดรูปภาพ',
        icon: 'upload',
        roles: ['BUSINESS'],
        order: 30,
      },
    ),
  },
}

function declared(id: string, routes: RemoteDeclaration['routes'], nav: RemoteNavItem): PageRemote {
  const declaration = { id, owner: 'team', requires: { shell: '^1.0.0' }, routes, nav: [nav] }
  return { declaration, active: null, previous: null }
}

function Address() {
  const { pathname } = useLocation()
  return <output data-testid="address">{pathname}</output>
}

/**
 * Renders the host at a path with a mock server. The user is signed in as `profile`, or signed out when it is null. The
 * element `data-testid=address` contains the current URL.
 */
export async function renderApp(
  path: string,
  profile: StaffProfile | null,
  responses: Record<string, MockResponse> = {},
): Promise<MockServer> {
  writeRegistry(MockRegistry)
  const server = startMockServer({
    'GET /auth/me': profile ? { body: { profile } } : { status: 401, body: {} },
    'POST /auth/logout': { body: { ok: true } },
    ...responses,
  })
  if (profile) localStorage.setItem('jwt', 'token-1')
  // Resets the session as a page load does, so that no data of an earlier user remains.
  void renewSession()
  // Preloads the screen, so that the loading time of hundreds of unbundled files does not affect the test.
  await loadScreenOf(path)
  await render(
    <MemoryRouter initialEntries={[path]}>
      <App />
      <Address />
    </MemoryRouter>,
  )
  return server
}
