/**
 * Whose picture is next where one does not wait behind all of another's: start-time fair queueing (Goyal, Vin and Cheng, 1996) with a
 * picture as the unit. A person's first picture has the turn that is served, each further one the turn after it. p-queue takes them by
 * priority; the registry's fair queues are used by next to nobody.
 */
export class FairTurns {
  private served = 0
  private readonly last = new Map<string, number>()

  /** The turn of a person's next picture: the lower comes first, of equal ones the earlier. */
  next(person: string): number {
    const turn = Math.max(this.served, (this.last.get(person) ?? -1) + 1)
    this.last.set(person, turn)
    return turn
  }

  begin(turn: number): void {
    this.served = Math.max(this.served, turn)
    // Whoever's last turn is over begins at the one that is served, as who is new.
    for (const [person, last] of this.last) {
      if (last < this.served) this.last.delete(person)
    }
  }
}
