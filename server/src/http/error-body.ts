import type { ErrorBody } from 'shared/contract/errors.ts'
import type { DeskError } from '../desk-error.ts'

/** Paths whose clients read the error from `detail`, so it is always set. */
const ALWAYS_DETAILED = '/kb/'

export function errorBodyOf(url: string, error: DeskError): ErrorBody {
  const body = error.toBody()
  return url.startsWith(ALWAYS_DETAILED) ? { ...body, detail: body.detail ?? body.message } : body
}
