import type { PageRegistry, PageRelease, PageRemote } from 'shared/federation/remote-manifest.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { parseRegistry, remoteNav, remoteRoutes, remoteServices, remoteSlots } from './registry.ts'

const remote = (id: string, order: number, roles: ('BUSINESS' | 'ADMIN')[]): PageRemote => ({
  declaration: {
    id,
    owner: `${id} team`,
    requires: { shell: '^1.0.0' },
    routes: [{ path: id, title: id, expose: './Page' }],
    nav: [{ path: id, label: id, icon: 'queue', roles, order }],
  },
  active: null,
  previous: null,
})
const registry: PageRegistry = {
  revision: 2,
  remotes: { promo: remote('promo', 30, ['BUSINESS']), chat: remote('chat', 20, ['BUSINESS', 'ADMIN']) },
}

afterEach(() => {
  vi.restoreAllMocks()
})

test('reads the registry that the server wrote', () => {
  expect(parseRegistry(JSON.stringify(registry))).toEqual(registry)
})

test.each(['', 'null', '[]', '{', '{"revision":1}', '{"revision":"1","remotes":{}}'])(
  'reads the text %o as an empty registry and logs an error',
  (text) => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(parseRegistry(text)).toEqual({ revision: 0, remotes: {} })
    expect(error).toHaveBeenCalledOnce()
  },
)

test('drops an incomplete remote from the registry and keeps the other remotes', () => {
  const text = JSON.stringify({
    ...registry,
    remotes: { ...registry.remotes, odd: { active: 7 }, gone: null },
  })
  expect(Object.keys(parseRegistry(text).remotes)).toEqual(['promo', 'chat'])
})

test.each([{}, { routes: [], nav: [] }, 7, 'x'])('drops the release %o and keeps its remote', (odd) => {
  const chat = { ...remote('chat', 20, ['ADMIN']), active: odd, previous: odd }
  const read = parseRegistry(JSON.stringify({ ...registry, remotes: { ...registry.remotes, chat } }))
  expect(read.remotes.chat).toMatchObject({ active: null, previous: null })
  expect(remoteRoutes(read).map(({ path }) => path)).toEqual(['promo', 'chat'])
  expect(remoteNav(read, 'ADMIN').map(({ path }) => path)).toEqual(['chat'])
})

test('uses the routes of the active release, or of the declaration when the remote has no release', () => {
  const chat = remote('chat', 20, ['ADMIN'])
  const routes = [{ path: 'chat-two', title: 'two', expose: './Two' }]
  const released = { ...chat, active: { ...chat.declaration, routes } as unknown as PageRelease }
  expect(remoteRoutes(registry).map(({ path, remoteId }) => [path, remoteId])).toEqual([
    ['promo', 'promo'],
    ['chat', 'chat'],
  ])
  expect(remoteRoutes({ revision: 1, remotes: { chat: released } })).toEqual([
    { ...routes[0], remoteId: 'chat' },
  ])
})

test('sorts the menu items of each role, and returns none before the role is known', () => {
  expect(remoteNav(registry, 'BUSINESS').map(({ path }) => path)).toEqual(['chat', 'promo'])
  expect(remoteNav(registry, 'ADMIN').map(({ path }) => path)).toEqual(['chat'])
  expect(remoteNav(registry, null)).toEqual([])
})

test('returns services and slots of active releases by role, and sorts slots', () => {
  const slots = (expose: string, order: number) => [
    { slot: 'user-menu', expose, roles: ['ADMIN'], order } as const,
  ]
  const services = [{ expose: './Alerts', roles: ['ADMIN'] } as const]
  const released = (remote: PageRemote, parts: object): PageRemote => ({
    ...remote,
    active: { ...remote.declaration, ...parts } as unknown as PageRelease,
  })
  const remotes = {
    chat: released(remote('chat', 20, ['ADMIN']), { services, slots: slots('./Second', 2) }),
    promo: released(remote('promo', 30, ['ADMIN']), { slots: slots('./First', 1) }),
    // A remote that is declared but has no release, so it has no service to run.
    kb: { ...remote('kb', 40, ['ADMIN']), active: null },
  }
  const read: PageRegistry = { revision: 1, remotes }
  expect(remoteServices(read, 'ADMIN')).toEqual([{ remoteId: 'chat', expose: './Alerts' }])
  expect(remoteServices(read, 'BUSINESS')).toEqual([])
  expect(remoteSlots(read, 'user-menu', 'ADMIN').map(({ expose }) => expose)).toEqual(['./First', './Second'])
  expect(remoteSlots(read, 'dashboard-card', 'ADMIN')).toEqual([])
  expect(remoteSlots(read, 'user-menu', null)).toEqual([])
})
