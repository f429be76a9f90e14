import fc from 'fast-check'
import { matchPath } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { ROUTE_PATH } from './remote-manifest.ts'
import { routeConflicts } from './route-conflicts.ts'

const remote = (id: string, ...paths: string[]) => ({
  id,
  owner: `${id} team`,
  routes: paths.map((path) => ({ path, title: 'หน้า', expose: './Page' })),
})

test.each([
  ['the same path', 'my-ticket', 'my-ticket'],
  ['a path that the other has with an optional parameter', 'my-ticket', 'my-ticket/:id?'],
  ['parameters of different names', 'my-ticket/:id', 'my-ticket/:name'],
  ['another case', 'My-Ticket', 'my-ticket'],
])('two remotes conflict with %s, and both owners are named', (_what, one, other) => {
  expect(routeConflicts([remote('chat', one), remote('ribbon', other)])).toEqual([
    `the routes ${one} of chat (chat team) and ${other} of ribbon (ribbon team) match the same URLs`,
  ])
})

test('routes of one remote conflict too, because which one wins would depend on their order', () => {
  expect(routeConflicts([remote('chat', 'a/:x?', 'a')])).toHaveLength(1)
})

test('routes that match no common URL do not conflict', () => {
  expect(routeConflicts([remote('chat', 'my-ticket/:id?', 'my-tickets'), remote('ribbon', 'my')])).toEqual([])
  expect(routeConflicts([remote('chat', 'a'), remote('ribbon', 'a/:x')])).toEqual([])
})

test.each([
  ['login', 'host'],
  ['line-oauth-callback', 'host'],
  ['Profile', 'host'],
  ['profile/:id', 'host'],
  ['assets', 'server'],
  ['API/:id?', 'server'],
])('the path %s is not for remotes, because it is a path of the %s', (path, reserved) => {
  expect(routeConflicts([remote('ribbon', path)])).toEqual([
    `the route ${path} of ribbon (ribbon team) is a path of the ${reserved}`,
  ])
})

describe('compared with React Router', () => {
  const segments = fc.array(fc.constantFrom(':a', ':b?'), { maxLength: 3 })
  const route = fc
    .tuple(fc.constantFrom('one', 'One', 'two'), segments)
    .map(([first, rest]) => [first, ...rest].join('/'))

  test('two routes conflict exactly when a URL matches both', () => {
    const urls = ['one', 'two'].flatMap((first) =>
      [0, 1, 2, 3].map((count) => `/${[first, ...Array(count).fill('x')].join('/')}`),
    )
    const matchBoth = (one: string, other: string) =>
      urls.some((url) => matchPath(`/${one}`, url) && matchPath(`/${other}`, url))
    fc.assert(
      fc.property(route, route, (one, other) => {
        expect([one, other].every((path) => ROUTE_PATH.test(path))).toBe(true)
        const conflicts = routeConflicts([remote('a', one), remote('b', other)])
        expect(conflicts.length > 0).toBe(matchBoth(one, other))
      }),
    )
  })
})
