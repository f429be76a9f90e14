import { DeskError } from '../desk-error.ts'

/** Maximum number of concurrent searches: each uses a pool connection for up to a few seconds. */
const MAX_AT_ONCE = 4
const MAX_PER_STAFF_MEMBER = 2
const RETRY_AFTER_SECS = 1

/** Per process. */
export class SearchSlots {
  private readonly running: string[] = []

  /** Throws `rate_limited` when this staff member runs too many searches, `unavailable` when too many run in total. */
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
