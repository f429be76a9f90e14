import { DeskError } from '../desk-error.ts'

/** Each search holds a pool connection for up to a few seconds; other requests need connections as well. */
const MAX_AT_ONCE = 4
/** Less than the total, so that one staff member cannot use all slots. */
const MAX_PER_STAFF_MEMBER = 2
/** Retry-After in seconds; a search takes less. */
const RETRY_AFTER_SECS = 1

/** Limits the concurrent searches of this process. */
export class SearchSlots {
  /** Staff id of each running search. */
  private readonly running: string[] = []

  /** Throws `rate_limited` when too many searches of this staff member are running, `unavailable` when too many are running in total. */
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
