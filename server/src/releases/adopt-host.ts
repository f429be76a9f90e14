import { statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { adoptHost, type ReleasePlace } from './publish.ts'
import { ReleaseRefused } from './registry-rules.ts'

const RETRY_MS = 5_000

/**
 * Notices that the host was built anew while the server runs, and publishes it once the build is whole. What is refused is
 * told to the log, once; pages go on being made from the release before.
 */
export function createHostAdoption(place: ReleasePlace): (log: FastifyBaseLogger) => Promise<void> {
  const file = join(place.hostDist, 'host.json')
  // What stood here when the server started was its start's to publish.
  let handled: number | null = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null
  let notBefore = 0
  let current: Promise<void> | null = null

  async function adopt(log: FastifyBaseLogger): Promise<void> {
    // The last file that a build writes, and the first that the next one removes.
    const builtAt = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => null,
    )
    if (builtAt === null || builtAt === handled || performance.now() < notBefore) return
    try {
      if ((await adoptHost(place)) === 'released') log.info('the host was built anew, and is released')
      handled = builtAt
    } catch (error) {
      const refused = error instanceof ReleaseRefused
      // A build that began again meanwhile has another time when it is whole. What else failed is tried again after a while.
      if (refused) handled = builtAt
      else notBefore = performance.now() + RETRY_MS
      log.warn(refused ? { reason: error.message } : { err: error }, 'the built host was not released')
    }
  }

  return (log) => {
    current ??= adopt(log).finally(() => {
      current = null
    })
    return current
  }
}
