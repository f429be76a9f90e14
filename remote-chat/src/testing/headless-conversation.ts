import { QueryObserver } from '@tanstack/react-query'
import { createDeskQueryClient, messagesKey } from 'shared/api'
import type { BusEvent } from 'shared/realtime'
import { ChatCache } from '../cache/chat-cache.ts'
import type { Thread } from '../cache/message-merge.ts'
import type { FetchMessages } from '../cache/message-writer.ts'

/** Functions of the event bus that a headless conversation needs. */
interface ConversationBus {
  start(): () => void
  listen(listener: (event: BusEvent) => void): () => void
  subscribeTicket(ticketId: string, weight: 'open'): () => void
}

/** A conversation without a screen: the page's cache and writers, connected to an event bus. */
export class HeadlessConversation {
  readonly #cache: ChatCache
  readonly #ticketId: string
  readonly #ends: (() => void)[]

  constructor(ticketId: string, bus: ConversationBus, fetch: FetchMessages) {
    const client = createDeskQueryClient()
    const cache = new ChatCache(client, fetch)
    this.#ticketId = ticketId
    this.#cache = cache
    const reading = new QueryObserver(client, {
      queryKey: messagesKey(ticketId),
      queryFn: ({ signal }) => cache.messages.read(ticketId, signal),
      staleTime: 0,
    })
    this.#ends = [
      reading.subscribe(() => undefined),
      bus.listen((event) => cache.handleEvent(event)),
      bus.subscribeTicket(ticketId, 'open'),
      bus.start(),
      () => client.clear(),
    ]
  }

  thread(): Thread | undefined {
    return this.#cache.messages.thread(this.#ticketId)
  }

  close(): void {
    for (const end of this.#ends) end()
  }
}
