import { beforeEach, describe, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
})

/** The store as a page has it after a reload: what was kept is read again. */
async function reload() {
  vi.resetModules()
  return import('./draft.store.ts')
}
let store: Awaited<ReturnType<typeof reload>>
let ids = 0
const begin = () =>
  store.beginAttempt(
    't',
    () => `id ${++ids}`,
    () => 0,
  )

beforeEach(async () => {
  stored.clear()
  ids = 0
  store = await reload()
})

describe('sending', () => {
  test('twice at once is once', () => {
    store.writeDraft('t', 'สวัสดี')
    expect(begin()?.id).toBe('id 1')
    expect(begin()).toBeNull()
  })
  test.each(['', ' ', '\n\t', '　'])('%j is nothing to send', (text) => {
    store.writeDraft('t', text)
    expect(begin()).toBeNull()
  })
  test('the text stays until the server has it', () => {
    store.writeDraft('t', 'สวัสดี')
    const attempt = begin()
    expect(store.readDraft('t').text).toBe('สวัสดี')
    store.acknowledge('t', attempt?.id ?? '')
    expect(store.readDraft('t')).toEqual({ text: '', attempt: null })
  })
  test('what is written meanwhile stays', () => {
    store.writeDraft('t', 'หนึ่ง')
    const attempt = begin()
    store.writeDraft('t', 'หนึ่งสอง')
    store.acknowledge('t', attempt?.id ?? '')
    expect(store.readDraft('t').text).toBe('สอง')
  })
  test('a word about another message changes nothing', () => {
    store.writeDraft('t', 'หนึ่ง')
    begin()
    const before = store.readDraft('t')
    store.acknowledge('t', 'other')
    store.failAttempt('t', 'other')
    expect(store.readDraft('t')).toBe(before)
  })
})

describe('after a failure', () => {
  test('the same text goes again under the same id', () => {
    store.writeDraft('t', 'สวัสดี')
    store.failAttempt('t', begin()?.id ?? '')
    expect(store.readDraft('t')).toMatchObject({ text: 'สวัสดี', attempt: { state: 'failed' } })
    expect(begin()?.id).toBe('id 1')
  })
  test('another text is another message', () => {
    store.writeDraft('t', 'สวัสดี')
    store.failAttempt('t', begin()?.id ?? '')
    store.writeDraft('t', 'สวัสดีค่ะ')
    expect(begin()?.id).toBe('id 2')
  })
})

describe('a reload', () => {
  test('keeps what was written', async () => {
    store.writeDraft('t', 'สวัสดี')
    store = await reload()
    expect(store.readDraft('t').text).toBe('สวัสดี')
  })
  test('in the middle of sending offers it again under its id', async () => {
    store.writeDraft('t', 'สวัสดี')
    begin()
    store = await reload()
    expect(store.readDraft('t').attempt).toMatchObject({ id: 'id 1', state: 'failed' })
    expect(begin()?.id).toBe('id 1')
  })
  test('with nonsense in the storage begins empty', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    for (const nonsense of ['{', '5', '[[1,2],["t"],["t",null]]']) {
      stored.set('chat_drafts', nonsense)
      store = await reload()
      expect(store.readDraft('t')).toEqual({ text: '', attempt: null })
    }
    warn.mockRestore()
  })
})

test('drafts are bounded: the longest untouched goes first', () => {
  for (let number = 0; number < 60; number += 1) store.writeDraft(`t${number}`, 'x')
  expect(store.readDraft('t9').text).toBe('')
  expect(store.readDraft('t10').text).toBe('x')
})
