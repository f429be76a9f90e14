import { DeskError } from '../desk-error.ts'

/** Each search holds a connection of the pool for up to some seconds, which everything else needs as well. */
const MAX_AT_ONCE = 4
/** Nobody has all of them. */
const MAX_OF_ONE_PERSON = 2

/** The searches that run in this process. */
export class SearchSlots {
  /** The person of each. */
  private readonly running: string[] = []

  /** Throws `unavailable` where too many run already, of all people or of this one. */
  async run<T>(staffId: string, search: () => Promise<T>): Promise<T> {
    const own = this.running.filter((each) => each === staffId).length
    if (this.running.length >= MAX_AT_ONCE || own >= MAX_OF_ONE_PERSON) throw new DeskError('unavailable')
    this.running.push(staffId)
    try {
      return await search()
    } finally {
      this.running.splice(this.running.indexOf(staffId), 1)
    }
  }
}
