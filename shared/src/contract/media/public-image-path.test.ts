import { expect, test } from 'vitest'
import { publicImagePath } from './public-image-path.ts'

const own = `/p/${'a1'.repeat(32)}.jpg`

test.each([
  ['a URL of the desk', `https://desk.example.com${own}`, own],
  ['only the path', own, own],
  ['our path on another host', `https://media.example.com${own}`, own],
  ['our path below a path of another host', `https://media.example.com/desk${own}?v=1`, own],
  ['an image of another site', 'https://example.com/picture.jpg', null],
  ['a similar URL of another site', 'https://example.com/p/a.jpg', null],
  ['another site with our path in its query', `https://example.com/?of=${own}`, null],
  ['an invalid URL', 'nothing', null],
])('returns the path of an image of this server, and null for other links: %s', (_where, link, path) => {
  expect(publicImagePath(link)).toBe(path)
})
