import type { Logger } from 'pino'

const MIN_INTERVAL_MS = 60_000

interface Repeated {
  details: Record<string, unknown>
  message: string
  count: number
}

/** Limits repeated warnings per subject. Subjects use memory, so clients must not be able to choose them. */
export class RepeatedWarnings {
  private readonly log: Pick<Logger, 'warn'>
  private readonly repeated = new Map<string, Repeated>()

  constructor(log: Pick<Logger, 'warn'>) {
    this.log = log
  }

  /** Counts a warning; logs `details` of the first warning in each minute. */
  warn(subject: string, details: Record<string, unknown>, message: string): void {
    const known = this.repeated.get(subject)
    if (known === undefined) {
      this.log.warn({ ...details, times: 1 }, message)
      this.repeated.set(subject, { details, message, count: 0 })
      this.wait(subject)
      return
    }
    if (known.count === 0) Object.assign(known, { details, message })
    known.count += 1
  }

  private wait(subject: string): void {
    setTimeout(() => {
      const known = this.repeated.get(subject)
      if (known === undefined || known.count === 0) {
        this.repeated.delete(subject)
        return
      }
      this.log.warn({ ...known.details, times: known.count }, known.message)
      known.count = 0
      this.wait(subject)
    }, MIN_INTERVAL_MS).unref()
  }
}
