import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import {
  channelsQuery,
  fetchMessages,
  fetchTicket,
  messageFamilyKey,
  messagesKey,
  suggestionFamilyKey,
  ticketListFamilyKey,
} from 'shared/api'
import type { TicketPatch } from 'shared/contract/tickets/decode-ticket.ts'
import type { BusEvent } from 'shared/realtime'
import { type CacheEffect, cacheEffectsOf } from './cache-effects.ts'
import { type FetchMessages, MessageWriter } from './message-writer.ts'
import { TicketWriter } from './ticket-writer.ts'

const RELOAD_PAUSE_MS = 1_000

type StoredListener = (clientMessageId: string) => void
const storedListeners = new Set<StoredListener>()

export function onMessageStored(listener: StoredListener): void {
  storedListeners.add(listener)
}

function reportStored(clientMessageId: string): void {
  for (const listener of storedListeners) listener(clientMessageId)
}

export class ChatCache {
  readonly tickets: TicketWriter
  readonly messages: MessageWriter
  openTicketId: string | null = null
  readonly #client: QueryClient
  #reloading = false
  #isReloadPending = false
  /** Conversations that are being refetched; the value is true when another fetch must follow. */
  readonly #catchingUp = new Map<string, boolean>()

  constructor(client: QueryClient, fetch: FetchMessages = fetchMessages) {
    this.#client = client
    this.tickets = new TicketWriter(client)
    this.messages = new MessageWriter(client, fetch, reportStored)
  }

  handleEvent(event: BusEvent): void {
    for (const effect of cacheEffectsOf(event)) this.#run(effect)
  }

  /** Refetches the ticket lists. All calls during a refetch cause one more refetch. */
  reloadLists(): void {
    this.#isReloadPending = true
    if (!this.#reloading) void this.#reload()
  }

  reloadTicket(id: string): Promise<unknown> {
    return fetchTicket(id)
      .then((ticket) => this.tickets.absorb(ticket))
      .catch((error: unknown) => console.warn('a ticket could not be read again', error))
  }

  /** Fetches missing parts of a conversation, if it is on the screen. */
  catchUp(ticketId: string): void {
    const isOn = this.#catchingUp.has(ticketId)
    this.#catchingUp.set(ticketId, true)
    if (!isOn) void this.#catchUp(ticketId)
  }

  /**
   * Runs one fetch after the other: on a slow connection each event would otherwise cancel the running fetch. If a
   * fetch was already running, another one follows, because the running fetch may lack the newest messages.
   */
  async #catchUp(ticketId: string): Promise<void> {
    const filter = { queryKey: messagesKey(ticketId), exact: true }
    while (this.#catchingUp.get(ticketId)) {
      this.#catchingUp.set(ticketId, this.#client.isFetching(filter) > 0)
      await this.#client.invalidateQueries(filter, { cancelRefetch: false })
    }
    this.#catchingUp.delete(ticketId)
  }

  /** If the message event does not follow the ticket change within a second, fetches the message. */
  #compare({ id, last_seq = 0, revision = 0 }: TicketPatch): void {
    if (id !== this.openTicketId || !this.messages.isBehind(id, last_seq, revision)) return
    setTimeout(() => {
      if (this.messages.isBehind(id, last_seq, revision)) this.catchUp(id)
    }, RELOAD_PAUSE_MS)
  }

  async #reload(): Promise<void> {
    this.#reloading = true
    while (this.#isReloadPending) {
      this.#isReloadPending = false
      // A running fetch may be older than the event, so it is cancelled.
      const read = this.#client.invalidateQueries({ queryKey: ticketListFamilyKey }, { cancelRefetch: true })
      await Promise.allSettled([read, new Promise((resolve) => setTimeout(resolve, RELOAD_PAUSE_MS))])
    }
    this.#reloading = false
  }

  #run(effect: CacheEffect): void {
    switch (effect.type) {
      case 'mergeMessage': {
        const { message } = effect
        const complete = this.messages.apply(message)
        this.tickets.applyMessage(message, message.ticket_id === this.openTicketId)
        if (!complete) this.catchUp(message.ticket_id)
        break
      }
      case 'mergeTimelineEvent':
        if (!this.messages.applyTimelineEvent(effect.timelineEvent))
          this.catchUp(effect.timelineEvent.ticket_id)
        break
      case 'mergeTicket':
        this.tickets.applyPatch(effect.patch)
        this.#compare(effect.patch)
        break
      case 'markSeen':
        this.tickets.markSeen(effect.ticketId, effect.seq)
        break
      case 'checkTicket':
        // The ticket changed between its fetch and the subscription, so no event contained the change.
        if ((this.tickets.get(effect.ticketId)?.version ?? effect.version) < effect.version) {
          this.reloadLists()
          // Refetching the lists is not enough, because the open ticket may be in none of them.
          if (effect.ticketId === this.openTicketId) void this.reloadTicket(effect.ticketId)
        }
        break
      case 'reloadLists':
        this.reloadLists()
        break
      case 'reloadChannels':
        void this.#client.invalidateQueries(channelsQuery)
        break
      case 'reloadSuggestions':
        void this.#client.invalidateQueries({ queryKey: suggestionFamilyKey })
        break
      case 'catchUp':
        if (effect.ticketId === null) void this.#client.invalidateQueries({ queryKey: messageFamilyKey })
        else if (this.messages.isBehind(effect.ticketId, effect.lastSeq ?? 0, effect.lastRevision ?? 0))
          this.catchUp(effect.ticketId)
    }
  }
}

const caches = new WeakMap<QueryClient, ChatCache>()

export function chatCacheOf(client: QueryClient): ChatCache {
  const known = caches.get(client)
  if (known) return known
  const cache = new ChatCache(client)
  caches.set(client, cache)
  return cache
}

export const useChatCache = (): ChatCache => chatCacheOf(useQueryClient())
