import PQueue from 'p-queue'
import { DeskError } from '../desk-error.ts'

/**
 * Limits how much work of webhooks uses the database at once. Without it a burst of events takes every connection of the pool and
 * staff calls wait. The limit per official account is lower than the total, so that one does not block the others.
 */
export class Places {
  private readonly all: PQueue
  private readonly byChannel = new Map<string, PQueue>()
  private readonly perChannel: number
  private readonly maxWaiting: number
  private waiting = 0

  /** `waiting`: how much work may wait for a place; any amount unless told. */
  constructor(limits: { all: number; perChannel: number; waiting?: number }) {
    this.maxWaiting = limits.waiting ?? Number.POSITIVE_INFINITY
    this.all = new PQueue({ concurrency: limits.all })
    this.perChannel = limits.perChannel
  }

  /** Does the work when its channel has a place free, and settles as the work does. Throws `unavailable` when too much waits already. */
  async run<T>(channelKey: string, work: () => Promise<T>): Promise<T> {
    if (this.waiting >= this.maxWaiting) throw new DeskError('unavailable')
    this.waiting += 1
    let channel = this.byChannel.get(channelKey)
    if (channel === undefined) {
      channel = new PQueue({ concurrency: this.perChannel })
      this.byChannel.set(channelKey, channel)
      channel.addEventListener('idle', () => this.byChannel.delete(channelKey))
    }
    return channel.add(() =>
      this.all.add(() => {
        this.waiting -= 1
        return work()
      }),
    )
  }
}
