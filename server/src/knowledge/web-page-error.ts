import type { PageRefusal } from 'shared/contract/knowledge/pages.call.ts'

export class PageError extends Error {
  readonly reason: PageRefusal

  constructor(reason: PageRefusal, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'PageError'
    this.reason = reason
  }
}
