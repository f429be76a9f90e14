import { driverError, isConnectionLoss } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'

/** PostgreSQL error codes of the lock timeout, and of the idle transaction timeout, which the job itself may cause. */
const LOCK_NOT_AVAILABLE = '55P03'
const IDLE_TOO_LONG = '25P03'

/** Returns true for failures caused by other changes to the knowledge base or an unavailable database. */
export function isRetryableFailure(error: unknown): boolean {
  if (error instanceof DeskError) return error.code === 'unavailable'
  const { code } = driverError(error)
  return code === LOCK_NOT_AVAILABLE || (isConnectionLoss(error) && code !== IDLE_TOO_LONG)
}
