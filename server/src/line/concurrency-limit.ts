import PQueue from 'p-queue'

/** Limits concurrent database work of webhooks, so that a burst leaves connections for staff and other channels. */
export class ConcurrencyLimit {
  private readonly all: PQueue
  private readonly byChannel = new Map<string, PQueue>()
  private readonly perChannel: number

  constructor(limits: { all: number; perChannel: number }) {
    this.all = new PQueue({ concurrency: limits.all })
    this.perChannel = limits.perChannel
  }

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
