import type { Logger } from 'pino'
import { createLog } from '../log.ts'

/** Returns a log in the server's format, and the array that its lines are added to. */
export function linesOfLog(): { log: Logger; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  return { log, lines }
}
