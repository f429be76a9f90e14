import { expect, test } from 'vitest'
import { routesOfApp } from '../testing/app-routes.ts'
import { isProgramPath } from './program-paths.ts'

/** Paths that only the handler of unknown paths serves, and a file that crawlers read. */
const PAGES = ['/', '/chat', '/robots.txt']

test('every route of the server is below a path that no remote can have', async () => {
  const paths = (await routesOfApp()).map(({ path }) => path)
  expect(paths.filter((path) => !isProgramPath(path) && !PAGES.includes(path))).toEqual([])
})

test.each([
  ['/api', true],
  ['/api/x', true],
  ['/api?x', true],
  ['/apidae', false],
  ['/chat-queue/api', false],
  ['//api', false],
])('isProgramPath(%s) is %s', (url, expected) => {
  expect(isProgramPath(url)).toBe(expected)
})
