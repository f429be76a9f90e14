import { beforeEach, describe, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  get length() {
    return stored.size
  },
  key: (index: number) => [...stored.keys()][index] ?? null,
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
})
const tabs = new EventTarget()
vi.stubGlobal('window', tabs)

/** Loads the store as after a page load, from the stored data. */
async function reload(owner: string | null = 'me') {
  vi.resetModules()
  const fresh = await import('./drafts.store.ts')
  fresh.setPendingOwner(owner)
  return fresh
}

let store: Awaited<ReturnType<typeof reload>>

beforeEach(async () => {
  stored.clear()
  store = await reload()
})

describe('client id of a draft', () => {
  test('a draft’s client id is the same after a reload and changes with the text', async () => {
    store.writeDraft('note:t', 'ฝากดูสลิปค่ะ')
    const name = store.clientIdOfDraft('note:t')
    store = await reload()
    expect(store.clientIdOfDraft('note:t')).toBe(name)
    store.writeDraft('note:t', 'ฝากดูสลิปด้วยค่ะ')
    expect(store.clientIdOfDraft('note:t')).not.toBe(name)
  })
})

describe('draft', () => {
  test('a draft is visible only to its user, and is restored when the user signs in again', () => {
    store.writeDraft('t', 'ของฉัน')
    store.setPendingOwner('other')
    expect(store.readDraft('t')).toBe('')
    store.writeDraft('t', 'ของเขา')
    store.setPendingOwner(null)
    expect(store.readDraft('t')).toBe('')
    store.setPendingOwner('me')
    expect(store.readDraft('t')).toBe('ของฉัน')
  })

  test('a draft remains stored until its message is stored, and text written after sending is kept', async () => {
    const now = Date.now()
    store.writeDraft('t', 'กำลังจะส่ง', () => now)
    expect(store.startSendingDraft('t')).toMatchObject({ text: 'กำลังจะส่ง', at: now })
    expect(store.readDraft('t')).toBe('')
    store = await reload()
    expect(store.readDraft('t')).toBe('กำลังจะส่ง')
    store.forgetDraft('t', now)
    store = await reload()
    expect(store.readDraft('t')).toBe('')
    store.writeDraft('t', 'ใหม่กว่า', () => now + 1)
    store.forgetDraft('t', now)
    expect(store.readDraft('t')).toBe('ใหม่กว่า')
  })

  test('a new draft is not mistaken for a sent one when the clock is set back', async () => {
    const now = Date.now()
    store.writeDraft('t', 'ส่งแล้ว', () => now)
    store.startSendingDraft('t')
    store.writeDraft('t', 'ยังไม่ได้ส่ง', () => now - 3_600_000)
    store.forgetDraft('t', now)
    expect(store.readDraft('t')).toBe('ยังไม่ได้ส่ง')
    store = await reload()
    // On the next page load, the database again reports the draft as sent.
    store.forgetDraft('t', now)
    expect(store.readDraft('t')).toBe('ยังไม่ได้ส่ง')
    store.writeDraft('t', '', () => now - 3_600_000)
    store.writeDraft('t', 'อีกข้อความ', () => now - 3_600_000)
    store.forgetDraft('t', now)
    expect(store.readDraft('t')).toBe('อีกข้อความ')
  })

  test('a draft of any user is removed 30 days after its last edit', async () => {
    const day = 24 * 60 * 60_000
    const now = Date.now()
    /** Stores a message that a killed tab had not written to the database yet. */
    const storeAged = (id: string, age: number) =>
      stored.set(`person:gone:outbox:${id}`, JSON.stringify({ id, at: new Date(now - age).toISOString() }))
    store.writeDraft('t', 'ร่างเก่าของฉัน', () => now - 31 * day)
    store.writeDraft('u', 'ร่างใหม่ของฉัน', () => now - 29 * day)
    store.setPendingOwner('gone')
    store.writeDraft('t', 'ร่างเก่าของคนอื่น', () => now - 31 * day)
    store.writeDraft('u', 'ร่างใหม่ของคนอื่น', () => now - 29 * day)
    storeAged('a', 31 * day)
    storeAged('b', day)
    stored.set('person:gone:draft:v', 'not what this app has written')
    stored.set('theme', 'dark')
    const expected = ['person:gone:draft:u', 'person:gone:outbox:b', 'person:me:draft:u', 'theme']
    // Loads the page before sign-in.
    const fresh = await reload(null)
    expect([...stored.keys()].sort()).toEqual(expected)
    // The user signs in later, in a tab that has been open for a month.
    fresh.setPendingOwner('me', () => now + 2 * day)
    expect([...stored.keys()].sort()).toEqual(['person:gone:outbox:b', 'theme'])
    fresh.setPendingOwner(null)
  })

  test('a draft moves to another conversation as a new message, without overwriting a draft there', async () => {
    store.editInField('closed', ['ยังไม่ได้ส่ง'], 'failed-message')
    store.moveDraft('closed', 'new')
    expect([store.readDraft('closed'), store.readDraft('new')]).toEqual(['', 'ยังไม่ได้ส่ง'])
    expect(store.readDraftRetryOf('new')).toBeNull()
    store.writeDraft('closed', 'อีกร่างหนึ่ง')
    store.moveDraft('closed', 'new')
    expect([store.readDraft('closed'), store.readDraft('new')]).toEqual(['อีกร่างหนึ่ง', 'ยังไม่ได้ส่ง'])
    store = await reload()
    expect([store.readDraft('closed'), store.readDraft('new')]).toEqual(['อีกร่างหนึ่ง', 'ยังไม่ได้ส่ง'])
  })

  test('a draft is not stored while the user is signed out', () => {
    store.setPendingOwner(null)
    store.writeDraft('t', 'ไม่มีเจ้าของ')
    expect([...stored.values()].join()).not.toContain('ไม่มีเจ้าของ')
  })

  test('a draft is synchronized between tabs, including its removal', async () => {
    store.writeDraft('t', 'จากอีกแท็บ')
    const before = new Map(stored)
    stored.clear()
    store = await reload()
    const handleEvent = (key: string, newValue: string | null) =>
      tabs.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
    for (const [key, value] of before) handleEvent(key, value)
    expect(store.readDraft('t')).toBe('จากอีกแท็บ')
    for (const key of before.keys()) handleEvent(key, null)
    expect(store.readDraft('t')).toBe('')
  })
})

test('invalid stored data loads no draft', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  for (const nonsense of ['{', '5', 'null', '[1]', '{"id":1}', '{"text":null}']) {
    stored.set('person:me:draft:t', nonsense)
    store = await reload()
    expect(store.readDraft('t')).toBe('')
  }
  warn.mockRestore()
})

test('when the storage is full, drafts still work but are not restored after a reload', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const set = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new Error('QuotaExceededError')
  })
  store.writeDraft('t', 'สวัสดี')
  expect(store.readDraft('t')).toBe('สวัสดี')
  set.mockRestore()
  warn.mockRestore()
})

test('the number of drafts is limited: notes are dropped before replies, never the current one', () => {
  store.writeDraft('old', 'คำตอบ', () => 0)
  for (let number = 0; number < 49; number += 1) store.writeDraft(`note:t${number}`, 'x', () => number)
  store.writeDraft('new', 'คำตอบ', () => 50)
  expect([store.readDraft('old'), store.readDraft('note:t0'), store.readDraft('note:t1')]).toEqual([
    'คำตอบ',
    '',
    'x',
  ])
  for (let number = 1; number < 49; number += 1) store.writeDraft(`t${number}`, 'x', () => number)
  store.writeDraft('note:last', 'x', () => 60)
  expect([store.readDraft('note:last'), store.readDraft('old'), stored.size]).toEqual(['x', '', 50])
})

test('the number of drafts is limited: the oldest is dropped first', () => {
  for (let number = 0; number < 60; number += 1) store.writeDraft(`t${number}`, 'x', () => number)
  expect([store.readDraft('t9'), store.readDraft('t10')]).toEqual(['', 'x'])
  expect(stored.size).toBe(50)
})
