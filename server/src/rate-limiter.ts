export class RateLimiter {
  private left: number
  private at: number
  private readonly burst: number
  private readonly perSecond: number

  constructor(burst: number, perSecond: number, nowMs: number) {
    this.burst = burst
    this.perSecond = perSecond
    this.left = burst
    this.at = nowMs
  }

  consume(nowMs: number): boolean {
    this.left = Math.min(this.burst, this.left + ((nowMs - this.at) / 1_000) * this.perSecond)
    this.at = nowMs
    if (this.left < 1) return false
    this.left -= 1
    return true
  }
}
