import { DeskError } from '../desk-error.ts'

/** Maximum concurrent searches: each uses a pool connection for up to a few seconds, which other requests need. */
const MAX_AT_ONCE = 4
/** Maximum concurrent searches of one staff member, fewer than the total. */
const MAX_PER_STAFF_MEMBER = 2
/** Retry-After of a refused search in seconds, longer than a search takes. */
const RETRY_AFTER_SECS = 1

/** Limits the concurrent searches of this process. */
export class SearchSlots {
  /** Staff ids of the running searches. */
  private readonly running: string[] = []

  /**
   * Runs a search. Throws `rate_limited` when too many searches of this staff member are running, `unavailable`
   * when too many are running in total.
   */
  async run<T>(staffId: string, search: () => Promise<T>): Promise<T> {
    const own = this.running.filter((each) => each === staffId).length
    if (own >= MAX_PER_STAFF_MEMBER)
      throw new DeskError('rate_limited', { retry_after_secs: RETRY_AFTER_SECS })
    if (this.running.length >= MAX_AT_ONCE) throw new DeskError('unavailable')
    this.running.push(staffId)
    try {
      return await search()
    } finally {
      this.running.splice(this.running.indexOf(staffId), 1)
    }
  }
}
