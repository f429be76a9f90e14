import { setTimeout as pause } from 'node:timers/promises'
import { StartError } from '../../server/src/start-error.ts'

const CALL_MS = 5_000
const PAUSE_MS = 50

/** Waits for a success status. @throws StartError without a success status within `withinMs` */
export async function fetchUntilOk(url: string, withinMs: number): Promise<Response> {
  const deadline = performance.now() + withinMs
  let status: number | undefined
  while (performance.now() < deadline) {
    const response = await fetch(url, { signal: AbortSignal.timeout(CALL_MS) }).catch(() => null)
    if (response?.ok) return response
    status = response?.status
    await response?.body?.cancel()
    await pause(PAUSE_MS)
  }
  throw new StartError(status === undefined ? `${url} does not respond.` : `${url} returns ${status}.`)
}
