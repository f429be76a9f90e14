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

test('what the server wrote is read back', () => {
  expect(parseRegistry(JSON.stringify(registry))).toEqual(registry)
})

test.each(['', 'null', '[]', '{', '{"revision":1}', '{"revision":"1","remotes":{}}'])(
  'the text %o is an empty registry and a line in the console',
  (text) => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(parseRegistry(text)).toEqual({ revision: 0, remotes: {} })
    expect(error).toHaveBeenCalledOnce()
  },
)

test('a remote that is not whole does not take the others with it', () => {
  const text = JSON.stringify({
    ...registry,
    remotes: { ...registry.remotes, odd: { active: 7 }, gone: null },
  })
  expect(Object.keys(parseRegistry(text).remotes)).toEqual(['promo', 'chat'])
})

test.each([{}, { routes: [], nav: [] }, 7, 'x'])('the release %o is none, and its remote stays', (odd) => {
  const chat = { ...remote('chat', 20, ['ADMIN']), active: odd, previous: odd }
  const read = parseRegistry(JSON.stringify({ ...registry, remotes: { ...registry.remotes, chat } }))
  expect(read.remotes.chat).toMatchObject({ active: null, previous: null })
  expect(remoteRoutes(read).map(({ path }) => path)).toEqual(['promo', 'chat'])
  expect(remoteNav(read, 'ADMIN').map(({ path }) => path)).toEqual(['chat'])
})

test('a declared remote has its routes without a release, and those of its release with one', () => {
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

test('each role sees its own items in their order; nobody sees any before the role is known', () => {
  expect(remoteNav(registry, 'BUSINESS').map(({ path }) => path)).toEqual(['chat', 'promo'])
  expect(remoteNav(registry, 'ADMIN').map(({ path }) => path)).toEqual(['chat'])
  expect(remoteNav(registry, null)).toEqual([])
})

test('services and slots are those of active releases for the role, slots in their order', () => {
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
    // Declared, and not released: nothing to run.
    kb: { ...remote('kb', 40, ['ADMIN']), active: null },
  }
  const read: PageRegistry = { revision: 1, remotes }
  expect(remoteServices(read, 'ADMIN')).toEqual([{ remoteId: 'chat', expose: './Alerts' }])
  expect(remoteServices(read, 'BUSINESS')).toEqual([])
  expect(remoteSlots(read, 'user-menu', 'ADMIN').map(({ expose }) => expose)).toEqual(['./First', './Second'])
  expect(remoteSlots(read, 'dashboard-card', 'ADMIN')).toEqual([])
  expect(remoteSlots(read, 'user-menu', null)).toEqual([])
})
