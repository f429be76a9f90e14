import type { ErrorBody } from 'shared/contract/errors.ts'
import type { DeskError } from '../desk-error.ts'

/** Prefix of paths whose clients read the error text from `detail`, so that `detail` is always set. */
const ALWAYS_DETAILED = '/kb/'

export function errorBodyOf(url: string, error: DeskError): ErrorBody {
  const body = error.toBody()
  return url.startsWith(ALWAYS_DETAILED) ? { ...body, detail: body.detail ?? body.message } : body
}
