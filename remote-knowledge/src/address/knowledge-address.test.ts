import { expect, test } from 'vitest'
import { readAddress, withAddress } from './knowledge-address.ts'

const read = (query: string) => readAddress(new URLSearchParams(query))
const USUAL = {
  tab: 'add',
  kind: 'general',
  opened: null,
  openedPage: 1,
  source: '',
  page: 1,
  query: '',
  topK: 3,
  entry: null,
  log: null,
}

test.each([
  ['', {}],
  ['tab=overview&in=ทั่วไป&in_page=2', { tab: 'overview', opened: 'ทั่วไป', openedPage: 2 }],
  ['tab=history&source=โปรโมชั่น&page=3&log=1', { tab: 'history', source: 'โปรโมชั่น', page: 3, log: '1' }],
  ['tab=search&q=ถอนเงิน&top_k=10', { tab: 'search', query: 'ถอนเงิน', topK: 10 }],
  ['kind=promotion', { kind: 'promotion' }],
  // Invalid parameters are replaced with the defaults.
  ['tab=nothing&page=0&in_page=1.5&top_k=11', {}],
  ['tab=history&page=-1&top_k=0', { tab: 'history' }],
])("reads the page's state from the URL parameters %j", (query, texts) => {
  expect(read(query)).toEqual({ ...USUAL, ...texts })
})

test("the page's state survives being written to and read from the URL", () => {
  const address = {
    tab: 'search',
    kind: 'promotion',
    opened: 'ทั่วไป',
    openedPage: 2,
    source: 'ทั่วไป',
    page: 4,
    query: 'ฝากเงิน & ถอน',
    topK: 5,
    entry: 'a',
    log: 'b',
  } as const
  expect(readAddress(withAddress(new URLSearchParams('page=9'), address))).toEqual(address)
})

test('omits default values from the URL and keeps unchanged parameters', () => {
  const params = withAddress(new URLSearchParams('tab=history&page=2&q=ก&log=1'), {
    tab: 'add',
    page: 1,
    log: null,
  })
  expect(params.toString()).toBe(new URLSearchParams('q=ก').toString())
})
