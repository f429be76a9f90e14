import { expect, test } from 'vitest'
import { imageOf } from './thumbnail-url.ts'

const link = { id: '1', name: 'ก.png', size: 1, createdAt: '2026-11-23T07:00:00.000Z' }
const own = `/p/${'a'.repeat(64)}.jpg`

test.each([
  ['of the desk', `https://media.example.com/desk${own}`, own],
  ['of another host', 'https://example.com/p/picture.jpg', 'https://example.com/p/picture.jpg'],
])('returns the thumbnail URL of an image %s', (_whose, url, shown) => {
  expect(imageOf({ ...link, url })).toBe(shown)
  expect(imageOf({ ...link, url: 'https://example.com/large.jpg', preview_url: url })).toBe(shown)
})
