import type { Logger } from 'pino'

const APART_MS = 60_000

interface Repeated {
  facts: Record<string, unknown>
  message: string
  /** How often it has come since its last line. */
  count: number
}

/**
 * Warnings about what anybody may bring about thousands of times: of each subject a line at once, then at most one a minute with how
 * often it has come since. Subjects are few and not a caller's to choose: each takes memory until a minute without it has gone by.
 */
export class RepeatedWarnings {
  private readonly log: Pick<Logger, 'warn'>
  private readonly repeated = new Map<string, Repeated>()

  constructor(log: Pick<Logger, 'warn'>) {
    this.log = log
  }

  /** `facts` are those of the line that is written: the first ones of its minute. */
  warn(subject: string, facts: Record<string, unknown>, message: string): void {
    const known = this.repeated.get(subject)
    if (known === undefined) {
      this.log.warn({ ...facts, times: 1 }, message)
      this.repeated.set(subject, { facts, message, count: 0 })
      this.wait(subject)
      return
    }
    if (known.count === 0) Object.assign(known, { facts, message })
    known.count += 1
  }

  private wait(subject: string): void {
    setTimeout(() => {
      const known = this.repeated.get(subject)
      if (known === undefined || known.count === 0) {
        this.repeated.delete(subject)
        return
      }
      this.log.warn({ ...known.facts, times: known.count }, known.message)
      known.count = 0
      this.wait(subject)
    }, APART_MS).unref()
  }
}
