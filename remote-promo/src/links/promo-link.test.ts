import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_LINKS, readLinks } from './promo-link.ts'
import { isReachableByLine } from './reachable-by-line.ts'

const LINK = {
  id: '1',
  name: 'โปร.jpg',
  size: 1024,
  url: 'https://media.example.com/p/1.jpg',
  createdAt: '2026-11-23T07:05:00.000Z',
}

test('reads a stored list of links unchanged', () => {
  const more = {
    ...LINK,
    id: '2',
    sha256: 'ab',
    preview_url: 'https://media.example.com/p/2.jpg',
    notes: ['made_smaller'],
    position: [1_764_000_000_000, 3] as const,
  }
  expect(readLinks(JSON.stringify([LINK, more]))).toEqual({ links: [LINK, more], isDamaged: false })
})

test.each([
  ['a missing value', null, false],
  ['invalid JSON', '[{', true],
  ['a value that is not a list', '{"id":1}', true],
  ['null', 'null', true],
])('reads %s as an empty list of links', (_name, text, isDamaged) => {
  expect(readLinks(text)).toEqual({ links: [], isDamaged })
})

test('omits invalid entries of a stored list: scripts, other shapes and duplicates', () => {
  const odd = [
    null,
    3,
    'x',
    [],
    {},
    { ...LINK, url: 'javascript:alert(1)' },
    { ...LINK, url: '/p/1.jpg' },
    { ...LINK, id: 7 },
  ]
  expect(readLinks(JSON.stringify([...odd, LINK, LINK]))).toEqual({ links: [LINK], isDamaged: true })
})

test('keeps a stored link whose size, time or position is invalid', () => {
  const [link] = readLinks(
    JSON.stringify([{ ...LINK, size: '9', createdAt: 'yesterday', position: ['1'] }]),
  ).links
  expect(link).toEqual({ ...LINK, size: 0, createdAt: '1970-01-01T00:00:00.000Z' })
})

test.each([
  [{ size: 1e308 }, { size: 0 }],
  [{ size: 0.5 }, { size: 0 }],
  [{ createdAt: 8.64e15 }, { createdAt: '1970-01-01T00:00:00.000Z' }],
  [{ createdAt: -8.64e15 }, { createdAt: '1970-01-01T00:00:00.000Z' }],
])('replaces an impossible size or time of a stored link (%o)', (odd, shown) => {
  expect(readLinks(JSON.stringify([{ ...LINK, ...odd }])).links).toEqual([{ ...LINK, ...shown }])
})

test('rejects a stored URL whose user info looks like another host', () => {
  const url = 'https://media.example.com@evil.example/p/1.jpg'
  expect(readLinks(JSON.stringify([{ ...LINK, url }]))).toEqual({ links: [], isDamaged: true })
})

test('reading a stored list never throws and limits its length', () => {
  fc.assert(fc.property(fc.oneof(fc.json(), fc.string()), (text) => Array.isArray(readLinks(text).links)))
  const many = Array.from({ length: MAX_LINKS + 5 }, (_, index) => ({ ...LINK, id: `${index}` }))
  expect(readLinks(JSON.stringify(many)).links).toHaveLength(MAX_LINKS)
})

test.each([
  ['https://media.example.com/p/1.jpg', true],
  ['https://203.0.113.7/p/1.jpg', true],
  ['http://media.example.com/p/1.jpg', false],
  ['http://localhost:8080/p/1.jpg', false],
  ['https://localhost/p/1.jpg', false],
  ['https://127.0.0.1/p/1.jpg', false],
  ['https://10.0.0.4/p/1.jpg', false],
  ['https://172.20.0.4/p/1.jpg', false],
  ['https://172.32.0.4/p/1.jpg', true],
  ['https://192.168.1.5/p/1.jpg', false],
  ['https://[::1]/p/1.jpg', false],
  ['https://desk/p/1.jpg', false],
  ['https://desk.local/p/1.jpg', false],
  ['', false],
])('detects whether LINE can open %s: %s', (url, can) => {
  expect(isReachableByLine(url)).toBe(can)
})
