import { expect, test } from 'vitest'
import { ownImagePath } from './own-image.ts'

const own = `/p/${'a1'.repeat(32)}.jpg`

test.each([
  ['the desk itself', `https://desk.example.com${own}`, own],
  ['its path alone', own, own],
  ['another host in front', `https://media.example.com${own}`, own],
  ['another host, below a path', `https://media.example.com/desk${own}?v=1`, own],
  ['none of ours', 'https://example.com/picture.jpg', null],
  ['one that looks like ours', 'https://example.com/p/a.jpg', null],
  ['one that names ours in its query', `https://example.com/?of=${own}`, null],
  ['no address', 'nothing', null],
])('returns the path of an image at %s', (_where, link, path) => {
  expect(ownImagePath(link)).toBe(path)
})
