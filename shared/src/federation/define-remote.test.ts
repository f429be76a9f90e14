import { expect, test } from 'vitest'
import { defineRemote } from './define-remote.ts'
import type { RemoteDeclaration } from './remote-manifest.ts'

const whole: RemoteDeclaration = {
  id: 'chat',
  owner: 'chat team',
  requires: { shell: '^1.0.0' },
  routes: [{ path: 'my-ticket/:id?', title: 'เคสของฉัน', expose: './MyTicketsPage' }],
  nav: [],
}
const nav = { path: 'elsewhere', label: 'x', icon: 'queue', roles: ['ADMIN'], order: 1 } as const

test('defineRemote returns the declaration unchanged', () => {
  expect(defineRemote(whole)).toBe(whole)
})

test.each([
  ['an id that cannot be a container name', { ...whole, id: 'Chat-1' }, 'Chat-1'],
  ['an invalid shell range', { ...whole, requires: { shell: 'latest' } }, 'requires.shell'],
  ['an absolute path', { ...whole, routes: [{ path: '/x', title: 'x', expose: './X' }] }, '/x'],
  ['a duplicate path', { ...whole, routes: [...whole.routes, ...whole.routes] }, 'same URLs'],
  [
    'an expose that is not a page name',
    { ...whole, routes: [{ path: 'x', title: 'x', expose: 'X' }] },
    'expose',
  ],
  ...['//elsewhere.example/x', '/\\elsewhere.example/x', 'https://elsewhere.example/x'].map(
    (firstCall): [string, RemoteDeclaration, string] => [
      `a first call to ${firstCall}`,
      { ...whole, routes: [{ path: 'x', title: 'x', expose: './X', firstCall }] },
      'first call',
    ],
  ),
  ['a menu item without a route', { ...whole, nav: [nav] }, 'elsewhere'],
])("a remote's declaration is rejected: %s", (_what, declaration, named) => {
  expect(() => defineRemote(declaration)).toThrow(named)
})
