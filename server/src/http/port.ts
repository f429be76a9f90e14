import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { StartError } from '../start-error.ts'

/**
 * Throws StartError when another program listens on the port, and goes on doing so for `withinMs`. On 127.0.0.1 also ::1 must be
 * free: `localhost` may mean either.
 */
export async function requireFreePort(
  port: number,
  host: string,
  { variable = 'PORT', withinMs = 0 } = {},
): Promise<void> {
  if (port === 0) return
  const deadline = performance.now() + withinMs
  const hosts = host === '127.0.0.1' ? [host, '::1'] : [host]
  for (const each of hosts) {
    while (await isTaken(port, each)) {
      if (performance.now() >= deadline) throw portTaken(port, variable)
      await pause(POLL_MS)
    }
  }
}

const POLL_MS = 100

export function portTaken(port: number, variable = 'PORT'): StartError {
  return new StartError(`Port ${port} is already in use. Set ${variable} to another one.`)
}

function isTaken(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRINUSE'))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(false)))
  })
}
