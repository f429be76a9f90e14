import type { PageRefusal } from 'shared/contract/knowledge/pages.call.ts'

/** Reason why a page cannot be imported. */
export class PageError extends Error {
  readonly reason: PageRefusal

  constructor(reason: PageRefusal, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'PageError'
    this.reason = reason
  }
}
