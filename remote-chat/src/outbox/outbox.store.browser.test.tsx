import { userDatabaseCalls } from 'shared/session'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { refuseStorage } from '../testing/refuse-storage.ts'
import { readDraft, setPendingOwner, writeDraft } from './drafts.store.ts'
import {
  abandonedOf,
  allowUnstored,
  isOutboxLoaded,
  loadOutbox,
  maySend,
  outboxStored,
  readOutbox,
  rereadOutbox,
  updateOutbox,
} from './outbox.store.ts'
import { addToOutbox, type OutboxMessage } from './outbox.ts'
import { adoptAbandoned, dispatchOutbox } from './outbox-events.ts'
import { openOutboxStorage } from './outbox-storage.ts'
import { waitBeforeRetry, withTimeout } from './storage-timeouts.ts'

vi.mock('./storage-timeouts.ts', { spy: true })

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const message = (id: string, more: Partial<OutboxMessage> = {}) => ({
  ...{ id, ticketId: 't', text: `ข้อความ ${id}`, at: new Date().toISOString(), accepts: false },
  ...more,
})
const ids = () => readOutbox().map(({ id }) => id)

async function send(id: string, more: Partial<OutboxMessage> = {}): Promise<void> {
  updateOutbox((outbox) => addToOutbox(outbox, message(id, more)))
  await outboxStored()
}

/** Simulates a page load: only stored data remains. */
async function reload(owner = 'me'): Promise<void> {
  setPendingOwner(null)
  setPendingOwner(owner)
  await loadOutbox()
}

async function deleted(owner: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(`person:${owner}`)
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
  })
}

/** Locks a database, as a tab in the middle of a write does, until the returned function is called. */
async function lockDatabase(name: string): Promise<() => void> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const store = db.transaction(['outbox', 'images', 'sent_off'], 'readwrite').objectStore('outbox')
  let isLocked = true
  const hold = () => {
    if (isLocked) store.count().onsuccess = hold
  }
  hold()
  return () => {
    isLocked = false
    db.close()
  }
}

beforeEach(() => reload())
afterEach(async () => {
  vi.restoreAllMocks()
  setPendingOwner(null)
  for (const owner of ['me', 'other', 'gone']) await deleted(owner)
  localStorage.clear()
})

describe('stored outbox message', () => {
  test('outbox messages keep their order, image URL, replaced message id and sending state after a reload', async () => {
    const image = { text: '', imageUrl: 'https://pictures.example/slip.png', retryOf: 'failed' }
    for (const id of ['c', 'a']) await send(id)
    await send('b', image)
    dispatchOutbox('begin', ['c'])
    await outboxStored()
    await reload()
    expect(readOutbox()).toMatchObject([
      { id: 'c', state: 'sending' },
      { id: 'a', state: 'waiting' },
      { id: 'b', ...image },
    ])
    dispatchOutbox('remove', ['c'])
    await outboxStored()
    await reload()
    expect(ids()).toEqual(['a', 'b'])
  })

  test('an outbox message belongs to one user only', async () => {
    await send('a')
    await reload('other')
    expect(ids()).toEqual([])
    await reload()
    expect(ids()).toEqual(['a'])
  })

  test('moves messages of a killed tab from localStorage to the database once', async () => {
    const key = 'person:me:outbox:old'
    localStorage.setItem(key, JSON.stringify({ ...message('old'), state: 'sending', order: 0 }))
    localStorage.setItem('person:me:outbox:nonsense', '{')
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    await reload()
    expect(readOutbox()).toMatchObject([{ id: 'old', text: 'ข้อความ old', state: 'sending' }])
    expect(Object.keys(localStorage).filter((each) => each.includes(':outbox:'))).toEqual([])
    await reload()
    expect(ids()).toEqual(['old'])
  })

  test('after a reload, a recent message is resent and an older one waits for the user', async () => {
    await send('old', { at: new Date(Date.now() - 3 * HOUR).toISOString() })
    await send('new', { ticketId: 'u', at: new Date(Date.now() - HOUR).toISOString() })
    dispatchOutbox('begin', ['old', 'new'])
    await outboxStored()
    await reload()
    expect(abandonedOf('t').map(({ id }) => id)).toEqual(['old'])
    for (const ticketId of ['t', 'u']) adoptAbandoned(ticketId, Date.now())
    expect(readOutbox()).toMatchObject([
      { id: 'old', state: 'failed', failure: 'interrupted' },
      { id: 'new', state: 'waiting' },
    ])
  })

  test('outbox messages of every user are removed after 30 days', async () => {
    await reload('gone')
    await send('old', { at: new Date(Date.now() - 31 * DAY).toISOString() })
    await send('new', { at: new Date(Date.now() - 29 * DAY).toISOString() })
    await reload('gone')
    expect(ids()).toEqual(['new'])
    const { countOutbox } = await userDatabaseCalls()
    // Repeated, because opening the storage deletes no expired messages while an earlier deletion is still running.
    await expect
      .poll(async () => {
        await reload()
        return countOutbox('gone')
      })
      .toBe(1)
  })

  test('a sent message reaches other tabs, and is not restored after another tab has removed it', async () => {
    const news: string[] = []
    const other = await openOutboxStorage('me', {
      retentionMs: 30 * DAY,
      onClosed: () => {},
      onNews: ({ put, removed }) => news.push(...put.map(({ state }) => state), ...removed),
    })
    await send('a')
    await expect.poll(() => news).toEqual(['waiting'])
    await other.write({ added: [], changed: [], removed: ['a'] })
    // This tab may start sending before it is notified of the removal; in both cases the message is removed.
    dispatchOutbox('begin', ['a'])
    await outboxStored()
    await expect.poll(ids).toEqual([])
    expect(await other.read()).toEqual([])
    other.close()
  })
})

test('a sent draft that was not removed before a reload is not restored, but a newer draft is', async () => {
  const now = Date.now()
  writeDraft('t', 'ส่งแล้ว', () => now)
  writeDraft('u', 'ยังไม่ได้ส่ง', () => now)
  updateOutbox((outbox) => addToOutbox(outbox, message('a')), { sentOff: { ticketId: 't', at: now } })
  updateOutbox((outbox) => addToOutbox(outbox, message('b')), { sentOff: { ticketId: 'u', at: now - 1 } })
  await outboxStored()
  await reload()
  expect([readDraft('t'), readDraft('u')]).toEqual(['', 'ยังไม่ได้ส่ง'])
})

test('a message that cannot be stored leaves the outbox, unless the user allows sending without a stored copy', async () => {
  refuseStorage()
  updateOutbox((outbox) => addToOutbox(outbox, message('a')))
  expect(await maySend('a')).toBe(false)
  expect(ids()).toEqual([])
  allowUnstored()
  updateOutbox((outbox) => addToOutbox(outbox, message('b')))
  expect(await maySend('b')).toBe(true)
  expect(ids()).toEqual(['b'])
  // The permission to send unstored messages does not apply to the next user.
  setPendingOwner('other')
  updateOutbox((outbox) => addToOutbox(outbox, message('c')))
  expect(await maySend('c')).toBe(false)
})

test('asks the user again when storing messages fails a second time after a success', async () => {
  const full = refuseStorage()
  allowUnstored()
  updateOutbox((outbox) => addToOutbox(outbox, message('a')))
  expect(await maySend('a')).toBe(true)
  full.mockRestore()
  await send('b')
  refuseStorage()
  updateOutbox((outbox) => addToOutbox(outbox, message('c')))
  expect(await maySend('c')).toBe(false)
  expect(ids()).toEqual(['a', 'b'])
})

test('keeps the position of a localStorage message that cannot be stored in the database, and stores it once there is room', async () => {
  await send('kept')
  const noted = { ...message('noted', { at: new Date(Date.now() - HOUR).toISOString() }), state: 'waiting' }
  localStorage.setItem('person:me:outbox:noted', JSON.stringify({ ...noted, order: 1 }))
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await reload()
  expect(ids()).toEqual(['noted', 'kept'])
  expect(abandonedOf('t').map(({ id }) => id)).toEqual(['noted', 'kept'])
  await rereadOutbox('t')
  expect(ids()).toEqual(['noted', 'kept'])
  full.mockRestore()
  adoptAbandoned('t', Date.now())
  dispatchOutbox('begin', ['noted'])
  await outboxStored()
  expect(localStorage.getItem('person:me:outbox:noted')).toBeNull()
  await reload()
  expect(readOutbox()).toMatchObject([
    { id: 'noted', state: 'sending' },
    { id: 'kept', state: 'waiting' },
  ])
})

test('the outbox is not blocked by another tab that uses another user’s database', async () => {
  await reload('other')
  await send('x')
  const release = await lockDatabase('person:other')
  await reload()
  await send('a')
  expect(await maySend('a')).toBe(true)
  release()
})

test('retries a slow read of the outbox, keeps stored messages before new ones, and reports loading as unfinished', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  await send('kept')
  const read = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
    throw new DOMException('late', 'TimeoutError')
  })
  setPendingOwner(null)
  setPendingOwner('me')
  const loading = loadOutbox()
  await expect.poll(() => read.mock.calls.length).toBeGreaterThan(0)
  expect(isOutboxLoaded()).toBe(false)
  updateOutbox((outbox) => addToOutbox(outbox, message('pressed')))
  read.mockRestore()
  await loading
  expect(isOutboxLoaded()).toBe(true)
  expect(ids()).toEqual(['kept', 'pressed'])
})

test('retries a slow write of a message instead of refusing the message', async () => {
  const slow = refuseStorage('AbortError')
  updateOutbox((outbox) => addToOutbox(outbox, message('a')))
  await expect.poll(() => slow.mock.calls.length).toBeGreaterThan(0)
  expect(ids()).toEqual(['a'])
  slow.mockRestore()
  expect(await maySend('a')).toBe(true)
  await reload()
  expect(ids()).toEqual(['a'])
})

test('a write that waits for the storage still succeeds when a timed-out read closes the storage', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  // Messages in localStorage require a write on opening, which waits for the lock of the other tab.
  const release = await lockDatabase('person:me')
  onTestFinished(release)
  vi.mocked(withTimeout).mockClear()
  vi.mocked(waitBeforeRetry).mockClear()
  const late = Promise.withResolvers<never>()
  setPendingOwner(null)
  setPendingOwner('me')
  vi.mocked(withTimeout).mockImplementationOnce(() => late.promise)
  const loading = loadOutbox()
  updateOutbox((outbox) => addToOutbox(outbox, message('a')))
  await expect.poll(() => vi.mocked(withTimeout).mock.calls.length).toBe(2)
  const closed = vi.spyOn(IDBDatabase.prototype, 'close')
  late.reject(new DOMException('late', 'TimeoutError'))
  await expect.poll(() => vi.mocked(waitBeforeRetry).mock.calls.length).toBe(1)
  release()
  await loading
  expect(await maySend('a')).toBe(true)
  expect(closed.mock.calls.length).toBeGreaterThan(1)
  expect(ids()).toEqual(['a'])
})

test('restores messages from a tab that was killed before writing to the database, in order, and drops their drafts', async () => {
  const now = Date.now()
  // Makes the database write never resolve, so that only localStorage has the messages when the tab is killed.
  const stuck = vi
    .spyOn(IDBDatabase.prototype, 'transaction')
    .mockImplementation(() => ({ objectStore: () => ({ put: () => new Promise(() => {}) }) }) as never)
  for (const [index, id] of ['b', 'a', 'c'].entries())
    updateOutbox((outbox) => addToOutbox(outbox, message(id, { at: new Date(now + index).toISOString() })), {
      sentOff: { ticketId: 't', at: now + index },
    })
  expect(Object.keys(localStorage).filter((key) => key.startsWith('person:me:outbox:'))).toHaveLength(3)
  // The tab was killed before it could remove the sent draft.
  localStorage.setItem('person:me:draft:t', JSON.stringify({ text: 'ข้อความ c', at: now + 2 }))
  stuck.mockRestore()
  await reload()
  expect(ids()).toEqual(['b', 'a', 'c'])
  expect(readDraft('t')).toBe('')
  expect(Object.keys(localStorage).filter((key) => key.startsWith('person:me:'))).toEqual([])
})

test('a message withdrawn while the database was blocked is gone after a reload', async () => {
  // Makes the write never resolve; then the tab is killed.
  const stuck = vi
    .spyOn(IDBDatabase.prototype, 'transaction')
    .mockImplementation(() => ({ objectStore: () => ({ put: () => new Promise(() => {}) }) }) as never)
  for (const id of ['a', 'b']) updateOutbox((outbox) => addToOutbox(outbox, message(id)))
  dispatchOutbox('withdraw', ['b'])
  stuck.mockRestore()
  await reload()
  expect(ids()).toEqual(['a'])
})

test('a withdrawn message is gone after a reload even if it could not be removed, and is removed later', async () => {
  for (const id of ['a', 'b']) await send(id)
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const refused = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
    throw new DOMException('no', 'UnknownError')
  })
  dispatchOutbox('withdraw', ['b'])
  await outboxStored()
  await reload()
  expect(ids()).toEqual(['a'])
  await rereadOutbox('t')
  expect(ids()).toEqual(['a'])
  refused.mockRestore()
  await reload()
  expect(ids()).toEqual(['a'])
  expect(Object.keys(localStorage).filter((key) => key.startsWith('person:me:'))).toEqual([])
  localStorage.clear()
  await reload()
  expect(ids()).toEqual(['a'])
})

test('keeps the order of sent messages when the clock is set back between them', async () => {
  const now = Date.now()
  const at = (ms: number) => ({ at: new Date(now + ms).toISOString() })
  await send('a', at(HOUR))
  await send('b', at(0))
  await send('c', at(1))
  await send('other', { ticketId: 'u', ...at(2) })
  await reload()
  expect(ids().filter((id) => id !== 'other')).toEqual(['a', 'b', 'c'])
})

test('never stores a message that was withdrawn before the database responded', async () => {
  const slow = refuseStorage('AbortError')
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  for (const id of ['a', 'b'])
    updateOutbox((outbox) => addToOutbox(outbox, message(id)), { images: new Map([[id, new Blob(['x'])]]) })
  dispatchOutbox('withdraw', ['b'])
  await expect.poll(() => slow.mock.calls.length).toBeGreaterThan(0)
  slow.mockRestore()
  await outboxStored()
  const written = put.mock.calls.map(([value, key]) => (value instanceof Blob ? key : value.id))
  expect(new Set(written)).toEqual(new Set(['a']))
})

test('reopens a closed storage, inserts messages of other tabs in order, and does not restore removed messages', async () => {
  const now = Date.now()
  const at = (ms: number) => ({ at: new Date(now + ms).toISOString() })
  await send('sent', at(0))
  const slow = refuseStorage('AbortError')
  updateOutbox((outbox) => addToOutbox(outbox, message('mine', at(2))))
  await expect.poll(() => slow.mock.calls.length).toBeGreaterThan(0)
  dispatchOutbox('remove', ['sent'])
  // While the storage is closed, this page receives no broadcasts of other tabs.
  const theirs = { ...message('theirs', at(1)), state: 'waiting', order: 0 }
  localStorage.setItem('person:me:outbox:theirs', JSON.stringify(theirs))
  slow.mockRestore()
  expect(await maySend('mine')).toBe(true)
  expect(ids()).toEqual(['theirs', 'mine'])
  await outboxStored()
  expect(ids()).toEqual(['theirs', 'mine'])
})

test('a message withdrawn before the attempt to store it has failed is not returned to the field', async () => {
  refuseStorage()
  updateOutbox((outbox) => addToOutbox(outbox, message('a')))
  const isPersisted = maySend('a')
  dispatchOutbox('withdraw', ['a'])
  expect(await isPersisted).toBe(true)
})

test('reopens a database that the browser has closed', async () => {
  await send('a', { at: new Date(Date.now() - HOUR).toISOString() })
  // The user clears the site data.
  await deleted('me')
  await send('b')
  expect(ids()).toEqual(['a', 'b'])
  await reload()
  expect(ids()).toEqual(['b'])
})
