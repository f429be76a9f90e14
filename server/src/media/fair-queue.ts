interface Waiting {
  requester: string
  run: () => Promise<void>
}

/**
 * Shares the decoding time among staff members: start-time fair queueing (Goyal, Vin and Cheng, 1996). The staff member
 * with the least used time is next. Implemented here, because packages for fair queues are hardly used.
 */
export class FairQueue {
  private readonly waiting: Waiting[] = []
  /** Used time in ms of staff members who have used more than `level`. */
  private readonly had = new Map<string, number>()
  /** Used time of the staff member served last. New ones start with it, so that idle time gives no credit. */
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
    // Charges 1 ms immediately, so that staff members alternate even with concurrent or instant images.
    this.charge(next, 1)
    for (const [requester, had] of this.had) if (had <= this.level) this.had.delete(requester)
    const since = this.now()
    await next.run().finally(() => {
      this.charge(next, this.now() - since)
      // Resets the used times when no image is waiting, so that no staff member has a disadvantage later.
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
