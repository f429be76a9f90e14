import type { Logger } from 'pino'
import { createLog } from '../log.ts'

/** A log as the server writes it, and its lines. */
export function linesOfLog(): { log: Logger; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  return { log, lines }
}
