interface Waiting {
  requester: string
  run: () => Promise<void>
}

/**
 * Shares the decoding time by start-time fair queueing (Goyal, Vin and Cheng, 1996): the staff member who has used the
 * least time is next. No package is used, because those for fair queues have few users.
 */
export class FairQueue {
  private readonly waiting: Waiting[] = []
  /** Used decoding time in ms by staff member. Staff who have not used more than `level` are omitted. */
  private readonly had = new Map<string, number>()
  /** Used time in ms of the staff member served last. Others start with this value, so idle time gives no advantage. */
  private level = 0
  private readonly now: () => number

  constructor(now: () => number) {
    this.now = now
  }

  add(requester: string, run: () => Promise<void>): void {
    this.waiting.push({ requester, run })
  }

  async serve(): Promise<void> {
    const next = this.waiting.reduce((first, each) => (this.of(each) < this.of(first) ? each : first))
    this.waiting.splice(this.waiting.indexOf(next), 1)
    this.level = Math.max(this.level, this.of(next))
    // Charges 1 ms in advance, so that staff members alternate even if decoding is concurrent or takes no time.
    this.charge(next, 1)
    for (const [requester, had] of this.had) if (had <= this.level) this.had.delete(requester)
    const since = this.now()
    await next.run().finally(() => {
      this.charge(next, this.now() - since)
      // Used times are forgotten when no image is waiting, so that earlier images give no disadvantage later.
      if (this.waiting.length === 0) this.had.clear()
    })
  }

  private of({ requester }: Waiting): number {
    return Math.max(this.level, this.had.get(requester) ?? 0)
  }

  private charge(to: Waiting, ms: number): void {
    this.had.set(to.requester, this.of(to) + ms)
  }
}
