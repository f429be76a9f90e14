import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/client.ts'
import { readRegistry } from './store.ts'

/**
 * Serves the files of host and releases, which never change at their addresses (`/assets/…`, `/r/<remote>/<release>/…`),
 * and the registry as it stands (`/r/registry.json`, for a retry in an open page). What is not there is the app's 404.
 * Pages themselves come from `createPageSource`.
 */
export async function releaseRoutes(
  app: FastifyInstance,
  { db, releasesDir, hostDist }: { db: Db; releasesDir: string; hostDist: string },
): Promise<void> {
  app.get('/r/registry.json', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-cache')
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(await readRegistry(db)))
  })
  mkdirSync(releasesDir, { recursive: true })
  const folders = { '/assets/': join(hostDist, 'assets'), '/r/': releasesDir }
  for (const [prefix, root] of Object.entries(folders)) {
    await app.register(fastifyStatic, {
      root,
      prefix,
      decorateReply: false,
      schemaHide: true,
      index: false,
      redirect: false,
      // Releases in the making stand beside the others under a name with a dot.
      dotfiles: 'ignore',
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      setHeaders: (reply) => {
        reply.header('vary', 'accept-encoding')
        // A page of another origin that is given the files must be allowed to check their integrity.
        reply.header('access-control-allow-origin', '*')
        reply.header('cross-origin-resource-policy', 'cross-origin')
      },
    })
  }
}
