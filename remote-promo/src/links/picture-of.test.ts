import { expect, test } from 'vitest'
import { pictureOf } from './picture-of.ts'

const link = { id: '1', name: 'ก.png', size: 1, createdAt: '2026-11-23T07:00:00.000Z' }
const own = `/p/${'a'.repeat(64)}.jpg`

test.each([
  ['the desk itself', `https://desk.example.com${own}`, own],
  ['another host in front', `https://media.example.com${own}`, own],
  ['another host, below a path', `https://media.example.com/desk${own}`, own],
  ['none of ours', 'https://example.com/picture.jpg', 'https://example.com/picture.jpg'],
  ['one that looks like ours', 'https://example.com/p/a/b.jpg', 'https://example.com/p/a/b.jpg'],
])('a picture at %s', (_where, url, shown) => {
  expect(pictureOf({ ...link, url })).toBe(shown)
  expect(pictureOf({ ...link, url: 'https://example.com/large.jpg', preview_url: url })).toBe(shown)
})
