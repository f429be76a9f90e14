interface Waiting {
  requester: string
  run: () => Promise<void>
}

/**
 * Shares the decoding time among staff members, so that none waits behind all images of another: start-time fair
 * queueing (Goyal, Vin and Cheng, 1996). The staff member with the least time is next; among equals the earlier. The
 * time counts whether an image was accepted or refused. Own code, because packages for fair queues are hardly used.
 */
export class FairQueue {
  /** Earliest first. */
  private readonly waiting: Waiting[] = []
  /** Time in ms used by staff members who are still ahead of `level`. */
  private readonly had = new Map<string, number>()
  /**
   * Used time of the staff member served last, before that image. New staff members start here, so that idle time gives
   * no credit.
   */
  private level = 0
  private readonly now: () => number

  /** Creates an empty queue; `now` returns ms. */
  constructor(now: () => number) {
    this.now = now
  }

  add(requester: string, run: () => Promise<void>): void {
    this.waiting.push({ requester, run })
  }

  /** Serves one waiting image. */
  async serve(): Promise<void> {
    const next = this.waiting.reduce((first, each) => (this.of(each) < this.of(first) ? each : first))
    this.waiting.splice(this.waiting.indexOf(next), 1)
    this.level = Math.max(this.level, this.of(next))
    // Charge 1 ms at once: with concurrent or instant images, staff members alternate.
    this.charge(next, 1)
    for (const [requester, had] of this.had) if (had <= this.level) this.had.delete(requester)
    const since = this.now()
    await next.run().finally(() => {
      this.charge(next, this.now() - since)
      // No image is waiting, so no staff member is at a disadvantage.
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
