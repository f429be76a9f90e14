import type { ErrorBody } from 'shared/contract/errors.ts'
import type { DeskError } from '../desk-error.ts'

/** The calls whose errors have a `detail` whatever has failed: it is what their callers read. */
const ALWAYS_DETAILED = '/kb/'

/** What whoever called `url` is told of an error. */
export function errorBodyOf(url: string, error: DeskError): ErrorBody {
  const body = error.toBody()
  return url.startsWith(ALWAYS_DETAILED) ? { ...body, detail: body.detail ?? body.message } : body
}
