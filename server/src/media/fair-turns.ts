interface Waiting {
  person: string
  run: () => Promise<void>
}

/**
 * Whose picture is next where the time of the processes is shared among people, and nobody waits behind all of another's: start-time fair
 * queueing (Goyal, Vin and Cheng, 1996). Whoever has had less time is next, of equals the earlier. Whether a picture was taken or refused,
 * its time counts. The registry's fair queues are used by next to nobody.
 */
export class FairTurns {
  /** The earliest first. */
  private readonly waiting: Waiting[] = []
  /** What a person has had, in ms, of those who may not yet be level with the others. */
  private readonly had = new Map<string, number>()
  /** What whoever was served last had had before: who comes anew begins there, and has saved up nothing. */
  private level = 0
  private readonly now: () => number

  /** `now`: in ms. */
  constructor(now: () => number) {
    this.now = now
  }

  add(person: string, run: () => Promise<void>): void {
    this.waiting.push({ person, run })
  }

  /** Serves one of those that wait. */
  async serve(): Promise<void> {
    const next = this.waiting.reduce((first, each) => (this.of(each) < this.of(first) ? each : first))
    this.waiting.splice(this.waiting.indexOf(next), 1)
    this.level = Math.max(this.level, this.of(next))
    // A moment at once: where several are served at the same time, or take no time, people alternate.
    this.charge(next, 1)
    for (const [person, had] of this.had) if (had <= this.level) this.had.delete(person)
    const since = this.now()
    await next.run().finally(() => {
      this.charge(next, this.now() - since)
      // Nobody has been kept waiting.
      if (this.waiting.length === 0) this.had.clear()
    })
  }

  private of({ person }: Waiting): number {
    return Math.max(this.level, this.had.get(person) ?? 0)
  }

  private charge(to: Waiting, ms: number): void {
    this.had.set(to.person, this.of(to) + ms)
  }
}
