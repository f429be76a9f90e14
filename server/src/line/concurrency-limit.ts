import PQueue from 'p-queue'

/**
 * Limits how much webhook work uses the database at the same time. Otherwise a burst of events would take every
 * connection of the pool, and requests of staff would wait. The limit per channel is lower than the total, so that one
 * channel does not block the others.
 */
export class ConcurrencyLimit {
  private readonly all: PQueue
  private readonly byChannel = new Map<string, PQueue>()
  private readonly perChannel: number

  constructor(limits: { all: number; perChannel: number }) {
    this.all = new PQueue({ concurrency: limits.all })
    this.perChannel = limits.perChannel
  }

  /** Returns the result of `work`, which runs once its channel has capacity. */
  async run<T>(channelKey: string, work: () => Promise<T>): Promise<T> {
    let channel = this.byChannel.get(channelKey)
    if (channel === undefined) {
      channel = new PQueue({ concurrency: this.perChannel })
      this.byChannel.set(channelKey, channel)
      channel.addEventListener('idle', () => this.byChannel.delete(channelKey))
    }
    return channel.add(() => this.all.add(work))
  }
}
