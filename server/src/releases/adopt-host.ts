import { statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { adoptHost, type ReleaseStorage } from './publish-remote.ts'
import { ReleaseRefused } from './registry-rules.ts'

const RETRY_MS = 5_000

/** Publishes a rebuilt host. A refused build is logged once; pages then still use the current release. */
export function createHostAdoption(storage: ReleaseStorage): (log: FastifyBaseLogger) => Promise<void> {
  const file = join(storage.hostDist, 'host.json')
  // Time of the build that exists when the server starts; the start itself publishes this build.
  let handled: number | null = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null
  let notBefore = 0
  let current: Promise<void> | null = null

  async function adopt(log: FastifyBaseLogger): Promise<void> {
    // Time of `host.json`, which a build writes last and the next build removes first.
    const builtAt = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => null,
    )
    if (builtAt === null || builtAt === handled || performance.now() < notBefore) return
    try {
      if ((await adoptHost(storage)) === 'released') log.info('the host was rebuilt and is released')
      handled = builtAt
    } catch (error) {
      const refused = error instanceof ReleaseRefused
      // Tries a refused build again only after a rebuild (another mtime), but retries after other errors.
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
