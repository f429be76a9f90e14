import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { StartError } from '../start-error.ts'

/** Throws StartError when the port is in use. Also checks ::1 for 127.0.0.1: `localhost` may resolve to either. */
export async function requireFreePort(
  port: number,
  host: string,
  { variable = 'PORT', withinMs = 0 } = {},
): Promise<void> {
  if (port === 0) return
  const deadline = performance.now() + withinMs
  const hosts = host === '127.0.0.1' ? [host, '::1'] : [host]
  for (const each of hosts) {
    let refusal = await probe(port, each)
    while (refusal?.code === 'EADDRINUSE' && performance.now() < deadline) {
      await pause(POLL_MS)
      refusal = await probe(port, each)
    }
    // On a machine without IPv6, the check of ::1 fails with another error, which is ignored.
    if (refusal !== null && (each === host || refusal.code === 'EADDRINUSE')) {
      throw listenErrorOf(refusal, each, port, variable)
    }
  }
}

const POLL_MS = 100

/** Returns a StartError that explains why a program cannot listen on a port. Returns other errors unchanged. */
export function listenErrorOf(error: unknown, host: string, port: number, variable = 'PORT'): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} is already in use. Set ${variable} to another one.`)
  if (code === 'EACCES')
    return new StartError(`Port ${port} may not be used by this user. Set ${variable} to another one.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new StartError(`HOST ${host} is not an address of this machine.`)
  return error
}

function probe(port: number, host: string): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', resolve)
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)))
  })
}
