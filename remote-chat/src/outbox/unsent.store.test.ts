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

/** The store as a page has it after a reload: what was kept is read again. */
async function reload(person: string | null = 'me') {
  vi.resetModules()
  const fresh = await import('./unsent.store.ts')
  fresh.adoptUnsent(person)
  return fresh
}

let store: Awaited<ReturnType<typeof reload>>

beforeEach(async () => {
  stored.clear()
  store = await reload()
})

describe('the name of what stands in a field', () => {
  test('is the same after a reload, and another once the words are others', async () => {
    store.writeDraft('note:t', 'ฝากดูสลิปค่ะ')
    const name = store.clientIdOfDraft('note:t')
    store = await reload()
    expect(store.clientIdOfDraft('note:t')).toBe(name)
    store.writeDraft('note:t', 'ฝากดูสลิปด้วยค่ะ')
    expect(store.clientIdOfDraft('note:t')).not.toBe(name)
  })
})

describe('what one person has written', () => {
  test('never stands before the next one, and is there again for the first', () => {
    store.writeDraft('t', 'ของฉัน')
    store.adoptUnsent('other')
    expect(store.readDraft('t')).toBe('')
    store.writeDraft('t', 'ของเขา')
    store.adoptUnsent(null)
    expect(store.readDraft('t')).toBe('')
    store.adoptUnsent('me')
    expect(store.readDraft('t')).toBe('ของฉัน')
  })

  test('stays kept when it is taken to be sent off, until it is kept as a message; what is written meanwhile stays', async () => {
    const now = Date.now()
    store.writeDraft('t', 'กำลังจะส่ง', () => now)
    expect(store.takeDraft('t')).toMatchObject({ text: 'กำลังจะส่ง', at: now })
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

  test('is not taken for what was sent off before, where the clock was put back in between', async () => {
    const now = Date.now()
    store.writeDraft('t', 'ส่งแล้ว', () => now)
    store.takeDraft('t')
    store.writeDraft('t', 'ยังไม่ได้ส่ง', () => now - 3_600_000)
    store.forgetDraft('t', now)
    expect(store.readDraft('t')).toBe('ยังไม่ได้ส่ง')
    store = await reload()
    // As the database says on the next page.
    store.forgetDraft('t', now)
    expect(store.readDraft('t')).toBe('ยังไม่ได้ส่ง')
    store.writeDraft('t', '', () => now - 3_600_000)
    store.writeDraft('t', 'อีกข้อความ', () => now - 3_600_000)
    store.forgetDraft('t', now)
    expect(store.readDraft('t')).toBe('อีกข้อความ')
  })

  test('is removed 30 days after it was touched, whoever wrote it and whoever starts the app; nothing newer is', async () => {
    const day = 24 * 60 * 60_000
    const now = Date.now()
    /** As earlier releases kept messages. */
    const keptBefore = (id: string, age: number) =>
      stored.set(`person:gone:outbox:${id}`, JSON.stringify({ id, at: new Date(now - age).toISOString() }))
    store.writeDraft('t', 'ร่างเก่าของฉัน', () => now - 31 * day)
    store.writeDraft('u', 'ร่างใหม่ของฉัน', () => now - 29 * day)
    store.adoptUnsent('gone')
    store.writeDraft('t', 'ร่างเก่าของคนอื่น', () => now - 31 * day)
    store.writeDraft('u', 'ร่างใหม่ของคนอื่น', () => now - 29 * day)
    keptBefore('a', 31 * day)
    keptBefore('b', day)
    stored.set('person:gone:draft:v', 'not what this app has written')
    stored.set('theme', 'dark')
    const kept = ['person:gone:draft:u', 'person:gone:outbox:b', 'person:me:draft:u', 'theme']
    // Before anybody has signed in.
    const fresh = await reload(null)
    expect([...stored.keys()].sort()).toEqual(kept)
    // In a tab that stays open for a month, at the next sign-in.
    fresh.adoptUnsent('me', () => now + 2 * day)
    expect([...stored.keys()].sort()).toEqual(['person:gone:outbox:b', 'theme'])
    fresh.adoptUnsent(null)
  })

  test('is carried to another conversation as a new message, and over nothing that stands there', async () => {
    store.editInField('closed', ['ยังไม่ได้ส่ง'], 'failed-message')
    store.carryDraft('closed', 'new')
    expect([store.readDraft('closed'), store.readDraft('new')]).toEqual(['', 'ยังไม่ได้ส่ง'])
    expect(store.readDraftRetryOf('new')).toBeNull()
    store.writeDraft('closed', 'อีกร่างหนึ่ง')
    store.carryDraft('closed', 'new')
    expect([store.readDraft('closed'), store.readDraft('new')]).toEqual(['อีกร่างหนึ่ง', 'ยังไม่ได้ส่ง'])
    store = await reload()
    expect([store.readDraft('closed'), store.readDraft('new')]).toEqual(['อีกร่างหนึ่ง', 'ยังไม่ได้ส่ง'])
  })

  test('is written nowhere while nobody is signed in', () => {
    store.adoptUnsent(null)
    store.writeDraft('t', 'ไม่มีเจ้าของ')
    expect([...stored.values()].join()).not.toContain('ไม่มีเจ้าของ')
  })

  test('is there in another tab, and gone there when it is gone here', async () => {
    store.writeDraft('t', 'จากอีกแท็บ')
    const kept = new Map(stored)
    stored.clear()
    store = await reload()
    const hear = (key: string, newValue: string | null) =>
      tabs.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
    for (const [key, value] of kept) hear(key, value)
    expect(store.readDraft('t')).toBe('จากอีกแท็บ')
    for (const key of kept.keys()) hear(key, null)
    expect(store.readDraft('t')).toBe('')
  })
})

test('with nonsense in the storage begins empty', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  for (const nonsense of ['{', '5', 'null', '[1]', '{"id":1}', '{"text":null}']) {
    stored.set('person:me:draft:t', nonsense)
    store = await reload()
    expect(store.readDraft('t')).toBe('')
  }
  warn.mockRestore()
})

test('a storage that is full costs nothing but the reload', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const set = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new Error('QuotaExceededError')
  })
  store.writeDraft('t', 'สวัสดี')
  expect(store.readDraft('t')).toBe('สวัสดี')
  set.mockRestore()
  warn.mockRestore()
})

test('drafts are bounded: a note goes before any answer, and never the one that is written', () => {
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

test('drafts are bounded: the longest untouched goes first', () => {
  for (let number = 0; number < 60; number += 1) store.writeDraft(`t${number}`, 'x', () => number)
  expect([store.readDraft('t9'), store.readDraft('t10')]).toEqual(['', 'x'])
  expect(stored.size).toBe(50)
})
