import { WAIT_CRITICAL_SECS, WAIT_WARNING_SECS } from '../../contract/constants.ts'

export type WaitLevel = 'calm' | 'warning' | 'critical'

/** How bad a wait is: over 600 s critical, over 300 s a warning. */
export function waitLevel(seconds: number): WaitLevel {
  if (seconds > WAIT_CRITICAL_SECS) return 'critical'
  return seconds > WAIT_WARNING_SECS ? 'warning' : 'calm'
}
