import { RateLimiter } from '../rate-limiter.ts'

const FRAMES_AT_ONCE = 120
const FRAMES_PER_SECOND = 20
/** Maximum number of connections that a staff member may open at once, when all tabs reconnect after a restart. */
const CONNECTIONS_AT_ONCE = 60
const CONNECTIONS_PER_SECOND = 2

interface RateLimiters {
  frames: RateLimiter
  connections: RateLimiter
}

/** Keeps rate limits after the last socket was closed, so that reconnecting does not reset them. */
export class StaffRateLimits {
  /** Rate limits by staff id. Their number is limited by the number of staff members. */
  private readonly byStaff = new Map<string, RateLimiters>()

  of(staffId: string): RateLimiters {
    const known = this.byStaff.get(staffId)
    if (known !== undefined) return known
    const now = performance.now()
    const made = {
      frames: new RateLimiter(FRAMES_AT_ONCE, FRAMES_PER_SECOND, now),
      connections: new RateLimiter(CONNECTIONS_AT_ONCE, CONNECTIONS_PER_SECOND, now),
    }
    this.byStaff.set(staffId, made)
    return made
  }
}
