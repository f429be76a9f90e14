import { beforeEach, describe, expect, test, vi } from 'vitest'
import { begin, press } from './outbox.ts'

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
const message = (id: string, ticketId = 't') => ({
  id,
  ticketId,
  text: `ข้อความ ${id}`,
  at: '2026-11-21T09:00:00.000Z',
  accepts: false,
})
const send = (id: string) => store.updateOutbox((outbox) => press(outbox, message(id)))
const ids = () => store.readOutbox().map((each) => each.id)

beforeEach(async () => {
  stored.clear()
  store = await reload()
})

describe('what one person has written', () => {
  test('never stands before the next one, and is there again for the first', () => {
    store.writeDraft('t', 'ของฉัน')
    send('a')
    store.adoptUnsent('other')
    expect([store.readDraft('t'), ids()]).toEqual(['', []])
    store.writeDraft('t', 'ของเขา')
    store.adoptUnsent(null)
    expect(store.readDraft('t')).toBe('')
    store.adoptUnsent('me')
    expect([store.readDraft('t'), ids()]).toEqual(['ของฉัน', ['a']])
  })

  test('is there after a reload, also a picture and whose place it takes', async () => {
    const picture = { text: '', imageUrl: 'https://pictures.example/slip.png', retryOf: 'failed' }
    store.updateOutbox((outbox) => press(outbox, { ...message('a'), ...picture }))
    store = await reload()
    expect(store.readOutbox()).toMatchObject([picture])
  })

  test('is removed 30 days after it was touched, whoever wrote it and whoever starts the app; nothing newer is', async () => {
    const day = 24 * 60 * 60_000
    const now = Date.now()
    const old = (id: string) => ({ ...message(id), at: new Date(now - 31 * day).toISOString() })
    store.writeDraft('t', 'ร่างเก่าของฉัน', () => now - 31 * day)
    store.writeDraft('u', 'ร่างใหม่ของฉัน', () => now - 29 * day)
    store.adoptUnsent('gone')
    store.writeDraft('t', 'ร่างเก่าของคนอื่น', () => now - 31 * day)
    store.writeDraft('u', 'ร่างใหม่ของคนอื่น', () => now - 29 * day)
    store.updateOutbox((outbox) => press(outbox, old('a')))
    store.updateOutbox((outbox) => press(outbox, { ...old('b'), at: new Date(now - day).toISOString() }))
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
    store.editInField('closed', 'ยังไม่ได้ส่ง', 'failed-message')
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
    send('a')
    const kept = new Map(stored)
    stored.clear()
    store = await reload()
    const hear = (key: string, newValue: string | null) =>
      tabs.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
    for (const [key, value] of kept) hear(key, value)
    expect([store.readDraft('t'), ids()]).toEqual(['จากอีกแท็บ', ['a']])
    for (const key of kept.keys()) hear(key, null)
    expect([store.readDraft('t'), ids()]).toEqual(['', []])
  })
})

test('a message that a closed tab left holds up those that were sent off behind it; what the tab has kept of it last counts', () => {
  const hear = (state: string) => {
    const kept = JSON.stringify({ ...message('a'), state })
    stored.set('person:me:outbox:a', kept)
    tabs.dispatchEvent(Object.assign(new Event('storage'), { key: 'person:me:outbox:a', newValue: kept }))
  }
  hear('sending')
  send('b')
  expect(store.abandonedOf('t').map(({ id }) => id)).toEqual(['a'])
  store.abandonMessages('t')
  expect(store.readOutbox()).toMatchObject([
    { id: 'a', state: 'failed', failure: 'interrupted', holds: true },
    { id: 'b', state: 'waiting' },
  ])
  hear('sending')
  stored.delete('person:me:outbox:a')
  store.rereadMessage('a')
  expect(ids()).toEqual(['b'])
})

describe('a reload', () => {
  test('keeps drafts, and messages in their order', async () => {
    store.writeDraft('t', 'สวัสดี')
    for (const id of ['c', 'a', 'b']) send(id)
    store = await reload()
    expect([store.readDraft('t'), ids()]).toEqual(['สวัสดี', ['c', 'a', 'b']])
  })

  test('in the middle of sending leaves it to be tried again under its id, unless another tab sends it', async () => {
    for (const id of ['a', 'b']) send(id)
    store.updateOutbox((outbox) => begin(outbox, 't'))
    store = await reload()
    expect(store.readOutbox().map(({ state }) => state)).toEqual(['sending', 'waiting'])
    // This page has the ticket's lock: no other tab sends.
    store.abandonMessages('t')
    expect(store.readOutbox()).toMatchObject([
      { id: 'a', state: 'failed', failure: 'interrupted', holds: false },
      { id: 'b', state: 'failed', failure: 'interrupted', holds: false },
    ])
  })

  test('after a message has arrived knows nothing of it', async () => {
    send('a')
    store.updateOutbox((outbox) => outbox.filter(({ id }) => id !== 'a'))
    store = await reload()
    expect(ids()).toEqual([])
    expect([...stored.keys()]).toEqual([])
  })

  test('with nonsense in the storage begins empty', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    for (const nonsense of ['{', '5', 'null', '[1]', '{"id":1}', '{"text":null}']) {
      stored.set('person:me:draft:t', nonsense)
      stored.set('person:me:outbox:a', nonsense)
      store = await reload()
      expect([store.readDraft('t'), ids()]).toEqual(['', []])
    }
    warn.mockRestore()
  })
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

test('drafts are bounded: the longest untouched goes first', () => {
  for (let number = 0; number < 60; number += 1) store.writeDraft(`t${number}`, 'x', () => number)
  expect([store.readDraft('t9'), store.readDraft('t10')]).toEqual(['', 'x'])
  expect(stored.size).toBe(50)
})
