/** This module is a separate chunk, because few pages need it immediately. */
import {
  readPersonal,
  serverNow,
  type UserDatabaseCalls,
  userDatabaseCalls,
  writePersonal,
} from 'shared/session'
import type { Outbox } from './outbox.ts'
import { isStorageTimeout } from './storage-timeouts.ts'
import { parseStored, type StoredMessage } from './stored-message.ts'

type Database = Awaited<ReturnType<UserDatabaseCalls['openUserDatabase']>>

const WRITE_WITHIN_MS = 5_000

export interface OutboxChange {
  added: readonly StoredMessage[]
  /** Stored messages that have changed. A message that another tab has removed is not added again. */
  changed: readonly StoredMessage[]
  removed: readonly string[]
  /** Draft that was sent as the added message: the draft of `ticketId`, last edited at `at` (ms since 1970). */
  sentOff?: { ticketId: string; at: number } | undefined
  images?: ReadonlyMap<string, Blob> | undefined
}

let isRemoving = false

interface OutboxNotification {
  put: readonly StoredMessage[]
  removed: readonly string[]
}

export type OutboxStorage = Awaited<ReturnType<typeof openOutboxStorage>>

/** Opens the storage. `onNews` gets changes of other tabs; after `onClosed`, open it again. @throws without storage */
export async function openOutboxStorage(
  staffId: string,
  {
    onNews,
    onClosed,
    retentionMs,
  }: { onNews: (news: OutboxNotification) => void; onClosed: () => void; retentionMs: number },
) {
  const { openUserDatabase, removeExpiredOutboxes } = await userDatabaseCalls()
  // Removes expired data in the background, because opening a user's database may wait for the lock of another tab.
  if (!isRemoving) {
    isRemoving = true
    void removeExpiredOutboxes(serverNow() - retentionMs)
      .catch((error: unknown) => console.warn('the outbox could not be removed', error))
      .finally(() => {
        isRemoving = false
      })
  }
  let isOpen = true
  const db = await openUserDatabase(staffId, () => {
    isOpen = false
    tabs.close()
    onClosed()
  })
  const tabs = new BroadcastChannel(`outbox:${staffId}`)
  try {
    await takeOver(db, staffId)
  } catch (error) {
    if (isStorageTimeout(error)) {
      tabs.close()
      db.close()
      throw error
    }
    // The copies in localStorage remain until the next opening or write; until then `read` returns them, too.
    console.warn('the outbox could not be stored', error)
  }
  tabs.onmessage = ({ data }: MessageEvent<OutboxNotification>) => onNews(data)
  return {
    /** Returns all stored messages, including those only in localStorage, in the order in which they were sent. */
    read: async (): Promise<Outbox> => {
      // Reads localStorage first: a message moved to the database in between is then found there.
      const localMessages = localStorageMessages(staffId)
      const found = (await db.getAll('outbox')).flatMap((value) => parseStored(value) ?? [])
      const removed = readPersonal(staffId, 'removed')
      const messages = found.filter(({ id }) => !removed.has(id))
      const byId = new Map([...localMessages, ...messages].map((message) => [message.id, message]))
      return inOrder([...byId.values()].filter(({ at }) => Date.parse(at) >= serverNow() - retentionMs))
    },
    /** Returns, by ticket, the time up to which its draft has been sent. */
    readSentOff: async () => {
      const [tickets, times] = await Promise.all([db.getAllKeys('sent_off'), db.getAll('sent_off')])
      return new Map(tickets.map((ticketId, index) => [ticketId, times[index] ?? 0]))
    },
    readImage: (id: string) => db.get('images', id),
    /** Returns the ids of those `changed` messages that the storage no longer has. @throws when nothing was written. */
    async write(change: OutboxChange) {
      const { removedIds, put } = await write(
        db,
        change,
        new Set(localStorageMessages(staffId).map(({ id }) => id)),
      )
      for (const { id } of put) writePersonal(staffId, 'outbox', id, null)
      for (const id of change.removed) writePersonal(staffId, 'removed', id, null)
      const news: OutboxNotification = { put, removed: change.removed }
      // The storage may have been closed during the write; the write is valid, but other tabs cannot be notified.
      if (isOpen && news.put.length + news.removed.length > 0) tabs.postMessage(news)
      return removedIds
    },
    close: () => {
      isOpen = false
      tabs.close()
      db.close()
    },
  }
}

async function write(
  db: Database,
  { added, changed, removed, sentOff, images }: OutboxChange,
  localMessages: ReadonlySet<string>,
): Promise<{ removedIds: string[]; put: StoredMessage[] }> {
  // `strict` durability: when the write is reported as complete, it is on disk.
  const tx = db.transaction(['outbox', 'images', 'sent_off'], 'readwrite', { durability: 'strict' })
  const timer = setTimeout(() => tx.abort(), WRITE_WITHIN_MS)
  // `done` is awaited below; without this handler, an abort before that would be an unhandled rejection.
  tx.done.catch(() => undefined)
  try {
    const outbox = tx.objectStore('outbox')
    const removedIds: string[] = []
    const put = [...added]
    for (const message of added) await outbox.put(message)
    for (const message of changed) {
      if (!localMessages.has(message.id) && (await outbox.getKey(message.id)) === undefined)
        removedIds.push(message.id)
      else {
        await outbox.put(message)
        put.push(message)
      }
    }
    for (const id of removed) {
      await outbox.delete(id)
      await tx.objectStore('images').delete(id)
    }
    for (const [id, content] of images ?? []) await tx.objectStore('images').put(content, id)
    if (sentOff) await tx.objectStore('sent_off').put(sentOff.at, sentOff.ticketId)
    await tx.done
    return { removedIds, put }
  } finally {
    clearTimeout(timer)
  }
}

/** Moves messages from localStorage to the database: a killed tab may have written them only to localStorage. */
async function takeOver(db: Database, staffId: string): Promise<void> {
  const found = [...readPersonal(staffId, 'outbox')]
  const removed = [...readPersonal(staffId, 'removed').keys()]
  if (found.length + removed.length === 0) return
  const tx = db.transaction(['outbox', 'images', 'sent_off'], 'readwrite', { durability: 'strict' })
  const [outbox, marks] = [tx.objectStore('outbox'), tx.objectStore('sent_off')]
  for (const [, text] of found) {
    const value = parsed(text)
    const message = parseStored(value)
    if (message === null) continue
    if ((await outbox.getKey(message.id)) === undefined) await outbox.put(message)
    const at = draftSentAt(value)
    if (at > ((await marks.get(message.ticketId)) ?? 0)) await marks.put(at, message.ticketId)
  }
  for (const id of removed) {
    await outbox.delete(id)
    await tx.objectStore('images').delete(id)
  }
  await tx.done
  for (const [name] of found) writePersonal(staffId, 'outbox', name, null)
  for (const id of removed) writePersonal(staffId, 'removed', id, null)
}

const localStorageMessages = (staffId: string): StoredMessage[] =>
  [...readPersonal(staffId, 'outbox').values()].flatMap((text) => parseStored(parsed(text)) ?? [])

function inOrder(messages: StoredMessage[]): Outbox {
  return messages
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || a.order - b.order)
    .map(({ order: _, ...message }) => message)
}

function draftSentAt(value: unknown): number {
  const { sentOff } = value as { sentOff?: OutboxChange['sentOff'] }
  return typeof sentOff?.at === 'number' ? sentOff.at : 0
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch (error) {
    console.warn('a stored message could not be read', error)
    return null
  }
}
