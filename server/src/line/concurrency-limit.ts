import PQueue from 'p-queue'

/**
 * Limits how much work of webhooks uses the database at once. Without it a burst of events takes every connection of the pool and
 * staff calls wait. The limit per official account is lower than the total, so that one does not block the others.
 */
export class ConcurrencyLimit {
  private readonly all: PQueue
  private readonly byChannel = new Map<string, PQueue>()
  private readonly perChannel: number

  constructor(limits: { all: number; perChannel: number }) {
    this.all = new PQueue({ concurrency: limits.all })
    this.perChannel = limits.perChannel
  }

  /** Does the work when its channel has room, and settles as the work does. */
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
