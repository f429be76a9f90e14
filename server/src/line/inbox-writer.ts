import { setTimeout as pause } from 'node:timers/promises'
import { type Db, isRetryable } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import { withJitter } from '../jitter.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'
import { storeEvents, storeSplitting } from './inbox.store.ts'
import type { IncomingEvent } from './parse-webhook.ts'

const MAX_CONCURRENT = { all: 4, perChannel: 1 }
const MAX_WAITING = 2_000
const MAX_GROUP_WEBHOOKS = 250
const MAX_GROUP_BYTES = 4 * 1024 * 1024

/** Retry intervals in ms for storing a group of webhooks after a lost connection. */
const PAUSES = [50, 150, 400]
/** Maximum age in ms of a group's oldest webhook for a retry: LINE has a timeout of 2 s and may not redeliver. */
const MAX_RETRY_AGE_MS = 1_500

interface Waiting {
  /** Arrival time of the webhook, by `performance.now()`. */
  since: number
  events: readonly IncomingEvent[]
  bytes: number
  resolve: () => void
  reject: (error: unknown) => void
}

/**
 * Webhooks that arrive for a channel while a group is written form the next group: 500 concurrent webhooks need a few
 * commits, and a single one does not wait. Events of a channel are stored in order of arrival.
 */
export class InboxWriter {
  private readonly db: Db
  private readonly limit = new ConcurrencyLimit(MAX_CONCURRENT)
  private readonly queues = new Map<string, Waiting[]>()
  private waiting = 0

  constructor(db: Db) {
    this.db = db
  }

  /** Resolves when the events are committed. Throws `unavailable` when the queue is full. */
  async store(channelKey: string, events: readonly IncomingEvent[], bytes: number): Promise<void> {
    if (this.waiting >= MAX_WAITING) throw new DeskError('unavailable')
    this.waiting += 1
    await new Promise<void>((resolve, reject) => {
      const entry = { since: performance.now(), events, bytes, resolve, reject }
      const queue = this.queues.get(channelKey)
      if (queue === undefined) {
        this.queues.set(channelKey, [entry])
        void this.writeAll(channelKey)
      } else {
        queue.push(entry)
      }
    })
  }

  private async writeAll(channelKey: string): Promise<void> {
    const queue = this.queues.get(channelKey) ?? []
    while (queue.length > 0) {
      await this.limit.run(channelKey, async () => {
        // Chooses the group once a connection is available, so that all webhooks that arrived until then are included.
        const group = queue.splice(0, groupLength(queue))
        this.waiting -= group.length
        const transientError = await this.write(channelKey, group)
        if (transientError === undefined) return
        // Rejects the queued webhooks too, because they must not be stored before the failed ones.
        this.waiting -= queue.length
        for (const { reject } of queue.splice(0)) reject(transientError)
      })
    }
    this.queues.delete(channelKey)
  }

  /** Rejects webhooks that the database refuses; after a transient error, rejects all and returns the error. */
  private async write(channelKey: string, group: readonly Waiting[]): Promise<unknown> {
    try {
      await storeSplitting(group, (some) => this.storeGroup(channelKey, some), {
        stored: ({ resolve }) => resolve(),
        refused: ({ reject }, error) => reject(error),
      })
      return undefined
    } catch (error) {
      // Rejects the whole group, which has no effect on promises that are already settled.
      for (const { reject } of group) reject(error)
      return error
    }
  }

  /** Stores a group, with retries after transient errors; if a commit's result was lost, a retry has no effect. */
  private async storeGroup(channelKey: string, group: readonly Waiting[]): Promise<void> {
    const events = group.flatMap((each) => each.events)
    const since = Math.min(...group.map((each) => each.since))
    for (let attempt = 0; ; attempt += 1) {
      try {
        await storeEvents(this.db, channelKey, events)
        return
      } catch (error) {
        const wait = PAUSES[attempt]
        const isLate = wait !== undefined && performance.now() + wait - since > MAX_RETRY_AGE_MS
        if (wait === undefined || isLate || !isRetryable(error)) throw error
        await pause(withJitter(wait))
      }
    }
  }
}

function groupLength(queue: readonly Waiting[]): number {
  let bytes = 0
  const end = queue.findIndex((each, index) => {
    bytes += each.bytes
    return index >= MAX_GROUP_WEBHOOKS || (index > 0 && bytes > MAX_GROUP_BYTES)
  })
  return end === -1 ? queue.length : end
}
