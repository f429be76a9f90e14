import { setTimeout as pause } from 'node:timers/promises'
import { type Db, isPassing } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import { withJitter } from '../jitter.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'
import { storeEvents, storeSplitting } from './inbox.store.ts'
import type { IncomingEvent } from './incoming-event.ts'

/** Connections that storing takes at most; of one official account always one. */
const AT_ONCE = { all: 4, perChannel: 1 }
/** Webhooks that wait before more are refused. */
const MAX_WAITING = 2_000
/** What is stored at once: so many webhooks, or so many bytes of them. */
const MAX_TOGETHER = 250
const MAX_BYTES_TOGETHER = 4 * 1024 * 1024

/** Pauses before a group is stored again when its connection broke, in ms. */
const PAUSES = [50, 150, 400]
/** LINE waits two seconds, and may not come again: until then it is tried, counted from the oldest of the group. */
const TRY_FOR_MS = 1_500

interface Waiting {
  /** When it came, by `performance.now()`. */
  since: number
  events: readonly IncomingEvent[]
  bytes: number
  resolve: () => void
  reject: (error: unknown) => void
}

/**
 * Stores webhooks in groups: what has come for an official account while its last group was written is the next group, one insert and
 * one commit for all of them. So 500 at once are a handful of commits, and the last of them is answered in time; what comes alone
 * waits for nobody. Each account's events are stored in the order in which they came; when that cannot be, none that wait are.
 */
export class InboxWriter {
  private readonly db: Db
  private readonly limit = new ConcurrencyLimit(AT_ONCE)
  private readonly queues = new Map<string, Waiting[]>()
  private waiting = 0

  constructor(db: Db) {
    this.db = db
  }

  /** Resolves when the events of this webhook (of so many bytes) are committed. Throws `unavailable` when too many wait already. */
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
        // Chosen when there is a place, so that whoever came while there was none is among them.
        const group = queue.splice(0, groupLength(queue))
        this.waiting -= group.length
        const passing = await this.write(channelKey, group)
        if (passing === undefined) return
        // Whoever came behind must not be stored before those who could not.
        this.waiting -= queue.length
        for (const { reject } of queue.splice(0)) reject(passing)
      })
    }
    this.queues.delete(channelKey)
  }

  /**
   * Never rejects: those who wait are told. What the database refuses fails alone, and not those who came with it; an error that may pass
   * fails all from there on, and is answered.
   */
  private async write(channelKey: string, group: readonly Waiting[]): Promise<unknown> {
    try {
      await storeSplitting(group, (some) => this.storeGroup(channelKey, some), {
        stored: ({ resolve }) => resolve(),
        refused: ({ reject }, error) => reject(error),
      })
      return undefined
    } catch (error) {
      // Does nothing to those who were told already.
      for (const { reject } of group) reject(error)
      return error
    }
  }

  /** Storing again does nothing to what was stored already, so a commit of which nobody knows is no harm. */
  private async storeGroup(channelKey: string, group: readonly Waiting[]): Promise<void> {
    const events = group.flatMap((each) => each.events)
    const since = Math.min(...group.map((each) => each.since))
    for (let attempt = 0; ; attempt += 1) {
      try {
        await storeEvents(this.db, channelKey, events)
        return
      } catch (error) {
        const wait = PAUSES[attempt]
        const isLate = wait !== undefined && performance.now() + wait - since > TRY_FOR_MS
        if (wait === undefined || isLate || !isPassing(error)) throw error
        await pause(withJitter(wait))
      }
    }
  }
}

/** How many of the queue are stored together; one at least. */
function groupLength(queue: readonly Waiting[]): number {
  let bytes = 0
  const end = queue.findIndex((each, place) => {
    bytes += each.bytes
    return place >= MAX_TOGETHER || (place > 0 && bytes > MAX_BYTES_TOGETHER)
  })
  return end === -1 ? queue.length : end
}
