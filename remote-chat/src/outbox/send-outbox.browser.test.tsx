import { MAX_MESSAGES_LIMIT } from 'shared/contract/constants.ts'
import { MockManager } from 'shared/testing/mock-profile.ts'
import { mockMessage, staffMemberOf } from 'shared/testing/mock-tickets.ts'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { OWN_TICKET, openChat, sendsOf } from '../testing/open-conversation.tsx'
import { refuseStorage } from '../testing/refuse-storage.ts'
import { settled } from '../testing/settled.ts'
import { setPendingOwner } from './drafts.store.ts'
import { isOutboxLoaded, loadOutbox, readOutbox } from './outbox.store.ts'
import type { OutboxMessage } from './outbox.ts'
import { openOutboxStorage } from './outbox-storage.ts'
import { ticketLockName } from './ticket-lock.ts'

const id = OWN_TICKET
const WAITS = 'รอส่งต่อจากข้อความก่อนหน้า'
installMockDesk()

const texts = () => sendsOf(desk).map(({ text }) => text)
const ownMessage = (clientMessageId: string) => ({
  direction: 'OUT' as const,
  sender: staffMemberOf(desk.me),
  delivery: 'sent' as const,
  client_message_id: clientMessageId,
})

/** Stores a message on the server without a socket event. */
function storeSilently(text: string, clientMessageId: string): void {
  const seq = desk.lastSeqOf(id) + 1
  const event_time = new Date().toISOString()
  desk.messages.push(mockMessage({ ticket_id: id, seq, text, event_time, ...ownMessage(clientMessageId) }))
}

/** Simulates another tab: its changes reach this page, and its locks are released when it is closed. */
class OtherTab {
  #close = () => {}
  readonly #frame = document.body.appendChild(document.createElement('iframe'))

  get #window() {
    const { contentWindow } = this.#frame
    if (contentWindow === null) throw new Error('the tab is closed')
    return contentWindow
  }

  /** Starts sending a message, to which the server does not respond. */
  async begin(messageId: string, text: string): Promise<void> {
    await new Promise<void>((granted) => {
      void this.#window.navigator.locks
        .request(ticketLockName(MockManager.id, id), () => {
          granted()
          return new Promise(() => {})
        })
        // The lock request is rejected when the tab is closed.
        .catch(() => {})
    })
    const at = new Date().toISOString()
    const message: OutboxMessage = {
      ...{ id: messageId, ticketId: id, text, at, accepts: false, retryOf: null },
      ...{ imageUrl: null, state: 'sending', failure: null, holds: false },
    }
    const storage = await openOutboxStorage(MockManager.id, {
      retentionMs: Number.POSITIVE_INFINITY,
      onNews: () => {},
      onClosed: () => {},
    })
    await storage.write({ added: [{ ...message, order: 0 }], changed: [], removed: [] })
    this.#close = storage.close
  }

  close(): void {
    this.#frame.remove()
    this.#close()
  }
}

let other: OtherTab | null = null
function openOtherTab(): OtherTab {
  other = new OtherTab()
  return other
}
afterEach(() => {
  other?.close()
  other = null
})

async function send(composer: Awaited<ReturnType<typeof openChat>>['composer'], text: string) {
  await composer.fill(text)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(composer).toHaveValue('')
}

test('sends the messages that wait behind a failed message when the server has stored the failed message after all', async () => {
  const { chat, composer } = await openChat()
  const go = desk.hold(/send/)
  desk.fail(/send/, { status: 502, body: {} })
  await send(composer, 'หนึ่ง')
  await send(composer, 'สอง')
  go()
  await expect.element(chat.getByRole('button', { name: 'ลองใหม่' })).toBeVisible()
  await expect.element(chat.getByText(WAITS)).toBeVisible()
  expect(texts()).toEqual(['หนึ่ง'])
  desk.write(id, 'หนึ่ง', ownMessage(sendsOf(desk)[0]?.client_message_id ?? ''))
  await expect.poll(texts).toEqual(['หนึ่ง', 'สอง'])
  await expect.poll(readOutbox).toEqual([])
})

describe('message that waits behind a message of another tab', () => {
  test('a message that waits for another tab’s message is sent when that tab is closed and its message is stored', async () => {
    const { chat, composer, log } = await openChat()
    const tab = openOtherTab()
    await tab.begin('of-the-other-tab', 'จากอีกแท็บ')
    await expect.element(log.getByText('จากอีกแท็บ')).toBeVisible()
    await send(composer, 'จากแท็บนี้')
    await expect.element(chat.getByText(WAITS)).toBeVisible()
    storeSilently('จากอีกแท็บ', 'of-the-other-tab')
    expect(texts()).toEqual([])
    tab.close()
    await expect.poll(texts).toEqual(['จากแท็บนี้'])
    await expect.poll(readOutbox).toEqual([])
  })

  test('a message that waits for another tab’s message is sent after it when that tab is closed and its message is not stored', async () => {
    const { chat, composer, log } = await openChat()
    const tab = openOtherTab()
    await tab.begin('of-the-other-tab', 'จากอีกแท็บ')
    await expect.element(log.getByText('จากอีกแท็บ')).toBeVisible()
    await send(composer, 'จากแท็บนี้')
    await expect.element(chat.getByText(WAITS)).toBeVisible()
    expect(texts()).toEqual([])
    tab.close()
    await expect.poll(texts).toEqual(['จากอีกแท็บ', 'จากแท็บนี้'])
    expect(sendsOf(desk)[0]?.client_message_id).toBe('of-the-other-tab')
    await expect.poll(readOutbox).toEqual([])
  })

  test('messages are not duplicated when another tab closes before this tab is notified that the message is stored', async () => {
    const { composer, log } = await openChat()
    const tab = openOtherTab()
    await tab.begin('of-the-other-tab', 'จากอีกแท็บ')
    await expect.element(log.getByText('จากอีกแท็บ')).toBeVisible()
    await send(composer, 'จากแท็บนี้')
    storeSilently('จากอีกแท็บ', 'of-the-other-tab')
    desk.fail(/GET .*messages/, 'network')
    tab.close()
    await expect.poll(readOutbox).toEqual([])
    const stored = desk.messages.filter(({ ticket_id }) => ticket_id === id).slice(-2)
    expect(stored.map(({ text }) => text)).toEqual(['จากอีกแท็บ', 'จากแท็บนี้'])
  })
})

test('a page opened while another tab sends a message shows it as being sent, and sends it when that tab is closed', async () => {
  const { chat, log } = await openChat()
  setPendingOwner(null)
  const tab = openOtherTab()
  await tab.begin('of-the-other-tab', 'จากอีกแท็บ')
  setPendingOwner(MockManager.id)
  window.dispatchEvent(new Event('online'))
  await loadOutbox()
  await expect.element(log.getByText('จากอีกแท็บ')).toBeVisible()
  await expect.element(log.getByText('กำลังส่ง...')).toBeVisible()
  expect(chat.getByRole('button', { name: 'แก้ไข' }).elements()).toEqual([])
  expect(texts()).toEqual([])
  tab.close()
  await expect.poll(texts).toEqual(['จากอีกแท็บ'])
  await expect.poll(readOutbox).toEqual([])
})

test('a browser that cannot store the message returns its text to the field with a warning and sends it on the next attempt', async () => {
  const { screen, composer } = await openChat()
  refuseStorage()
  await composer.fill('ยังอยู่ในช่อง')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(screen.getByText(/เก็บข้อความก่อนส่งไม่ได้/)).toBeVisible()
  await expect.element(composer).toHaveValue('ยังอยู่ในช่อง')
  expect(texts()).toEqual([])
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(texts).toEqual(['ยังอยู่ในช่อง'])
  await expect.element(composer).toHaveValue('')
})

/** Opens a page whose database does not respond until the returned function is called. */
function openSlowly(): () => void {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const slow = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
    throw new DOMException('late', 'TimeoutError')
  })
  onTestFinished(() => void vi.restoreAllMocks())
  setPendingOwner(null)
  setPendingOwner(MockManager.id)
  void loadOutbox()
  return () => slow.mockRestore()
}

test('while the browser’s database does not respond, keeps a sent text in the field and sends it after stored messages', async () => {
  const { composer } = await openChat()
  const tab = openOtherTab()
  await tab.begin('kept-before', 'ก่อนหน้า')
  await expect.poll(() => readOutbox().length).toBe(1)
  tab.close()
  // The tab that sent the message is closed, and this page's memory is reset.
  const releaseResponse = openSlowly()
  await composer.fill('ทีหลัง')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(composer).toHaveValue('ทีหลัง')
  expect(texts()).toEqual([])
  releaseResponse()
  await expect.poll(texts).toEqual(['ก่อนหน้า', 'ทีหลัง'])
  await expect.element(composer).toHaveValue('')
})

test('keeps text that was changed while a send had to wait, and reports that it was not sent', async () => {
  const { screen, composer } = await openChat()
  const releaseResponse = openSlowly()
  await composer.fill('หนึ่ง')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await composer.fill('หนึ่ง และต่อ')
  releaseResponse()
  await expect.element(screen.getByText(/ข้อความในช่องยังไม่ได้ส่ง/)).toBeVisible()
  await expect.element(composer).toHaveValue('หนึ่ง และต่อ')
  expect(texts()).toEqual([])
})

test('messages sent during a database write are kept in localStorage, including messages that wait behind others', async () => {
  const { composer } = await openChat()
  await expect.poll(isOutboxLoaded).toBe(true)
  const real = IDBDatabase.prototype.transaction
  const slow = vi.spyOn(IDBDatabase.prototype, 'transaction')
  onTestFinished(() => slow.mockRestore())
  slow.mockImplementation(function (this: IDBDatabase, ...args) {
    // Keeps the database transaction open until the mock is restored.
    const tx = real.apply(this, args)
    const hold = () => {
      if (slow.getMockImplementation() !== undefined)
        tx.objectStore(tx.objectStoreNames[0] ?? '').count().onsuccess = hold
    }
    hold()
    return tx
  })
  for (const text of ['หนึ่ง', 'สอง', 'สาม']) await send(composer, text)
  const noted = Object.entries(localStorage).filter(([key]) =>
    key.startsWith(`person:${MockManager.id}:outbox:`),
  )
  expect(noted.map(([, value]) => JSON.parse(value).text).sort()).toEqual(['สอง', 'สาม', 'หนึ่ง'])
  expect(texts()).toEqual([])
  slow.mockRestore()
  await expect.poll(texts).toEqual(['หนึ่ง', 'สอง', 'สาม'])
})

test("messages stored by another tab while this tab's storage was closed are sent before later ones of this tab", async () => {
  const { composer } = await openChat()
  await expect.poll(isOutboxLoaded).toBe(true)
  const [at, slow] = [new Date().toISOString(), refuseStorage('AbortError')]
  await send(composer, 'ทีหลัง')
  await expect.poll(() => slow.mock.calls.length).toBeGreaterThan(0)
  const before = { id: 'of-the-other-tab', ticketId: id, text: 'ก่อนหน้า', at, state: 'waiting' }
  localStorage.setItem(`person:${MockManager.id}:outbox:${before.id}`, JSON.stringify(before))
  slow.mockRestore()
  await expect.poll(texts).toEqual(['ก่อนหน้า', 'ทีหลัง'])
  await expect.poll(readOutbox).toEqual([])
})

test('retries a message automatically after a lost response', async () => {
  const { composer } = await openChat()
  desk.fail(/send/, 'network', 1)
  await send(composer, 'ไปเอง')
  await expect.poll(texts).toEqual(['ไปเอง', 'ไปเอง'])
  await expect.poll(readOutbox).toEqual([])
})

describe('editing a failed message that the server may have stored', () => {
  async function openWithFailed() {
    const opened = await openChat()
    desk.fail(/send/, { status: 500, body: {} })
    await send(opened.composer, 'ส่งแล้วหรือยัง')
    const edit = opened.chat.getByRole('button', { name: 'แก้ไข' })
    await expect.element(edit).toBeVisible()
    // Waits for the refetch of the conversation that follows a failed send.
    await settled(opened.client)
    return { ...opened, edit, clientMessageId: readOutbox()[0]?.id ?? '' }
  }

  test('editing a failed message that is stored after all reports this and does not duplicate the message', async () => {
    const { screen, chat, composer, edit, clientMessageId } = await openWithFailed()
    storeSilently('ส่งแล้วหรือยัง', clientMessageId)
    await edit.click()
    await expect.element(screen.getByText(/ข้อความนี้ส่งไปแล้ว/)).toBeVisible()
    await expect.element(edit).not.toBeInTheDocument()
    await expect.element(composer).toHaveValue('')
    await expect.poll(() => chat.getByText('ส่งแล้วหรือยัง').elements().length).toBe(1)
    expect(readOutbox()).toEqual([])
  })

  test('editing a failed message that is not stored returns it to the field', async () => {
    const { screen, composer, edit } = await openWithFailed()
    await edit.click()
    await expect.element(composer).toHaveValue('ส่งแล้วหรือยัง')
    expect(readOutbox()).toEqual([])
    expect(screen.getByText(/อาจได้รับข้อความซ้ำ/).elements()).toEqual([])
  })

  test('editing a failed message warns of a possible duplicate when the server cannot be reached', async () => {
    const { screen, composer, edit } = await openWithFailed()
    desk.fail(/GET .*messages/, 'network', 100)
    await edit.click()
    await expect.element(screen.getByText(/อาจได้รับข้อความซ้ำ/)).toBeVisible()
    await expect.element(composer).toHaveValue('ส่งแล้วหรือยัง')
  })

  test('editing a failed message does nothing when the message is retried in the meantime', async () => {
    const { chat, composer, edit } = await openWithFailed()
    const go = desk.hold(/GET .*messages/)
    await edit.click()
    await chat.getByRole('button', { name: 'ลองใหม่' }).click()
    await expect.poll(() => desk.messages.some(({ text }) => text === 'ส่งแล้วหรือยัง')).toBe(true)
    go()
    await expect.poll(readOutbox).toEqual([])
    await expect.element(composer).toHaveValue('')
    expect(texts()).toEqual(['ส่งแล้วหรือยัง', 'ส่งแล้วหรือยัง'])
  })
})

test('edits a message that the server rejected, without a search for it on the server', async () => {
  const { chat, composer } = await openChat()
  desk.fail(/send/, { status: 400, body: { code: 'invalid_request', message: 'x' } })
  await send(composer, 'ไม่รับ')
  const edit = chat.getByRole('button', { name: 'แก้ไข' })
  await expect.element(edit).toBeVisible()
  await edit.click()
  await expect.element(composer).toHaveValue('ไม่รับ')
  // Only a search for a stored message uses this page size, so no search took place.
  expect(desk.count(new RegExp(`GET .*messages\\?limit=${MAX_MESSAGES_LIMIT}$`))).toBe(0)
})
