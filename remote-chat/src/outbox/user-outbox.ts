import { serverNow, writePersonal } from 'shared/session'
import { forgetDraft, RETENTION_MS } from './drafts.store.ts'
import type { Outbox, OutboxMessage } from './outbox.ts'
import type { OutboxChange, OutboxStorage, openOutboxStorage } from './outbox-storage.ts'
import { isStorageTimeout, waitBeforeRetry, withTimeout } from './storage-timeouts.ts'
import type { StoredMessage } from './stored-message.ts'
import { hasTicketLocks } from './ticket-lock.ts'

type OpenStorage = typeof openOutboxStorage

export type Phase =
  /** The stored messages are unknown. Nothing is sent, because stored messages must be sent first. */
  | 'unread'
  | 'current'
  /** The storage is closed or cannot be used. The next use reads the storage again. */
  | 'stale'
  /** The user has signed out. Nothing is read, written or changed any more. */
  | 'ended'

export type PhaseEvent = 'read' | 'refused' | 'closed' | 'signedOut'

/** Next phase by phase and event. Events without an entry have no effect. */
export const PHASES: Record<Phase, Partial<Record<PhaseEvent, Phase>>> = {
  unread: { read: 'current', refused: 'stale', signedOut: 'ended' },
  current: { closed: 'stale', signedOut: 'ended' },
  stale: { read: 'current', signedOut: 'ended' },
  ended: {},
}

/** One user's outbox in this tab, from sign-in to sign-out: keeps the messages in memory and stores them. */
export class UserOutbox {
  messages: Outbox = []
  phase: Phase = 'unread'
  readonly #staffId: string
  readonly #openStorage: OpenStorage
  readonly #notify: () => void
  /** Storage that is open or is being opened; null when it is closed. */
  #storage: Promise<OutboxStorage> | null = null
  #loading: Promise<void> | null = null
  /** Last write; writes run one after the other. */
  #writing: Promise<unknown> = Promise.resolve()
  #allowsUnkept = false
  /**
   * State of a message's stored copy. `unclaimed`: loaded and unchanged since, not failed; another tab may be sending
   * the message. `unkept`: sent although this browser could not store the message. `gone`: the message has left the
   * outbox; the state prevents a read that started earlier from restoring it.
   */
  readonly #copies = new Map<string, 'unclaimed' | 'unkept' | 'gone'>()
  /** Result of storing each message sent in this tab: false when it could not be stored and has left the outbox. */
  readonly #kept = new Map<string, Promise<boolean>>()
  readonly #images = new Map<string, Blob>()
  readonly #byTicket = new Map<string, Outbox>()

  constructor(staffId: string, openStorage: OpenStorage, notify: () => void) {
    this.#staffId = staffId
    this.#openStorage = openStorage
    this.#notify = notify
  }

  /** Ends the use of this outbox when the user signs out. Messages that are not stored yet stay in localStorage. */
  end(): void {
    this.#close()
    this.#enter('signedOut')
  }

  /** True when the stored messages are in memory or this browser stores nothing. */
  get isLoaded(): boolean {
    return this.phase === 'current' || this.phase === 'stale'
  }

  get #isEnded(): boolean {
    return this.phase === 'ended'
  }

  #enter(event: PhaseEvent): void {
    this.phase = PHASES[this.phase][event] ?? this.phase
  }

  /** Returns the messages of one ticket; the same reference until one of them changes. */
  ofTicket(ticketId: string): Outbox {
    const own = this.messages.filter((message) => message.ticketId === ticketId)
    const known = this.#byTicket.get(ticketId)
    if (known?.length === own.length && known.every((message, index) => message === own[index])) return known
    this.#byTicket.set(ticketId, own)
    return own
  }

  load(): Promise<void> {
    this.#loading ??= this.#load().finally(() => {
      this.#loading = null
    })
    return this.#loading
  }

  async #load(): Promise<void> {
    if (this.phase === 'current' || this.#isEnded) return
    const found = await this.#useStorage((storage) =>
      withTimeout(Promise.all([storage.read(), storage.readSentOff()])),
    ).catch(() => null)
    if (this.#isEnded) return
    this.#enter(found === null ? 'refused' : 'read')
    if (found !== null) this.#merge(...found)
    this.#notify()
  }

  /** Merges stored messages into the known ones, in the order in which they were sent. */
  #merge(stored: Outbox, sentOff: ReadonlyMap<string, number>): void {
    const known = new Map(this.messages.map((message) => [message.id, message]))
    const before = stored.flatMap((message) => {
      if (this.#copies.get(message.id) === 'gone') return []
      if (!known.has(message.id) && message.state !== 'failed') this.#copies.set(message.id, 'unclaimed')
      return known.get(message.id) ?? message
    })
    for (const { id } of before) known.delete(id)
    this.messages = [...before, ...known.values()].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
    // Removes drafts of sent messages that were not removed when their tab was closed.
    for (const [ticketId, at] of sentOff) forgetDraft(ticketId, at)
  }

  /**
   * Runs work on the storage. Repeats it while the storage is slow, because earlier messages must be sent first.
   * @throws when this browser stores nothing or the user has signed out
   */
  async #useStorage<T>(work: (storage: OutboxStorage) => Promise<T>): Promise<T> {
    for (let tries = 0; !this.#isEnded; tries += 1) {
      try {
        const storage = await withTimeout(this.#open())
        if (!this.#isEnded) return await work(storage)
      } catch (error) {
        console.warn('the outbox could not be read or stored', error)
        if (!isStorageTimeout(error)) throw error
        this.#close()
        await waitBeforeRetry(tries)
      }
    }
    throw new Error('signed out')
  }

  #open(): Promise<OutboxStorage> {
    if (this.#storage !== null) return this.#storage
    const opened: Promise<OutboxStorage> = this.#openStorage(this.#staffId, {
      retentionMs: RETENTION_MS,
      onNews: ({ put, removed }) => {
        if (this.#isEnded) return
        for (const { order: _, ...message } of put) this.#replace(message.id, message)
        for (const id of removed) this.#replace(id, null)
        this.#notify()
      },
      onClosed: () => {
        if (this.#storage === opened) this.#close()
      },
    })
    this.#storage = opened
    opened.catch(() => {
      if (this.#storage === opened) this.#storage = null
    })
    return opened
  }

  #close(): void {
    const left = this.#storage
    this.#storage = null
    this.#enter('closed')
    // Closes the storage in a new task, so that operations that wait for it can start before.
    void left?.then((storage) => setTimeout(storage.close)).catch(() => undefined)
  }

  /** Returns the content of an image that is not uploaded yet, or null when this browser has lost it. */
  async readImage(id: string): Promise<Blob | null> {
    const known = this.#images.get(id)
    if (known !== undefined || this.#isEnded) return known ?? null
    return (await (await this.#open()).readImage(id)) ?? null
  }

  update(step: (outbox: Outbox) => Outbox, more: Pick<OutboxChange, 'sentOff' | 'images'> = {}): void {
    const after = step(this.messages)
    if (after === this.messages || this.#isEnded) return
    const known = new Map(this.messages.map((message) => [message.id, message]))
    this.messages = after
    const [added, changed]: [StoredMessage[], StoredMessage[]] = [[], []]
    after.forEach((message, order) => {
      const old = known.get(message.id)
      known.delete(message.id)
      if (old === undefined) added.push({ ...message, order })
      else if (old !== message && this.#copies.get(message.id) !== 'unkept')
        changed.push({ ...message, order })
    })
    const removed = [...known.keys()]
    // Copies texts to localStorage, because the tab may be killed before the database has them; images are too large.
    for (const message of added)
      if (!message.image)
        this.#note('outbox', message.id, JSON.stringify({ ...message, sentOff: more.sentOff }))
    for (const id of removed) {
      this.#copies.set(id, 'gone')
      this.#kept.delete(id)
      this.#images.delete(id)
      this.#note('outbox', id, null)
      // Records the removal until it is in the database: the write may fail, or the tab may be killed before.
      this.#note('removed', id, `${serverNow()}`)
    }
    for (const [id, content] of more.images ?? []) this.#images.set(id, content)
    const stored = this.#write({ added, changed, removed, ...more })
    this.#writing = stored
    for (const { id } of added) this.#kept.set(id, stored)
    this.#notify()
  }

  #note(kind: 'outbox' | 'removed', id: string, value: string | null): void {
    writePersonal(this.#staffId, kind, id, value)
  }

  async #write(change: OutboxChange): Promise<boolean> {
    await this.#writing
    // Does not write messages withdrawn or edited in the meantime, because the next page load would send them.
    const present = () => change.added.filter(({ id }) => this.messages.some((each) => each.id === id))
    try {
      const lost = await this.#useStorage((storage) => {
        const added = present()
        const images = added.length < change.added.length ? undefined : change.images
        return storage.write({ ...change, added, images })
      })
      // Messages stored by other tabs in the meantime are sent first.
      await this.load()
      // Storing works again, so a later failure must be reported again.
      if (change.added.length > 0) this.#allowsUnkept = false
      if (this.#isEnded || lost.length === 0) return true
      for (const id of lost) this.#replace(id, null)
      this.#notify()
      return true
    } catch {
      if (this.#isEnded) return false
      for (const { id } of change.added) this.#note('outbox', id, null)
      return this.#refuse(present().map(({ id }) => id))
    }
  }

  /** Handles messages that could not be stored. Returns true when the user needs no notification. */
  #refuse(ids: readonly string[]): boolean {
    if (ids.length === 0) return true
    if (this.#allowsUnkept) for (const id of ids) this.#copies.set(id, 'unkept')
    else {
      this.messages = this.messages.filter(({ id }) => !ids.includes(id))
      this.#notify()
    }
    return this.#allowsUnkept
  }

  /** Allows sending without a stored copy, after the user was warned. */
  allowUnstored(): void {
    this.#allowsUnkept = true
  }

  /** Returns true when a message may be sent: it is stored, or the user has allowed sending without a copy. */
  async maySend(id: string): Promise<boolean> {
    return (await this.#kept.get(id)) ?? true
  }

  async written(): Promise<void> {
    await this.#writing
  }

  /** Returns the messages of a ticket that no tab is sending, provided that this tab holds the ticket's lock. */
  abandonedOf(ticketId: string): Outbox {
    return this.ofTicket(ticketId).filter(
      // Without locks, another tab may really be sending a message in state `sending`.
      ({ id, state }) =>
        state !== 'failed' &&
        (this.#copies.get(id) === 'unclaimed' || (state === 'sending' && hasTicketLocks())),
    )
  }

  /** Returns the abandoned messages of a ticket; from now on this tab decides what happens to them. */
  claimAbandoned(ticketId: string): Outbox {
    const abandoned = this.abandonedOf(ticketId)
    for (const { id } of abandoned) this.#copies.delete(id)
    return abandoned
  }

  /** Rereads a ticket's stored messages, because the latest changes of other tabs may not have been received yet. */
  async reread(ticketId: string): Promise<void> {
    // Messages sent during the read are not in its result.
    const before = this.ofTicket(ticketId)
    try {
      await this.#writing
      if (this.#isEnded) return
      const stored = new Map((await (await this.#open()).read()).map((message) => [message.id, message]))
      if (this.#isEnded) return
      for (const { id } of before)
        if (this.#copies.get(id) !== 'unkept') this.#replace(id, stored.get(id) ?? null)
      this.#notify()
    } catch (error) {
      console.warn('the outbox could not be read again', error)
    }
  }

  /** Applies a change of another tab: a stored message, or null for a message that was removed. */
  #replace(id: string, message: OutboxMessage | null): void {
    const index = this.messages.findIndex((each) => each.id === id)
    const others = this.messages.filter((each) => each.id !== id)
    if (message?.state !== this.messages[index]?.state && this.#copies.get(id) === 'unclaimed')
      this.#copies.delete(id)
    if (message === null) this.#copies.set(id, 'gone')
    this.messages =
      message === null ? others : others.toSpliced(index < 0 ? others.length : index, 0, message)
  }
}
