import { driverError, isConnectionLoss } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'

/** PostgreSQL's error code of the lock timeout. */
const LOCK_NOT_AVAILABLE = '55P03'
/** PostgreSQL's error code of the idle transaction timeout. It is not retried, because the job itself may cause it. */
const IDLE_TOO_LONG = '25P03'

/** Returns true for failures caused by other changes to the knowledge base or an unavailable database. */
export function isRetryableFailure(error: unknown): boolean {
  if (error instanceof DeskError) return error.code === 'unavailable'
  const { code } = driverError(error)
  return code === LOCK_NOT_AVAILABLE || (isConnectionLoss(error) && code !== IDLE_TOO_LONG)
}
